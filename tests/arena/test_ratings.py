"""Ratings: what was simulated is found again, whatever the order of the games, with intervals that hold
it."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import multivariate_normal, norm

from longroad.arena.statistics.intervals import ELO_PER_LOGIT, elo_from_score, wilson_interval
from longroad.arena.statistics.ratings import (
    Duel,
    Ratings,
    TableGame,
    bradley_terry,
    openskill_ratings,
    table_ranks,
)
from longroad.errors import RatingsError

TRUE = {"a": 150.0, "b": 60.0, "c": 0.0, "d": -60.0, "e": -150.0}


def duels(
    rng: np.random.Generator, blocks: int, advantage: float = 40, correlation: float = 0.5, draws: float = 0
) -> list[Duel]:
    """Every pair plays ``blocks`` blocks of two, seats exchanged; the pair's two games correlate (a normal
    copula)."""
    pairs = [pair for pair in combinations(TRUE, 2) for _ in range(blocks)]
    luck = multivariate_normal([0, 0], [[1, correlation], [correlation, 1]]).rvs(len(pairs), random_state=rng)
    edge = np.array([TRUE[one] - TRUE[two] for one, two in pairs])[:, None] + [advantage, -advantage]
    one_wins = luck < norm.ppf(expit(edge / ELO_PER_LOGIT))
    score = np.where(
        one_wins == [True, False], 1.0, 0.0
    )  # of the first seat, which the second game gives to two
    score[rng.random(score.shape) < draws] = 0.5
    return [
        Duel(*seats, float(score[block, game]), block)
        for block, (one, two) in enumerate(pairs)
        for game, seats in enumerate(((one, two), (two, one)))
    ]


def tables(rng: np.random.Generator, blocks: int, players: int = 4) -> list[TableGame]:
    """Each block a table drawn from all agents, seats rotated; rankings are Plackett and Luce's."""
    names, games = list(TRUE), []
    for block in range(blocks):
        drawn = rng.choice(names, players, replace=False).tolist()
        for rotation in range(players):
            seats = tuple(drawn[rotation:] + drawn[:rotation])
            strength = np.array([TRUE[name] for name in seats]) / ELO_PER_LOGIT + rng.gumbel(size=players)
            ranks = tuple(int(rank) + 1 for rank in (-strength).argsort().argsort())
            games.append(TableGame(seats, ranks, block))
    return games


def by_agent(ratings: Ratings) -> dict[str, tuple[float, float, float]]:
    return {
        agent: (rating, low, high)
        for agent, rating, low, high in zip(
            ratings.agents, ratings.rating, ratings.low, ratings.high, strict=True
        )
    }


def test_bradley_terry_finds_what_was_simulated() -> None:
    ratings = bradley_terry(duels(np.random.default_rng(1), blocks=1000))
    assert ratings.agents == list("abcde") and ratings.games == [8000] * 5
    assert sum(ratings.rating) == pytest.approx(0, abs=1e-6)
    assert ratings.rating == pytest.approx(list(TRUE.values()), abs=10)
    assert ratings.extra["seat_advantage"] == pytest.approx(40, abs=6)
    assert all(high - low < 20 for low, high in zip(ratings.low, ratings.high, strict=True))


@pytest.mark.parametrize("correlation", [pytest.param(-0.5, marks=pytest.mark.long), 0.5])
def test_the_intervals_of_bradley_terry_cover(correlation: float) -> None:
    """Agents and seat advantage, in 400 tournaments of 400 blocks."""
    rng = np.random.default_rng(2)
    held = []
    for _ in range(400):
        ratings = bradley_terry(duels(rng, blocks=40, correlation=correlation))
        held += [low <= TRUE[agent] <= high for agent, (_, low, high) in by_agent(ratings).items()]
        held.append(ratings.extra["seat_advantage_low"] <= 40 <= ratings.extra["seat_advantage_high"])
    assert 0.93 <= np.mean(held) <= 0.97


def test_bradley_terry_against_the_likelihood_written_out() -> None:
    games = duels(np.random.default_rng(3), blocks=3, draws=0.2)
    assert {game.score for game in games} == {0, 0.5, 1}
    names = sorted(TRUE)

    def loss(x: np.ndarray) -> float:
        total = -sum(0.5 * math.log(p * (1 - p)) for p in expit(x))  # the prior's drawn games
        for first, second, score, _ in games:
            p = expit(x[names.index(first)] - x[names.index(second)] + x[-1])
            total -= score * math.log(p) + (1 - score) * math.log(1 - p)
        return total

    x = minimize(loss, np.zeros(6), method="BFGS", options={"gtol": 1e-6}).x * ELO_PER_LOGIT
    found = bradley_terry(games)
    assert [by_agent(found)[name][0] for name in names] == pytest.approx(x[:5] - x[:5].mean(), abs=0.01)
    assert found.extra["seat_advantage"] == pytest.approx(x[5], abs=0.01)


