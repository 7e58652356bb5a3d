"""The reference against itself: its geometry, its longest road, and whole games of random moves."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

from .board import (
    BEGINNERS_BOARD,
    COAST,
    HARBOR_PATHS,
    HEX_CORNERS,
    HEXES,
    NODE_HEXES,
    NODE_NEIGHBOURS,
    NODE_PATHS,
    NODES,
    PATH_ENDS,
    PATHS,
    board_text,
    parse_board,
)
from .cards import DECK
from .game import Game
from .longest_road import next_holder, road_length

# ---- Geometry -------------------------------------------------------------------------------------------


def path_between(first: int, second: int) -> int:
    return PATH_ENDS.index((min(first, second), max(first, second)))


def test_sizes_and_degrees() -> None:
    assert (len(HEXES), len(NODES), len(PATHS)) == (19, 54, 72)
    assert all(len(set(corners)) == 6 for corners in HEX_CORNERS)
    assert sum(len(hexes) for hexes in NODE_HEXES) == 19 * 6
    degrees = [len(NODE_PATHS[node]) for node in NODES]
    assert (degrees.count(2), degrees.count(3)) == (18, 36)
    assert len(set(PATH_ENDS)) == 72 and all(first < second for first, second in PATH_ENDS)


def test_a_hex_is_a_ring_of_six_paths() -> None:
    for corners in HEX_CORNERS:
        ring = [path for path in PATHS if set(PATH_ENDS[path]) <= set(corners)]
        assert len(ring) == 6
        assert all(sum(node in PATH_ENDS[path] for path in ring) == 2 for node in corners)


def test_reading_order() -> None:
    assert HEX_CORNERS[0] == [0, 1, 2, 8, 9, 10]
    assert HEX_CORNERS[9] == [20, 21, 22, 31, 32, 33]  # the middle of the board
    assert HEX_CORNERS[18] == [43, 44, 45, 51, 52, 53]
    # Six paths inside the first row, then its four upright ones, then the second row.
    assert PATH_ENDS[5:11] == [(5, 6), (0, 8), (2, 10), (4, 12), (6, 14), (7, 8)]
    assert PATH_ENDS[71] == (52, 53)


def test_the_coast_is_a_ring_of_thirty_paths() -> None:
    assert len(set(COAST)) == 30
    assert PATH_ENDS[COAST[0]] == (0, 1) and PATH_ENDS[COAST[1]] == (1, 2)
    assert PATH_ENDS[COAST[29]] == (0, 8)
    for here, there in zip(COAST, COAST[1:] + COAST[:1], strict=True):
        assert set(PATH_ENDS[here]) & set(PATH_ENDS[there])
    assert len({node for path in HARBOR_PATHS for node in PATH_ENDS[path]}) == 18
    # A half turn of the board maps node n to node 53 - n, and the coast to itself.
    assert all(53 - PATH_ENDS[COAST[i]][0] == PATH_ENDS[COAST[i - 15]][1] for i in range(30))


def test_board_text_round_trip() -> None:
    board = parse_board(BEGINNERS_BOARD)
    assert board_text(board) == BEGINNERS_BOARD
    assert board.robber == 9 and board.harbor_at(0) == board.harbor_at(1) == "general"
    moved = BEGINNERS_BOARD.replace("W11", "W11*")
    assert parse_board(moved).robber == 18 and board_text(parse_board(moved)) == moved
    assert parse_board(BEGINNERS_BOARD.replace("D", "L2")).robber == 0
    for wrong in ("D5", "B7", "B", "X3", "B13", "B5**", "B5 B5", "O10* W2*"):
        with pytest.raises(ValueError):
            parse_board(BEGINNERS_BOARD.replace("O10", wrong))


# ---- Longest road ---------------------------------------------------------------------------------------

RING = [20, 21, 22, 33, 32, 31]  # the corners of the middle hex, clockwise


def trail(*nodes: int) -> set[int]:
    return {path_between(a, b) for a, b in pairwise(nodes)}


def test_longest_road_shapes() -> None:
    line = trail(7, 8, 9, 10, 11, 12)
    assert road_length(line, []) == 5
    assert road_length(line | trail(10, 2), []) == 5  # a branch does not count
    assert road_length(line, [9]) == 3  # an opponent cuts
    assert road_length(line, [7, 12]) == 5  # a road may end at its building
    assert road_length(set(), []) == 0
    loop = trail(*RING, RING[0])
    assert road_length(loop, []) == 6
    assert road_length(loop, [21]) == 6  # begins and ends at the opponent's building
    assert road_length(loop, [20, 33]) == 3
    tail = trail(21, 11, 10)
    assert road_length(loop | tail, []) == 8
    assert road_length(loop | tail, [21]) == 6  # the loop ends where the tail begins
    two_rings = loop | trail(22, 23, 24, 35, 34, 33)
    assert road_length(two_rings, []) == 11


def trail_length_by_euler(roads: set[int], closed: set[int]) -> int:
    """Another way to the same number: the largest connected subset with at most two odd ends."""

    def ends(path: int) -> list[object]:
        # A closed node is a separate end for each path that touches it.
        return [(node, path) if node in closed else node for node in PATH_ENDS[path]]

    for size in range(len(roads), 0, -1):
        for chosen in combinations(sorted(roads), size):
            flat = [end for path in chosen for end in ends(path)]
            if sum(flat.count(end) % 2 for end in set(flat)) > 2:
                continue
            reached = set(ends(chosen[0]))
            for _ in chosen:
                reached |= {e for path in chosen if reached & set(ends(path)) for e in ends(path)}
            if reached == set(flat):
                return size
    return 0


def test_longest_road_against_another_method() -> None:
    rng = random.Random(1)
    for _ in range(150):
        roads = {rng.choice(PATHS)}
        while len(roads) < 9:
            nodes = [node for path in roads for node in PATH_ENDS[path]]
            roads.add(rng.choice(NODE_PATHS[rng.choice(nodes)]))
        closed = set(rng.sample(nodes, rng.randrange(3)))
        assert road_length(roads, closed) == trail_length_by_euler(roads, closed)


def test_who_holds_the_longest_road() -> None:
    assert next_holder([4, 4], None) is None
    assert next_holder([5, 4], None) == 0
    assert next_holder([5, 5], 0) == 0
    assert next_holder([5, 6], 0) == 1
    assert next_holder([4, 5, 5], 0) is None  # cut, and two others tie
    assert next_holder([4, 5, 3], 0) == 1
    assert next_holder([5, 5, 4], None) is None
    assert next_holder([4, 3, 2], 0) is None


# ---- Whole games ----------------------------------------------------------------------------------------


def random_step(game: Game, rng: random.Random) -> str:
    chances = game.chance_outcomes()
    if chances:
        assert sum(chances.values()) == 1 and game.legal_actions() == [] and game.actor is None
        return rng.choices(list(chances), weights=[float(p) for p in chances.values()])[0]
    actions = game.legal_actions()
    assert len(actions) == len(set(actions)) > 0 and game.actor is not None
    # The kind first, then the action; else the many offers would crowd out everything.
    kind = rng.choice(sorted({action.split()[0] for action in actions}))
    return rng.choice([action for action in actions if action.split()[0] == kind])


def check_invariants(game: Game) -> None:
    for resource, in_bank in game.bank.items():
        assert in_bank >= 0 and all(player.hand[resource] >= 0 for player in game.players)
        assert in_bank + sum(player.hand[resource] for player in game.players) == 19
    for card, count in game.deck.items():
        in_hands = sum(player.cards[card] for player in game.players)
        assert 0 <= count + in_hands <= DECK[card]
    assert game.deck["knight"] + sum(p.cards["knight"] + p.knights for p in game.players) == 14
    buildings = [node for player in game.players for node in player.buildings]
    assert len(buildings) == len(set(buildings))
    assert not any(set(NODE_NEIGHBOURS[node]) & set(buildings) for node in buildings)
    roads = [path for player in game.players for path in player.roads]
    assert len(roads) == len(set(roads))
    for player in game.players:
        assert len(player.roads) <= 15 and len(player.settlements) <= 5 and len(player.cities) <= 4


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("offers", "games"), [(0, 10), (2, 4)])  # games with trade are the longer ones
def test_random_games(players: int, offers: int, games: int) -> None:
    for seed in range(games):
        rng = random.Random(seed)
        game = Game(players=players, offers_per_turn=offers)
        while game.phase != "over":
            step = random_step(game, rng)
            assert game.is_legal(step)
            game.apply(step)
            check_invariants(game)
        assert game.legal_actions() == [] and game.actor is None
        assert game.winner == game.current and game.points(game.current) >= 10
        snapshot = game.snapshot()
        assert snapshot["offer"] is None and snapshot["replies"] == [None] * players
