"""Longroad's hexes, intersections and paths in catanatron's numbers.

catanatron numbers tiles by cube coordinates and intersections from the middle outwards; ours are in reading
order. Both boards stand with a corner up, and laid one on the other without turning them all nine harbors
coincide.
"""

from __future__ import annotations

from longroad.adapters.catanatron.versions import BASE_MAP_TEMPLATE, CatanMap, NodeRef
from longroad.catan import topology

Coordinate = tuple[int, int, int]
Edge = tuple[int, int]

#: The corners of a tile in the order of topology.HEX_CORNERS.
_CORNERS = (
    NodeRef.NORTHWEST,
    NodeRef.NORTH,
    NodeRef.NORTHEAST,
    NodeRef.SOUTHEAST,
    NodeRef.SOUTH,
    NodeRef.SOUTHWEST,
)


def _coordinate(hex_: int) -> Coordinate:
    row, column = topology.HEX_CELL[hex_]
    z = row - 2
    x = (column - 4 - z) // 2
    return x, -x - z, z


def _nodes() -> dict[int, int]:
    tiles = CatanMap.from_template(BASE_MAP_TEMPLATE).land_tiles
    return {
        node: tiles[_coordinate(hex_)].nodes[corner]
        for hex_, corners in enumerate(topology.HEX_CORNERS)
        for node, corner in zip(corners, _CORNERS, strict=True)
    }


def edge_between(first: int, second: int) -> Edge:
    """catanatron's edge between two of its intersections, as it lists it.

    >>> edge_between(7, 3)
    (3, 7)
    """
    return min(first, second), max(first, second)


#: Ours to theirs, and back.
COORDINATE: list[Coordinate] = [_coordinate(hex_) for hex_ in range(len(topology.HEX_CORNERS))]
HEX: dict[Coordinate, int] = {coordinate: hex_ for hex_, coordinate in enumerate(COORDINATE)}
NODE: dict[int, int] = _nodes()
INTERSECTION: dict[int, int] = {theirs: ours for ours, theirs in NODE.items()}
EDGE: list[Edge] = [edge_between(NODE[a], NODE[b]) for a, b in topology.PATH_ENDS]
PATH: dict[Edge, int] = {edge: path for path, edge in enumerate(EDGE)}