def test_two_agents_in_closed_form() -> None:
    """As first, a wins 700 of 1000 and b 500: logit(0.7) and 0 are difference and advantage added and
    subtracted."""
    games = [("a", "b", float(i < 700), i) for i in range(1000)]
    games += [("b", "a", float(i < 500), 1000 + i) for i in range(1000)]
    found = bradley_terry(games)
    half = ELO_PER_LOGIT * math.log(0.7 / 0.3) / 2
    assert found.rating == pytest.approx([half / 2, -half / 2], abs=0.5)
    assert found.extra["seat_advantage"] == pytest.approx(half, abs=0.5)
    error = (
        math.sqrt(1 / (1000 * 0.7 * 0.3) + 1 / (1000 * 0.25)) / 2
    )  # of either sum's half, independent games
    assert found.extra["seat_advantage_high"] - half == pytest.approx(1.96 * ELO_PER_LOGIT * error, rel=0.02)
    assert found.high[0] - found.rating[0] == pytest.approx(1.96 * ELO_PER_LOGIT * error / 2, rel=0.02)


def test_games_told_twice_in_their_block_teach_nothing() -> None:
    games = duels(np.random.default_rng(4), blocks=60)
    once = bradley_terry(games)
    same_block = bradley_terry(games + games)
    other_block = bradley_terry(games + [game._replace(block=game.block + 10_000) for game in games])

    def width(ratings: Ratings) -> float:
        return ratings.high[0] - ratings.low[0]

    assert width(same_block) == pytest.approx(width(once), rel=0.02)
    assert width(other_block) == pytest.approx(width(once) / math.sqrt(2), rel=0.02)


def test_a_perfect_score_stays_finite() -> None:
    found = bradley_terry([(*pair, float(pair[0] == "a"), i) for i in range(50) for pair in ("ab", "ba")])
    difference, reach = found.rating[0] - found.rating[1], found.high[0] - found.rating[0]
    assert 600 < difference < 1200 and math.isfinite(reach) and found.agents == ["a", "b"]
    wilson = elo_from_score(wilson_interval(100, 100)[0])
    assert difference - 2 * reach == pytest.approx(wilson, abs=60), "as careful as Wilson's interval"
    always_first = bradley_terry([(*pair, 1.0, i) for i in range(50) for pair in ("ab", "ba")])
    assert always_first.rating == pytest.approx([0, 0], abs=1e-6)
    assert 600 < always_first.extra["seat_advantage"] < 1500


def test_blocks_that_all_agree_leave_a_doubt() -> None:
    """The first seat always wins: every block is split, and neither rating has a variance over blocks."""
    reach = []
    for blocks in (5, 50):
        found = bradley_terry([(*pair, 1.0, i) for i in range(blocks) for pair in ("ab", "ba")])
        reach.append(found.high[0] - found.rating[0])
    assert reach[0] > reach[1] > 10
    perfect = bradley_terry([(*pair, float(pair[0] == "a"), i) for i in range(50) for pair in ("ab", "ba")])
    assert perfect.extra["seat_advantage_high"] > 100


def test_the_order_of_two_player_games_does_not_matter() -> None:
    games = duels(np.random.default_rng(5), blocks=4)
    one, other = bradley_terry(games), bradley_terry(games[::-1])
    assert one.agents == other.agents
    assert one.rating + one.low == pytest.approx(other.rating + other.low, abs=1e-6)


def test_one_block_has_no_variance() -> None:
    for ratings in (
        bradley_terry([("a", "b", 1, 0), ("b", "a", 1, 0)]),
        openskill_ratings([("abc", (1, 2, 3), 7), ("bca", (1, 2, 3), 7)]),
    ):
        assert set(ratings.low) == {-math.inf} and set(ratings.high) == {math.inf}
        assert all(map(math.isfinite, ratings.rating))


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ([], "no games"),
        ([("a", "a", 1, 0)], "two different agents"),
        ([("a", "b", 0.7, 0)], "a score of 0, 0.5 or 1"),
        ([("a", "b", 1, 0), ("c", "d", 1, 0)], "no chain of games connects a and c"),
    ],
)
def test_duels_that_tell_nothing_are_refused(games: list[tuple[str, str, float, int]], message: str) -> None:
    with pytest.raises(RatingsError, match=message):
        bradley_terry(games)


def plackett_luce_maximum(games: list[TableGame]) -> dict[str, float]:
    """The maximum of the likelihood of the rankings, written out."""
    names = sorted(TRUE)
    order = np.array(
        [[names.index(game.agents[i]) for i in np.argsort(game.ranks)] for game in games], dtype=np.intp
    )

    def loss(x: np.ndarray) -> float:
        theta = x[order]
        return float(
            sum(
                (np.logaddexp.reduce(theta[:, i:], axis=1) - theta[:, i]).sum()
                for i in range(theta.shape[1] - 1)
            )
        )

    x = minimize(loss, np.zeros(len(names))).x * ELO_PER_LOGIT
    return dict(zip(names, x - x.mean(), strict=True))


