"""Grades of decisions, by the win probability that they lose against the best move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import exp


class Grade(StrEnum):
    """How good a decision was."""

    FORCED = "forced"
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_error(self) -> bool:
        """Whether it is a mistake or worse."""
        return self in (Grade.MISTAKE, Grade.BLUNDER)


@dataclass(frozen=True)
class Threshold:
    """A grade is given for a loss of at least ``loss``, if the loss less ``errors`` standard errors is still
    above ``sure``: a move is called bad only where chance cannot be the reason."""

    grade: Grade
    loss: float
    errors: float
    sure: float


#: The worst grade first.
THRESHOLDS = (
    Threshold(Grade.BLUNDER, 0.10, 2.0, 0.04),
    Threshold(Grade.MISTAKE, 0.05, 2.0, 0.0),
    Threshold(Grade.INACCURACY, 0.02, 1.0, 0.0),
)
#: A smaller loss is none: the move is as good as the best.
NO_LOSS = 0.005
#: The loss at which the accuracy of a decision has fallen to 1/e.
ACCURACY_SCALE = 0.10


def grade_of(loss: float, error: float = 0.0) -> Grade:
    """The grade of a move that loses so much win probability, known up to a standard error.

    >>> grade_of(0.004), grade_of(0.12), grade_of(0.12, error=0.07)
    (<Grade.BEST: 'best'>, <Grade.BLUNDER: 'blunder'>, <Grade.INACCURACY: 'inaccuracy'>)
    """
    for threshold in THRESHOLDS:
        if loss >= threshold.loss and loss - threshold.errors * error > threshold.sure:
            return threshold.grade
    return Grade.BEST if loss <= NO_LOSS else Grade.GOOD


def accuracy_of(loss: float) -> float:
    """The accuracy of a decision, 1 for the best move: the mean over decisions is a player's accuracy.

    >>> accuracy_of(0.0), round(accuracy_of(0.05), 2)
    (1.0, 0.61)
    """
    return exp(-max(loss, 0.0) / ACCURACY_SCALE)
