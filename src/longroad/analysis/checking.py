"""Whether a move was really worse than another: rollouts of the two alone, with luck of their own.

The move that seems best of many was also lucky; so what another one seems to lose is measured again. Short
rollouts are steady but share the network's errors, long ones are the other way round. How far off each kind
is was measured against games that were played to their end (docs/results/review.md), and the two are weighed
accordingly. The error of the result counts both the luck of the rollouts and what rollouts of their length
get wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from longroad._native import Stop
from longroad.analysis.comparison import Comparison
from longroad.analysis.engine import Effort, Line, seed_of
from longroad.analysis.grades import THRESHOLDS
from longroad.catan import Action, Belief, Rng, View


@dataclass(frozen=True)
class Horizon:
    """Rollouts of so many rounds (None: to the end of the game), and by how much the difference of two moves
    is off, beside its noise. Long ones take at most ``most`` times the rollouts, or the time, of the
    decision."""

    rounds: int | None
    bias: float
    most: int = 1


SHORT, LONG = Horizon(2, 0.042), Horizon(8, 0.016, most=4)
#: In the set-up the network knows least, and there are few decisions: games are played to their end.
SHORT_IN_SET_UP, LONG_IN_SET_UP = Horizon(2, 0.075), Horizon(None, 0.02, most=12)
#: Pairs of short rollouts, and of long ones at a time.
_SHORT_PAIRS = 32
_LONG_PAIRS = 16
#: Standard errors within which a grade is still open.
_OPEN = 2.5


@dataclass(frozen=True)
class Estimate:
    """A loss of win probability and its standard error."""

    loss: float
    error: float

    def joined(self, other: Estimate) -> Estimate:
        """The two weighed by their errors."""
        one, two = self.error**-2, other.error**-2
        return Estimate((one * self.loss + two * other.loss) / (one + two), (one + two) ** -0.5)


def checked_loss(
    view: View,
    belief: Belief,
    best: Action,
    played: Action,
    effort: Effort,
    seed: int,
    stop: Stop | None = None,
) -> tuple[float, float, float]:
    """What ``played`` loses against ``best``, the standard error of that, and the win probability after
    ``best``. A move that leaves the better one possible is judged by what comes of the two together, if that
    is better: nothing is lost yet. Long rollouts are made until the grade is clear, within a limit, and only
    if short ones do not show that there is no loss."""
    lines: list[Line] = [(best, None), (played, None)]
    if _can_follow(view, belief, played, best):
        lines.append((played, best))

    def measured(horizon: Horizon, number: int) -> tuple[Comparison, Callable[[int], Estimate]]:
        found = Comparison(view, belief, lines, rounds=horizon.rounds, seed=seed_of(seed, number), stop=stop)

        def more(count: int) -> Estimate:
            found.add(lines, count)
            loss, error = min(found.difference(lines[0], line) for line in lines[1:])
            return Estimate(loss, sqrt(error**2 + horizon.bias**2))

        return found, more

    *_, least = THRESHOLDS
    in_set_up = view.phase.startswith("setup")
    near, far = (SHORT_IN_SET_UP, LONG_IN_SET_UP) if in_set_up else (SHORT, LONG)
    clock = effort.clock(far.most)
    short, more_short = measured(near, 0)
    by_short = more_short(_SHORT_PAIRS)
    if by_short.loss < least.loss:
        return by_short.loss, by_short.error, short.mean(lines[0])
    long, more_long = measured(far, 1)
    most = far.most * effort.rollouts // 2
    while True:
        found = by_short.joined(more_long(_LONG_PAIRS))
        if _is_clear(found) or clock.is_over or (clock.end is None and long.count(lines[0]) >= most):
            return found.loss, found.error, long.mean(lines[0])


def _can_follow(view: View, belief: Belief, played: Action, best: Action) -> bool:
    """Whether the better move can still be made after the one that was made."""
    state = belief.sample(view, Rng(0))
    state.apply(played)
    while state.is_chance:
        state.apply(state.chance_outcomes()[0][0])
    return state.actor == view.player and state.is_legal(best)


def _is_clear(found: Estimate) -> bool:
    """Whether more rollouts would hardly change whether it is a mistake, or a blunder."""
    blunder, mistake, *_ = THRESHOLDS
    low, high = found.loss - _OPEN * found.error, found.loss + _OPEN * found.error
    return low > blunder.sure or high < mistake.loss
