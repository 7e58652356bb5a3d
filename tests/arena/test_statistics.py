"""Intervals over blocks: SciPy's figures, and the coverage they promise on correlated games."""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from longroad.arena.statistics.intervals import (
    block_bootstrap,
    block_interval,
    elo_from_score,
    elo_interval,
    score_from_elo,
    wilson_interval,
)
from longroad.errors import ScoresError

METHODS = [block_interval, block_bootstrap]


def wins_in_blocks(
    rng: np.random.Generator, shape: tuple[int, int], games: int, rate: float, correlation: float
) -> npt.NDArray[np.int64]:
    """Wins in blocks of correlated games whose mean score is ``rate``.

    A positive correlation is a board that suits the agent, or does not (beta-binomial). A negative one is a
    seat that decides: the first half of a block's games is better for the agent than the second.
    """
    if correlation > 0:
        sharp = 1 / correlation - 1
        return rng.binomial(games, rng.beta(rate * sharp, (1 - rate) * sharp, size=shape))
    tilt = 0.8 * min(rate, 1 - rate)
    return rng.binomial(games // 2, rate + tilt, size=shape) + rng.binomial(
        games // 2, rate - tilt, size=shape
    )


def coverage(
    interval: Callable[..., tuple[float, float]],
    *,
    matches: int,
    blocks: int,
    games: int,
    rate: float,
    correlation: float,
) -> float:
    """The share of simulated matches whose interval holds the true score; equal matches are looked at
    once."""
    rng = np.random.default_rng([blocks, games, int(100 * rate), int(100 + 100 * correlation)])
    wins = wins_in_blocks(rng, (matches, blocks), games, rate, correlation)
    cells = (wins[..., None] == np.arange(games + 1)).sum(axis=1)
    distinct, times = np.unique(cells, axis=0, return_counts=True)
    held = 0
    for counts, weight in zip(distinct, times, strict=True):
        low, high = interval(np.repeat(np.arange(games + 1) / games, counts), games_per_block=games)
        held += weight * (low <= rate <= high)
    return held / matches


@pytest.mark.parametrize("interval", METHODS)
@pytest.mark.parametrize("rate", [0.5, 0.8])
@pytest.mark.parametrize("games", [2, 4])
@pytest.mark.parametrize(("blocks", "matches"), [(50, 2000), pytest.param(500, 1000, marks=pytest.mark.long)])
def test_coverage(
    interval: Callable[..., tuple[float, float]], blocks: int, matches: int, games: int, rate: float
) -> None:
    held = coverage(interval, matches=matches, blocks=blocks, games=games, rate=rate, correlation=0.3)
    assert 0.93 <= held <= 0.97


@pytest.mark.parametrize("interval", METHODS)
@pytest.mark.parametrize("rate", [0.5, 0.8])
def test_coverage_where_the_seat_decides(interval: Callable[..., tuple[float, float]], rate: float) -> None:
    """Blocks then differ so little that means of 50 are a few steps of a lattice, and the bootstrap's ends
    lie on it.

    The true score is on the lattice too; counting an end that meets it brings the bootstrap to 97.1% at 0.8.
    """
    held = coverage(interval, matches=2000, blocks=50, games=2, rate=rate, correlation=-1)
    assert 0.93 <= held <= 0.975


@pytest.mark.parametrize(
    ("interval", "rate", "least"),
    [
        (block_interval, 0.5, 0.94),
        (block_interval, 0.8, 0.87),
        (block_bootstrap, 0.5, 0.94),
        (block_bootstrap, 0.8, 0.90),
    ],
)
def test_coverage_with_ten_blocks(
    interval: Callable[..., tuple[float, float]], rate: float, least: float
) -> None:
    """Ten blocks are few: Student's interval holds a skewed score (0.8) in 89-90% of matches, the bootstrap
    in 92-97%."""
    for games in (2, 4):
        held = coverage(interval, matches=2000, blocks=10, games=games, rate=rate, correlation=0.3)
        assert least <= held <= 0.98


