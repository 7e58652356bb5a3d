"""A recorded game gone through again: all its positions, and every decision with what its player could
know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from longroad.catan import Action, Belief, State, View
from longroad.errors import AnalysisError


@dataclass(frozen=True)
class Decision:
    """A decision of a game: the number of events before it, who made it, what that player saw and knew, and
    what it did."""

    event: int
    player: int
    view: View
    belief: Belief
    action: Action


@dataclass(frozen=True)
class Replay:
    """``states[i]`` is the position after the first i events; ``events[i]`` leads to ``states[i + 1]``."""

    states: tuple[State, ...]
    events: tuple[Action, ...]

    @classmethod
    def of(cls, game: State) -> Replay:
        """A game from its first settlement on. Raises AnalysisError for a position without history."""
        if not game.has_history:
            raise AnalysisError(
                "a position without its game: a review needs every event from the first settlement on"
            )
        events = tuple(game.events())
        state = State(game.rules, board=game.board)
        states = [state.copy()]
        for event in events:
            state.apply(event)
            states.append(state.copy())
        return cls(tuple(states), events)

    @property
    def end(self) -> State:
        """The last position."""
        return self.states[-1]

    def decisions(self, players: Iterable[int]) -> Iterator[Decision]:
        """The decisions of some players, in order. Each belief holds what its player saw up to there."""
        beliefs = {player: Belief() for player in players}
        views = {player: self.states[0].view(player) for player in beliefs}
        for number, event in enumerate(self.events):
            before, after = self.states[number], self.states[number + 1]
            actor = before.actor
            if actor in beliefs and not before.is_chance:
                yield Decision(number, actor, views[actor], beliefs[actor].copy(), event)
            for player, belief in beliefs.items():
                view = after.view(player)
                belief.observe(views[player], before.seen_by(event, player), view)
                views[player] = view
