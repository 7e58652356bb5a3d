"""Vector environments to test, and their arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from longroad import _native, catan
from longroad.agents import Agent
from longroad.catan import VectorEnv

ARRAYS = ("observation", "mask", "actor", "turn", "rewards", "luck", "done", "winner", "points", "turns")
OPTIONS: dict[str, dict[str, Any]] = {
    "2 players": {"players": 2, "offers_per_turn": 0},
    "3 players trade": {"players": 3, "offers_per_turn": 2, "turn_cap": 12, "board": "random"},
    "4 players odd": {
        "offers_per_turn": 0,
        "turn_cap": 25,
        "bank": 9,
        "discard_limit": 3,
        "starting_settlements": 3,
    },
    "gendre2020": {**catan.PRESETS["gendre2020"], "turn_cap": 120},
    "gendre2020 in bytes": {**catan.PRESETS["gendre2020"], "turn_cap": 120},
}
SPACES = {
    "gendre2020": {"space": "gendre2020"},
    "gendre2020 in bytes": {"space": "gendre2020", "encoding": "general"},
}


def make(name: str, games: int = 12, seed: int = 5, **options: Any) -> VectorEnv:
    return VectorEnv(catan.Rules(**OPTIONS[name]), games=games, seed=seed, **SPACES.get(name, {}), **options)


def arrays(env: VectorEnv) -> dict[str, np.ndarray]:
    """Copies of all arrays."""
    return {name: getattr(env, name).copy() for name in ARRAYS}


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    return all(one[name].tobytes() == other[name].tobytes() for name in ARRAYS)


def drawn(env: VectorEnv, generator: np.random.Generator) -> np.ndarray:
    """A legal index for every game."""
    noise = generator.random(env.mask.shape, dtype=np.float32)
    return np.where(env.mask, noise, -1).argmax(axis=1)


def states(env: VectorEnv) -> list[_native.State]:
    return [env._env.state_of(game) for game in range(env.games)]


class FirstOfAll(Agent):
    """Takes the first legal action. It has no native twin."""

    def choose(self, view: catan.View, actions: Sequence[catan.Action]) -> catan.Action:
        return actions[0]
