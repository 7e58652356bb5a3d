"""Intervals for what a match has shown."""

from __future__ import annotations


def wilson_interval(wins: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval for a win rate.

    >>> [round(x, 3) for x in wilson_interval(55, 100)]
    [0.452, 0.644]
    """
    from scipy.stats import binomtest  # slow to import, and only needed once games were played

    interval = binomtest(wins, games).proportion_ci(confidence, method="wilson")
    return float(interval.low), float(interval.high)
