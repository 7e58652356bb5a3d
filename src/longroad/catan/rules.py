"""The options of a game."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Any

from longroad._native import BoardSource, RulesCore
from longroad.catan.board import LAYOUTS, Board
from longroad.errors import RulesError
from longroad.rules_text import preset_and_options

_RANGES = {
    "players": (2, 4),
    "target_points": (3, 20),
    "discard_limit": (1, 250),
    "bank": (1, 50),
    "offers_per_turn": (0, 200),
    "starting_settlements": (2, 3),
    "turn_cap": (0, 65535),
}
_CHOICES = {"maritime": ("all", "best"), "harbors": ("shuffled", "fixed")}


@dataclass(frozen=True)
class Rules:
    """What is played: the official game, and every deviation from it as a named option (docs/rules.md).

    >>> Rules(players=2).target_points
    10
    >>> Rules(players=5)
    Traceback (most recent call last):
      ...
    longroad.errors.RulesError: players=5: must be a whole number between 2 and 4
    >>> Rules.preset("gendre2020").discard_limit
    6
    """

    players: int = 4
    target_points: int = 10
    discard_limit: int = 7
    bank: int = 19
    offers_per_turn: int = 10
    maritime: str = "all"
    board: str = "spiral"
    harbors: str = "shuffled"
    robber: bool = True
    development_cards: bool = True
    starting_settlements: int = 2
    open_hands: bool = False
    turn_cap: int = 5000

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise RulesError(f"{name}={value!r}: must be a whole number between {low} and {high}")
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise RulesError(f"{name}={getattr(self, name)!r}: must be one of {', '.join(choices)}")
        for name in ("robber", "development_cards", "open_hands"):
            if not isinstance(getattr(self, name), bool):
                raise RulesError(f"{name}={getattr(self, name)!r}: must be True or False")
        if not isinstance(self.board, str):
            raise RulesError(f"board={self.board!r}: must be one of {', '.join(LAYOUTS)}, or a board's text")
        if self.board not in LAYOUTS:
            Board(self.board)

    @staticmethod
    def preset(name: str, **changes: Any) -> Rules:
        """A set of rules by name, with changes: ``Rules.preset("jsettlers", players=2)``."""
        if name not in PRESETS:
            raise RulesError(f"preset={name!r}: must be one of {', '.join(PRESETS)}")
        return Rules.from_dict({**PRESETS[name], **changes})

    @staticmethod
    def from_text(text: str) -> Rules:
        """Rules from ``preset`` or ``preset,option=value`` or ``option=value,option=value``.

        >>> Rules.from_text("gendre2020,discard_limit=7").discard_limit
        7
        """
        preset, options = preset_and_options(text)
        return Rules.preset(preset, **options)

    @staticmethod
    def from_dict(options: dict[str, Any]) -> Rules:
        """The opposite of to_dict; options left out are official."""
        known = {f.name for f in fields(Rules)}
        for name in options:
            if name not in known:
                raise RulesError(f"{name}: no such option; there are {', '.join(sorted(known))}")
        return Rules(**options)

    def to_dict(self) -> dict[str, Any]:
        """The options that differ from the official game.

        >>> Rules(players=2, offers_per_turn=0).to_dict()
        {'players': 2, 'offers_per_turn': 0}
        """
        official = asdict(Rules())
        return {name: value for name, value in asdict(self).items() if value != official[name]}

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules.from_dict, (self.to_dict(),)

    def replace(self, **changes: Any) -> Rules:
        """The same rules with some options changed."""
        return replace(self, **changes)

    @cached_property
    def core(self) -> RulesCore:
        """The part the native engine plays by."""
        return RulesCore(
            players=self.players,
            target_points=self.target_points,
            discard_limit=self.discard_limit,
            bank=self.bank,
            offers_per_turn=self.offers_per_turn,
            starting_settlements=self.starting_settlements,
            best_rate_only=self.maritime == "best",
            robber=self.robber,
            development_cards=self.development_cards,
            open_hands=self.open_hands,
            turn_cap=self.turn_cap,
        )

    @cached_property
    def board_source(self) -> BoardSource:
        """Where the native engine takes the boards of many games from."""
        given = self.board not in LAYOUTS
        layout = 0 if given else LAYOUTS.index(self.board)
        return BoardSource(layout, _CHOICES["harbors"].index(self.harbors), self.board if given else None)


#: Rules of the published systems, as far as they deviate from the official game.
PRESETS: dict[str, dict[str, Any]] = {
    "official": {},
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
    # The Monte-Carlo tree search of the NTU report: two players with three settlements each, one offer a
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
