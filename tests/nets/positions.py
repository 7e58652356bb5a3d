"""Positions of random games, as bytes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from longroad import catan


def views(rules: catan.Rules, seeds: int, moves: int, every: int) -> list[catan.View]:
    """Every n-th decision of the first moves of some games, played at random."""
    seen = []
    for seed in range(seeds):
        rng, state = catan.Rng(seed + 99), catan.State(rules, seed=seed)
        for number in range(moves):
            if state.is_over:
                break
            if state.is_chance:
                state.apply(state.sample_chance(rng))
                continue
            if number % every == 0:
                seen.append(state.view())
            actions = state.legal_actions()
            state.apply(actions[rng.below(len(actions))])
    return seen


def observations(players: int = 2, games: int = 32, moves: int = 150) -> npt.NDArray[np.uint8]:
    """General encodings from the middle of random games."""
    rules = catan.Rules(players=players, offers_per_turn=2 if players > 2 else 0)
    env = catan.VectorEnv(rules, games=games, seed=3)
    for _ in range(moves):
        env.step(env.sample())
    return env.observation.copy()
