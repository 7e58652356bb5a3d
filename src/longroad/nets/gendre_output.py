"""The heads of Gendre & Kaneko's Table 4: five board channels, read where they mean something, and 117
others."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from longroad.catan.codecs import CODECS
from longroad.nets.gendre_input import HEXES, PATHS, cell_numbers

BOARD_CHANNELS = 5
OTHERS = CODECS["gendre2020"].size - CODECS["gendre2020"].block("roll").first


def _places() -> list[tuple[int, int]]:
    """(cell, channel) of the 218 board entries of the codec, in its order."""
    cells = cell_numbers()
    hexes, paths, intersections = cells[:HEXES], cells[HEXES : HEXES + PATHS], cells[HEXES + PATHS :]
    blocks = ((hexes, 0), (hexes, 1), (paths, 2), (intersections, 3), (intersections, 4))
    return [(cell, channel) for where, channel in blocks for cell in where]


class GendreOutput(nn.Module):
    """Channels [B, 11, 21, 5 or more] and others [B, 117] to logits [B, 335]."""

    cells: Tensor
    channels: Tensor

    def __init__(self) -> None:
        super().__init__()
        places = torch.tensor(_places())
        self.register_buffer("cells", places[:, 0].clone(), persistent=False)
        self.register_buffer("channels", places[:, 1].clone(), persistent=False)

    def forward(self, board: Tensor, others: Tensor) -> Tensor:
        """The logits of the codec, from the channels of the board and the other numbers."""
        flat = board.flatten(1)
        on_board = flat.index_select(1, self.cells * board.shape[3] + self.channels)
        return torch.cat([on_board, others], 1).float()
