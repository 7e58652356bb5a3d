"""From the 407 bytes of the general encoding to what RoadNet reads: one-hot cells, and the table as moderate
numbers."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from longroad.catan.encodings import ENCODINGS
from longroad.catan.topology import HEX_CORNERS
from longroad.nets.board_graph import CELLS, HEXES, INTERSECTIONS, ROWS

_BLOCKS = {block.name: block for block in ENCODINGS["general"].layout}
SEATS, _SEAT_BYTES = _BLOCKS["seats"].shape
_FIRST_SEAT = _BLOCKS["seats"].first
_PHASE, _LAST_ROLL = (_BLOCKS["table"].field(name)[0] for name in ("phase", "last_roll"))
_DOTS = (0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1)
_HEX_FEATURES = 6 + 1 + 1 + 11  # terrain, dots, robber, token
_PATH_FEATURES = SEATS
_INTERSECTION_FEATURES = 2 * SEATS + 6 + 5  # settlements and cities by seat, harbors, dots of each resource
CELL_FEATURES = _HEX_FEATURES + _PATH_FEATURES + _INTERSECTION_FEATURES
_PHASES, _SUMS = 14, 13
#: All bytes from the seats on, the phase and last roll one-hot, the income of each seat, its share under the
#: robber's hex, what it holds of each card.
_PLAIN_BYTES = ENCODINGS["general"].size - _FIRST_SEAT
TABLE_FEATURES = _PLAIN_BYTES + _PHASES + _SUMS + SEATS * 5 * 2
_SEAT_SCALE = (1, 10, 10, 1, *(5,) * 5, 5, 4, 10, 1, 1, 15, 5, 4, *(1,) * 6, 1)
_OWN_SCALE = (*(2,) * 10, 10)
_TABLE_SCALE = (*(19,) * 5, 14, 2, 2, 2, 5, 25, 14, 1, 1, 12, 4, 4, 100, 10, 4)
_TRADE_SCALE = (*(3,) * 10, *(3, *(3,) * 10) * 3)


class RoadInput(nn.Module):
    """Bytes [B, 407] to cells [B, ROWS, CELL_FEATURES], the table [B, TABLE_FEATURES] and who takes part [B,
    4]."""

    scale: Tensor
    corners: Tensor
    dots: Tensor
    kinds: Tensor

    def __init__(self) -> None:
        super().__init__()
        scale = torch.tensor(
            [*_SEAT_SCALE * SEATS, *_OWN_SCALE, *_TABLE_SCALE, *_TRADE_SCALE], dtype=torch.float
        )
        corners = torch.zeros(INTERSECTIONS, HEXES)
        for hexagon, nodes in enumerate(HEX_CORNERS):
            corners[list(nodes), hexagon] = 1
        self.register_buffer("scale", 1 / scale, persistent=False)
        self.register_buffer("corners", corners, persistent=False)
        self.register_buffer("dots", torch.tensor(_DOTS, dtype=torch.float), persistent=False)
        self.register_buffer("kinds", torch.arange(16, dtype=torch.uint8), persistent=False)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Features of the cells and of the table, and which seats take part."""

        def block(name: str) -> Tensor:
            places = _BLOCKS[name].places
            return observation[:, places.start : places.stop]

        terrain, token, robber = block("terrain"), block("token"), block("robber")
        building, harbor = block("building"), block("harbor")
        dots = self.dots[token.int()] / 5
        resources = self._one_hot(terrain, 0, 6)
        yields = resources[:, :, :5] * dots[:, :, None]
        robbed = robber[:, :, None].float()
        around, around_robbed = (
            torch.matmul(self.corners, yields),
            torch.matmul(self.corners, yields * robbed),
        )
        settled, cities = self._one_hot(building, 1, 5), self._one_hot(building, 5, 9)
        hexes = torch.cat([resources, dots[:, :, None], robbed, self._one_hot(token, 2, 13)], 2)
        paths = self._one_hot(block("road"), 1, 5)
        nodes = torch.cat([settled, cities, self._one_hot(harbor, 1, 7), around], 2)
        pad, after_hex = nn.functional.pad, _HEX_FEATURES + _PATH_FEATURES
        cells = torch.cat(
            [
                pad(hexes, (0, CELL_FEATURES - _HEX_FEATURES)),
                pad(paths, (_HEX_FEATURES, CELL_FEATURES - after_hex)),
                pad(nodes, (after_hex, 0, 0, ROWS - CELLS)),
            ],
            1,
        )
        weight = (settled + 2 * cities).transpose(1, 2)
        income = torch.matmul(weight, torch.cat([around - around_robbed, around_robbed], 2))
        plain = observation[:, _FIRST_SEAT:].float() * self.scale
        phase = self._one_hot(observation[:, _PHASE], 0, _PHASES)
        roll = self._one_hot(observation[:, _LAST_ROLL], 0, _SUMS)
        table = torch.cat([plain, phase, roll, income.flatten(1) / 2], 1)
        takes_part = observation[:, _FIRST_SEAT : _FIRST_SEAT + SEATS * _SEAT_BYTES : _SEAT_BYTES] > 0
        return cells, table, takes_part

    def _one_hot(self, codes: Tensor, first: int, end: int) -> Tensor:
        return (codes.unsqueeze(-1) == self.kinds[first:end]).float()
