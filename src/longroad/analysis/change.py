"""What a move changes: the positions before and after it, and what the evaluation makes of the difference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from longroad import _native
from longroad.analysis.engine import judge
from longroad.analysis.reach import reach
from longroad.catan import Action, Belief, Board, Rng, State, View


@dataclass(frozen=True)
class Fact:
    """Something true of a move. ``kind`` and ``about`` say what is claimed in plain values, ``text`` says it
    in words, ``weight`` how much it matters, in victory points of the evaluation."""

    kind: str
    text: str
    weight: float
    about: tuple[int | float, ...] = ()


@dataclass(frozen=True)
class Change:
    """A move of the viewer. ``before`` and ``after`` are consistent states: what they show beyond the view is
    one possibility, and no fact may rest on it."""

    view: View
    belief: Belief
    action: Action
    before: State
    after: State

    @classmethod
    def of(cls, view: View, belief: Belief, action: Action, seed: int = 0) -> Change:
        """The change by a legal move."""
        before = belief.sample(view, Rng(seed))
        after = before.copy()
        after.apply(action)
        if action.kind == "accept":
            _close(after, view.player)
        return cls(view, belief, action, before, after)

    @property
    def me(self) -> int:
        """Who moves."""
        return self.view.player

    @cached_property
    def board(self) -> Board:
        """The board."""
        return self.view.board

    @cached_property
    def opponents(self) -> list[int]:
        """In turn order after the one who moves."""
        return [(self.me + step) % self.view.players for step in range(1, self.view.players)]

    @cached_property
    def _parts(self) -> tuple[list[dict[str, float]], list[dict[str, float]]]:
        return _native.evaluation_parts(self.before, judge()), _native.evaluation_parts(self.after, judge())

    def gain(self, player: int, part: str) -> float:
        """By how much a part of a player's evaluation grows."""
        before, after = self._parts
        return after[player][part] - before[player][part]

    @cached_property
    def reach_before(self) -> list[tuple[frozenset[int], frozenset[int], frozenset[int]]]:
        """By player, where it can settle after 0, 1 and 2 roads."""
        return [reach(self.before, player) for player in range(self.view.players)]

    @cached_property
    def reach_after(self) -> list[tuple[frozenset[int], frozenset[int], frozenset[int]]]:
        """The same after the move."""
        return [reach(self.after, player) for player in range(self.view.players)]


def _close(state: State, partner: int) -> None:
    """Ends the talk after ``partner`` has accepted an offer: nobody else does, and they deal."""
    while state.phase == "respond":
        state.apply("refuse")
    if state.phase == "choose":
        state.apply(f"deal p{partner}")
