"""Our own network: one for 2 to 4 players, over hexes, paths and intersections as they touch each other.

Every hex, path and intersection is a row of ``width`` numbers, the rest of the table one row of ``table``
numbers. A block lets each row hear its neighbours of the two other kinds (a path its ends and its hexes, an
intersection its paths and its hexes, ...) and the table, and the table hear the mean and the maximum of each
kind. All weights are shared over the board, so the twelve symmetries of the board hold by construction.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from longroad.nets.board_graph import CELLS, HEXES, INTERSECTIONS, KINDS, PATHS, adjacency, kind_of_cell
from longroad.nets.network import FORBIDDEN, Heads, PolicyNetwork
from longroad.nets.roadnet_input import CELL_FEATURES, TABLE_FEATURES, RoadInput

SEATS = 4
ROBBER_CHOICES = 4  # nobody, or the seat after the actor
#: Entries of the general codec that are not on the board: before the settlements and after the robber's.
OTHERS_BEFORE, OTHERS_AFTER = 24, 243


class Block(nn.Module):
    """One exchange between neighbours, and between board and table."""

    def __init__(self, width: int, table: int) -> None:
        super().__init__()
        self.norm: nn.LayerNorm = nn.LayerNorm(width)
        self.table_norm: nn.LayerNorm = nn.LayerNorm(table)
        self.send: nn.Linear = nn.Linear(width, 3 * width, bias=False)
        self.from_table: nn.Linear = nn.Linear(table, width)
        self.kind: nn.Parameter = nn.Parameter(torch.zeros(len(KINDS), width))
        self.out: nn.Linear = nn.Linear(width, width)
        self.hear: nn.Linear = nn.Linear(table + 2 * len(KINDS) * width, table)
        self.table_out: nn.Linear = nn.Linear(table, table)
        for last in (self.out, self.table_out):
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)

    def forward(
        self, cells: Tensor, table: Tensor, near: Tensor, far: Tensor, kinds: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Cells and table after an exchange of messages."""
        sent = self.send(self.norm(cells).to(cells.dtype)).unflatten(2, (3, cells.shape[2]))
        heard = sent[:, :, 0] + torch.matmul(near, sent[:, :, 1]) + torch.matmul(far, sent[:, :, 2])
        normed = self.table_norm(table).to(table.dtype)
        heard = heard + self.from_table(normed)[:, None, :] + self.kind[kinds].to(cells.dtype)
        cells = cells + self.out(nn.functional.gelu(heard, approximate="tanh"))
        pooled = torch.cat([normed, pooled_kinds(cells)], 1)
        table = table + self.table_out(nn.functional.gelu(self.hear(pooled), approximate="tanh"))
        return cells, table


def pooled_kinds(cells: Tensor) -> Tensor:
    """Mean and maximum over the hexes, over the paths, over the intersections.

    ``max`` and not ``amax``: the gradient of the latter looks for entries that equal the maximum, and a
    compiled kernel that keeps more digits than were stored finds none and divides by their number.
    """
    parts = torch.split(cells[:, :CELLS], [HEXES, PATHS, INTERSECTIONS], 1)
    return torch.cat([pool for part in parts for pool in (part.mean(1), part.max(1).values)], 1)


class RoadNet(PolicyNetwork):
    """``blocks`` exchanges over rows of ``width`` numbers and a table of ``table`` numbers."""

    codec = "general"
    players = SEATS
    near: Tensor
    far: Tensor
    kinds: Tensor

    def __init__(self, width: int = 96, table: int = 192, blocks: int = 6) -> None:
        super().__init__()
        self.read: RoadInput = RoadInput()
        self.enter_cells: nn.Linear = nn.Linear(CELL_FEATURES, width)
        self.enter_table: nn.Linear = nn.Linear(TABLE_FEATURES, table)
        self.blocks: nn.ModuleList = nn.ModuleList(Block(width, table) for _ in range(blocks))
        self.norm: nn.LayerNorm = nn.LayerNorm(width)
        self.table_norm: nn.LayerNorm = nn.LayerNorm(table)
        self.from_table: nn.Linear = nn.Linear(table, width)
        self.on_board: nn.Linear = nn.Linear(width, 2 + 1 + ROBBER_CHOICES)
        self.elsewhere: nn.Linear = nn.Linear(table + 2 * len(KINDS) * width, table)
        self.others: nn.Linear = nn.Linear(table, OTHERS_BEFORE + OTHERS_AFTER)
        self.judge: nn.Linear = nn.Linear(table, 2 * SEATS + 1)
        for last in (self.on_board, self.others, self.judge):
            nn.init.normal_(last.weight, std=0.01)
            nn.init.zeros_(last.bias)
        near, far = adjacency()
        self.register_buffer("near", near, persistent=False)
        self.register_buffer("far", far, persistent=False)
        self.register_buffer("kinds", kind_of_cell(), persistent=False)

    def forward(self, observation: Tensor) -> Heads:
        """What it says of observations."""
        cell_features, table_features, takes_part = self.read(observation)
        cells, table = self.enter_cells(cell_features), self.enter_table(table_features)
        near, far = self.near.to(cells.dtype), self.far.to(cells.dtype)
        for block in self.blocks:
            cells, table = block(cells, table, near, far, self.kinds)
        cells, table = self.norm(cells).to(cells.dtype), self.table_norm(table).to(table.dtype)
        told = nn.functional.gelu(cells + self.from_table(table)[:, None, :], approximate="tanh")
        board = self.on_board(told).float()
        elsewhere = nn.functional.gelu(
            self.elsewhere(torch.cat([table, pooled_kinds(cells)], 1)), approximate="tanh"
        )
        others, judged = self.others(elsewhere).float(), self.judge(elsewhere).float()
        first_path, first_intersection = HEXES, HEXES + PATHS
        logits = torch.cat(
            [
                others[:, :OTHERS_BEFORE],
                board[:, first_intersection:CELLS, 0],
                board[:, first_intersection:CELLS, 1],
                board[:, first_path:first_intersection, 2],
                board[:, :HEXES, 3:].flatten(1),
                others[:, OTHERS_BEFORE:],
            ],
            1,
        )
        value_logits = judged[:, :SEATS].masked_fill(~takes_part, FORBIDDEN)
        return Heads(
            logits, value_logits.softmax(1), value_logits, judged[:, SEATS : 2 * SEATS], judged[:, -1]
        )
