"""The sequential test: fishtest's ratio, Wald's bounds, and error rates within their promise."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest

from longroad.arena.statistics.intervals import block_interval, elo_from_score, score_from_elo
from longroad.arena.statistics.sprt import Sprt, log_likelihood_ratio
from longroad.errors import ScoresError, SprtError

Floats = npt.NDArray[np.float64]


def ratios(values: Floats, counts: Floats, scores: tuple[float, float]) -> Floats:
    """The ratio of many matches at once, by bisection; counts of shape [..., cells]. Independent of the
    library's."""
    counts = np.where(counts == 0, 1e-3, counts)
    shares = counts / counts.sum(axis=-1, keepdims=True)
    log_tilt = []
    for score in scores:
        away = values - score
        low, high = np.full(shares.shape[:-1], -1 / away.max()), np.full(shares.shape[:-1], -1 / away.min())
        for _ in range(45):
            x = (low + high) / 2
            above = (shares * away / (1 + x[..., None] * away)).sum(axis=-1) > 0
            low, high = np.where(above, x, low), np.where(above, high, x)
        log_tilt.append(np.log1p(x[..., None] * away))
    return np.asarray((counts * (log_tilt[0] - log_tilt[1])).sum(axis=-1))


def blocks(rng: np.random.Generator, shape: tuple[int, int], games: int, score: float, rho: float) -> Floats:
    """Wins in blocks of correlated games: beta-binomial with an intraclass correlation of ``rho``."""
    sharp = 1 / rho - 1
    return rng.binomial(games, rng.beta(score * sharp, (1 - score) * sharp, size=shape))


def simulate(
    elo: float,
    elo0: float,
    elo1: float,
    *,
    games: int,
    opponents: int,
    runs: int,
    every: int = 8,
    rho: float = 0.2,
) -> tuple[npt.NDArray[np.str_], Floats]:
    """The decisions of many tests at a true ``elo``, looked at every few blocks, and the blocks they took."""
    rng = np.random.default_rng([games, opponents, int(elo0 + 1000), int(elo1), int(elo + 1000)])
    bound = math.log(0.95 / 0.05)
    scores = (score_from_elo(elo0, opponents), score_from_elo(elo1, opponents))
    values, per_look = np.arange(games + 1) / games, 64
    counts = np.zeros((runs, games + 1))
    decision, length, active = np.full(runs, "??"), np.zeros(runs), np.arange(runs)
    while len(active):
        wins = blocks(rng, (len(active), every * per_look), games, score_from_elo(elo, opponents), rho)
        hits = (wins[..., None] == np.arange(games + 1)).reshape(len(active), per_look, every, -1).sum(axis=2)
        seen = counts[active, None] + hits.cumsum(axis=1)
        llr = ratios(values, seen, scores)
        out = np.abs(llr) >= bound
        ended, first = out.any(axis=1), out.argmax(axis=1)
        final = llr[np.arange(len(active)), first]
        decision[active[ended]] = np.where(final[ended] > 0, "H1", "H0")
        length[active] += every * np.where(ended, first + 1, per_look)
        counts[active] = seen[:, -1]
        active = active[~ended]
    return decision, length


@pytest.mark.parametrize(
    ("results", "elos", "llr", "exactness"),
    [
        ([39, 8843, 21675, 9114, 37], (0, 5), -19.053293, 1e-6),
        ([10, 60, 150, 80, 15], (0, 5), 0.961588, 1e-6),
        ([10, 60, 150, 80, 15], (0, 20), 1.799374, 1e-6),
        ([0, 12, 40, 25, 0], (-10, 60), 1.484729, 1e-6),
        ([0, 0, 10, 1, 0], (0, 20), 0.365099, 2e-3),  # fishtest fills the unseen cells 0.25 and 0.75 too
        ([0, 0, 0, 0, 7], (0, 20), 0.391469, 2e-3),
    ],
)
def test_the_ratio_is_fishtests(
    results: list[int], elos: tuple[float, float], llr: float, exactness: float
) -> None:
    """The figures are what fishtest's LLRcalc.LLR_logistic gives for these pentanomial results."""
    test = Sprt(*elos)
    test.add(np.repeat(np.arange(5) / 4, results))
    assert test.llr == pytest.approx(llr, abs=exactness)


def test_the_ratio_of_wins_and_losses_is_walds() -> None:
    """Without draws and with one game per block there is one distribution for each mean, and nothing to
    maximise."""
    test = Sprt(0, 50)
    test.add([1] * 60 + [0] * 40)
    one, other = score_from_elo(50), score_from_elo(0)
    assert test.llr == pytest.approx(60 * math.log(one / other) + 40 * math.log((1 - one) / (1 - other)))


def test_the_ratio_by_hand() -> None:
    """Losses, draws, wins 20, 50, 30 with mean 0.5: wins and losses then share the 50 that are not draws
    evenly.

    With mean s = w + d/2 and w, d, l likeliest: for s = 0.5 it is w = l = 0.25, d = 0.5, and for the mean
    0.55 that was observed it is what was observed. So the ratio is 20 ln(0.2/0.25) + 30 ln(0.3/0.25).
    """
    llr = log_likelihood_ratio(np.array([0, 0.5, 1]), np.array([20.0, 50.0, 30.0]), 0.5, 0.55)
    assert llr == pytest.approx(20 * math.log(0.8) + 30 * math.log(1.2))
    assert llr == pytest.approx(1.0068, abs=1e-4)


