"""Which networks learn faster, with an interval.

Layers and architectures are chosen, seeds are drawn: a difference is the mean of those at each level of what
was chosen, all levels counting alike, and its error comes from what seeds do within a level.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from longroad.experiments.gendre2020.budgets import Learner, parts_of
from longroad.experiments.gendre2020.learning import Curve

#: Student's t at 97.5% by degrees of freedom, from 1; the last one for more.
_T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


@dataclass(frozen=True)
class Difference:
    """How much more one kind of network won than another over a whole curve, in pairs of equal seed."""

    first: str
    second: str
    pairs: int
    mean: float
    #: Half the 95% interval; None where no level has two pairs.
    margin: float | None

    @property
    def verdict(self) -> str:
        """In a word: which one is ahead, if the difference is significant."""
        if self.margin is None or abs(self.mean) <= self.margin:
            return "no significant difference"
        return f"{self.first if self.mean > 0 else self.second} ahead"


def level(curve: Curve, opponent: str) -> float:
    """The mean win rate over a curve: high for one that rises early."""
    return fmean(point.rate(opponent) for point in curve)


def difference(
    first: str, second: str, learners: list[Learner], curves: dict[str, Curve], opponent: str
) -> Difference:
    """Between two architectures of Figure 6; levels are numbers of layers."""
    return _difference(first, second, learners, curves, opponent, lambda kind: (kind[0], str(kind[1])))


def difference_of_layers(
    first: int, second: int, learners: list[Learner], curves: dict[str, Curve], opponent: str
) -> Difference:
    """Between two numbers of layers; levels are architectures."""
    return _difference(
        str(first), str(second), learners, curves, opponent, lambda kind: (str(kind[1]), kind[0])
    )


def _difference(
    first: str,
    second: str,
    learners: list[Learner],
    curves: dict[str, Curve],
    opponent: str,
    split: Callable[[tuple[str, int]], tuple[str, str]],
) -> Difference:
    """``split`` tells what is compared from what is a level."""
    won: dict[tuple[str, str, int], float] = {}
    for learner in learners:
        compared, at = split(parts_of(learner.network))
        won[compared, at, learner.seed] = level(curves[learner.name], opponent)
    gaps: dict[str, list[float]] = defaultdict(list)
    for (compared, at, seed), rate in won.items():
        if compared == first and (second, at, seed) in won:
            gaps[at].append(rate - won[second, at, seed])
    levels = list(gaps.values())
    return Difference(first, second, sum(map(len, levels)), *mean_over(levels))


def mean_over(levels: Sequence[Sequence[float]]) -> tuple[float, float | None]:
    """The mean of the levels' means, and half its 95% interval from the spread of seeds within levels: None
    where no level has two.

    >>> mean, margin = mean_over([[1.0, 3.0], [2.0, 4.0]])
    >>> mean, f"{margin:.2f}"
    (2.5, '3.04')
    """
    freedom = sum(len(level) - 1 for level in levels)
    mean = fmean(fmean(level) for level in levels)
    if not freedom:
        return mean, None
    squares = sum((gap - fmean(level)) ** 2 for level in levels for gap in level)
    error = (squares / freedom * sum(1 / len(level) for level in levels)) ** 0.5 / len(levels)
    return mean, _T[min(freedom, len(_T)) - 1] * error
