"""The latest decisions, from which batches are drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from longroad.train.expert.games import Lessons


class Memory:
    """Keeps the last ``size`` decisions."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: dict[str, npt.NDArray[Any]] = {}

    def __len__(self) -> int:
        return len(next(iter(self._kept.values()))) if self._kept else 0

    def add(self, lessons: Lessons) -> None:
        """The oldest ones make room for them."""
        for name, rows in lessons.items():
            rows = rows.astype(np.float16) if name == "policy" else rows
            before = self._kept.get(name, rows[:0])
            self._kept[name] = np.concatenate([before, rows])[-self._size :]

    def draw(self, count: int, rng: np.random.Generator) -> dict[str, npt.NDArray[Any]]:
        """So many of them, each at most once if there are enough."""
        rows = rng.choice(len(self), count, replace=count > len(self))
        return {name: kept[rows] for name, kept in self._kept.items()}

    def state_dict(self) -> dict[str, Any]:
        """All of them."""
        import torch

        return {name: torch.from_numpy(kept) for name, kept in self._kept.items()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Replaces them."""
        self._kept = {name: kept.numpy() for name, kept in state.items()}
