"""The encoding ``casher2024`` with seats from p0 on, not from the viewer on: so the article's network hardly
learnt."""

from __future__ import annotations

import torch
from torch import Tensor

from longroad.nets.resmlp import FEATURES, POSITION, PlaceNetwork

#: Numbers per row of the position; row 0 marks the viewer.
_WIDTH = 6
#: Rows that hold a number per seat, by the column of the first seat: hand, bank and deck have none.
_ROWS = {0: [*range(184, 251), *range(252, 256)], 1: [39, *range(58, 183)]}
#: Where a move says from whom the robber steals, the viewer first.
_VICTIM = POSITION + 241


def sources(players: int) -> Tensor:
    """``[players, 1782]``: for each viewer, the place in the encoding of each number that is shown.

    >>> row = 185 * 6  # points, by seat
    >>> (sources(3)[1, row : row + 3] - row).tolist()  # p1 looks: p0 is the last of three
    [2, 0, 1]
    """
    table = torch.arange(FEATURES).repeat(players, 1)
    for viewer in range(players):
        for seat in range(players):
            seen = (seat - viewer) % players
            for first, rows in _ROWS.items():
                starts = torch.tensor(rows) * _WIDTH + first
                table[viewer, starts + seat] = starts + seen
            table[viewer, _VICTIM + seat] = _VICTIM + seen
    return table


class FromFirstSeat(PlaceNetwork):
    """A network that is shown every position in the same order of seats, and who looks."""

    sources: Tensor
    shown_at: Tensor

    def __init__(self, network: PlaceNetwork, players: int) -> None:
        super(PlaceNetwork, self).__init__()
        self.network = network
        table = sources(players)
        self.register_buffer("sources", table, persistent=False)
        at = torch.argsort(table[:, POSITION:], 1)
        none = torch.full((players, 1), FEATURES - POSITION)
        self.register_buffer("shown_at", torch.cat([at, none], 1), persistent=False)

    def forward(self, features: Tensor) -> Tensor:
        places: Tensor = self.network(features.gather(1, self.sources[_viewers(features)]))
        return places

    def rate(self, positions: Tensor, moves: Tensor, owners: Tensor) -> Tensor:
        viewers = _viewers(positions)
        shown = positions.gather(1, self.sources[viewers, :POSITION])
        return self.network.rate(shown, self.shown_at[viewers[owners]].gather(1, moves), owners)


def _viewers(rows: Tensor) -> Tensor:
    return rows[:, :_WIDTH].argmax(1)
