"""The options of a game."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, Self

from longroad._native import BoardSource, HarborLayout, Layout, RulesCore
from longroad.catan.board import LAYOUTS, Board
from longroad.errors import RulesError
from longroad.options import PresetOptions, choices_of, option, options, suggestion

#: Rules that people play online and those of the published systems, as far as they deviate from the official
#: game.
PRESETS: dict[str, dict[str, Any]] = {
    "official": {},
    # What people play online: two players to 15 points, ...
    "duel": {
        "players": 2,
        "target_points": 15,
        "discard_limit": 9,
        "friendly_robber": True,
        "board": "balanced",
    },
    # ... and four in a friendly round, whose dice come out even.
    "casual": {"friendly_robber": True, "dice_deck": True},
    # Gendre & Kaneko: two players, no domestic trade; their Table 1 discards from 7 cards on.
    "gendre2020": {
        "players": 2,
        "offers_per_turn": 0,
        "discard_limit": 6,
        "maritime": "best",
        "board": "random",
    },
    # Casher: three players, no domestic trade, no limit to the bank.
    "casher2024": {"players": 3, "offers_per_turn": 0, "bank": 50, "maritime": "best", "board": "random"},
    # The Monte-Carlo tree search of the NTU report: two players with three settlements each, one offer per
    # turn, all hands known, neither robber nor development cards; its simulations stop after 600 rounds.
    "ntu2016": {
        "players": 2,
        "offers_per_turn": 1,
        "open_hands": True,
        "robber": False,
        "development_cards": False,
        "starting_settlements": 3,
        "turn_cap": 1200,
    },
    # The JSettlers server: the bank does not run out.
    "jsettlers": {"bank": 50},
    # catanatron 3.2.1: no domestic trade between its bots, only the best bank rate, 1,000 turns.
    "catanatron": {"offers_per_turn": 0, "maritime": "best", "board": "random", "turn_cap": 1000},
}

_CORE, _BOARDS = RulesCore(), BoardSource()
_BOARD = f"one of {', '.join(LAYOUTS)}, or a board's text"


@options(RulesError)
class Rules(PresetOptions):
    """What is played: the official game, and every deviation from it as a named option
    (docs/reference/rules.md).

    >>> Rules(players=2).target_points
    10
    >>> Rules(players=5)
    Traceback (most recent call last):
      ...
    longroad.errors.RulesError: players=5: must be a whole number between 2 and 4
    >>> Rules.preset("gendre2020").discard_limit
    6
    >>> Rules.from_text("gendre2020,discard_limit=7").discard_limit
    7
    >>> Rules(players=2, offers_per_turn=0).to_dict()
    {'players': 2, 'offers_per_turn': 0}
    """

    presets: ClassVar[dict[str, dict[str, Any]]] = PRESETS

    players: int = option(_CORE.players, "How many play.", low=2, high=4)
    target_points: int = option(
        _CORE.target_points, "Victory points that win on one's own turn.", low=3, high=20
    )
    discard_limit: int = option(
        _CORE.discard_limit, "The largest hand that a seven leaves alone.", low=1, high=250
    )
    bank: int = option(_CORE.bank, "Cards of each resource in the bank at the start.", low=1, high=50)
    offers_per_turn: int = option(
        _CORE.offers_per_turn, "Offers to other players per turn; 0 for no domestic trade.", low=0, high=200
    )
    maritime: str = option(
        "best" if _CORE.best_rate_only else "all",
        "Trades with the bank: at every rate one has, or at the best one only.",
        choices=("all", "best"),
    )
    board: str = option(
        _BOARDS.layout.name, "How the board is laid out, or the board itself.", allowed=_BOARD
    )
    harbors: str = option(
        _BOARDS.harbors.name,
        "Harbors shuffled, or where the beginners' board has them.",
        choices=choices_of(HarborLayout),
    )
    robber: bool = option(_CORE.robber, "Whether there is a robber; without it a seven does nothing.")
    friendly_robber: bool = option(
        _CORE.friendly_robber,
        "Whether the robber keeps off the hexes of players with two or fewer visible points.",
    )
    dice_deck: bool = option(
        _CORE.dice_deck, "Whether rolls are drawn from a deck of all 36, shuffled again when it is empty."
    )
    development_cards: bool = option(_CORE.development_cards, "Whether development cards can be bought.")
    starting_settlements: int = option(
        _CORE.starting_settlements,
        "Settlements that each player places before the first roll.",
        low=2,
        high=3,
    )
    open_hands: bool = option(_CORE.open_hands, "Whether everybody sees all resource hands.")
    turn_cap: int = option(
        _CORE.turn_cap, "Turns after which nobody wins; 0 for no such end.", low=0, high=65535
    )

    def __post_init__(self) -> None:
        if self.friendly_robber and not self.robber:
            raise RulesError("friendly_robber=on: there is no robber (robber=off)")
        if self.board in LAYOUTS:
            return
        hint = "" if " " in self.board else suggestion(self.board, LAYOUTS)
        if hint:
            raise RulesError(f"board={self.board!r}: must be {_BOARD}; {hint}")
        Board(self.board)

    @classmethod
    def for_players(cls, text: str, players: int) -> Self:
        """The rules of a text (``from_text``) for this many players, whatever a preset says; RulesError if
        the text itself names another number.

        >>> Rules.for_players("duel,target_points=12", 3).to_text()
        'players=3,target_points=12,discard_limit=9,board=balanced,friendly_robber=on'
        """
        preset, values = cls.preset_and_values(text)
        changes = {"players": players, **values}
        if changes["players"] != players:
            raise RulesError(f"players={changes['players']}: there are {players} here; leave it out")
        return cls.preset(preset, **changes)

    @cached_property
    def core(self) -> RulesCore:
        """The part the native engine plays by."""
        core = RulesCore()
        core.players = self.players
        core.target_points = self.target_points
        core.discard_limit = self.discard_limit
        core.bank = self.bank
        core.offers_per_turn = self.offers_per_turn
        core.starting_settlements = self.starting_settlements
        core.best_rate_only = self.maritime == "best"
        core.robber = self.robber
        core.development_cards = self.development_cards
        core.open_hands = self.open_hands
        core.turn_cap = self.turn_cap
        core.friendly_robber = self.friendly_robber
        core.dice_deck = self.dice_deck
        return core

    @cached_property
    def board_source(self) -> BoardSource:
        """Where the native engine takes the boards of many games from."""
        harbors = HarborLayout[self.harbors]
        if self.board in LAYOUTS:
            return BoardSource(Layout[self.board], harbors)
        return BoardSource(harbors=harbors, text=self.board)
