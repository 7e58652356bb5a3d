"""What was played, seen on a rotated or reflected board."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from longroad.catan import symmetry


class MovedBoards:
    """Moves a batch's observations (encoding ``general``), masks, actions and advice by a symmetry of the
    board that keeps the harbors in their places.

    The policy "move the board, ask, move the answer back" is as good as the network's own, so the probability
    with which a move was drawn stays what it was.
    """

    def __init__(self, codec: str, device: torch.device) -> None:
        kept = np.flatnonzero(symmetry.KEEPS_HARBORS)

        def table(rows: np.ndarray) -> Tensor:
            return torch.from_numpy(rows.copy()).to(device)

        self._observation = table(symmetry.OBSERVATION[kept])
        self._sources = table(symmetry.ACTIONS[codec][kept])
        self._targets = table(symmetry.ACTIONS[codec][symmetry.INVERSE[kept]])

    def moved(self, batch: dict[str, Tensor], number: int) -> dict[str, Tensor]:
        """``observation``, ``mask``, ``action`` and ``advice`` (-1 stays) by symmetry ``number`` (any whole
        number, they recur); the rest as it is."""
        k = number % len(self._sources)
        targets, advice = self._targets[k], batch["advice"]
        return batch | {
            "observation": batch["observation"].index_select(1, self._observation[k]),
            "mask": batch["mask"].index_select(1, self._sources[k]),
            "action": targets[batch["action"]],
            "advice": torch.where(advice >= 0, targets[advice.clamp(min=0)], advice),
        }
