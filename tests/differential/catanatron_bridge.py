"""Longroad's places, names and actions in those of catanatron 3.2.1.

catanatron numbers tiles by cube coordinates and intersections from the middle outwards; ours are in reading
order. Both boards stand with a corner up, and laid one on the other without turning them all nine harbors
coincide (``test_catanatron.py`` checks it by adjacency).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

pytest.importorskip("catanatron", reason="needs the peer: pip install catanatron==3.2.1")

from catanatron.models.enums import ActionPrompt, ActionType
from catanatron.models.map import BASE_MAP_TEMPLATE, CatanMap, LandTile, NodeRef, initialize_tiles

from longroad.catan import Board, State, topology

#: catanatron's names in our order.
RESOURCES = ("BRICK", "WOOD", "ORE", "WHEAT", "SHEEP")
CARDS = ("KNIGHT", "VICTORY_POINT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY")
#: The order of their bank.
BANK = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")
ROAD_PRICE = {"BRICK": 1, "WOOD": 1}
PIECES = {"ROADS": 15, "SETTLEMENTS": 5, "CITIES": 4}
#: The corners of a tile in the order of topology.HEX_CORNERS.
_CORNERS = (
    NodeRef.NORTHWEST,
    NodeRef.NORTH,
    NodeRef.NORTHEAST,
    NodeRef.SOUTHEAST,
    NodeRef.SOUTH,
    NodeRef.SOUTHWEST,
)
#: Our phases at each of catanatron's prompts.
PHASES_OF = {
    ActionPrompt.BUILD_INITIAL_SETTLEMENT: ("setup settlement",),
    ActionPrompt.BUILD_INITIAL_ROAD: ("setup road",),
    ActionPrompt.PLAY_TURN: ("before roll", "main", "free roads"),
    ActionPrompt.DISCARD: ("discard",),
    ActionPrompt.MOVE_ROBBER: ("robber",),
}
#: Our actions that have a kind and nothing else.
_PLAIN = {
    "roll": ActionType.ROLL,
    "end": ActionType.END_TURN,
    "buy card": ActionType.BUY_DEVELOPMENT_CARD,
    "knight": ActionType.PLAY_KNIGHT_CARD,
    "road building": ActionType.PLAY_ROAD_BUILDING,
    "year of plenty": ActionType.PLAY_YEAR_OF_PLENTY,
}
Coordinate = tuple[int, int, int]


# -- Places


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


#: Ours to theirs, and back.
COORDINATE = [_coordinate(hex_) for hex_ in range(len(topology.HEX_CORNERS))]
HEX = {coordinate: hex_ for hex_, coordinate in enumerate(COORDINATE)}
NODE = _nodes()
INTERSECTION = {theirs: ours for ours, theirs in NODE.items()}
EDGE = [tuple(sorted((NODE[a], NODE[b]))) for a, b in topology.PATH_ENDS]
PATH = {edge: path for path, edge in enumerate(EDGE)}


def their_map(board: Board) -> Any:
    """catanatron's map from our board."""
    empty = CatanMap.from_template(BASE_MAP_TEMPLATE).tiles
    resources, numbers, ports = [], [], []
    for coordinate, tile in empty.items():
        if isinstance(tile, LandTile):
            terrain = board.terrain[HEX[coordinate]]
            resources.append((*RESOURCES, None)[terrain])
            if terrain < len(RESOURCES):
                numbers.append(board.tokens[HEX[coordinate]])
        elif hasattr(tile, "direction"):
            ends = set(tile.nodes.values())
            harbor = [set(EDGE[path]) <= ends for path in topology.HARBOR_PATHS].index(True)
            ports.append((*RESOURCES, None)[board.harbors[harbor]])
    # catanatron takes them from the end of the lists.
    return CatanMap.from_tiles(
        initialize_tiles(BASE_MAP_TEMPLATE, numbers[::-1], ports[::-1], resources[::-1])
    )


# -- Actions


def meaning(action: Any, colors: Sequence[Any]) -> tuple[Any, Any]:
    """An action as catanatron's type and value, chance left open; a year of plenty without its cards."""
    kind = action.kind
    if kind in _PLAIN:
        return _PLAIN[kind], None
    if kind == "settle":
        return ActionType.BUILD_SETTLEMENT, NODE[action.intersection]
    if kind == "city":
        return ActionType.BUILD_CITY, NODE[action.intersection]
    if kind == "road":
        return ActionType.BUILD_ROAD, EDGE[action.path]
    if kind == "monopoly":
        return ActionType.PLAY_MONOPOLY, RESOURCES[action.resource]
    if kind == "robber":
        victim = None if action.player is None else colors[action.player]
        return ActionType.MOVE_ROBBER, (COORDINATE[action.hex], victim, None)
    if kind == "trade":
        given = [RESOURCES[action.resource]] * action.give[action.resource]
        wanted = RESOURCES[action.get.index(1)]
        return ActionType.MARITIME_TRADE, (*given, *[None] * (4 - len(given)), wanted)
    raise ValueError(f"{action}: catanatron has no such action")


def two_dice(total: int) -> tuple[int, int]:
    first = min(6, total - 1)
    return first, total - first


# -- Facts


def our_facts(state: State) -> dict[str, Any]:
    """Our position in terms that both engines have."""
    seats = range(state.players)
    settlements = [state.settlements(seat) for seat in seats]
    cities = [state.cities(seat) for seat in seats]
    roads = [state.roads(seat) for seat in seats]
    return {
        "settlements": [sorted(places) for places in settlements],
        "cities": [sorted(places) for places in cities],
        "roads": roads,
        "pieces left": [
            [
                left - len(places[seat])
                for left, places in zip(PIECES.values(), (roads, settlements, cities), strict=True)
            ]
            for seat in seats
        ],
        "bank": state.bank,
        "deck": state.deck,
        "hands": [state.hand(seat) for seat in seats],
        "cards": [state.cards(seat) for seat in seats],
        "knights": [state.knights(seat) for seat in seats],
        "points": [state.points(seat) for seat in seats],
        "public points": [state.public_points(seat) for seat in seats],
        "road lengths": [state.road_length(seat) for seat in seats],
        "longest road": state.longest_road,
        "road card": state.longest_road,
        "largest army": state.largest_army,
        "robber": state.robber,
        "turn": state.turn,
        "current": state.current,
        "actor": state.actor,
        "rolled": state.rolled,
        "card played": state.card_played,
    }
