"""From the 407 bytes of the general encoding to the planes and scalars of Gendre & Kaneko's Table 3, on the
network's device."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from longroad.catan.encodings import ENCODINGS
from longroad.catan.topology import BRICK_HEX, BRICK_INTERSECTION, BRICK_PATH

PLANES, ROWS, COLUMNS = ENCODINGS["gendre2020"].block("planes").shape
CELLS = ROWS * COLUMNS
SCALARS = ENCODINGS["gendre2020"].block("scalars").count

_BLOCKS = {block.name: block for block in ENCODINGS["general"].layout}
HEXES, PATHS, INTERSECTIONS = (_BLOCKS[name].count for name in ("terrain", "road", "building"))


def _bytes(block: str, *fields: str, seat: int = 0) -> list[int]:
    """Where fields of the general encoding stand."""
    return [place for field in fields for place in _BLOCKS[block].field(field, seat)]


_PIECES = ("roads_left", "settlements_left", "cities_left", "knights")
#: Where the scalars of Table 3 stand in the general encoding. A few are made from two bytes: see GendreInput.
_SCALAR_BYTES = (
    *_bytes("seats", "hand", *_PIECES),
    *_bytes("own", "bought", "cards"),  # all cards; those bought this turn are taken off
    *_bytes("seats", "harbor_access", "largest_army", "longest_road"),
    *_bytes("seats", "hand_size", "cards", *_PIECES, "largest_army", "longest_road", seat=1),
    *_bytes("table", "bank", "deck", "rolled", "card_played"),
    *_bytes("table", "left"),  # still to place, counted while roads are free
    *_bytes("table", "left"),  # still to take, counted in a year of plenty
)
_PHASE = _BLOCKS["table"].field("phase")[0]
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


def _block(observation: Tensor, name: str) -> Tensor:
    places = _BLOCKS[name].places
    return observation[:, places.start : places.stop]


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
        """Planes and scalars of observations."""
        dtype = self.scalar_scale.dtype
        planes = torch.cat(
            [self._hexes(observation), self._paths(observation), self._intersections(observation)], dim=1
        )
        planes = nn.functional.pad(planes.to(dtype), (0, 0, 0, 1))
        spread = planes.index_select(1, self.source).reshape(-1, ROWS, COLUMNS, PLANES)
        scalars = observation.index_select(1, self.scalar_bytes).to(dtype)
        older = scalars[:, 14:19] - scalars[:, 9:14]
        phase = observation[:, _PHASE : _PHASE + 1]
        left = scalars[:, 43:45] * (phase == self.kinds[_FREE_ROADS : _PLENTY + 1]).to(dtype)
        scalars = torch.cat([scalars[:, :14], older, scalars[:, 19:43], left], dim=1)
        return spread, scalars * self.scalar_scale

    def _hexes(self, o: Tensor) -> Tensor:
        dtype = self.scalar_scale.dtype
        terrain, token, robber = (_block(o, name).unsqueeze(2) for name in ("terrain", "token", "robber"))
        desert = (terrain == 5).to(dtype)
        production = (terrain == self.kinds[:5]).to(dtype) * (token.to(dtype) / _TOKEN_SCALE)
        return nn.functional.pad(torch.cat([desert, production, robber.to(dtype)], dim=2), (0, 10))

    def _paths(self, o: Tensor) -> Tensor:
        road = _block(o, "road").unsqueeze(2)
        roads = (road == self.kinds[1:3]).to(self.scalar_scale.dtype)
        return nn.functional.pad(roads, (7, 8))

    def _intersections(self, o: Tensor) -> Tensor:
        dtype = self.scalar_scale.dtype
        harbor, building = (_block(o, name).unsqueeze(2) for name in ("harbor", "building"))
        harbors = (harbor == self.kinds[1:7]).to(dtype)
        settled = (building == self.kinds[1:3]).to(dtype) / _BUILDING_SCALE
        cities = (building == self.kinds[5:7]).to(dtype) * (2 / _BUILDING_SCALE)
        return nn.functional.pad(torch.cat([harbors, settled + cities], dim=2), (9, 0))
