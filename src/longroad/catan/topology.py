"""Which hexes, intersections, paths and harbors touch, as tables of plain numbers.

Numbers are those of the notation: hex 7 is ``h7``, intersection 23 ``n23``, path 41 ``e41``
(docs/reference/rules.md).

>>> HEX_CORNERS[0]
(0, 1, 2, 10, 9, 8)
>>> PATH_ENDS[6]
(0, 8)
"""

from longroad._native import topology as _t

#: The six corners of each hex, clockwise from the top-left one.
HEX_CORNERS: tuple[tuple[int, ...], ...] = _t.HEX_CORNERS
#: The six borders of each hex: from each corner to the next one.
HEX_PATHS: tuple[tuple[int, ...], ...] = _t.HEX_PATHS
HEX_NEIGHBOURS: tuple[tuple[int, ...], ...] = _t.HEX_NEIGHBOURS
PATH_ENDS: tuple[tuple[int, int], ...] = _t.PATH_ENDS
INTERSECTION_HEXES: tuple[tuple[int, ...], ...] = _t.INTERSECTION_HEXES
INTERSECTION_NEIGHBOURS: tuple[tuple[int, ...], ...] = _t.INTERSECTION_NEIGHBOURS
#: The path of each harbor, clockwise.
HARBOR_PATHS: tuple[int, ...] = _t.HARBOR_PATHS
#: Row (0-5) and column (0-10) of each intersection.
INTERSECTION_CELL: tuple[tuple[int, int], ...] = _t.INTERSECTION_CELL
#: Row (0-4) of each hex and the column of its left border.
HEX_CELL: tuple[tuple[int, int], ...] = _t.HEX_CELL
#: Row (0-10) and column (0-20) on the brick grid.
BRICK_HEX: tuple[tuple[int, int], ...] = _t.BRICK_HEX
BRICK_PATH: tuple[tuple[int, int], ...] = _t.BRICK_PATH
BRICK_INTERSECTION: tuple[tuple[int, int], ...] = _t.BRICK_INTERSECTION