@pytest.mark.parametrize(("players", "blocks", "near"), [(4, 100, 8), (3, 100, 10), (3, 30, 20), (4, 30, 15)])
def test_openskill_is_near_the_maximum_of_the_likelihood(players: int, blocks: int, near: float) -> None:
    games = tables(np.random.default_rng(6), blocks, players)
    found = by_agent(openskill_ratings(games, resamples=2))
    best = plackett_luce_maximum(games)
    assert {agent: rating for agent, (rating, _, _) in found.items()} == pytest.approx(best, abs=near)


def test_openskill_finds_what_was_simulated() -> None:
    ratings = openskill_ratings(tables(np.random.default_rng(7), blocks=500))
    assert ratings.agents == list(TRUE) and sum(ratings.rating) == pytest.approx(0, abs=1e-6)
    assert ratings.rating == pytest.approx(list(TRUE.values()), abs=20)
    assert all(12 < high - low < 50 for low, high in zip(ratings.low, ratings.high, strict=True))
    assert sum(ratings.games) == 8000 and ratings.extra == {}


def test_the_intervals_of_openskill_cover() -> None:
    rng = np.random.default_rng(8)
    held = [
        low <= TRUE[agent] <= high
        for _ in range(30)
        for agent, (_, low, high) in by_agent(
            openskill_ratings(tables(rng, blocks=25), shuffles=3, resamples=15)
        ).items()
    ]
    assert 0.9 <= np.mean(held) <= 0.99


def test_the_order_of_table_games_does_not_matter_at_all() -> None:
    games = tables(np.random.default_rng(9), blocks=20)
    mixed = [games[i] for i in np.random.default_rng(10).permutation(len(games))]
    assert openskill_ratings(games) == openskill_ratings(mixed) == openskill_ratings(games, seed=0)
    other = openskill_ratings(games, seed=1)
    assert by_agent(other) != by_agent(openskill_ratings(games))
    one = {agent: rating for agent, (rating, _, _) in by_agent(openskill_ratings(games)).items()}
    assert {agent: rating for agent, (rating, _, _) in by_agent(other).items()} == pytest.approx(one, abs=20)


def test_an_agent_may_have_several_seats() -> None:
    """One champion against three copies of another: the champion's share of wins is what its Elo says."""
    rng = np.random.default_rng(11)
    games = []
    for block in range(60):
        for rotation in range(4):
            seats = ["weak", "weak", "weak"]
            seats.insert(rotation, "strong")
            strength = np.array([200 if name == "strong" else 0 for name in seats]) / ELO_PER_LOGIT
            order = (-(strength + rng.gumbel(size=4))).argsort().argsort()
            games.append((tuple(seats), tuple(int(rank) + 1 for rank in order), block))
    found = openskill_ratings(games)
    assert found.agents == ["strong", "weak"] and found.games == [240, 240]
    assert found.rating[0] - found.rating[1] == pytest.approx(200, abs=50)
    assert 0 < found.low[0] < found.rating[0] < found.high[0] < 150


def test_ties_and_perfect_scores_at_a_table() -> None:
    tied = openskill_ratings([("abc", (1, 1, 1), block) for block in range(10)])
    assert tied.rating == pytest.approx([0, 0, 0], abs=1e-9)
    perfect = openskill_ratings([("abc", (1, 2, 2), block) for block in range(50)])
    assert perfect.agents[0] == "a" and 200 < perfect.rating[0] < 2000
    assert perfect.rating[1] == pytest.approx(perfect.rating[2])


@pytest.mark.parametrize(
    ("points", "winner", "ranks"),
    [
        ([10, 3, 5], 0, (1, 3, 2)),
        ([9, 10, 9, 4], 1, (2, 1, 2, 4)),
        ([10, 10, 8], 1, (2, 1, 3)),
        ([4, 6, 6], -1, (3, 1, 1)),
        ([4, 6, 2], None, (2, 1, 3)),
    ],
)
def test_ranks_at_the_end_of_a_game(points: list[int], winner: int | None, ranks: tuple[int, ...]) -> None:
    assert table_ranks(points, winner) == ranks


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ([], "no games"),
        ([("aaa", (1, 2, 3), 0)], "at least two agents"),
        ([("abc", (1, 2), 0)], "a rank for each"),
        ([("abc", (1, 2, 3), 0), ("abcd", (1, 2, 3, 4), 1)], "as many players"),
        ([("abc", (1, 2, 3), 0), ("def", (1, 2, 3), 1)], "no chain of games connects a and d"),
    ],
)
def test_tables_that_tell_nothing_are_refused(games: list[TableGame], message: str) -> None:
    with pytest.raises(RatingsError, match=message):
        openskill_ratings(games)


def test_passes_have_a_least_number() -> None:
    with pytest.raises(RatingsError, match="shuffles=0"):
        openskill_ratings([("abc", (1, 2, 3), 0)], shuffles=0)
