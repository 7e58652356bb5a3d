"""Which of two architectures learns faster, with an interval."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, stdev

from longroad.experiments.gendre2020.budgets import Learner
from longroad.experiments.gendre2020.learning import Curve

#: Student's t at 97.5% by degrees of freedom, from 1; the last one for more.
_T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


@dataclass(frozen=True)
class Difference:
    """How much more one architecture won than another over a whole curve, in pairs of equal depth and
    seed."""

    first: str
    second: str
    pairs: int
    mean: float
    #: Half the 95% interval; None for one pair, which has none.
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
    margin = _T[min(freedom, len(_T)) - 1] * stdev(gaps) / len(gaps) ** 0.5 if freedom else None
    return Difference(first, second, len(gaps), fmean(gaps), margin)
