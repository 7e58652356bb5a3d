"""What judges positions and moves: the native network, a planner that plays positions on, a tree search.

A *rollout* plays a position on for a few turns with `planner:eval=network` in all seats and lets the network
judge where it ends. Rollouts of several moves share their cards and dice, so that the difference of two moves
is known long before their values are. It predicts who wins better than a tree search does in the same time
(docs/results/review.md); the tree proposes the moves that are compared.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad._native import JudgeSettings, MctsSettings, NativeAgent, PlannerSettings, Stop
from longroad.catan import Action, Belief, Rng, State, View
from longroad.catan.native_agents import MctsOptions, PlannerOptions
from longroad.errors import AnalysisError

Floats = npt.NDArray[np.float64]
#: A move, and what its player does later in the turn if it still can; None: what the planner likes.
Line = tuple[Action, Action | None]

#: Consistent states of a quick outlook.
_OUTLOOK_SAMPLES = 6
#: Of the time of a decision, the share of the tree search.
TREE_SHARE = 0.2
#: Simulations of the tree for each rollout.
SIMS_PER_ROLLOUT = 8


@dataclass(frozen=True)
class Effort:
    """How much is spent on a decision: ``sims`` simulations of the tree search and an eighth of it in
    rollouts, or ``ms`` milliseconds, a fifth of them for the tree. With ``sims`` the same seed gives the same
    answer everywhere.

    >>> Effort(sims=800).rollouts
    100
    """

    sims: int = 800
    ms: float | None = None

    def __post_init__(self) -> None:
        if self.ms is None and not 16 <= self.sims <= 10_000_000:
            raise AnalysisError(f"sims={self.sims}: must be between 16 and 10,000,000")
        if self.ms is not None and not 1 <= self.ms <= 3_600_000:
            raise AnalysisError(f"ms={self.ms:g}: must be between 1 and 3,600,000 milliseconds")

    @property
    def rollouts(self) -> int:
        """Rollouts per decision, where they are counted."""
        return max(self.sims // SIMS_PER_ROLLOUT, 8)

    @property
    def tree(self) -> MctsSettings:
        """How the tree search is made."""
        return _tree(None, self.ms * TREE_SHARE) if self.ms is not None else _tree(self.sims, 0.0)

    def clock(self, share: float) -> Clock:
        """Runs out after a share of the time; never where simulations are counted."""
        return Clock(None if self.ms is None else time.perf_counter() + share * self.ms / 1000)


@dataclass(frozen=True)
class Clock:
    """A limit of time."""

    end: float | None

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.end is not None and time.perf_counter() >= self.end

    def part(self, parts: int) -> Clock:
        """One of so many equal parts of the time that is left, beginning now."""
        if self.end is None:
            return self
        now = time.perf_counter()
        return Clock(now + max(self.end - now, 0.0) / parts)


@dataclass(frozen=True)
class TreeMove:
    """A move of the root of a tree."""

    action: Action
    prior: float
    visits: int
    win_probability: float


def seed_of(seed: int, *numbers: int) -> int:
    """A seed of its own for each use of a seed.

    >>> seed_of(1, 2) == seed_of(1, 2), seed_of(1, 2) == seed_of(1, 3)
    (True, False)
    """
    for number in numbers:
        seed = Rng.stream(seed % 2**64, number % 2**64).next()
    return seed % 2**64


def tree_search(
    view: View, belief: Belief, asked: Sequence[Action], effort: Effort, seed: int, stop: Stop | None = None
) -> list[TreeMove]:
    """The moves of the viewer's decision, most visits first; those asked for are always among them."""
    moves, _ = _native.analyse_moves(effort.tree, view, belief, list(asked), 3, Rng(seed), stop)
    return [TreeMove(*move) for move in moves]


def rollouts(
    view: View,
    belief: Belief,
    lines: Sequence[Line],
    *,
    seed: int,
    first: int,
    count: int,
    rounds: int | None,
    stop: Stop | None = None,
) -> Floats:
    """Win probabilities as (rollout, line, player): rollouts ``first`` to ``first + count - 1`` of a seed
    after each of the viewer's lines, the hidden cards drawn from what it knows. Games are played on for so
    many ``rounds`` of turns; 0 is to the end of this turn, or of the set-up, None to the end of the game."""
    turns = None if rounds is None else rounds * view.players
    found = _native.compare_lines(
        view, belief, list(lines), _player(), turns, judge(), seed, first, count, 1, stop
    )
    return found.astype(np.float64)


def worth_of(states: Sequence[State], *, seed: int, count: int, stop: Stop | None = None) -> Floats:
    """The win probability of every player, (position, player), of positions seen in full: the planner
    finishes the turn (or the set-up), then the network judges; the mean of ``count`` rollouts."""
    if not states:
        return np.zeros((0, 0))
    found = _native.play_on(list(states), _player(), 0, judge(), seed, count, 1, stop)
    return np.asarray(found.mean(axis=0), np.float64)


def outlook(view: View, belief: Belief, *, samples: int | None = None, seed: int = 0) -> tuple[float, ...]:
    """The win probability of every player by what the viewer knows: the mean over ``samples`` consistent
    states drawn from its belief, where the planner has finished the turn (or the set-up) and the network
    judges. Takes about a millisecond or less; in the set-up, where nothing is hidden, one state is enough.

    >>> from longroad import catan
    >>> state = catan.State(catan.Rules(players=4), seed=1)
    >>> chances = outlook(state.view(0), catan.Belief())
    >>> len(chances), round(sum(chances), 3)
    (4, 1.0)
    """
    if view.is_over:
        return tuple(float(view.winner == player) for player in range(view.players))
    if samples is None:
        samples = 1 if view.phase.startswith("setup") else _OUTLOOK_SAMPLES
    return tuple(_native.sampled_outlook(view, belief, _player(), judge(), seed, samples))


@cache
def judge() -> JudgeSettings:
    """The network, and the weights of the hand-written evaluation."""
    settings: JudgeSettings = planner().judge
    return settings


@cache
def planner() -> PlannerSettings:
    """How the planner of rollouts plays; it makes offers only where it is asked for ideas."""
    return PlannerOptions(eval="network").settings()


@cache
def _player() -> NativeAgent:
    return PlannerOptions(eval="network", offers=0).native()


@cache
def _tree(sims: int | None, ms: float) -> MctsSettings:
    return MctsOptions(sims=sims, ms=ms, eval="network", reuse=False).settings()
