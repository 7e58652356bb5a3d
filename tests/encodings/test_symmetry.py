"""The symmetries of the board: a group, turned pictures, and games that are played again on the moved
board."""

from __future__ import annotations

import re
from cmath import exp, pi
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from longroad.catan import CODECS, ENCODINGS, Board, Rng, Rules, State
from longroad.catan.drawing.geometry import hexagonal, midpoint
from longroad.catan.encodings import general_blocks
from longroad.catan.symmetry import (
    ACTIONS,
    COUNT,
    HEXES,
    INTERSECTIONS,
    INVERSE,
    KEEPS_HARBORS,
    OBSERVATION,
    PATHS,
)
from longroad.catan.topology import (
    HARBOR_PATHS,
    HEX_CORNERS,
    HEX_NEIGHBOURS,
    HEX_PATHS,
    INTERSECTION_NEIGHBOURS,
    PATH_ENDS,
)

GOES_TO = {"h": HEXES, "e": PATHS, "n": INTERSECTIONS}
COMES_FROM = {"observation": OBSERVATION, **ACTIONS}
LATTICE = hexagonal(1.0)


@pytest.mark.parametrize("table", [*GOES_TO.values(), *COMES_FROM.values()])
def test_each_table_is_a_group(table: np.ndarray) -> None:
    everything = np.arange(table.shape[1])
    assert (np.sort(table, axis=1) == everything).all() and (table[0] == everything).all()
    rows = {row.tobytes() for row in table}
    assert len(rows) == COUNT
    assert all(one[other].tobytes() in rows for one in table for other in table)
    assert all((table[k][table[INVERSE[k]]] == everything).all() for k in range(COUNT))
    with pytest.raises(ValueError, match="read-only"):
        table[0, 0] = 1


def test_shapes_and_half_of_them_keep_the_harbors() -> None:
    assert {name: table.shape for name, table in COMES_FROM.items()} == {
        "observation": (12, 407),
        "general": (12, 523),
        "gendre2020": (12, 335),
    }
    assert np.flatnonzero(KEEPS_HARBORS).tolist() == [0, 2, 4, 7, 9, 11]


@pytest.mark.parametrize("k", range(COUNT))
def test_neighbours_stay_neighbours(k: int) -> None:
    hexes, paths, nodes = HEXES[k], PATHS[k], INTERSECTIONS[k]

    def same(here: tuple[int, ...], there: tuple[int, ...], goes_to: np.ndarray) -> bool:
        return {int(goes_to[i]) for i in here} == set(there)

    for h in range(19):
        assert same(HEX_CORNERS[h], HEX_CORNERS[hexes[h]], nodes)
        assert same(HEX_PATHS[h], HEX_PATHS[hexes[h]], paths)
        assert same(HEX_NEIGHBOURS[h], HEX_NEIGHBOURS[hexes[h]], hexes)
    for e in range(72):
        assert same(PATH_ENDS[e], PATH_ENDS[paths[e]], nodes)
    for n in range(54):
        assert same(INTERSECTION_NEIGHBOURS[n], INTERSECTION_NEIGHBOURS[nodes[n]], nodes)


@pytest.mark.parametrize("k", range(COUNT))
def test_pictures_are_mirrored_and_turned_clockwise(k: int) -> None:
    middle = complex(*LATTICE.center(9))

    def moved(point: tuple[float, float]) -> complex:
        z = complex(*point) - middle  # the picture's y points down, so that multiplication turns clockwise
        return middle + (-z.conjugate() if k >= 6 else z) * exp(1j * pi / 3 * (k % 6))

    places: list[tuple[np.ndarray, Callable[[int], tuple[float, float]]]] = [
        (HEXES[k], LATTICE.center),
        (PATHS[k], lambda path: midpoint(*LATTICE.path(path))),
        (INTERSECTIONS[k], LATTICE.intersection),
    ]
    for goes_to, place in places:
        for i, there in enumerate(goes_to):
            assert abs(moved(place(i)) - complex(*place(int(there)))) < 1e-9


