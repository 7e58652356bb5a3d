"""Which hexes, intersections, paths and harbors touch."""



HEX_CORNERS: tuple[tuple[int, ...], ...]

HEX_PATHS: tuple[tuple[int, ...], ...]

HEX_NEIGHBOURS: tuple[tuple[int, ...], ...]

PATH_ENDS: tuple[tuple[int, int], ...]

INTERSECTION_HEXES: tuple[tuple[int, ...], ...]

INTERSECTION_NEIGHBOURS: tuple[tuple[int, ...], ...]

HARBOR_PATHS: tuple[int, ...]

INTERSECTION_CELL: tuple[tuple[int, int], ...]

HEX_CELL: tuple[tuple[int, int], ...]

BRICK_HEX: tuple[tuple[int, int], ...]

BRICK_PATH: tuple[tuple[int, int], ...]

BRICK_INTERSECTION: tuple[tuple[int, int], ...]
