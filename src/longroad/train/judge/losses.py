"""What the network is fitted to: who wins, and how siblings differ."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from longroad.train.judge.network import JudgeNetwork
from longroad.train.judge.positions import Positions


def log_loss(logits: Tensor, won: Tensor) -> Tensor:
    """The cross-entropy of the winner, row by row."""
    return -(won * logits.log_softmax(1)).sum(1)


class Rows:
    """Positions of one number of players on a device, those to train on and those held out."""

    def __init__(self, positions: Positions, device: torch.device) -> None:
        def tensor(array: npt.NDArray[np.generic]) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        self.device = device
        self.inputs: Tensor = tensor(positions.inputs)
        self.worths: Tensor = tensor(positions.worths)
        self.won: Tensor = tensor(positions.won)
        self.who: Tensor = tensor(positions.sibling_of.astype(np.int64))
        held, sibling = positions.held_out, positions.is_sibling
        self.training: Tensor = tensor(np.flatnonzero(~held & ~sibling))
        self.held_out: Tensor = tensor(np.flatnonzero(held & ~sibling))
        groups = sibling_groups(positions)
        out = held[groups[:, 0]]
        self.groups: Tensor = tensor(groups[~out])
        self.held_out_groups: Tensor = tensor(groups[out])

    def log_loss(self, network: JudgeNetwork, rows: Tensor) -> Tensor:
        """Row by row."""
        return log_loss(network(self.inputs[rows], self.worths[rows]), self.won[rows])

    def sibling_loss(self, network: JudgeNetwork, groups: Tensor) -> tuple[Tensor, Tensor]:
        """The mean squared error of the differences between siblings, in win probability of the one who
        chose between them; and their log loss."""
        there = (groups >= 0).float()
        rows = groups.clamp(min=0).reshape(-1)
        who = self.who[rows].clamp(min=0)[:, None]
        logits = network(self.inputs[rows], self.worths[rows])
        error = logits.softmax(1).gather(1, who) - self.won[rows].gather(1, who)
        error = error.view_as(there) * there
        error = (error - error.sum(1, keepdim=True) / there.sum(1, keepdim=True)) * there
        losses = log_loss(logits, self.won[rows]).view_as(there) * there
        return error.square().sum() / there.sum(), losses.sum() / there.sum()


def sibling_groups(positions: Positions) -> npt.NDArray[np.int64]:
    """The rows of each group of siblings, one group per row, filled up with -1."""
    rows = np.flatnonzero(positions.is_sibling)
    if not len(rows):
        return np.zeros((0, 2), np.int64)
    games = positions.game[rows]
    begins = np.flatnonzero(np.r_[True, games[1:] != games[:-1]])
    sizes = np.diff(np.r_[begins, len(rows)])
    groups = np.full((len(begins), int(sizes.max())), -1, np.int64)
    group = np.repeat(np.arange(len(begins)), sizes)
    groups[group, np.arange(len(rows)) - np.repeat(begins, sizes)] = rows
    return groups