def test_the_ratio_is_near_fishtests_approximation() -> None:
    """GSPRT_approximation.pdf: N (s1 - s0)(2 s - s0 - s1) / (2 variance), for s0 and s1 near s."""
    values, counts = np.arange(5) / 4, np.array([300.0, 900.0, 1500.0, 1000.0, 300.0])
    share = counts / counts.sum()
    mean = share @ values
    variance = share @ (values - mean) ** 2
    near = counts.sum() * 0.01 * (2 * mean - 1.01) / (2 * variance)
    assert log_likelihood_ratio(values, counts, 0.5, 0.51) == pytest.approx(near, rel=0.01)


def test_many_matches_at_once_have_the_ratios_and_decisions_of_the_class() -> None:
    rng = np.random.default_rng(4)
    wins = blocks(rng, (12, 200), 4, score_from_elo(60, 3), 0.2)
    scores = (score_from_elo(0, 3), score_from_elo(120, 3))
    for run in wins:
        test, decision = Sprt(0, 120, opponents=3), None
        for end in range(10, 201, 10):
            test.add(run[end - 10 : end] / 4)
            llr = ratios(np.arange(5) / 4, np.bincount(run[:end], minlength=5).astype(float), scores)
            assert test.llr == pytest.approx(float(llr), abs=0.01)
            crossed = "H0" if test.llr <= test.lower else "H1" if test.llr >= test.upper else None
            decision = decision or crossed
            assert test.decision == decision, "the first bound that was reached decides"


@pytest.mark.parametrize(
    ("elo0", "elo1", "games", "opponents"),
    [pytest.param(0, 20, 2, 1, marks=pytest.mark.long), (0, 40, 4, 3), (-5, 100, 2, 1)],
)
def test_error_rates_keep_their_promise(elo0: float, elo1: float, games: int, opponents: int) -> None:
    runs = 2000
    most = 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)
    for elo, wrong in ((elo0, "H1"), (elo1, "H0")):
        decision, length = simulate(elo, elo0, elo1, games=games, opponents=opponents, runs=runs)
        assert (decision == wrong).mean() <= most
        if elo1 == 20:
            assert 900 < length.mean() < 1130, "what the docstring says"


def test_a_difference_in_between_takes_longest() -> None:
    lengths = [
        simulate(elo, 0, 80, games=2, opponents=1, runs=300)[1].mean() for elo in (-40, 0, 40, 80, 120)
    ]
    assert lengths[2] > 1.3 * max(lengths[1], lengths[3]) > 1.3 * max(lengths[0], lengths[4])


def test_the_bounds_are_walds() -> None:
    test = Sprt(0, 10, alpha=0.01, beta=0.1)
    assert test.lower == pytest.approx(math.log(0.1 / 0.99)) and test.upper == pytest.approx(math.log(90))
    assert Sprt(0, 10).upper == -Sprt(0, 10).lower == pytest.approx(2.944, abs=1e-3)


def test_a_test_tells_what_it_has_seen() -> None:
    scores = np.random.default_rng(1).integers(0, 5, size=60) / 4
    test = Sprt(0, 100, opponents=3)
    for score in scores:
        test.add(score)
    assert test.blocks == 60 and test.score == pytest.approx(scores.mean())
    assert test.elo == pytest.approx(elo_from_score(scores.mean(), 3))
    assert test.elo_interval == pytest.approx([elo_from_score(s, 3) for s in block_interval(scores)])
    whole = Sprt(0, 100, opponents=3)
    whole.add(scores)
    assert whole.llr == pytest.approx(test.llr) and "blocks=60" in repr(whole)


def test_before_the_first_block_nothing_is_known() -> None:
    test = Sprt(0, 10)
    test.add([])
    assert (test.llr, test.decision, test.blocks) == (0, None, 0)
    assert math.isnan(test.score) and math.isnan(test.elo) and test.elo_interval == (-math.inf, math.inf)


@pytest.mark.parametrize("score", [0, 0.5, 1])
def test_blocks_that_all_agree_lead_to_a_decision(score: float) -> None:
    test = Sprt(0, 20)
    while test.decision is None and test.blocks < 1000:
        test.add([score] * 10)
    assert test.decision == ("H1" if score == 1 else "H0") and math.isfinite(test.llr)


def test_a_decision_stays() -> None:
    test = Sprt(0, 100)
    test.add([1] * 40)
    assert test.decision == "H1"
    test.add([0] * 400)
    assert test.decision == "H1" and test.llr < test.lower


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 must be below elo1"),
        ({"elo0": 0, "elo1": math.inf}, "both finite"),
        ({"elo0": 0, "elo1": math.nan}, "both finite"),
        ({"elo0": 0, "elo1": 1e6}, "their expected scores do not differ"),
        ({"elo0": 0, "elo1": 5, "alpha": 0.5}, "alpha=0.5: must be above 0 and below 0.5"),
        ({"elo0": 0, "elo1": 5, "beta": 0}, "beta=0: must be"),
        ({"elo0": 0, "elo1": 5, "opponents": 0}, "opponents=0: must be at least 1"),
    ],
)
def test_settings_that_make_no_test_are_refused(settings: dict[str, float], message: str) -> None:
    with pytest.raises(SprtError, match=message):
        Sprt(**settings)


def test_scores_that_cannot_be_are_refused() -> None:
    test = Sprt(0, 10)
    for wrong in ([0.5, 1.2], [[0.5]], [math.nan], -0.1):
        with pytest.raises(ScoresError):
            test.add(wrong)
    assert test.blocks == 0
