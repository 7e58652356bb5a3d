"""What a learner did in many games, worker by worker: (s, a, r, s') between its own decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

Rows = npt.NDArray[np.intp]
_KEPT = ("observation", "mask", "action", "reward", "over", "after", "game")


@dataclass(frozen=True)
class Batch:
    """Moves of one worker, in the order in which it was known what came of them."""

    #: [n + tail, bytes] s of each move; then the s' that are not another move's s.
    observation: npt.NDArray[np.uint8]
    #: [n, actions], [n], [n]
    mask: npt.NDArray[np.bool_]
    action: npt.NDArray[np.int64]
    reward: npt.NDArray[np.float32]
    #: [n] the row of ``observation`` that is s', and whether the game ended instead (then the row means
    #: nothing).
    after: npt.NDArray[np.int64]
    over: npt.NDArray[np.bool_]


class Experience:
    """``workers`` workers of ``games`` games each: game g belongs to worker g // games. A move waits until
    the learner decides again in its game, or the game ends; then it is the worker's."""

    def __init__(self, workers: int, games: int, batch: int, observation: int, actions: int) -> None:
        self.games: int = games
        self.batch: int = batch
        total, room = workers * games, batch + 2 * games
        self._waits = np.zeros(total, dtype=np.bool_)
        self._waiting = {
            "observation": np.zeros((total, observation), dtype=np.uint8),
            "mask": np.zeros((total, actions), dtype=np.bool_),
            "action": np.zeros(total, dtype=np.int64),
        }
        self._filled = np.zeros(workers, dtype=np.int64)
        self._kept: dict[str, npt.NDArray[Any]] = {
            "observation": np.zeros((workers, room, observation), dtype=np.uint8),
            "mask": np.zeros((workers, room, actions), dtype=np.bool_),
            "action": np.zeros((workers, room), dtype=np.int64),
            "reward": np.zeros((workers, room), dtype=np.float32),
            "over": np.zeros((workers, room), dtype=np.bool_),
            "after": np.zeros((workers, room, observation), dtype=np.uint8),
            "game": np.zeros((workers, room), dtype=np.int64),
        }

    def decide(
        self,
        games: Rows,
        observation: npt.NDArray[np.uint8],
        mask: npt.NDArray[np.bool_],
        actions: npt.NDArray[np.int32],
    ) -> None:
        """The learner decides in these games (ascending; the arrays have a row each). What it did there
        before led here."""
        known = self._waits[games]
        self._keep(games[known], np.zeros(int(known.sum()), dtype=np.float32), observation[known])
        self._waits[games] = True
        self._waiting["observation"][games] = observation
        self._waiting["mask"][games] = mask
        self._waiting["action"][games] = actions

    def end(self, games: Rows, rewards: npt.NDArray[np.float32]) -> None:
        """These games (ascending) are over."""
        known = self._waits[games]
        self._keep(games[known], rewards[known], None)
        self._waits[games] = False

    def _keep(
        self, games: Rows, rewards: npt.NDArray[np.float32], after: npt.NDArray[np.uint8] | None
    ) -> None:
        workers = games // self.games
        first = np.searchsorted(workers, workers)  # ascending games: a worker's stand together
        places = self._filled[workers] + np.arange(len(games)) - first
        for name, rows in self._waiting.items():
            self._kept[name][workers, places] = rows[games]
        self._kept["reward"][workers, places] = rewards
        self._kept["over"][workers, places] = after is None
        if after is not None:
            self._kept["after"][workers, places] = after
        self._kept["game"][workers, places] = games
        np.add.at(self._filled, workers, 1)

    def full(self) -> list[int]:
        """Workers with a batch."""
        return [int(w) for w in np.flatnonzero(self._filled >= self.batch)]

    def take(self, worker: int) -> Batch:
        """The oldest batch of a worker that has one."""
        n = self.batch
        kept = {name: rows[worker, :n].copy() for name, rows in self._kept.items()}
        left = int(self._filled[worker]) - n
        for rows in self._kept.values():
            rows[worker, :left] = rows[worker, n : n + left].copy()
        self._filled[worker] = left
        after, tail = _following(kept["game"], kept["over"])
        observation = np.concatenate([kept["observation"], kept["after"][tail]])
        return Batch(observation, kept["mask"], kept["action"], kept["reward"], after, kept["over"])

    def state_dict(self) -> dict[str, Any]:
        """Everything, as tensors."""
        arrays: dict[str, npt.NDArray[Any]] = {"waits": self._waits, "filled": self._filled}
        arrays |= {f"waiting/{name}": rows for name, rows in self._waiting.items()}
        arrays |= {f"kept/{name}": self._kept[name] for name in _KEPT}
        return {name: torch.from_numpy(rows.copy()) for name, rows in arrays.items()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """The opposite."""
        self._waits[:] = state["waits"].numpy()
        self._filled[:] = state["filled"].numpy()
        for name, rows in self._waiting.items():
            rows[:] = state[f"waiting/{name}"].numpy()
        for name, rows in self._kept.items():
            rows[:] = state[f"kept/{name}"].numpy()


def _following(
    game: npt.NDArray[np.int64], over: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.int64], Rows]:
    """Where s' of each move stands if the moves' s come first and then the s' of the second result: the
    moves, last of their game in the batch but not of the game."""
    n = len(game)
    order = np.argsort(game, kind="stable")
    same = game[order][1:] == game[order][:-1]
    after = np.full(n, -1, dtype=np.int64)
    after[order[:-1][same]] = order[1:][same]
    tail = np.flatnonzero((after < 0) & ~over)
    after[tail] = n + np.arange(len(tail))
    return np.where(over, 0, after), tail