@pytest.mark.parametrize("k", range(COUNT))
def test_harbors_move_with_the_coast(k: int) -> None:
    seen = ENCODINGS["general"].encode(State(Rules(players=2), seed=k).view())
    here, there = (general_blocks(row)["harbor"] for row in (seen, seen[OBSERVATION[k]]))
    assert np.count_nonzero(here) == 18 and (there[INTERSECTIONS[k]] == here).all()


def moved_board(board: Board, k: int) -> Board:
    """Its text with every hex, and every harbor that can, moved."""
    land, harbors = str(board).split(" | ")
    tiles, kinds = land.replace("/", " ").split(), harbors.split()
    new_tiles, new_kinds = list(tiles), list(kinds)
    for h, tile in enumerate(tiles):
        new_tiles[HEXES[k, h]] = tile
    if KEEPS_HARBORS[k]:
        for path, kind in zip(HARBOR_PATHS, kinds, strict=True):
            new_kinds[HARBOR_PATHS.index(PATHS[k, path])] = kind
    edges = [0, 3, 7, 12, 16, 19]
    rows = [" ".join(new_tiles[a:b]) for a, b in pairwise(edges)]
    return Board(" / ".join(rows) + " | " + " ".join(new_kinds))


def moved_text(event: str, k: int) -> str:
    """'road e3' on the moved board."""
    return re.sub(r"\b([hen])(\d+)\b", lambda m: f"{m[1]}{GOES_TO[m[1]][k, int(m[2])]}", event)


HARBORED = {node for path in HARBOR_PATHS for node in PATH_ENDS[path]}
#: Intersections that are at a harbor wherever the coast is turned to.
COAST = {int(INTERSECTIONS[k, node]) for k in range(COUNT) for node in HARBORED}


def play_twice(rules: Rules, seed: int, k: int, codec: str) -> int:
    """A random game on a board and on the moved one; compares what is seen and legal. Returns the number of
    comparisons.

    Where harbors cannot move along nobody settles at them, and their own bytes are left out.
    """
    rng = Rng(seed)
    game = State(rules, seed=seed)
    twin = State(rules, board=moved_board(game.board, k))
    compared = 0
    encoding, keeps = ENCODINGS["general"], bool(KEEPS_HARBORS[k])
    while not game.is_over and not (not keeps and game.turn > 60):
        if not game.is_chance and (game.turn < 2 or rng.below(4) == 0):
            compared += 1
            assert (CODECS[codec].mask(twin) == CODECS[codec].mask(game)[ACTIONS[codec][k]]).all()
            for player in range(rules.players):
                seen = encoding.encode(game.view(player))[OBSERVATION[k]]
                seen_by_twin = encoding.encode(twin.view(player))
                if not keeps:
                    general_blocks(seen)["harbor"][:] = general_blocks(seen_by_twin)["harbor"]
                assert (seen == seen_by_twin).all()
        if game.is_chance:
            event = game.sample_chance(rng)
        else:
            event = rng.choice(
                [
                    a
                    for a in game.legal_actions()
                    if keeps or a.kind != "settle" or a.intersection not in COAST
                ]
            )
        game.apply(event)
        twin.apply(moved_text(str(event), k))
    assert twin.is_over == game.is_over and twin.winner == game.winner
    return compared


@pytest.mark.parametrize("k", range(COUNT))
@pytest.mark.parametrize("players", [2, 3])
def test_games_on_moved_boards_look_as_the_tables_say(k: int, players: int) -> None:
    rules = Rules(players=players, offers_per_turn=0 if players == 2 else 1, turn_cap=150)
    codec = "gendre2020" if players == 2 else "general"
    assert play_twice(rules, seed=10 * k + players, k=k, codec=codec) > 30


def test_two_players_by_the_general_codec() -> None:
    rules = Rules(players=2, offers_per_turn=0, turn_cap=150)
    assert sum(play_twice(rules, seed=k, k=k, codec="general") for k in range(COUNT)) > 300


def test_an_index_chosen_on_the_moved_board_is_taken_back() -> None:
    for codec, table in ACTIONS.items():
        logits = np.random.default_rng(1).random(CODECS[codec].size)
        for k in range(COUNT):
            moved = logits[table[k]]
            assert (moved[table[INVERSE[k]]] == logits).all()
            assert logits[table[k, moved.argmax()]] == logits.max()
