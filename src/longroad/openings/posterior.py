"""What games tell about win rates: Beta posteriors from a flat prior. A game nobody won counts as not won."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Interval = tuple[float, float]
Wins = npt.NDArray[np.int64]


def posterior_mean(wins: int, games: int) -> float:
    """The mean of Beta(1 + wins, 1 + games - wins).

    >>> posterior_mean(0, 0), posterior_mean(990, 1000)
    (0.5, 0.9890219560878244)
    """
    return (wins + 1) / (games + 2)


def credible_interval(wins: int, games: int, confidence: float = 0.95) -> Interval:
    """The equal-tailed interval of the posterior.

    >>> [round(x, 4) for x in credible_interval(990, 1000)]
    [0.9817, 0.9945]
    """
    from scipy.stats import beta  # slow to import, and only needed once games were played

    low, high = beta.interval(confidence, wins + 1, games - wins + 1)
    return float(low), float(high)


def probability_best(wins: Wins, games: Wins, draws: int = 4000, seed: int = 0) -> npt.NDArray[np.float64]:
    """For each of several win rates the probability that it is the largest, by draws from their posteriors.

    >>> probability_best(np.array([90, 80]), np.array([100, 100])).round(2)
    array([0.98, 0.02])
    """
    rng = np.random.default_rng(seed)
    best = np.zeros(len(wins), dtype=np.int64)
    for _ in range(0, draws, 100):
        drawn = rng.beta(wins + 1, games - wins + 1, size=(100, len(wins)))
        best += np.bincount(drawn.argmax(axis=1), minlength=len(wins))
    shares: npt.NDArray[np.float64] = best / best.sum()
    return shares
