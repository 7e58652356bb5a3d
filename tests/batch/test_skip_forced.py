"""Decisions without a choice are taken by the environment."""

from __future__ import annotations

import numpy as np
import pytest

from longroad.catan import Rules, VectorEnv

RULES = Rules(players=2, offers_per_turn=0)


@pytest.mark.parametrize("space", ["general", "gendre2020"])
def test_there_is_always_a_choice(space: str) -> None:
    env = VectorEnv(RULES, games=64, seed=1, space=space, skip_forced=True)
    ended = 0
    for _ in range(600):
        assert env.mask.sum(axis=1).min() > 1
        env.step(env.sample())
        ended += int(env.done.sum())
    assert ended > 20


def test_the_games_are_those_of_asking_every_time() -> None:
    """The same choices at the same decisions give the same games."""
    games = 16
    asked = VectorEnv(RULES, games=games, seed=2)
    skipped = VectorEnv(RULES, games=games, seed=2, skip_forced=True)
    rng = np.random.default_rng(3)
    ended = 0
    for _ in range(500):
        choice = np.array([rng.choice(np.flatnonzero(row)) for row in skipped.mask])
        skipped.step(choice)
        asked.step(choice)
        done, winner, points = asked.done.copy(), asked.winner.copy(), asked.points.copy()
        while (forced := asked.mask.sum(axis=1) == 1).any():
            asked.step(np.where(forced, asked.mask.argmax(axis=1), -1))
            late = asked.done & forced
            done |= late
            winner[late], points[late] = asked.winner[late], asked.points[late]
        assert np.array_equal(asked.observation, skipped.observation)
        assert np.array_equal(asked.mask, skipped.mask)
        assert np.array_equal(done, skipped.done)
        assert np.array_equal(winner, skipped.winner)
        assert np.array_equal(points, skipped.points)
        ended += int(done.sum())
    assert ended > 5
