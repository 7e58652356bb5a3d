"""Beta posteriors: means, credible intervals, and which rate is the largest."""

from __future__ import annotations

import numpy as np
import pytest

from longroad.openings.posterior import credible_interval, posterior_mean, probability_best


def beta_cdf(x: float, wins: int, games: int) -> float:
    """The distribution of Beta(wins + 1, games - wins + 1), by adding up its density."""
    grid = np.linspace(0, 1, 200_001)
    density = grid**wins * (1 - grid) ** (games - wins)
    return float(density[grid <= x].sum() / density.sum())


def test_without_games_every_rate_is_equally_likely() -> None:
    assert posterior_mean(0, 0) == 0.5
    assert credible_interval(0, 0) == pytest.approx((0.025, 0.975))


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (7, 10), (30, 40), (40, 40)])
def test_an_interval_leaves_out_as_much_on_either_side(wins: int, games: int) -> None:
    low, high = credible_interval(wins, games, 0.9)
    assert beta_cdf(low, wins, games) == pytest.approx(0.05, abs=1e-3)
    assert beta_cdf(high, wins, games) == pytest.approx(0.95, abs=1e-3)
    assert low < posterior_mean(wins, games) < high


def test_more_games_make_the_interval_narrower() -> None:
    widths = [high - low for low, high in (credible_interval(9 * n, 10 * n) for n in (1, 10, 100))]
    assert widths[0] > 2 * widths[1] > 4 * widths[2]


def test_intervals_cover_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    rates = rng.random(2000)
    wins = rng.binomial(50, rates)
    covered = [
        low <= rate <= high for rate, (low, high) in zip(rates, map(interval_of_50, wins), strict=True)
    ]
    assert 0.93 < np.mean(covered) < 0.97


def interval_of_50(wins: int) -> tuple[float, float]:
    return credible_interval(int(wins), 50)


def test_the_probability_to_be_the_best() -> None:
    equal = probability_best(np.array([50, 50, 50]), np.array([100, 100, 100]))
    assert equal.sum() == pytest.approx(1) and equal == pytest.approx([1 / 3] * 3, abs=0.05)
    clear = probability_best(np.array([10, 95]), np.array([100, 100]))
    assert clear.tolist() == [0, 1]
    assert np.array_equal(clear, probability_best(np.array([10, 95]), np.array([100, 100])))
