"""Expectiminimax in plain Python, from docs/explanation/search.md and the public functions of the games
alone: every move, every outcome, no pruning, no table. Slow and obvious."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from longroad import _native, catan, skirmish

Vector = tuple[float, ...]


# ---- Skirmish: a ply is a turn
# ------------------------------------------------------------------------------


def win_worth(plies: int, unused: int) -> int:
    """What a win counts beyond the evaluation: with so many plies to go, so many cards that need not act any
    more (the one that struck the last blow is one of them)."""
    return 100_000 + 1000 * plies + 10 * unused


@dataclass
class SkirmishLookahead:
    """The value of positions for one player. ``leaves`` counts what was evaluated."""

    player: int
    leaves: int = 0
    win_bonus: bool = True
    #: In place of the evaluation; None: that of the game.
    worth: Callable[[skirmish.State, int], float] | None = None

    def value(self, state: skirmish.State, plies: int, unused: int = 0) -> float:
        if state.is_over or plies == 0:
            self.leaves += 1
            worth = self.worth(state, self.player) if self.worth else state.evaluate(self.player)
            won = state.returns()[self.player] if self.win_bonus else 0
            return worth + won * win_worth(plies, unused)
        if state.is_chance:
            return sum(chance * self.after(state, draw, plies) for draw, chance in state.chance_outcomes())
        best = max if state.actor == self.player else min
        return best(self.after(state, action, plies) for action in state.legal_actions())

    def after(self, state: skirmish.State, action: skirmish.Action, plies: int) -> float:
        following = state.copy()
        following.apply(action)
        return self.value(following, plies - (following.turn - state.turn), len(state.to_act))


# ---- Catan: a ply is a decision, the roll apart
# -------------------------------------------------------------


def moves(state: catan.State) -> list[catan.Action]:
    """What is looked at: everything but offers and counters."""
    return [action for action in state.legal_actions() if action.kind not in ("offer", "counter")]


def is_leaf(state: catan.State, plies: int) -> bool:
    """Nothing is evaluated at chance or while an offer is open."""
    return state.is_over or (plies <= 0 and not state.is_chance and state.phase not in ("respond", "choose"))


def worth(state: catan.State, player: int, plies: int) -> float:
    """Of a leaf for a player."""
    if not state.is_over:
        return _native.evaluate(state, player)
    won = 1000 + 10 * max(plies, 0)
    return 0 if state.winner is None else won if state.winner == player else -won


def followers(state: catan.State, plies: int) -> Iterator[tuple[catan.State, int, float]]:
    """The positions one event on, the plies that are left there, and the probability (1 for a decision)."""
    events: list[tuple[Any, float]] = (
        state.chance_outcomes() if state.is_chance else [(a, 1.0) for a in moves(state)]
    )
    for event, chance in events:
        following = state.copy()
        following.apply(event)
        yield following, plies - (not event.is_chance and event.kind != "roll"), chance


def paranoid(state: catan.State, root: int, plies: int) -> float:
    """Everybody plays against the root player."""
    if is_leaf(state, plies):
        return worth(state, root, plies)
    values = [(paranoid(after, root, left), chance) for after, left, chance in followers(state, plies)]
    if state.is_chance:
        return sum(value * chance for value, chance in values)
    return (max if state.actor == root else min)(value for value, _ in values)


@dataclass
class MaxN:
    """Everybody plays for itself. ``tied`` says that two moves were equally good for the one who chose, but
    not for the others: then the value depends on the order of the moves."""

    tied: bool = False

    def values(self, state: catan.State, plies: int) -> Vector:
        if is_leaf(state, plies):
            return tuple(worth(state, player, plies) for player in range(state.players))
        found = [(self.values(after, left), chance) for after, left, chance in followers(state, plies)]
        if state.is_chance:
            return tuple(sum(v[p] * chance for v, chance in found) for p in range(state.players))
        me = state.actor
        assert me is not None
        best = max((values for values, _ in found), key=lambda values: values[me])
        equals = [values for values, _ in found if values[me] >= best[me] - 1e-9]
        self.tied |= any(abs(a - b) > 1e-9 for values in equals for a, b in zip(values, best, strict=True))
        return best


def best_reply(state: catan.State, root: int, plies: int, replied: bool = False) -> float:
    """After a turn of the root player one opponent has a turn, the one that hurts most; then the root player
    again.

    Turns are passed with dice that pay nobody, so only for boards without a 12, far from the turn cap, and
    positions that nobody is about to win.
    """
    if is_leaf(state, plies):
        return worth(state, root, plies)
    values = []
    for after, left, chance in followers(state, plies):
        begun = after.phase == "before roll" and after.current != state.current
        values.append(
            (_reply(after, root, left, replied) if begun else best_reply(after, root, left, replied), chance)
        )
    if state.is_chance:
        return sum(value * chance for value, chance in values)
    return (max if state.actor == root else min)(value for value, _ in values)


def best_reply_from(state: catan.State, root: int, plies: int) -> float:
    """The same for a position to start from, which may be the beginning of a turn."""
    return (_reply if state.phase == "before roll" else best_reply)(state, root, plies, False)


def _reply(state: catan.State, root: int, plies: int, replied: bool) -> float:
    """Where a turn begins."""
    if state.current == root or replied:
        return best_reply(passed_on(state, root), root, plies, False)
    if is_leaf(state, plies):  # evaluated as it is: who would reply is open
        return worth(state, root, plies)
    others = (player for player in range(state.players) if player != root)
    return min(best_reply(passed_on(state, player), root, plies, True) for player in others)


def passed_on(state: catan.State, player: int) -> catan.State:
    """The position at the beginning of a player's turn, all turns before it passed."""
    state = state.copy()
    while state.current != player:
        for event in ("roll", "dice 12", "end"):
            state.apply(event)
    assert not state.is_over
    return state
