"""The encoding of Gendre & Kaneko: every plane and every scalar of its table against what the view says."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings

from longroad import catan
from longroad.catan import topology
from longroad.catan.encodings import gendre_parts
from property.random_games import rules, seeds, walk

ENCODING = catan.ENCODINGS["gendre2020"]
games = settings(max_examples=20, deadline=None)
two_players = rules(players=2)
Seen = tuple[catan.View, np.ndarray, np.ndarray, dict[str, int]]


def seen(rules: catan.Rules, seed: int, every: int = 19) -> Iterator[Seen]:
    """Views of both players in turn along a game, planes, scalars, and what is left of each free thing."""
    left = {"free roads": 0, "plenty": 0}
    for number, (state, event) in enumerate(walk(rules, seed)):
        for phase, card in (("free roads", "road building"), ("plenty", "year of plenty")):
            started = event is not None and event.kind == card
            left[phase] = 0 if state.phase != phase else 2 if started else left[phase] - 1
        if number % every == 0 or any(left.values()):
            view = state.view(number % 2)
            yield (view, *gendre_parts(ENCODING.encode(view)), left)


def plane(values: dict[tuple[int, int], int]) -> np.ndarray:
    """A plane of the brick grid with values at some cells."""
    out = np.zeros((11, 21), dtype=np.uint8)
    for cell, value in values.items():
        out[cell] = value
    return out


def test_its_shape_and_version() -> None:
    assert (ENCODING.name, ENCODING.version, ENCODING.dtype) == ("gendre2020", "gendre2020-1", "uint8")
    assert [block.shape for block in ENCODING.layout] == [(17, 11, 21), (45,)]
    assert ENCODING.size == 17 * 11 * 21 + 45 == 3972
    view = catan.State(catan.Rules(players=2)).view()
    planes, scalars = gendre_parts(np.stack([ENCODING.encode(view)] * 3))
    assert planes.shape == (3, 17, 11, 21) and scalars.shape == (3, 45)


@games
@given(two_players, seeds)
def test_the_planes_of_the_board(rules: catan.Rules, seed: int) -> None:
    for view, planes, _, _ in seen(rules, seed):
        board = view.board
        hexes = list(zip(topology.BRICK_HEX, board.terrain, board.tokens, strict=True))
        assert (planes[0] == plane({cell: 1 for cell, terrain, _ in hexes if terrain == 5})).all()
        for r in range(5):
            tokens = {cell: token for cell, terrain, token in hexes if terrain == r}
            assert (planes[1 + r] == plane(tokens)).all()
        assert (planes[6] == plane({topology.BRICK_HEX[view.robber]: 1})).all()
        for kind in range(6):
            paths = [e for e, k in zip(topology.HARBOR_PATHS, board.harbors, strict=True) if k == kind]
            spots = [topology.BRICK_INTERSECTION[n] for e in paths for n in topology.PATH_ENDS[e]]
            assert (planes[9 + kind] == plane(dict.fromkeys(spots, 1))).all()


@games
@given(two_players, seeds)
def test_the_planes_of_the_pieces(rules: catan.Rules, seed: int) -> None:
    for view, planes, _, _ in seen(rules, seed):
        for seat, p in enumerate((view.player, 1 - view.player)):
            roads = {topology.BRICK_PATH[e]: 1 for e in view.roads(p)}
            assert (planes[7 + seat] == plane(roads)).all()
            spots = {topology.BRICK_INTERSECTION[n]: 1 for n in view.settlements(p)}
            spots |= {topology.BRICK_INTERSECTION[n]: 2 for n in view.cities(p)}
            assert (planes[15 + seat] == plane(spots)).all()


@games
@given(two_players, seeds)
def test_the_scalars(rules: catan.Rules, seed: int) -> None:
    for view, _, scalars, left in seen(rules, seed):
        me, other = view.player, 1 - view.player
        hand, cards, access = view.hand(me), view.cards(me), view.harbor_access(me)
        assert hand is not None and cards is not None
        pieces = [
            [15 - len(view.roads(p)), 5 - len(view.settlements(p)), 4 - len(view.cities(p))]
            for p in (me, other)
        ]
        expected = [
            *(*hand, *pieces[0], view.knights(me)),
            *(*view.bought, *(held - new for held, new in zip(cards, view.bought, strict=True))),
            *(*(kind in access for kind in range(6)), view.largest_army == me, view.longest_road == me),
            *(view.hand_size(other), view.card_count(other), *pieces[1], view.knights(other)),
            *(view.largest_army == other, view.longest_road == other),
            *(*view.bank, view.deck_size),
            *(view.rolled, view.card_played, left["free roads"], left["plenty"]),
        ]
        assert len(expected) == 45
        assert scalars.tolist() == expected


@games
@given(two_players, seeds)
def test_the_two_players_see_each_other_swapped(rules: catan.Rules, seed: int) -> None:
    for number, (state, _) in enumerate(walk(rules, seed)):
        if number % 29:
            continue
        (mine, my), (theirs, their) = (gendre_parts(ENCODING.encode(state.view(p))) for p in (0, 1))
        swapped = [*range(7), 8, 7, *range(9, 15), 16, 15]
        assert (mine == theirs[swapped]).all()
        own, foreign = [5, 6, 7, 8, 25, 26], [29, 30, 31, 32, 33, 34]
        assert (my[own] == their[foreign]).all() and (my[foreign] == their[own]).all()
        assert my[27] == their[:5].sum() and my[28] == their[9:19].sum()
        assert (my[35:] == their[35:]).all()


def test_free_roads_and_free_resources_are_met() -> None:
    """Else the last two scalars would have been compared with nothing."""
    met = {
        (name, count)
        for seed in range(12)
        for *_, left in seen(catan.Rules(players=2), seed)
        for name, count in left.items()
    }
    assert met == {(name, count) for name in ("free roads", "plenty") for count in (0, 1, 2)}


@pytest.mark.parametrize("players", [3, 4])
def test_it_is_for_two_players(players: int) -> None:
    with pytest.raises(ValueError, match="gendre2020 needs 2 players"):
        ENCODING.encode(catan.State(catan.Rules(players=players)).view())


def test_it_takes_no_move() -> None:
    with pytest.raises(ValueError, match="does not take a move"):
        ENCODING.encode(catan.State(catan.Rules(players=2)).view(), catan.Action.parse("roll"))
