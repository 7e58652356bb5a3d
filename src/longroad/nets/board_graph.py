"""Hexes, paths and intersections as one row of 145 cells, and which of them touch."""

from __future__ import annotations

import torch
from torch import Tensor

from longroad.catan.topology import HEX_CORNERS, HEX_PATHS, PATH_ENDS

KINDS = ("hex", "path", "intersection")
HEXES, PATHS, INTERSECTIONS = 19, 72, 54
CELLS = HEXES + PATHS + INTERSECTIONS
#: Rows of a table of cells: a multiple of eight, which matrix units like; the last seven touch nothing and
#: stay unread.
ROWS = -(-CELLS // 8) * 8


def kind_of_cell() -> Tensor:
    """[ROWS]: 0 hex, 1 path, 2 intersection (and the rows beyond)."""
    return torch.tensor([0] * HEXES + [1] * PATHS + [2] * (ROWS - HEXES - PATHS))


def adjacency() -> tuple[Tensor, Tensor]:
    """Two ROWS x ROWS tables of weights; ``table @ rows`` is what each cell hears.

    Every cell touches cells of the two other kinds. The first table holds, for a hex its corners, for a path
    its ends, for an intersection its paths; the second for a hex its borders, for a path its hexes, for an
    intersection its hexes. The weights of a row are 1 / sqrt(most such neighbours), so that a sum stays a sum
    (coasts hear less) of a moderate size.
    """
    first, second = torch.zeros(ROWS, ROWS), torch.zeros(ROWS, ROWS)
    for hexagon, (corners, borders) in enumerate(zip(HEX_CORNERS, HEX_PATHS, strict=True)):
        for corner in corners:
            node = HEXES + PATHS + corner
            first[hexagon, node] = 6**-0.5
            second[node, hexagon] = 3**-0.5
        for border in borders:
            second[hexagon, HEXES + border] = 6**-0.5
            second[HEXES + border, hexagon] = 2**-0.5
    for path, ends in enumerate(PATH_ENDS):
        for end in ends:
            first[HEXES + path, HEXES + PATHS + end] = 2**-0.5
            first[HEXES + PATHS + end, HEXES + path] = 3**-0.5
    return first, second
