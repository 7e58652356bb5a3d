"""Estimates with 95% intervals. Games are independent: each has a board and dice of its own. What belongs to
one game is not, so everything here is summed over games first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad.arena.statistics.intervals import wilson_interval

Floats = npt.NDArray[np.float64]
_Z = 1.959964


@dataclass(frozen=True)
class Estimate:
    """A number with the ends of its 95% interval, and how many observations it is made of."""

    value: float
    low: float
    high: float
    n: int

    @property
    def is_known(self) -> bool:
        """Whether there was anything to make it of."""
        return bool(np.isfinite([self.value, self.low, self.high]).all())

    def to_dict(self) -> dict[str, Any]:
        """For report.json."""
        if not self.is_known:
            return {"value": None, "ci95": None, "n": self.n}
        return {"value": round(self.value, 6), "ci95": [round(self.low, 6), round(self.high, 6)], "n": self.n}

    def percent(self, digits: int = 1) -> str:
        """As a share: ``25.3% (24.9% - 25.7%)``.

        >>> Estimate(0.253, 0.249, 0.257, 1000).percent()
        '25.3% (24.9% - 25.7%)'
        """
        if not self.is_known:
            return "too few games"
        return f"{self.value:.{digits}%} ({self.low:.{digits}%} - {self.high:.{digits}%})"

    def points(self, digits: int = 1) -> str:
        """As percentage points: ``+1.2 (+0.9 to +1.5)``.

        >>> Estimate(-0.012, -0.015, -0.009, 1000).points()
        '-1.2 (-1.5 to -0.9)'
        """
        if not self.is_known:
            return "too few games"
        value, low, high = (100 * x + 0.0 for x in (self.value, self.low, self.high))
        return f"{value:+.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})"

    def number(self, digits: int = 1) -> str:
        """As a plain number with its interval."""
        if not self.is_known:
            return "too few games"
        return f"{self.value:.{digits}f} ({self.low:.{digits}f} - {self.high:.{digits}f})"

    def is_above(self, level: float) -> bool | None:
        """Whether the whole interval is above a level, or below it (False); None if it holds the level.

        >>> Estimate(0.3, 0.26, 0.34, 500).is_above(0.25), Estimate(0.3, 0.2, 0.4, 50).is_above(0.25)
        (True, None)
        """
        if not self.is_known or self.low <= level <= self.high:
            return None
        return self.low > level


def share(hits: npt.ArrayLike) -> Estimate:
    """The share of independent games in which something holds, with Wilson's interval."""
    flat = np.asarray(hits, bool)
    if not len(flat):
        return Estimate(np.nan, np.nan, np.nan, 0)
    low, high = wilson_interval(int(flat.sum()), len(flat))
    return Estimate(float(flat.mean()), low, high, len(flat))


def mean(values: npt.ArrayLike, game: npt.ArrayLike) -> Estimate:
    """The mean of values, several per game: a ratio of sums over games, its error by the games.

    >>> mean([1.0, 3.0, 2.0, 2.0], [0, 0, 1, 1]).value
    2.0
    """
    flat = np.asarray(values, np.float64)
    _, place = np.unique(np.asarray(game), return_inverse=True)
    games = int(place.max()) + 1 if len(flat) else 0
    if games < 2:
        return Estimate(float(flat.mean()) if len(flat) else np.nan, np.nan, np.nan, len(flat))
    total, count = np.bincount(place, flat), np.bincount(place).astype(np.float64)
    value = total.sum() / count.sum()
    error = np.sqrt(games / (games - 1) * ((total - value * count) ** 2).sum()) / count.sum()
    return Estimate(float(value), float(value - _Z * error), float(value + _Z * error), len(flat))


def difference_of_shares(one: npt.ArrayLike, other: npt.ArrayLike) -> Estimate:
    """Of two things of which at most one holds in a game: how much more often the first one does."""
    gap = np.asarray(one, np.float64) - np.asarray(other, np.float64)
    return mean(gap, np.arange(len(gap)))


@dataclass(frozen=True)
class Fit:
    """Coefficients with their covariance."""

    names: tuple[str, ...]
    values: Floats
    covariance: Floats
    n: int

    def combined(self, weights: dict[str, float], scale: float = 1.0) -> Estimate:
        """A weighted sum of coefficients."""
        w = np.array([weights.get(name, 0.0) for name in self.names]) * scale
        value = float(w @ self.values)
        error = float(np.sqrt(np.maximum(w @ self.covariance @ w, 0.0)))
        return Estimate(value, value - _Z * error, value + _Z * error, self.n)

    def of(self, name: str, scale: float = 1.0) -> Estimate:
        """One coefficient."""
        return self.combined({name: 1.0}, scale)


def winner_model(
    features: Floats, names: tuple[str, ...], winner: npt.NDArray[np.int64]
) -> tuple[Fit, float]:
    """Who wins a game, by the features of its four seats, (game, seat, feature): the conditional logit, whose
    coefficients are changes of the log odds. Also the mean of p (1 - p), which turns a coefficient into a
    change of the win probability of a seat."""
    games, _, size = features.shape
    centred = features - features.mean(axis=1, keepdims=True)
    beta = np.zeros(size)
    won = centred[np.arange(games), winner]
    for _ in range(50):
        p = _softmax(centred @ beta)
        expected = np.einsum("gs,gsf->gf", p, centred)
        gradient = (won - expected).sum(axis=0)
        away = centred - expected[:, None]
        hessian = np.einsum("gs,gsf,gsk->fk", p, away, away, optimize=True)
        step = np.linalg.lstsq(hessian, gradient, rcond=None)[0]
        beta += step
        if np.abs(step).max() < 1e-9:
            break
    inverse = np.linalg.pinv(hessian)
    scores = won - expected
    return Fit(names, beta, inverse @ (scores.T @ scores) @ inverse, games), float((p * (1 - p)).mean())


def _softmax(x: Floats) -> Floats:
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1, keepdims=True))


def regression(features: Floats, names: tuple[str, ...], y: Floats, game: npt.NDArray[Any]) -> Fit:
    """Least squares with a constant; errors clustered by game."""
    x = np.column_stack([features, np.ones(len(features))])
    inverse = np.linalg.pinv(x.T @ x)
    beta = inverse @ (x.T @ y)
    _, place = np.unique(game, return_inverse=True)
    scores = np.zeros((int(place.max()) + 1, x.shape[1]))
    np.add.at(scores, place, x * (y - x @ beta)[:, None])
    return Fit((*names, "constant"), beta, inverse @ (scores.T @ scores) @ inverse, len(y))


def of_means(sums: Floats, statistic: Callable[[Floats], float]) -> Estimate:
    """A smooth function of means over games, (game, column), by the delta method."""
    games = len(sums)
    if games < 2:
        return Estimate(np.nan, np.nan, np.nan, games)
    centre = sums.mean(axis=0)
    value = statistic(centre)
    steps = np.diag(1e-5 * (np.abs(centre) + 1e-5))
    slope = np.array([(statistic(centre + h) - statistic(centre - h)) / (2 * h.sum()) for h in steps])
    error = float(np.sqrt(np.maximum(slope @ np.atleast_2d(np.cov(sums.T)) @ slope, 0.0) / games))
    return Estimate(value, value - _Z * error, value + _Z * error, games)
