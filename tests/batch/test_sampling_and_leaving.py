"""The environment's own draws, and games that a step leaves alone."""

from __future__ import annotations

import numpy as np
import pytest

from batch.tables import ARRAYS, OPTIONS, arrays, drawn, make, same


@pytest.mark.parametrize("name", OPTIONS)
def test_sampled_indices_are_legal_and_the_same_for_any_number_of_threads(name: str) -> None:
    envs = [make(name, threads=threads) for threads in (1, 2, 3)]
    for _ in range(200):
        samples = [env.sample() for env in envs]
        assert envs[0].mask[np.arange(envs[0].games), samples[0]].all()
        for env, sample in zip(envs, samples, strict=True):
            assert (sample == samples[0]).all()
            env.step(sample)


def test_sampling_is_uniform_over_what_is_legal() -> None:
    env = make("2 players", games=1)
    counts = np.zeros(env.actions)
    for _ in range(54 * 400):
        counts[env.sample()[0]] += 1
    legal = counts[env.mask[0]]
    assert len(legal) == 54 and counts.sum() == legal.sum()
    assert ((legal - 400) ** 2 / 400).sum() < 90  # chi-square, 53 degrees of freedom: p < 0.001 beyond


def test_sampling_does_not_change_what_chance_brings() -> None:
    one, other = make("2 players"), make("2 players")
    generator = np.random.default_rng(3)
    for _ in range(150):
        chosen = drawn(one, generator)
        other.sample()
        one.step(chosen)
        other.step(chosen)
        assert same(arrays(one), arrays(other))


def test_index_minus_one_leaves_a_game_as_it_is() -> None:
    env, alone = make("2 players", games=4), make("2 players", games=4)
    moving = np.array([True, False, True, False])
    for _ in range(300):
        chosen = np.where(moving, env.sample(), -1)
        before = arrays(env)
        env.step(chosen)
        for name in ("observation", "mask", "actor"):
            assert (getattr(env, name)[~moving] == before[name][~moving]).all()
        assert not env.done[~moving].any() and not env.rewards[~moving].any()
    assert all((getattr(env, name)[1] == getattr(alone, name)[1]).all() for name in ARRAYS)
    assert (env.observation[0] != alone.observation[0]).any()
