"""Boards: catanatron's map from our board, and back."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from longroad.adapters.catanatron.places import COORDINATE, EDGE, HEX
from longroad.adapters.catanatron.versions import BASE_MAP_TEMPLATE, CatanMap, LandTile, initialize_tiles
from longroad.adapters.catanatron.words import RESOURCES
from longroad.catan import Board, topology
from longroad.errors import BoardError

#: Our letters of terrains and harbors.
_TERRAIN, _HARBOR = "BLOGWD", "BLOGW3"
_ROWS = (3, 4, 5, 4, 3)
_DESERT = len(RESOURCES)


def their_map(board: Board) -> Any:
    """catanatron's map of a board. The robber's first place is not part of it. Raises BoardError for a board
    without a desert."""
    if _DESERT not in board.terrain:
        raise BoardError("board: catanatron's maps have at least one desert")

    def land(coordinate: Any) -> tuple[str | None, int]:
        hex_ = HEX[coordinate]
        return (*RESOURCES, None)[board.terrain[hex_]], board.tokens[hex_]

    return assembled_map(land, lambda _, port: (*RESOURCES, None)[board.harbors[_harbor_at(port)]])


def assembled_map(
    land: Callable[[Any], tuple[str | None, int]], port: Callable[[Any, Any], str | None]
) -> Any:
    """catanatron's base map. ``land`` gives the resource (None for a desert) and the number at a coordinate,
    ``port`` the resource (None for 3:1) at a coordinate with its tile."""
    resources, numbers, ports = [], [], []
    for coordinate, tile in CatanMap.from_template(BASE_MAP_TEMPLATE).tiles.items():
        if isinstance(tile, LandTile):
            resource, number = land(coordinate)
            resources.append(resource)
            if resource is not None:
                numbers.append(number)
        elif hasattr(tile, "direction"):
            ports.append(port(coordinate, tile))
    # catanatron takes them from the end of the lists.
    lists = (numbers[::-1], ports[::-1], resources[::-1])
    freely = (
        {"number_placement": "random"}
        if "number_placement" in inspect.signature(initialize_tiles).parameters
        else {}
    )
    return CatanMap.from_tiles(initialize_tiles(BASE_MAP_TEMPLATE, *lists, **freely))


def our_board(catan_map: Any, robber: int | None = None) -> Board:
    """Our board of a catanatron map. ``robber`` is the hex on which the robber starts, by default the
    first desert. Raises BoardError for maps of another shape."""
    if set(catan_map.land_tiles) != set(HEX):
        raise BoardError(
            f"board: catanatron's map has {len(catan_map.land_tiles)} hexes; only its base map of {len(HEX)} "
            "can be played"
        )
    cells = []
    for hex_, coordinate in enumerate(COORDINATE):
        tile = catan_map.land_tiles[coordinate]
        terrain = _DESERT if tile.resource is None else RESOURCES.index(tile.resource)
        star = "*" if hex_ == robber else ""
        cells.append(_TERRAIN[terrain] + str(tile.number or "") + star)
    rows = []
    for length in _ROWS:
        rows.append(" ".join(cells[:length]))
        del cells[:length]
    harbors = [_HARBOR[_kind(catan_map, path)] for path in topology.HARBOR_PATHS]
    return Board(f"{' / '.join(rows)} | {' '.join(harbors)}")


def _harbor_at(port: Any) -> int:
    """The number of our harbor at the intersections of a port."""
    ends = set(port.nodes.values())
    return [set(EDGE[path]) <= ends for path in topology.HARBOR_PATHS].index(True)


def _kind(catan_map: Any, path: int) -> int:
    kinds = [resource for resource, nodes in catan_map.port_nodes.items() if set(EDGE[path]) <= set(nodes)]
    if len(kinds) != 1:
        raise BoardError(f"board: catanatron's map has no harbor at e{path}")
    return _DESERT if kinds[0] is None else RESOURCES.index(kinds[0])
