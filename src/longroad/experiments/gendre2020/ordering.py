"""Which of two architectures learns faster, with an interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from statistics import fmean, stdev

from longroad.experiments.gendre2020.budgets import Learner
from longroad.experiments.gendre2020.learning import Curve

#: Student's t at 97.5% by degrees of freedom; the last one for more.
_T = (inf, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


@dataclass(frozen=True)
class Difference:
    """How much more one architecture won than another over a whole curve, in pairs of equal depth and
    seed."""

    first: str
    second: str
    pairs: int
    mean: float
    margin: float

    @property
    def verdict(self) -> str:
        """In a word: which one is ahead, if that can be told."""
        if self.mean - self.margin > 0:
            return f"{self.first} ahead"
        return f"{self.second} ahead" if self.mean + self.margin < 0 else "not told apart"


def level(curve: Curve, opponent: str) -> float:
    """The mean win rate over a curve: high for one that rises early."""
    return fmean(point.rate(opponent) for point in curve)


def difference(
    first: str, second: str, learners: list[Learner], curves: dict[str, Curve], opponent: str
) -> Difference:
    """Between two architectures of Figure 6, with a 95% interval over the pairs."""
    by_place = {
        learner.name.removeprefix("early-"): level(curves[learner.name], opponent) for learner in learners
    }
    gaps = [
        rate - by_place[place.replace(first, second, 1)]
        for place, rate in by_place.items()
        if place.startswith(f"{first}-")
    ]
    freedom = len(gaps) - 1
    margin = _T[min(freedom, len(_T) - 1)] * stdev(gaps) / len(gaps) ** 0.5 if freedom else inf
    return Difference(first, second, len(gaps), fmean(gaps), margin)
