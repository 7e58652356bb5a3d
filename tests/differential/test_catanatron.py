"""Whole games in lockstep with catanatron 3.2.1: any difference outside the table of deviations fails.

``LONGROAD_DIFFERENTIAL_GAMES=500 pytest tests/differential`` plays a hundred times as many as the usual 60.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.metadata import version
from itertools import pairwise

import pytest

pytest.importorskip("catanatron", reason="needs the peer: pip install catanatron==3.2.1")

from catanatron.models.board import STATIC_GRAPH

from differential.catanatron_bridge import EDGE, HEX, NODE, RESOURCES
from differential.deviations import (
    BEST_RATE_ONLY,
    BLOCKED_ENDS,
    CARDS_BEFORE_ROLL,
    DEVIATIONS,
    FREE_ROADS_NEED_PRICE,
    FRESH_CARDS,
    LONE_CREDITOR,
    LOST_ROADS,
    OFF_TURN_WIN,
    ONE_CARD_OF_PLENTY,
    ROAD_CARD_AFTER_CUT,
    Deviation,
)
from differential.peer import Peer
from differential.side_by_side import Difference, SideBySide
from differential.styles import STYLES
from longroad.catan import Board, Rules, State, topology

PINNED = "3.2.1"
pytestmark = pytest.mark.skipif(version("catanatron") != PINNED, reason=f"pinned to catanatron {PINNED}")

GAMES = int(os.environ.get("LONGROAD_DIFFERENTIAL_GAMES", "5"))


def rules_of(players: int, seed: int) -> Rules:
    """Official rules without domestic trade; boards, bank rates and the size of the bank take turns."""
    return Rules(
        players=players,
        offers_per_turn=0,
        maritime=("all", "best")[seed % 2],
        board=("random", "spiral", "balanced")[seed % 3],
        bank=(19, 19, 19, 12)[seed % 4],
    )


def play(players: int, style: str, seed: int) -> SideBySide:
    game = SideBySide(rules_of(players, seed), seed)
    game.play(style, seed)
    return game


# -- The two boards


def test_places_coincide() -> None:
    land = STATIC_GRAPH.subgraph(NODE.values())
    assert (len(HEX), len(set(NODE.values())), land.number_of_edges()) == (19, 54, 72)
    assert {frozenset(edge) for edge in EDGE} == {frozenset(edge) for edge in land.edges()}


def test_terrain_tokens_and_harbors_coincide() -> None:
    for seed in range(20):
        board = Board.generate("random", seed=seed)
        peer = Peer(State(Rules(offers_per_turn=0), board=board))
        catan_map = peer.state.board.map
        for coordinate, tile in catan_map.land_tiles.items():
            hex_ = HEX[coordinate]
            assert {NODE[node] for node in topology.HEX_CORNERS[hex_]} == set(tile.nodes.values())
            assert (tile.number or 0) == board.tokens[hex_]
            assert tile.resource == (*RESOURCES, None)[board.terrain[hex_]]
        for kind, resource in enumerate((*RESOURCES, None)):
            paths = [p for k, p in zip(board.harbors, topology.HARBOR_PATHS, strict=True) if k == kind]
            ends = {NODE[end] for path in paths for end in topology.PATH_ENDS[path]}
            assert catan_map.port_nodes[resource] == ends
        assert HEX[peer.state.board.robber_coordinate] == board.robber


# -- Games


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_agree(players: int, style: str) -> None:
    for seed in range(GAMES):
        play(players, style, seed)


#: A game, found by search, in which an entry of the table occurs.
OCCURS = {
    LONE_CREDITOR: (4, "building", 2),
    BLOCKED_ENDS: (2, "uniform", 1),
    ROAD_CARD_AFTER_CUT: (4, "crowding", 2),
    OFF_TURN_WIN: (4, "crowding", 31),
    FRESH_CARDS: (2, "uniform", 1),
    CARDS_BEFORE_ROLL: (2, "uniform", 1),
    FREE_ROADS_NEED_PRICE: (2, "uniform", 1),
    ONE_CARD_OF_PLENTY: (3, "crowding", 11),
    BEST_RATE_ONLY: (2, "by kind", 2),
}


@pytest.mark.parametrize("deviation", OCCURS, ids=lambda entry: entry.name)
def test_every_deviation_occurs(deviation: Deviation) -> None:
    """No entry of the table forgives what never happens."""
    assert play(*OCCURS[deviation]).counts[deviation.name] > 0


def test_every_deviation_has_a_test() -> None:
    built_by_hand = {LOST_ROADS}  # the next test
    assert {*OCCURS, *built_by_hand} == set(DEVIATIONS)


def test_a_cut_makes_catanatron_forget_roads() -> None:
    """Too rare for random games, so it is built on catanatron's board: p0's roads meet only at p1's n21."""
    peer = Peer(State(Rules(players=2, offers_per_turn=0)))
    board, (us, them) = peer.state.board, peer.colors

    def roads(color: object, *nodes: int) -> None:
        for first, second in pairwise(nodes):
            board.build_road(color, tuple(sorted((NODE[first], NODE[second]))))

    for color, node in ((us, 16), (us, 24), (them, 10), (them, 30)):
        board.build_settlement(color, NODE[node], True)
    roads(us, 16, 17, 18, 19, 20, 21)
    roads(them, 10, 11, 21)
    board.build_settlement(them, NODE[21])
    roads(us, 24, 23, 22, 21)
    roads(them, 30, 29, 18)
    assert not peer.lost_roads(0)
    board.build_settlement(them, NODE[18])
    assert peer.lost_roads(0) == {22, 23, 24}
    peer.find_lost_roads(0)
    assert not peer.lost_roads(0)


# -- The comparison itself


def _take_a_card(game: SideBySide) -> None:
    game.peer.pay(0, 0, 1)


def _move_the_robber(game: SideBySide) -> None:
    game.peer.state.board.robber_coordinate = (0, 0, 0) if game.state.robber != HEX[0, 0, 0] else (1, -1, 0)


def _lengthen_a_road(game: SideBySide) -> None:
    game.peer.state.board.road_lengths[game.peer.colors[0]] += 1


def _draw_a_development_card(game: SideBySide) -> None:
    game.peer.state.development_listdeck.pop()


def _award_the_army(game: SideBySide) -> None:
    game.peer.state.player_state["P1_HAS_ARMY"] = True


def _list_nothing(game: SideBySide) -> None:
    game.peer.listed = set  # type: ignore[method-assign]


@pytest.mark.parametrize(
    "tamper",
    [
        _take_a_card,
        _move_the_robber,
        _lengthen_a_road,
        _draw_a_development_card,
        _award_the_army,
        _list_nothing,
    ],
)
def test_a_difference_outside_the_table_is_reported(tamper: Callable[[SideBySide], None]) -> None:
    game = SideBySide(rules_of(2, 0), seed=0)
    while game.state.phase != "before roll":
        game.apply(game.legal[0])
    tamper(game)
    with pytest.raises(Difference):
        game.play("uniform", seed=0)
