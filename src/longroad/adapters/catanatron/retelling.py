"""A catanatron game, reported to a Longroad agent event by event, as its player sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from longroad.adapters.catanatron.actions import NoSuchActionError, events_of
from longroad.adapters.catanatron.positions import position_of
from longroad.adapters.catanatron.versions import discard_type, log_of
from longroad.agents import Agent, Sighting, Table
from longroad.catan import Action, Board, Rules, State
from longroad.catan.position import Position, card_played_by
from longroad.errors import BeliefError, IllegalActionError


class Retelling:
    """Plays catanatron's log in our engine and lets an agent observe it.

    Where the two programs' rules differ (docs/explanation/other_programs.md) the position is taken from
    catanatron and the report continues from there. An agent that then cannot make sense of what it is told
    counts no more cards in that game.
    """

    def __init__(self, rules: Rules, board: Board, seat: int, agent: Agent, colors: Sequence[Any]) -> None:
        self._rules, self._board = rules, board
        self._seat, self._agent, self._colors = seat, agent, colors
        self._table = Table(State(rules, board=board), {seat: agent}, native=False)
        self._told = 0
        self._discards: dict[int, list[Action]] = {}
        #: How often a position had to be taken over.
        self.repairs: int = 0
        #: Whether the agent still makes sense of what it is told.
        self.is_followed: bool = True

    def catch_up(self, game: Any) -> None:
        """Tells all that happened since the last time."""
        entries = log_of(game, self._told)
        self._told += len(entries)
        try:
            for entry in entries:
                events = events_of(entry, self._colors)
                if entry.action.action_type is discard_type():
                    self._discards.setdefault(self._colors.index(entry.action.color), []).extend(events)
                    self._tell_discards()
                else:
                    self._tell(events)
            if game.state.is_discarding:
                return  # whom we ask first may not have been asked there yet
            in_step = _same(Position.of(self._table.state), position_of(game))
        except (IllegalActionError, NoSuchActionError):
            in_step = False
        if not in_step:
            self._take_over(game)

    def _tell_discards(self) -> None:
        """catanatron asks for discards in the order of the seats, we from the roller on: a card waits until
        its player is asked."""
        while (state := self._table.state).phase == "discard":
            assert state.actor is not None, "somebody discards"
            waiting = self._discards.get(state.actor)
            if not waiting:
                return
            self._tell([waiting.pop(0)])

    def _tell(self, events: Sequence[Action]) -> None:
        for event in events:
            self._permit(event)
            self._table.apply(event, self._retell)

    def _retell(self, sighting: Sighting) -> None:
        if not self.is_followed:
            return
        try:
            sighting.tell()
        except BeliefError:
            self.is_followed = False

    def _permit(self, event: Action) -> None:
        """3.2.1 lets a card be played on the turn it was bought: then it counts as an older one."""
        state = self._table.state
        if card_played_by(event.kind) is not None and any(state.bought):
            self._go_on_from(Position.of(state).replace(bought=(0, 0, 0, 0, 0)))

    def _take_over(self, game: Any) -> None:
        self.repairs += 1
        self._discards.clear()
        self._go_on_from(position_of(game))

    def _go_on_from(self, position: Position) -> None:
        self._table = Table(position.state(self._rules, self._board), {self._seat: self._agent}, native=False)


def _same(ours: Position, theirs: Position) -> bool:
    """What a position that was taken over does not tell is left aside, and the road lengths, which catanatron
    counts in its own way."""
    aside = {"road_lengths": (), "played": (), "bought": (0, 0, 0, 0, 0)}
    return ours.replace(**aside) == theirs.replace(**aside)
