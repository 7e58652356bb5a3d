"""A catanatron Player as a Longroad agent: ``catanatron:ValueFunctionPlayer``,
``catanatron:AlphaBetaPlayer,depth=2``."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from copy import copy
from typing import Any, Self

from longroad.adapters.catanatron.actions import as_listed, in_order, to_ours, to_theirs
from longroad.adapters.catanatron.log import Log
from longroad.adapters.catanatron.players import COLOR, constructor_arguments, player_class, player_classes
from longroad.adapters.catanatron.positions import Games, drawing_from
from longroad.adapters.catanatron.rules import check_rules
from longroad.adapters.catanatron.versions import (
    CHOOSES_DISCARDS,
    ActionType,
    Color,
    RandomPlayer,
    playable_actions,
    set_playable_actions,
)
from longroad.agents.base import Agent
from longroad.catan import Action, Belief, Rng, Rules, View
from longroad.catan.position import Five, Position, card_played_by, plus_card
from longroad.errors import AgentSpecError
from longroad.options import Declared, constructor_options, pairs_of

#: The colors of the seats.
COLORS: tuple[Any, ...] = tuple(Color)


def from_spec(spec: str) -> CatanatronAgent:
    """The agent of ``catanatron:Class`` or ``catanatron:Class,option=value``; raises AgentSpecError."""
    player, text = _named(spec)
    try:
        texts = pairs_of(text) if text is not None else {}
    except ValueError as error:
        raise AgentSpecError(f"agent '{spec}': {error}") from None
    return CatanatronAgent(player, constructor_arguments(spec, player, texts))


def options_of(spec: str) -> tuple[str, dict[str, Declared]]:
    """What a player says of itself, and the options that its constructor has; raises AgentSpecError."""
    player, _ = _named(spec)
    said = (inspect.getdoc(player) or "").partition("\n\n")[0].replace("\n", " ")
    return said, constructor_options(player, skip=COLOR)


def players() -> tuple[str, ...]:
    """The names of the players that the installed catanatron has."""
    return tuple(player_classes())


def _named(spec: str) -> tuple[Any, str | None]:
    """The player class that a spec names, and the text of its options, None without a comma."""
    library, _, rest = spec.partition(":")
    name, comma, text = rest.partition(",")
    if not name or "=" in name:
        raise AgentSpecError(f"agent '{spec}': name a player, as in {library}:RandomPlayer")
    return player_class(spec, name), text if comma else None


class CatanatronAgent(Agent):
    """Asks a Player of catanatron for its moves.

    catanatron's players look at the whole game, ours are shown a view. So at every decision a catanatron
    game is made from a state consistent with what the player knows: what it sees is as it is; other
    players' cards that it cannot see are drawn from what it has counted, the order of the deck is drawn. The
    log holds what the player saw.

    The player is offered what both programs allow. What it draws from Python's ``random`` follows from the
    agent's generator.
    """

    follows = True

    def __init__(self, player_class: Any, options: dict[str, Any] | None = None) -> None:
        self._class = player_class
        self._options = options or {}

    def check(self, rules: Rules) -> None:
        check_rules(rules)

    def twin(self) -> Self:
        return copy(self)

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self.check(rules)
        self._rules = rules
        self._colors = COLORS[: rules.players]
        with drawing_from(rng.next()):
            self._bot = self._class(self._colors[player], **self._options)
        self._belief = Belief()
        self._log = Log(self._colors)
        self._played: list[Five] = [(0, 0, 0, 0, 0)] * rules.players
        self._games: Games | None = None
        self._next: list[Action] = []  # decided already: the cards of a year of plenty

    def observe(self, before: View, event: Action, after: View) -> None:
        self._belief.observe(before, event, after)
        self._log.add(before.actor, event)
        card = card_played_by(event.kind)
        if card is not None:
            self._played[before.current] = plus_card(self._played[before.current], card)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        if view.phase == "plenty" and self._next:
            return self._next.pop(0)
        if view.phase == "discard" and not CHOOSES_DISCARDS:
            return self._any_card(view)
        with drawing_from(self.rng.next()):
            game = self.game(view)
            offered = self._offered(game, view, actions)
            set_playable_actions(game, offered)
            choice = self._bot.decide(game, list(offered))
        if choice not in offered:
            raise ValueError(f"{self._bot!r} chose {choice}, which it cannot play now")
        first, *self._next = to_ours(choice, self._colors)
        return first

    def game(self, view: View) -> Any:
        """The game that the player is shown at a view of its own decision."""
        if self._games is None:
            others = [RandomPlayer(color) for color in self._colors]
            others[view.player] = self._bot
            self._games = Games(self._rules, view.board, others)
        possible = self._belief.sample(view, self.rng)
        return self._games.at(Position.of(possible, self._played), self._log.raw)

    def _offered(self, game: Any, view: View, actions: Sequence[Action]) -> list[Any]:
        """What both programs allow, in an order that does not change from run to run."""
        color = self._colors[view.player]
        ours = {to_theirs(action, color, self._colors) for action in actions}
        cards = min(2, sum(view.bank))
        both = [
            action
            for action in playable_actions(game)
            if as_listed(action) in ours
            and (action.action_type is not ActionType.PLAY_YEAR_OF_PLENTY or len(action.value) == cards)
        ]
        return sorted(both or ours, key=in_order)

    def _any_card(self, view: View) -> Action:
        """3.2.1 draws what a player discards."""
        hand = view.hand(view.player)
        assert hand is not None, "a player sees its own hand"
        held = [resource for resource, cards in enumerate(hand) for _ in range(cards)]
        resource = held[self.rng.below(len(held))]
        return next(action for action in view.actions if action.resource == resource)
