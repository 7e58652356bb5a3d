"""The board: its numbering, its pieces, how it is drawn and how it is written."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from longroad import catan
from longroad.catan import Board, topology
from longroad.errors import BoardError, RulesError
from rules.table import HARBORS, board

LETTERS = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
BEGINNER = "O10 W2 L9 / G12 B6 W4 B10 / G9 L11 D L3 O8 / L8 O3 G4 W5 / B5 G6 W11 | 3 G O 3 W 3 3 B L"
RING = [0, 1, 2, 6, 11, 15, 18, 17, 16, 12, 7, 3]
INNER_RING = [4, 5, 10, 14, 13, 8]
DESERT = 5
SEEDS = range(40)


def node(row: int, column: int) -> int:
    """The number of an intersection, from the description in docs/reference/rules.md."""
    starts, lengths = (2, 1, 0, 0, 1, 2), (7, 9, 11, 11, 9, 7)
    assert starts[row] <= column < starts[row] + lengths[row]
    return sum(lengths[:row]) + column - starts[row]


def ends(path: int) -> set[int]:
    return set(topology.PATH_ENDS[path])


# ---- Numbering ------------------------------------------------------------------------------------------


def test_a_hex_has_three_corners_above_and_three_below() -> None:
    numbered = 0
    for row, (start, length) in enumerate(zip((2, 1, 0, 1, 2), (3, 4, 5, 4, 3), strict=True)):
        for c in range(start, start + 2 * length, 2):
            above = [node(row, c), node(row, c + 1), node(row, c + 2)]
            below = [node(row + 1, c), node(row + 1, c + 1), node(row + 1, c + 2)]
            assert topology.HEX_CORNERS[numbered] == (*above, *reversed(below))
            numbered += 1
    assert numbered == 19


def test_paths_are_numbered_row_by_row() -> None:
    expected: list[set[int]] = []
    for row in range(6):
        first, last = (2, 1, 0, 0, 1, 2)[row], (8, 9, 10, 10, 9, 8)[row]
        expected += [{node(row, c), node(row, c + 1)} for c in range(first, last)]
        if row < 5:
            left, hexes = (2, 1, 0, 1, 2)[row], (3, 4, 5, 4, 3)[row]
            expected += [{node(row, c), node(row + 1, c)} for c in range(left, left + 2 * hexes + 1, 2)]
    assert [ends(path) for path in range(72)] == expected


def test_harbors_stand_on_nine_coastal_paths_clockwise() -> None:
    coast = [path for path in range(72) if sum(ends(path) <= set(c) for c in topology.HEX_CORNERS) == 1]
    walk, at = [0], 1  # from n0 to n1 is clockwise
    while len(walk) < 30:
        (path,) = [p for p in coast if at in ends(p) and p != walk[-1]]
        walk.append(path)
        (at,) = ends(path) - {at}
    assert tuple(walk[i] for i in (0, 3, 7, 10, 13, 17, 20, 23, 27)) == topology.HARBOR_PATHS


def test_neighbours_are_the_other_ends_of_the_paths() -> None:
    for n in range(54):
        others = {m for pair in topology.PATH_ENDS if n in pair for m in pair} - {n}
        assert set(topology.INTERSECTION_NEIGHBOURS[n]) == others
        assert set(topology.INTERSECTION_HEXES[n]) == {h for h in range(19) if n in topology.HEX_CORNERS[h]}


# ---- Drawing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", catan.LAYOUTS)
def test_every_board_has_the_pieces_of_the_box(layout: str) -> None:
    for seed in SEEDS:
        drawn = Board.generate(layout, seed=seed)
        assert Counter(drawn.terrain) == {0: 3, 1: 4, 2: 3, 3: 4, 4: 4, DESERT: 1}
        tokens = {2: 1, 12: 1} | dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 2)
        assert Counter(drawn.tokens) == tokens | {0: 1}
        assert drawn.tokens[drawn.terrain.index(DESERT)] == 0
        assert Counter(drawn.harbors) == {5: 4} | dict.fromkeys(range(5), 1)


def test_spiral_board_lays_the_letters_from_a_corner_inwards() -> None:
    for seed in SEEDS:
        drawn = Board.generate("spiral", seed=seed)
        assert spiral_start(drawn) is not None, str(drawn)


def spiral_start(drawn: Board) -> tuple[int, int] | None:
    """The corner and the direction from which the tokens read A..R, or None."""
    for corner in range(6):
        for step in (1, -1):
            outer = [RING[(2 * corner + step * i) % 12] for i in range(12)]
            inner = [INNER_RING[(corner + step * i) % 6] for i in range(6)]
            order = [*outer, *inner, 9]
            if [drawn.tokens[h] for h in order if drawn.terrain[h] != DESERT] == LETTERS:
                return corner, step
    return None


def test_the_test_knows_a_spiral() -> None:
    for first, second in pairwise([*RING, *INNER_RING, 9]):
        assert second in topology.HEX_NEIGHBOURS[first]


def test_random_board_shuffles_the_tokens_freely() -> None:
    drawn = [Board.generate("random", seed=seed) for seed in SEEDS]
    assert sum(spiral_start(one) is not None for one in drawn) == 0
    assert any(red_neighbours(one) for one in drawn)


def test_balanced_board_has_no_two_red_tokens_adjacent() -> None:
    drawn = [Board.generate("balanced", seed=seed) for seed in range(200)]
    assert not any(red_neighbours(one) for one in drawn)
    assert sum(spiral_start(one) is not None for one in drawn) == 0


def red_neighbours(drawn: Board) -> bool:
    red = {h for h in range(19) if drawn.tokens[h] in (6, 8)}
    return any(red & set(topology.HEX_NEIGHBOURS[h]) for h in red)


def test_beginners_board_is_the_fixed_one() -> None:
    for harbors in ("fixed", "shuffled"):
        assert {str(Board.generate("beginner", harbors=harbors, seed=seed)) for seed in SEEDS} == {BEGINNER}


def test_desert_comes_up_on_every_hex() -> None:
    deserts = {Board.generate("spiral", seed=seed).terrain.index(DESERT) for seed in range(400)}
    assert deserts == set(range(19))


@pytest.mark.parametrize("layout", ["spiral", "random", "balanced"])
def test_harbor_kinds_are_shuffled_unless_fixed(layout: str) -> None:
    fixed = {Board.generate(layout, harbors="fixed", seed=seed).harbors for seed in SEEDS}
    assert fixed == {Board(BEGINNER).harbors}
    shuffled = {Board.generate(layout, seed=seed).harbors for seed in SEEDS}
    assert len(shuffled) > len(SEEDS) / 2


def test_same_seed_draws_the_same_board_and_another_seed_another() -> None:
    for layout in ("spiral", "random", "balanced"):
        drawn = [str(Board.generate(layout, seed=seed)) for seed in SEEDS]
        assert drawn == [str(Board.generate(layout, seed=seed)) for seed in SEEDS]
        assert len(set(drawn)) == len(SEEDS)


def test_unknown_layouts_are_refused_by_name() -> None:
    with pytest.raises(RulesError, match="board='square': must be one of spiral"):
        Board.generate("square")
    with pytest.raises(RulesError, match="harbors='none': must be one of shuffled"):
        Board.generate("spiral", harbors="none")


# ---- The robber -----------------------------------------------------------------------------------------


def test_robber_starts_on_the_desert() -> None:
    for seed in SEEDS:
        state = catan.State(seed=seed)
        assert state.board.terrain[state.robber] == DESERT


def test_star_puts_the_robber_on_a_hex() -> None:
    text = board("B6", h4="D", h7="W5*")
    assert Board(text).robber == 7
    assert catan.State(board=text).robber == 7
    assert str(Board(text)) == text


def test_robber_starts_on_the_first_of_several_deserts() -> None:
    assert Board(board("B6", h5="D", h12="D")).robber == 5


def test_robber_starts_on_h0_without_a_desert() -> None:
    assert Board(board("B6")).robber == 0


# ---- Text -----------------------------------------------------------------------------------------------


def test_board_text_round_trips() -> None:
    for layout in catan.LAYOUTS:
        for seed in SEEDS:
            drawn = Board.generate(layout, seed=seed)
            again = Board(str(drawn))
            assert again == drawn and hash(again) == hash(drawn)
            assert (again.terrain, again.tokens, again.harbors) == (
                drawn.terrain,
                drawn.tokens,
                drawn.harbors,
            )
            assert str(catan.State(board=drawn).board) == str(drawn)


def test_board_text_names_terrain_tokens_and_harbors() -> None:
    read = Board(BEGINNER)
    assert read.terrain == (2, 4, 1, 3, 0, 4, 0, 3, 1, 5, 1, 2, 1, 2, 3, 4, 0, 3, 4)
    assert read.tokens == (10, 2, 9, 12, 6, 4, 10, 9, 11, 0, 3, 8, 8, 3, 4, 5, 5, 6, 11)
    assert read.harbors == (5, 3, 2, 5, 4, 5, 5, 0, 1)
    assert read.robber == 9


@pytest.mark.parametrize(
    "text",
    [
        "",
        BEGINNER.replace(" | ", " "),  # no harbors
        BEGINNER.replace("O10 W2", "O10"),  # a hex too few
        BEGINNER.replace("O10 W2", "O10 W2 W3"),  # a hex too many
        pytest.param(
            BEGINNER.replace(" / G12", " G12"),
            id="rows run together",
        ),
        BEGINNER + " 3",  # ten harbors
        BEGINNER.removesuffix(" L"),  # eight harbors
        BEGINNER.replace("B L", "B D"),  # a harbor of nothing
        board("B6", h3="B7"),  # sevens have no token
        board("B6", h3="B1"),
        board("B6", h3="B13"),
        board("B6", h3="B"),  # a token is missing
        board("B6", h3="D6"),  # the desert has none
        board("B6", h3="X6"),
        board("B6", h3="B6*", h4="L6*"),  # two robbers
    ],
)
def test_malformed_boards_are_refused(text: str) -> None:
    with pytest.raises(BoardError) as caught:
        Board(text)
    assert len(str(caught.value)) > 10
    with pytest.raises(BoardError):
        catan.State(board=text)


def test_rules_take_a_board_as_text() -> None:
    text = board("B6", h4="D")
    assert text.endswith(HARBORS)
    assert catan.State(catan.Rules(players=2, board=text), seed=3).board == Board(text)
    with pytest.raises(BoardError):
        catan.Rules(board="B6")


@pytest.mark.parametrize("space", ["  ", "\n", " \t ", "\r\n", "\n\n"])
def test_any_white_space_separates_the_parts_of_a_boards_text(space: str) -> None:
    text = str(catan.Board.generate("beginner"))
    spaced = space + space.join(text.split()) + space
    assert str(catan.Board(spaced)) == text
