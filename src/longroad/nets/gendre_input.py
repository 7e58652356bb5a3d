"""From the 407 bytes of the general encoding to the planes and scalars of Gendre & Kaneko's Table 3, on the
network's device."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from longroad.catan.encodings import GENERAL_BLOCKS
from longroad.catan.topology import BRICK_HEX, BRICK_INTERSECTION, BRICK_PATH

ROWS, COLUMNS = 11, 21
CELLS = ROWS * COLUMNS
PLANES, SCALARS = 17, 45
HEXES, PATHS, INTERSECTIONS = 19, 72, 54

_FIRST = {name: first for name, first, _ in GENERAL_BLOCKS}
#: Where the scalars of Table 3 stand in the general encoding. A few are made from two bytes: see GendreInput.
_SELF, _OTHER, _OWN, _TABLE = _FIRST["seats"], _FIRST["seats"] + 24, _FIRST["own"], _FIRST["table"]
_SCALAR_BYTES = (
    *range(_SELF + 4, _SELF + 9),  # own resources
    *range(_SELF + 14, _SELF + 17),  # pieces left
    _SELF + 10,  # army
    *range(_OWN + 5, _OWN + 10),  # cards bought this turn
    *range(_OWN, _OWN + 5),  # all cards; those bought this turn are taken off
    *range(_SELF + 17, _SELF + 23),  # harbor access
    _SELF + 13,  # largest army
    _SELF + 12,  # longest road
    _OTHER + 2,  # hand size
    _OTHER + 9,  # development cards
    *range(_OTHER + 14, _OTHER + 17),
    _OTHER + 10,
    _OTHER + 13,
    _OTHER + 12,
    *range(_TABLE, _TABLE + 5),  # bank
    _TABLE + 10,  # deck
    _TABLE + 12,  # rolled
    _TABLE + 13,  # card played
    _TABLE + 15,  # still to place, counted while roads are free
    _TABLE + 15,  # still to take, counted in a year of plenty
)
#: Every number divided by about its largest value.
_SCALAR_SCALE = (
    *(5.0,) * 5,
    15.0,
    5.0,
    4.0,
    5.0,
    *(2.0,) * 10,
    *(1.0,) * 8,
    10.0,
    5.0,
    15.0,
    5.0,
    4.0,
    5.0,
    1.0,
    1.0,
    *(19.0,) * 5,
    25.0,
    1.0,
    1.0,
    2.0,
    2.0,
)
_FREE_ROADS, _PLENTY = 8, 9  # phases
_TOKEN_SCALE, _BUILDING_SCALE = 12.0, 2.0


def cell_numbers() -> list[int]:
    """The cell of the brick grid, row by row, of every hex, path and intersection, in this order."""
    return [row * COLUMNS + column for row, column in (*BRICK_HEX, *BRICK_PATH, *BRICK_INTERSECTION)]


class GendreInput(nn.Module):
    """Bytes [B, 407] to planes [B, 11, 21, 17] (channels last) and scalars [B, 45], each divided by about its
    largest value."""

    source: Tensor
    scalar_bytes: Tensor
    scalar_scale: Tensor
    kinds: Tensor

    def __init__(self) -> None:
        super().__init__()
        source = torch.full((CELLS,), HEXES + PATHS + INTERSECTIONS)  # the row of zeros
        for number, cell in enumerate(cell_numbers()):
            source[cell] = number
        self.register_buffer("source", source, persistent=False)
        self.register_buffer("scalar_bytes", torch.tensor(_SCALAR_BYTES), persistent=False)
        self.register_buffer("scalar_scale", 1 / torch.tensor(_SCALAR_SCALE), persistent=False)
        self.register_buffer("kinds", torch.arange(10, dtype=torch.uint8), persistent=False)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        dtype = self.scalar_scale.dtype
        planes = torch.cat(
            [self._hexes(observation), self._paths(observation), self._intersections(observation)], dim=1
        )
        planes = nn.functional.pad(planes.to(dtype), (0, 0, 0, 1))
        spread = planes.index_select(1, self.source).reshape(-1, ROWS, COLUMNS, PLANES)
        scalars = observation.index_select(1, self.scalar_bytes).to(dtype)
        older = scalars[:, 14:19] - scalars[:, 9:14]
        phase = observation[:, _TABLE + 11 : _TABLE + 12]
        left = scalars[:, 43:45] * (phase == self.kinds[_FREE_ROADS : _PLENTY + 1]).to(dtype)
        scalars = torch.cat([scalars[:, :14], older, scalars[:, 19:43], left], dim=1)
        return spread, scalars * self.scalar_scale

    def _hexes(self, o: Tensor) -> Tensor:
        dtype = self.scalar_scale.dtype
        terrain, token, robber = (
            o[:, _FIRST[name] : _FIRST[name] + HEXES].unsqueeze(2) for name in ("terrain", "token", "robber")
        )
        desert = (terrain == 5).to(dtype)
        production = (terrain == self.kinds[:5]).to(dtype) * (token.to(dtype) / _TOKEN_SCALE)
        return nn.functional.pad(torch.cat([desert, production, robber.to(dtype)], dim=2), (0, 10))

    def _paths(self, o: Tensor) -> Tensor:
        road = o[:, _FIRST["road"] : _FIRST["road"] + PATHS].unsqueeze(2)
        roads = (road == self.kinds[1:3]).to(self.scalar_scale.dtype)
        return nn.functional.pad(roads, (7, 8))

    def _intersections(self, o: Tensor) -> Tensor:
        dtype = self.scalar_scale.dtype
        harbor, building = (
            o[:, _FIRST[name] : _FIRST[name] + INTERSECTIONS].unsqueeze(2) for name in ("harbor", "building")
        )
        harbors = (harbor == self.kinds[1:7]).to(dtype)
        settled = (building == self.kinds[1:3]).to(dtype) / _BUILDING_SCALE
        cities = (building == self.kinds[5:7]).to(dtype) * (2 / _BUILDING_SCALE)
        return nn.functional.pad(torch.cat([harbors, settled + cities], dim=2), (9, 0))
