"""What was measured, and means of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from longroad.experiments.casher2024.games import Lengths
from longroad.experiments.casher2024.learners import Learner

Curve = dict[str, list[float]]
#: A mean's error is taken from this many stretches of a run, as neighbouring games are alike.
_STRETCHES = 20


class Mean(NamedTuple):
    """A mean and half of its 95% interval."""

    value: float
    margin: float

    def __str__(self) -> str:
        return f"{self.value:.1f} ± {self.margin:.1f}"

    def less(self, other: Mean) -> Mean:
        """The difference of two that do not depend on each other."""
        return Mean(self.value - other.value, float(np.hypot(self.margin, other.margin)))


@dataclass
class Found:
    """All that was measured: curves by learner, lengths of games by board and player."""

    learners: list[Learner]
    curves: dict[str, Curve]
    lengths: dict[str, Lengths] = field(default_factory=dict)

    def learner(self, board: str, pace: str) -> Learner | None:
        """The network that learnt so; None if none did."""
        found = [one for one in self.learners if (one.board, one.pace) == (board, pace)]
        return found[0] if found else None

    def final(self, learner: Learner) -> Mean:
        """Rolls to win of a finished network, without drawn moves."""
        lengths = self.lengths[learner.name]
        return Mean(lengths.rolls, lengths.margin)

    def column(self, learner: Learner, name: str, first: int, end: int) -> npt.NDArray[np.float64]:
        """Some steps of a curve."""
        return np.asarray(self.curves[learner.name][name][first:end], dtype=np.float64)


def mean(values: npt.NDArray[np.float64]) -> Mean | None:
    """Of a run's stretch; None if it is too short.

    >>> print(mean(np.arange(40.0)), mean(np.arange(39.0)))
    19.5 ± 5.5 None
    """
    if len(values) < 2 * _STRETCHES:
        return None
    stretches = np.array([part.mean() for part in np.array_split(values, _STRETCHES)])
    return Mean(float(values.mean()), 2.093 * float(stretches.std(ddof=1)) / _STRETCHES**0.5)
