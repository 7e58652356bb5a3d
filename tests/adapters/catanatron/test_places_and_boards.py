"""Hexes, intersections, paths, harbors: compared by what touches what, and boards both ways."""

from __future__ import annotations

import pytest

pytest.importorskip("catanatron", reason="needs the extra: pip install 'longroad[catanatron]'")

from catanatron.models.map import MINI_MAP_TEMPLATE, CatanMap

from longroad.adapters.catanatron import our_board, their_map
from longroad.adapters.catanatron.places import COORDINATE, EDGE, HEX, INTERSECTION, NODE, PATH
from longroad.adapters.catanatron.versions import BASE_MAP_TEMPLATE, STATIC_GRAPH
from longroad.adapters.catanatron.words import RESOURCES
from longroad.catan import LAYOUTS, Board, topology
from longroad.errors import BoardError


def test_places_touch_the_same_places() -> None:
    land = STATIC_GRAPH.subgraph(NODE.values())
    assert (len(HEX), len(INTERSECTION), len(PATH)) == (19, 54, 72)
    assert {frozenset(edge) for edge in EDGE} == {frozenset(edge) for edge in land.edges()}
    for node, neighbours in enumerate(topology.INTERSECTION_NEIGHBOURS):
        assert {NODE[neighbour] for neighbour in neighbours} == set(land.neighbors(NODE[node]))
    tiles = CatanMap.from_template(BASE_MAP_TEMPLATE).land_tiles
    for hex_, corners in enumerate(topology.HEX_CORNERS):
        assert {NODE[corner] for corner in corners} == set(tiles[COORDINATE[hex_]].nodes.values())
        sides = {frozenset(edge) for edge in tiles[COORDINATE[hex_]].edges.values()}
        assert {frozenset(EDGE[path]) for path in topology.HEX_PATHS[hex_]} == sides


@pytest.mark.parametrize("layout", LAYOUTS)
def test_boards_of_ours(layout: str) -> None:
    for seed in range(10):
        board = Board.generate(layout, seed=seed)
        catan_map = their_map(board)
        for coordinate, tile in catan_map.land_tiles.items():
            assert (tile.number or 0) == board.tokens[HEX[coordinate]]
            assert tile.resource == (*RESOURCES, None)[board.terrain[HEX[coordinate]]]
        for kind, resource in enumerate((*RESOURCES, None)):
            paths = [p for k, p in zip(board.harbors, topology.HARBOR_PATHS, strict=True) if k == kind]
            assert catan_map.port_nodes[resource] == {
                NODE[end] for p in paths for end in topology.PATH_ENDS[p]
            }
        assert our_board(catan_map) == board


def test_boards_of_theirs() -> None:
    for _ in range(20):
        catan_map = CatanMap.from_template(BASE_MAP_TEMPLATE)
        again = their_map(our_board(catan_map))
        for coordinate, tile in catan_map.land_tiles.items():
            other = again.land_tiles[coordinate]
            assert (tile.resource, tile.number, tile.nodes) == (other.resource, other.number, other.nodes)
        assert catan_map.port_nodes == again.port_nodes
        assert catan_map.node_production == again.node_production


def test_a_robber_that_starts_elsewhere() -> None:
    board = our_board(their_map(Board.generate("beginner")), robber=3)
    assert board.robber == 3


def test_other_maps_are_refused() -> None:
    with pytest.raises(BoardError, match="7 hexes; only its base map of 19"):
        our_board(CatanMap.from_template(MINI_MAP_TEMPLATE))
    without_desert = str(Board.generate("beginner")).replace("D", "W7")
    with pytest.raises(BoardError):
        their_map(Board(without_desert.replace("W7", "W4")))
