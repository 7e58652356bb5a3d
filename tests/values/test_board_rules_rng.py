"""Boards as text, the options of a game, and the generator."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroad import catan
from longroad.catan import PRESETS, Board, Rng, Rules, topology
from longroad.errors import BoardError, RulesError
from property.random_games import GIVEN_BOARD, seeds
from property.random_games import rules as any_rules

BEGINNER = "O10 W2 L9 / G12 B6 W4 B10 / G9 L11 D L3 O8 / L8 O3 G4 W5 / B5 G6 W11 | 3 G O 3 W 3 3 B L"
TOKENS = Counter((2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12))
TERRAIN = Counter({0: 3, 1: 4, 2: 3, 3: 4, 4: 4, 5: 1})
HARBORS = Counter({0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 4})
hexes = st.builds(
    lambda t, n: f"{t}{n}", st.sampled_from("BLOGW"), st.sampled_from((2, 3, 4, 5, 6, 8, 9, 10, 11, 12))
)
words = st.one_of(
    hexes, st.just("D"), hexes.map(lambda h: h + "*"), st.sampled_from(("/", "|", "3", "B", "D*", "x"))
)


@pytest.mark.parametrize("layout", catan.LAYOUTS)
@pytest.mark.parametrize("harbors", ["shuffled", "fixed"])
@given(seed=seeds)
def test_drawn_boards_have_the_official_pieces_and_round_trip(layout: str, harbors: str, seed: int) -> None:
    board = Board.generate(layout, harbors=harbors, seed=seed)
    assert Counter(board.terrain) == TERRAIN and Counter(board.harbors) == HARBORS
    assert Counter(board.tokens) == TOKENS + Counter({0: 1})
    assert board.tokens.index(0) == board.terrain.index(5) == board.robber
    assert Board(str(board)) == board and hash(Board(str(board))) == hash(board)
    assert Board.generate(layout, harbors=harbors, seed=seed) == board
    assert harbors == "shuffled" or board.harbors == Board(BEGINNER).harbors
    if layout == "balanced":
        red = {h for h in range(19) if board.tokens[h] in (6, 8)}
        assert not any(red & set(topology.HEX_NEIGHBOURS[h]) for h in red)


def test_seeds_draw_the_same_boards_for_ever() -> None:
    assert {layout: str(Board.generate(layout, seed=7)) for layout in catan.LAYOUTS} == {
        "spiral": "B10 O8 G3 / W9 W5 L4 G6 / L12 L6 L11 O9 O2 / G11 B3 G10 B5 / W4 W8 D | O 3 L 3 3 W G 3 B",
        "random": "B8 O4 G12 / W8 W3 L5 G9 / L2 L11 L10 O5 O6 / G10 B11 G3 B6 / W4 W9 D | 3 3 B 3 3 G W L O",
        "balanced": "B2 O11 G5 / W6 W12 L4 G6 / L4 L9 L5 O9 O3 / G10 B10 G11 B8 / W8 W3 D | 3 W O 3 3 "
        "3 B G L",
        "beginner": BEGINNER,
    }
    assert len({str(Board.generate(seed=seed)) for seed in range(200)}) == 200


@given(
    st.lists(hexes | st.just("D"), min_size=19, max_size=19),
    st.lists(st.sampled_from("3BLOGW"), min_size=9, max_size=9),
    st.integers(0, 18),
)
def test_any_board_round_trips(hexes: list[str], harbors: list[str], robber: int) -> None:
    marked = [word + "*" * (h == robber) for h, word in enumerate(hexes)]
    rows = [" ".join(marked[first:end]) for first, end in pairwise((0, 3, 7, 12, 16, 19))]
    board = Board(" / ".join(rows) + " | " + " ".join(harbors))
    assert board.robber == robber
    assert [
        "BLOGWD"[terrain] + str(token or "")
        for terrain, token in zip(board.terrain, board.tokens, strict=True)
    ] == hexes
    assert ["BLOGW3"[kind] for kind in board.harbors] == harbors
    assert Board(str(board)) == board
    unmarked = Board(str(board).replace("*", ""))
    assert unmarked.robber == (hexes.index("D") if "D" in hexes else 0)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "0 hexes instead of 19"),
        (BEGINNER.replace("O10", "X10"), "h0 is 'X10'"),
        (BEGINNER.replace("O10", "O7"), "h0 is 'O7'; a desert has no token, other hexes one of 2-6, 8-12"),
        (BEGINNER.replace("O10", "O1"), "h0 is 'O1'"),
        (BEGINNER.replace("O10", "O13"), "h0 is 'O13'"),
        (BEGINNER.replace("O10", "O"), "h0 is 'O'"),
        (BEGINNER.replace("O10", "O1x"), "its token is not a number"),
        (BEGINNER.replace("O10", "O-3"), "its token is not a number"),
        (BEGINNER.replace("O10", "O" + "9" * 50), "its token is not a number"),
        (BEGINNER.replace(" D ", " D5 "), "h9 is 'D5'"),
        (BEGINNER.replace("O10", "O10*").replace("W11", "W11*"), "a second robber at h18"),
        (BEGINNER.replace("O10 ", ""), "'/' after 2 hexes; rows have 3, 4, 5, 4, 3"),
        (BEGINNER.replace("W11", "W11 B4"), "more than 19 hexes"),
        (BEGINNER.replace(" / G12", " G12"), "no '/' after 3 hexes; rows have 3, 4, 5, 4, 3"),
        (BEGINNER.replace("|", ""), "more than 19 hexes"),
        (BEGINNER + " |", "a second '|'"),
        (BEGINNER + " 3", "more than 9 harbors"),
        (BEGINNER[:-2], "8 harbors instead of 9"),
        (BEGINNER[:-1] + "X", "harbor 8 is 'X', not one of 3 B L O G W"),
        (BEGINNER[:-1] + "/", "'/' among the harbors"),
        (BEGINNER.lower(), "h0 is 'o10'"),
    ],
    ids=lambda text: text[:24],
)
def test_what_is_no_board_is_refused_with_the_place_and_the_reason(text: str, why: str) -> None:
    with pytest.raises(BoardError) as caught:
        Board(text)
    assert str(caught.value).startswith("board: ") and why in str(caught.value)
    with pytest.raises(BoardError):
        catan.State(board=text)


@given(st.text() | st.lists(words, max_size=40).map(" ".join))
def test_any_text_is_a_board_or_refused(text: str) -> None:
    try:
        board = Board(text)
    except BoardError:
        return
    assert Board(str(board)) == board


@pytest.mark.parametrize("layout", ["", "Spiral", "hexagonal"])
def test_unknown_layouts_are_refused(layout: str) -> None:
    with pytest.raises(RulesError, match="must be one of spiral, random, balanced, beginner"):
        Board.generate(layout)
    with pytest.raises(RulesError, match="must be one of shuffled, fixed"):
        Board.generate(harbors=layout)


RANGES = {
    "players": (2, 4),
    "target_points": (3, 20),
    "discard_limit": (1, 250),
    "bank": (1, 50),
    "offers_per_turn": (0, 200),
}
RANGES |= {"starting_settlements": (2, 3), "turn_cap": (0, 65535)}


@pytest.mark.parametrize(("name", "low", "high"), [(name, *limits) for name, limits in RANGES.items()])
def test_numbers_have_ranges(name: str, low: int, high: int) -> None:
    for value in (low, high):
        state = catan.State(Rules(**{name: value}))
        assert getattr(state.rules, name) == value
    for wrong in (low - 1, high + 1, str(low), float(low), True, None):
        with pytest.raises(RulesError, match=f"^{name}=.*: must be a whole number between {low} and {high}$"):
            Rules(**{name: wrong})


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ({"maritime": "worst"}, "maritime='worst': must be one of all, best"),
        ({"harbors": "none"}, "harbors='none': must be one of shuffled, fixed"),
        ({"robber": 1}, "robber=1: must be on or off (True or False)"),
        ({"development_cards": "on"}, "development_cards='on': must be on or off (True or False)"),
        ({"open_hands": None}, "open_hands=None: must be on or off (True or False)"),
    ],
)
def test_other_options_have_their_values(option: dict[str, Any], why: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**option)
    assert str(caught.value) == why
    with pytest.raises(BoardError, match="h0 is 'island'"):
        Rules(board="island")
    with pytest.raises(RulesError, match="no option 'colour'; there are: players, target_points"):
        Rules.from_dict({"colour": "red"})


@given(any_rules())
def test_rules_round_trip_as_the_options_that_differ(rules: Rules) -> None:
    options = rules.to_dict()
    assert Rules.from_dict(options) == rules
    assert all(getattr(Rules(), name) != value for name, value in options.items())
    assert rules.replace(players=3, target_points=10, bank=19).to_dict().get("players") == 3


def test_a_given_board_is_played_whatever_the_seed() -> None:
    states = [catan.State(Rules(board=GIVEN_BOARD), seed=seed) for seed in (1, 2)]
    assert [str(state.board) for state in states] == [GIVEN_BOARD] * 2 and states[0].robber == 10


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_playable_and_can_be_changed(name: str) -> None:
    rules = Rules.preset(name, turn_cap=20)
    assert rules.turn_cap == 20 and catan.State(rules).legal_actions()
    assert Rules.preset(name).to_dict() == {
        k: v for k, v in PRESETS[name].items() if v != getattr(Rules(), k)
    }
    with pytest.raises(RulesError, match="must be one of official"):
        Rules.preset(name + "x")


def test_rules_in_use_can_be_copied_and_pickled() -> None:
    rules = Rules(players=3)
    catan.State(rules)
    assert copy.deepcopy(rules) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_a_board_can_be_copied_and_pickled() -> None:
    board = Board(GIVEN_BOARD)
    assert pickle.loads(pickle.dumps(board)) == copy.deepcopy(board) == board


def test_the_generator_is_the_same_everywhere() -> None:
    rng = Rng(0)
    assert [rng.next() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    rng = Rng(7)
    assert [rng.below(6) for _ in range(12)] == [2, 0, 5, 3, 2, 1, 2, 1, 0, 2, 0, 5]
    assert (Rng.stream(1, 2).next(), Rng.stream(2, 1).next()) == (3637449382124557026, 385194647774332455)
    assert Rng(5).next() == Rng(5).next() != Rng(6).next()


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**32 - 1))
def test_the_generator_stays_below_and_can_be_kept(seed: int, n: int) -> None:
    rng = Rng(seed)
    assert all(0 <= rng.below(n) < n for _ in range(5))
    kept = pickle.loads(pickle.dumps(rng))
    assert [kept.next() for _ in range(5)] == [rng.next() for _ in range(5)]
    with pytest.raises(ValueError, match="n > 0"):
        rng.below(0)


def test_dice_come_up_as_often_as_they_should() -> None:
    state = catan.State(Rules(players=2))
    rng = Rng(3)
    while not state.is_chance:
        state.apply(state.sample_action(rng))
    rolls = Counter(state.sample_chance(rng).sum for _ in range(36_000))
    assert all(abs(rolls[n] - 1000 * (6 - abs(n - 7))) < 300 for n in range(2, 13)) and len(rolls) == 11