def test_games_taken_for_independent_promise_too_much() -> None:
    """Why blocks: Wilson's interval over the games of boards that matter covers far less than it says."""

    def wilson(scores: npt.NDArray[np.float64], games_per_block: int) -> tuple[float, float]:
        games = len(scores) * games_per_block
        return wilson_interval(round(scores.sum() * games_per_block), games)

    assert coverage(wilson, matches=1000, blocks=50, games=4, rate=0.5, correlation=0.3) < 0.87


def test_students_interval_is_scipys() -> None:
    scores = np.random.default_rng(3).integers(0, 5, size=40) / 4
    for confidence in (0.9, 0.95):
        expected = stats.ttest_1samp(scores, 0).confidence_interval(confidence)
        assert block_interval(scores, confidence) == pytest.approx((expected.low, expected.high))
    assert block_interval([0, 0, 0, 0.5]) == (0.0, pytest.approx(0.523, abs=1e-3)), "never below 0"


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_the_bootstrap_is_scipys(confidence: float) -> None:
    """The same draws through SciPy's BCa, which does the jackknife block by block."""
    scores = np.random.default_rng(5).choice([0, 0.25, 0.5, 1], p=[0.05, 0.15, 0.2, 0.6], size=64)
    values, counts = np.unique(scores, return_counts=True)
    means = np.random.default_rng(7).multinomial(64, counts / 64, size=2000) @ values / 64
    scipys = stats.bootstrap(
        (scores,),
        np.mean,
        method="BCa",
        n_resamples=0,
        confidence_level=confidence,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=means),
    ).confidence_interval
    assert block_bootstrap(scores, confidence, seed=7) == pytest.approx((scipys.low, scipys.high), abs=1e-12)


def test_the_bootstrap_of_unequal_blocks_is_scipys() -> None:
    """Wins over games, both drawn together, through SciPy's BCa."""
    rng = np.random.default_rng(6)
    games = rng.choice([2, 4, 8], size=48)
    wins = rng.binomial(games, np.where(games == 2, 0.9, 0.4))
    pairs, counts = np.unique(np.stack([wins / games, games]), axis=1, return_counts=True)
    drawn = np.random.default_rng(7).multinomial(48, counts / 48, size=2000)
    scipys = stats.bootstrap(
        (wins, games),
        lambda wins, games, axis=-1: wins.sum(axis=axis) / games.sum(axis=axis),
        method="BCa",
        paired=True,
        n_resamples=0,
        bootstrap_result=SimpleNamespace(
            bootstrap_distribution=drawn @ (pairs[0] * pairs[1]) / (drawn @ pairs[1])
        ),
    ).confidence_interval
    found = block_bootstrap(wins / games, seed=7, weights=games)
    assert found == pytest.approx((scipys.low, scipys.high), abs=1e-12)
    assert found[0] < wins.sum() / games.sum() < found[1] < block_bootstrap(wins / games, seed=7)[1]


def test_blocks_of_equal_weight_need_no_weights() -> None:
    scores = np.random.default_rng(4).binomial(6, 0.7, size=80) / 6
    assert block_bootstrap(scores, weights=np.full(80, 6)) == pytest.approx(
        block_bootstrap(scores), abs=1e-12
    )
    assert block_bootstrap([1, 1], weights=[2, 4]) == block_bootstrap([1, 1])


def test_coverage_of_unequal_blocks() -> None:
    """Half of the boards lack games against the stronger opponent: the interval is for the pooled share."""
    rng = np.random.default_rng(8)
    games = np.repeat([2, 4], 30)
    true, held = (2 * 0.9 + 4 * 0.6) / 6, 0
    for _ in range(600):
        wins = rng.binomial(games, np.where(games == 2, 0.9, 0.6))
        low, high = block_bootstrap(wins / games, weights=games)
        held += low <= true <= high
    assert 0.92 <= held / 600 <= 0.99


def test_the_bootstrap_has_its_own_seed() -> None:
    scores = np.random.default_rng(1).integers(0, 3, size=300) / 2
    np.random.seed(1)  # which must not matter
    one = block_bootstrap(scores)
    assert one == block_bootstrap(scores[::-1]) == block_bootstrap(scores, seed=0)
    assert one != block_bootstrap(scores, seed=1)
    assert block_bootstrap(scores, seed=1) == pytest.approx(block_interval(scores), abs=0.01)


