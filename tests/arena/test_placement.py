"""Ratings against agents of known strength, and the games that are played for one."""

from __future__ import annotations

import math

import numpy as np
import pytest

from longroad.agents.levels import LEVELS
from longroad.arena.ladder import LADDER
from longroad.arena.play.rating import BLOCKS_PER_ROUND, rate, rungs_of
from longroad.arena.statistics.intervals import score_from_elo
from longroad.arena.statistics.placement import PlacedGame, placement
from longroad.errors import RatingsError


def drawn_games(elo: float, known: tuple[float, ...], games: int, seed: int) -> list[PlacedGame]:
    """Rankings by the model of Plackett and Luce: everybody draws a time, the shortest wins."""
    rng = np.random.default_rng(seed)
    found = []
    for block in range(games):
        times = rng.exponential(1 / np.power(10.0, np.array([elo, *known]) / 400))
        ranks = times.argsort().argsort() + 1
        opponents = tuple(zip(known, ranks[1:].tolist(), strict=True))
        found.append(PlacedGame(int(ranks[0]), opponents, block))
    return found


@pytest.mark.parametrize("known", [(100.0,), (-150.0, 0.0, 250.0)], ids=["two", "four"])
def test_intervals_cover_the_truth_as_often_as_they_say(known: tuple[float, ...]) -> None:
    covered = 0
    for seed in range(200):
        found = placement(drawn_games(180.0, known, 150, seed))
        covered += found.low <= 180 <= found.high
    assert 181 <= covered <= 198, "95% of 200, three standard errors either way"


def test_with_two_players_it_is_the_score_against_a_known_opponent() -> None:
    games = [PlacedGame(1 + (i % 4 == 0), ((50.0, 2 - (i % 4 == 0)),), i) for i in range(4000)]
    found = placement(games, around=50.0)
    assert score_from_elo(found.elo - 50) == pytest.approx(0.75, abs=1e-3)
    assert found.reach == pytest.approx(1.96 * 173.7 / math.sqrt(4000 * 0.75 * 0.25), rel=0.02)


def test_games_of_a_block_are_one_observation() -> None:
    once = [PlacedGame(1 + i % 2, ((0.0, 2 - i % 2),), i) for i in range(100)]
    twice = [game for game in once for _ in range(2)]
    assert placement(twice).reach == pytest.approx(placement(once).reach, rel=0.03)


def test_a_perfect_score_is_finite_and_ties_tell_nothing() -> None:
    won = placement([PlacedGame(1, ((0.0, 2),), i) for i in range(100)])
    assert 600 < won.elo < 2000
    assert won.low < won.elo < won.high
    tied = placement([PlacedGame(1, ((0.0, 1), (0.0, 1)), i) for i in range(50)])
    assert tied.elo == pytest.approx(0.0, abs=1e-6)


def test_nothing_is_said_without_games_and_little_with_one_block() -> None:
    with pytest.raises(RatingsError, match="no games"):
        placement([])
    assert math.isinf(placement([PlacedGame(1, ((0.0, 2),), 0)]).reach)


@pytest.mark.parametrize("players", [2, 4])
def test_the_ladder_has_a_rung_per_level_and_rises(players: int) -> None:
    rungs = rungs_of(players)
    group = "two" if players == 2 else "many"
    assert [rung.agent for rung in rungs] == list(LEVELS[group])
    assert all(rung.low < rung.elo < rung.high for rung in LADDER)


@pytest.mark.parametrize(("agent", "players"), [("value", 2), ("weighted", 2), ("value", 4)])
def test_a_rung_finds_itself(agent: str, players: int) -> None:
    result = rate(agent, players=players, within=60, seed=3)
    assert result.is_precise
    rung = next(rung for rung in rungs_of(players) if rung.agent == agent)
    assert result.placement is not None
    away = 3 * math.hypot(result.placement.reach, (rung.high - rung.low) / 2) / 1.96
    assert abs(result.placement.elo - rung.elo) < away


def test_the_same_seed_gives_the_same_rating_on_any_number_of_threads() -> None:
    one, two = (rate("value", within=150, seed=1, threads=n).to_dict() for n in (1, 2))
    assert one == two
    assert one["games"] % (2 * BLOCKS_PER_ROUND) == 0


def test_the_limit_of_games_holds() -> None:
    result = rate("value", within=1, most_games=80)
    assert (result.games, result.is_precise) == (80, False)
