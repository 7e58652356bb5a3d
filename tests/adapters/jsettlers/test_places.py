"""The server's places and ours: as many, adjacent alike, and turned alike; harbors where the server has
them."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from adapters.jsettlers.fake_server import NAMES, captured
from longroad.adapters.jsettlers import coordinates as c
from longroad.adapters.jsettlers.board import LAYOUT_HEXES, board_text
from longroad.adapters.jsettlers.messages import BoardLayout, parse
from longroad.catan import CARDS, RESOURCES, Board, topology
from longroad.errors import ProtocolError

HEXES, NODES, EDGES = c.HEX_COORDINATE, c.INTERSECTION_COORDINATE, c.PATH_COORDINATE


def digits(coordinate: int) -> tuple[int, int]:
    return coordinate >> 4, coordinate & 15


class TestPlaces:
    def test_there_are_as_many_and_none_twice(self) -> None:
        assert (len(c.HEX), len(c.INTERSECTION), len(c.PATH)) == (19, 54, 72)
        assert sorted(c.HEX.values()) == list(range(19))
        assert sorted(c.INTERSECTION.values()) == list(range(54))
        assert sorted(c.PATH.values()) == list(range(72))

    def test_the_server_lists_the_same_intersections(self) -> None:
        line = next(line for line in captured(NAMES[0])["messages"] if line.startswith("< 1057|"))
        listed = {int(number) for number in line.split(",")[2:]}
        assert listed == set(c.INTERSECTION)

    def test_a_path_is_the_digitwise_minimum_of_its_ends(self) -> None:
        for path, (a, b) in enumerate(topology.PATH_ENDS):
            (row, column), (other_row, other_column) = digits(NODES[a]), digits(NODES[b])
            assert digits(EDGES[path]) == (min(row, other_row), min(column, other_column))

    def test_neighbouring_hexes_are_neighbours(self) -> None:
        steps = {0x02, 0x22, 0x20, -0x02, -0x22, -0x20}
        for a in range(19):
            near = {b for b in range(19) if HEXES[b] - HEXES[a] in steps}
            assert near == set(topology.HEX_NEIGHBOURS[a])

    def test_half_a_turn_is_half_a_turn(self) -> None:
        """Around the middle of hex 77; intersections lie half a step beside the hexes' coordinates."""
        for ours, theirs in enumerate(HEXES):
            assert c.HEX[2 * 0x77 - theirs] == 18 - ours
        for ours, theirs in NODES.items():
            assert c.INTERSECTION[2 * 0x77 + 0x11 - theirs] == _opposite(ours)
        for ours, theirs in EDGES.items():
            ends = {_opposite(end) for end in topology.PATH_ENDS[ours]}
            assert set(topology.PATH_ENDS[c.PATH[2 * 0x77 - theirs]]) == ends

    def test_mirrored_top_to_bottom(self) -> None:
        """A hex of the row above the middle one lies as far left as its mirror image below."""
        mirror = {h: next(g for g in range(19) if _is_mirror(h, g)) for h in range(19)}
        for hex_, other in mirror.items():
            (row, column), (other_row, other_column) = digits(HEXES[hex_]), digits(HEXES[other])
            assert other_row - other_column == -(row - column)
            assert row + column == other_row + other_column


def _opposite(node: int) -> int:
    row, column = topology.INTERSECTION_CELL[node]
    return topology.INTERSECTION_CELL.index((5 - row, 10 - column))


def _is_mirror(a: int, b: int) -> bool:
    (row, column), (other_row, other_column) = topology.HEX_CELL[a], topology.HEX_CELL[b]
    return (row, column) == (4 - other_row, other_column)


class TestCards:
    def test_resources_and_back(self) -> None:
        assert {RESOURCES[c.RESOURCE[number]]: number for number in range(1, 6)} == {
            "brick": 1,
            "ore": 2,
            "wool": 3,
            "grain": 4,
            "lumber": 5,
        }
        counts = (1, 2, 3, 4, 5)
        assert c.our_counts(c.their_counts(counts)) == counts

    def test_cards(self) -> None:
        named = {number: c.card_of(number) for number in range(10)}
        assert named[0] is None and all(named[n] == CARDS.index("victory point") for n in range(4, 9))
        assert [CARDS[named[n] or 0] for n in (1, 2, 3, 9)] == [
            "road building",
            "year of plenty",
            "monopoly",
            "knight",
        ]


def layout(name: str) -> tuple[int, ...]:
    line = next(line for line in captured(name)["messages"] if line.startswith("< 1014|"))
    message = parse(line[2:])
    assert isinstance(message, BoardLayout)
    return message.numbers


class TestBoards:
    @pytest.mark.parametrize("name", NAMES)
    def test_a_real_board_is_a_standard_board(self, name: str) -> None:
        board = Board(board_text(layout(name)))
        assert sorted(board.terrain) == sorted([0] * 3 + [1] * 4 + [2] * 3 + [3] * 4 + [4] * 4 + [5])
        assert sorted(board.tokens) == [0, 2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
        assert sorted(board.harbors) == [0, 1, 2, 3, 4, 5, 5, 5, 5]
        assert board.terrain[board.robber] == 5

    def test_each_of_the_nine_harbors(self) -> None:
        """A harbor's message names the water hex it lies on and where it faces: both ends of our harbor path
        touch that hex."""
        numbers = layout(NAMES[0])
        facing = (0x01, 0x11, 0x10, -0x01, -0x11, -0x10)
        corners = (0x01, 0x12, 0x21, 0x10, -0x01, -0x10)  # from N clockwise
        found = set()
        for hex_, kind in zip(LAYOUT_HEXES, numbers, strict=False):
            if kind <= 6:
                continue
            way = kind - 6 if kind < 16 else kind >> 4
            path = c.PATH[hex_ + facing[way - 1]]
            ends = {c.INTERSECTION[hex_ + corners[way - 1]], c.INTERSECTION[hex_ + corners[way % 6]]}
            assert ends == set(topology.PATH_ENDS[path])
            found.add(path)
        assert found == set(topology.HARBOR_PATHS)

    def test_boards_that_are_none(self) -> None:
        good = list(layout(NAMES[0]))
        rng = random.Random(1)
        for _ in range(2000):
            bad = list(good)
            bad[rng.randrange(len(bad))] = rng.choice([-5, 0, 1, 6, 7, 13, 15, 22, 97, 255, 10**9])
            with suppress(ProtocolError):
                Board(board_text(bad))

    @pytest.mark.parametrize("numbers", [[], [1], [6] * 75, [0] * 76])
    def test_no_layout_at_all(self, numbers: list[int]) -> None:
        with pytest.raises(ProtocolError):
            board_text(numbers)
