"""The general encoding, block by block, against what the view says; seats turn with the viewer."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings

from longroad import catan
from longroad.catan import topology
from longroad.catan.encodings import general_blocks
from property.random_games import rules, seeds, walk

ENCODING = catan.ENCODINGS["general"]
#: Phases by their number in the encoding.
PHASES = [
    "setup settlement",
    "setup road",
    "before roll",
    "dice",
    "discard",
    "robber",
    "steal",
    "main",
    "free roads",
    "plenty",
    "draw",
    "respond",
    "choose",
    "over",
]
games = settings(max_examples=12, deadline=None)
Blocks = dict[str, np.ndarray]


def seen(rules: catan.Rules, seed: int, every: int = 23) -> Iterator[tuple[catan.View, Blocks, int]]:
    """Views of one player after the other along a game, the blocks of their encodings, and what is left to
    do."""
    left = 0
    asked: tuple[str, int | None] = ("", None)
    for number, (state, event) in enumerate(walk(rules, seed)):
        if (state.phase, state.actor) != asked and state.phase == "discard" and state.actor is not None:
            left = state.hand_size(state.actor) // 2
        elif state.phase in ("free roads", "plenty"):
            assert event is not None
            left = 2 if event.kind in ("road building", "year of plenty") else left - 1
        else:
            left = left - 1 if state.phase == "discard" else 0
        asked = (state.phase, state.actor)
        if number % every == 0 or (
            number % 3 == 0 and state.phase in ("discard", "free roads", "plenty", "respond", "choose")
        ):
            view = state.view(number % state.players)
            yield view, general_blocks(ENCODING.encode(view)), left


def by_seat(view: catan.View) -> list[int]:
    """The players in the order of the encoding."""
    return [(view.player + seat) % view.players for seat in range(view.players)]


def harbor_codes(board: catan.Board) -> list[int]:
    codes = [0] * 54
    for kind, path in zip(board.harbors, topology.HARBOR_PATHS, strict=True):
        for n in topology.PATH_ENDS[path]:
            codes[n] = 1 + kind
    return codes


def test_the_blocks_lie_side_by_side_and_fill_407_bytes() -> None:
    assert (ENCODING.name, ENCODING.version, ENCODING.size, ENCODING.dtype) == (
        "general",
        "general-1",
        407,
        "uint8",
    )
    end = 0
    for first, shape in ((block.first, block.shape) for block in ENCODING.layout):
        assert first == end
        end += int(np.prod(shape))
    assert end == 407
    encoded = ENCODING.encode(catan.State().view())
    assert encoded.shape == (407,) and encoded.dtype == np.uint8
    many = general_blocks(np.stack([encoded, encoded, encoded]))
    assert many["seats"].shape == (3, 4, 24) and many["replies"].shape == (3, 3, 11)


@games
@given(rules(), seeds)
def test_the_board(rules: catan.Rules, seed: int) -> None:
    for view, blocks, _ in seen(rules, seed):
        board = view.board
        assert blocks["terrain"].tolist() == list(board.terrain)
        assert blocks["token"].tolist() == list(board.tokens)
        assert blocks["robber"].tolist() == [h == view.robber for h in range(19)]
        assert blocks["harbor"].tolist() == harbor_codes(board)


@games
@given(rules(), seeds)
def test_roads_and_buildings_carry_the_seat_after_the_viewer(rules: catan.Rules, seed: int) -> None:
    for view, blocks, _ in seen(rules, seed):
        roads, spots = [0] * 72, [0] * 54
        for seat, p in enumerate(by_seat(view)):
            for e in view.roads(p):
                roads[e] = 1 + seat
            for n in view.settlements(p):
                spots[n] = 1 + seat
            for n in view.cities(p):
                spots[n] = 5 + seat
        assert blocks["road"].tolist() == roads
        assert blocks["building"].tolist() == spots


@games
@given(rules(), seeds)
def test_the_seats(rules: catan.Rules, seed: int) -> None:
    for view, blocks, _ in seen(rules, seed):
        for seat, p in enumerate(by_seat(view)):
            hand = view.hand(p)
            pieces = [15 - len(view.roads(p)), 5 - len(view.settlements(p)), 4 - len(view.cities(p))]
            access = view.harbor_access(p)
            expected = [
                *(1, view.public_points(p), view.hand_size(p), hand is not None, *(hand or [0] * 5)),
                *(view.card_count(p), view.knights(p), view.road_length(p)),
                *(view.longest_road == p, view.largest_army == p, *pieces),
                *(kind in access for kind in range(6)),
                view.current == p,
            ]
            assert blocks["seats"][seat].tolist() == expected
        assert not blocks["seats"][view.players :].any()


@games
@given(rules(), seeds)
def test_the_viewers_own_and_the_table(rules: catan.Rules, seed: int) -> None:
    for view, blocks, left in seen(rules, seed):
        me = view.player
        assert blocks["own"].tolist() == [*(view.cards(me) or ()), *view.bought, view.points(me)]
        expected = [
            *(
                *view.bank,
                *view.unseen_cards,
                view.deck_size,
                PHASES.index(view.phase),
                view.rolled,
                view.card_played,
            ),
            *(view.last_roll, left, rules.offers_per_turn - view.offers_made),
            *(min(view.turn, 255), rules.target_points, rules.players),
        ]
        if view.is_over:  # a win with a free road in hand leaves it behind
            expected[15] = view.left
        assert blocks["table"].tolist() == expected
        assert view.left == left or view.is_over


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_open_offer_and_the_replies(players: int) -> None:
    codes = {None: 0, "accept": 1, "refuse": 2}
    met = set()
    for seed in range(4):
        for view, blocks, _ in seen(catan.Rules(players=players, offers_per_turn=2, turn_cap=200), seed):
            offer = view.offer or ((0,) * 5, (0,) * 5)
            assert blocks["offer"].tolist() == [*offer[0], *offer[1]]
            replies = [view.replies[p] for p in by_seat(view)[1:]] + [None] * (4 - players)
            for reply, row in zip(replies, blocks["replies"].tolist(), strict=True):
                if isinstance(reply, tuple):
                    assert row == [3, *reply[0], *reply[1]]
                else:
                    assert row == [codes[reply], *[0] * 10]
                met.add(row[0])
    assert met == ({0, 1, 3} if players == 2 else {0, 1, 2, 3}), "a single refusal closes the trade"


@games
@given(rules(open_hands=True), seeds)
def test_turning_the_viewer_turns_the_seats(rules: catan.Rules, seed: int) -> None:
    for state, _ in walk(rules, seed):
        if state.turn % 5 or state.phase != "main":
            continue
        n = state.players
        first, *others = [general_blocks(ENCODING.encode(state.view(p))) for p in range(n)]
        for p, blocks in enumerate(others, start=1):
            assert (np.roll(blocks["seats"][:n], p, axis=0) == first["seats"][:n]).all()
            for name in ("terrain", "token", "robber", "harbor", "offer"):
                assert (blocks[name] == first[name]).all()
            assert (turned(blocks["road"], p, n, 1) == first["road"]).all()
            assert (turned(blocks["building"], p, n, 2) == first["building"]).all()


def turned(codes: np.ndarray, viewer: int, players: int, kinds: int) -> np.ndarray:
    """Codes of 1 + seat (and 5 + seat) as p0 would see them."""
    values = np.zeros(1 + 4 * kinds, dtype=np.uint8)
    for kind in range(kinds):
        for seat in range(players):
            values[1 + 4 * kind + seat] = 1 + 4 * kind + (seat + viewer) % players
    return values[codes]


def test_it_takes_no_move() -> None:
    with pytest.raises(ValueError, match="encoding 'general' does not take a move"):
        ENCODING.encode(catan.State().view(), catan.Action.parse("roll"))