def test_half_a_million_blocks_are_drawn_by_value_not_one_by_one() -> None:
    """Drawing every block would take gigabytes (thousands of resamples of half a million blocks)."""
    scores = np.random.default_rng(2).binomial(4, 0.3, size=500_000) / 4
    tracemalloc.start()
    try:
        interval = block_bootstrap(scores)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10 * scores.nbytes
    assert interval == pytest.approx(block_interval(scores), abs=1e-4)


@pytest.mark.parametrize("interval", METHODS)
def test_one_block_says_nothing(interval: Callable[..., tuple[float, float]]) -> None:
    assert interval([0.5]) == interval(1) == (0.0, 1.0)


@pytest.mark.parametrize("interval", METHODS)
def test_blocks_that_agree_are_not_certainty(interval: Callable[..., tuple[float, float]]) -> None:
    assert interval([1] * 20) == wilson_interval(20, 20)
    assert interval([1] * 20, games_per_block=4) == wilson_interval(80, 80)
    assert interval([0.5] * 20, games_per_block=2) == wilson_interval(20, 40)
    assert interval([1 / 3] * 9, games_per_block=3) == wilson_interval(9, 27)
    low, high = interval([0.5] * 3)
    assert (low, high) == (wilson_interval(1, 3)[0], wilson_interval(2, 3)[1]), "half a game either way"


def test_scores_that_differ_by_rounding_are_one() -> None:
    assert block_interval([0.1 + 0.2, 0.3] * 5) == block_interval([0.3] * 10)


@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("elo", [-800.0, -35.5, 0.0, 120.0, 600.0])
def test_elo_and_score_are_inverse(elo: float, opponents: int) -> None:
    strength = 10 ** (elo / 400)
    score = score_from_elo(elo, opponents)
    assert score == pytest.approx(strength / (strength + opponents))
    assert elo_from_score(score, opponents) == pytest.approx(elo, abs=1e-9)


def test_the_ends_of_elo() -> None:
    assert elo_from_score(0) == -math.inf and elo_from_score(1, 3) == math.inf
    assert score_from_elo(math.inf) == 1 and score_from_elo(-math.inf, 2) == 0 and score_from_elo(1e9) == 1
    assert elo_from_score(1 / 3, 2) == pytest.approx(0, abs=1e-9)


def test_the_elo_interval() -> None:
    scores = [1, 0.5, 0.5, 0.25, 0.75] * 8
    low, high = block_interval(scores, 0.9)
    assert elo_interval(scores, 0.9, opponents=3) == (elo_from_score(low, 3), elo_from_score(high, 3))
    assert elo_interval([1] * 5)[1] == math.inf and elo_interval([0.5]) == (-math.inf, math.inf)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: block_interval([]), "at least one block"),
        (lambda: block_interval([0.5, 1.5]), "between 0 and 1"),
        (lambda: block_interval([0.5, math.nan]), "between 0 and 1"),
        (lambda: block_interval([[0.5, 1], [0, 1]]), "one number per block"),
        (lambda: block_interval([0.5, 1], confidence=95), "confidence=95: must be between 0 and 1"),
        (lambda: block_bootstrap([0.5, 1], resamples=0), "resamples=0: must be at least 1"),
        (lambda: block_bootstrap(np.linspace(0, 1, 9999)), "9999 distinct block scores"),
        (lambda: block_bootstrap([0.5, 1], weights=[1]), "weights of shape \\(1,\\): one above 0 per block"),
        (lambda: block_bootstrap([0.5, 1], weights=[1, 0]), "one above 0 per block"),
        (lambda: elo_from_score(1.01), "score=1.01: must be between 0 and 1"),
        (lambda: score_from_elo(0, opponents=0), "opponents=0: must be at least 1"),
    ],
)
def test_what_makes_no_sense_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ScoresError, match=message):
        call()
