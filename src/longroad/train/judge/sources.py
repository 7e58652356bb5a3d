"""Where the positions come from that a network is fitted to: from memory, or shard by shard from data sets
that do not fit into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
import torch

from longroad.train.judge.dataset import DataSet
from longroad.train.judge.losses import Rows
from longroad.train.judge.positions import Positions, joined

#: Of the positions in memory at a time, the share that is kept of those held out, and of the others for the
#: evaluation beside the network.
_SAMPLED = 4


class Source(Protocol):
    """Positions of one number of players."""

    #: How many there are, and of how many games.
    count: int
    games: int
    #: Of how many an epoch learns, siblings apart.
    training: int
    #: Positions in memory, some of them held out; all there are where they fit.
    sample: Positions
    rows: Rows

    def batches(self, order: np.random.Generator, size: int) -> Iterator[tuple[Rows, torch.Tensor]]:
        """An epoch: every position to train on once, in an order that is drawn, ``size`` at a time, and the
        rest of them at the end. A batch is the numbers of its rows among some rows, whose siblings go with
        it. All that is drawn from ``order`` is drawn before the first batch."""
        ...


class Kept:
    """Positions in memory."""

    def __init__(self, positions: Positions, device: torch.device) -> None:
        self.count: int = len(positions)
        self.games: int = len(np.unique(positions.game))
        self.sample: Positions = positions
        self.rows: Rows = Rows(positions, device)
        self.training: int = len(self.rows.training)

    def batches(self, order: np.random.Generator, size: int) -> Iterator[tuple[Rows, torch.Tensor]]:
        """An epoch, in a random order of all positions."""
        shuffled = _shuffled(self.rows, order)
        return ((self.rows, shuffled[first : first + size]) for first in range(0, len(shuffled), size))


class Streamed:
    """The positions of data sets, read again in every epoch. The shards come in a random order, and as many
    as hold ``buffer`` positions are shuffled at a time, so that no more are in memory; a shard is read whole.

    Reads everything once to count it. Of the games held out and of the others, at most a quarter of
    ``buffer`` positions each are kept as the sample, from shards drawn at random (the same every time).
    """

    def __init__(self, sets: Sequence[DataSet], buffer: int, device: torch.device) -> None:
        self._buffer, self._device = buffer, device
        self._shards = [(one, shard) for one in sets for shard in one.shards()]
        self.count: int = 0
        self.games: int = 0
        self.training: int = 0
        held: list[Positions] = []
        others: list[Positions] = []
        for number in np.random.default_rng(0).permutation(len(self._shards)).tolist():
            one = self._read(number)
            self.count += len(one)
            self.games += len(np.unique(one.game))
            self.training += int((~one.held_out & ~one.is_sibling).sum())
            for kept, rows in ((held, one.held_out), (others, ~one.held_out)):
                if not kept or sum(map(len, kept)) + rows.sum() <= buffer // _SAMPLED:
                    kept.append(one.rows(rows))
        self.sample: Positions = joined([*held, *others])
        self.rows: Rows = Rows(self.sample, device)

    def batches(self, order: np.random.Generator, size: int) -> Iterator[tuple[Rows, torch.Tensor]]:
        """An epoch, buffer by buffer. What is left of one goes into the next."""
        shards = order.permutation(len(self._shards)).tolist()
        return self._batches(shards, np.random.default_rng(int(order.integers(2**63))), size)

    def _batches(
        self, shards: list[int], order: np.random.Generator, size: int
    ) -> Iterator[tuple[Rows, torch.Tensor]]:
        parts: list[Positions] = []
        for place, number in enumerate(shards):
            one = self._read(number)
            parts.append(one.rows(~one.held_out))
            is_last = place == len(shards) - 1
            if sum(map(len, parts)) < self._buffer and not is_last:
                continue
            block = joined(parts)
            parts.clear()
            rows = Rows(block, self._device)
            shuffled = _shuffled(rows, order)
            whole = len(shuffled) if is_last else len(shuffled) // size * size
            for first in range(0, whole, size):
                yield rows, shuffled[first : first + size]
            parts.append(block.rows(shuffled[whole:].cpu().numpy()))
            del block, rows, shuffled  # before the next ones are read

    def _read(self, number: int) -> Positions:
        data_set, shard = self._shards[number]
        return data_set.read(shard)


def _shuffled(rows: Rows, order: np.random.Generator) -> torch.Tensor:
    numbers = torch.from_numpy(order.permutation(len(rows.training)))
    return rows.training[numbers.to(rows.device)]
