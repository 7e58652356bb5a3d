"""What was played, as it looks on a turned or reflected board."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from longroad.catan import symmetry


class MovedBoards:
    """Moves a batch's observations (encoding ``general``), masks and actions by a symmetry of the board that keeps the harbors in their places.

    The policy "move the board, ask, move the answer back" is as good as the network's own, so the probability with which a move was drawn stays
    what it was.
    """

    def __init__(self, codec: str, device: torch.device) -> None:
        kept = np.flatnonzero(symmetry.KEEPS_HARBORS)

        def table(rows: np.ndarray) -> Tensor:
            return torch.from_numpy(rows.copy()).to(device)

        self._observation = table(symmetry.OBSERVATION[kept])
        self._sources = table(symmetry.ACTIONS[codec][kept])
        self._targets = table(symmetry.ACTIONS[codec][symmetry.INVERSE[kept]])

    def moved(self, observation: Tensor, mask: Tensor, action: Tensor, number: int) -> dict[str, Tensor]:
        """All three by symmetry ``number`` (any whole number, they recur)."""
        k = number % len(self._sources)
        return {
            "observation": observation.index_select(1, self._observation[k]),
            "mask": mask.index_select(1, self._sources[k]),
            "action": self._targets[k][action],
        }
