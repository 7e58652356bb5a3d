"""The board: hexes, intersections and paths, what touches what, the coast, the harbors, the text form.

The geometry is built from the description in `docs/reference/rules.md`: intersections lie on six rows of a
grid of eleven columns, and everything else follows from the corners of a hex. Names in this file: a `node` is
an intersection, a `path` joins two neighbouring nodes. All are plain integers, numbered in reading order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .cards import RESOURCES

# ---- Rows and columns -----------------------------------------------------------------------------------

HEX_ROW_LENGTHS = [3, 4, 5, 4, 3]
HEX_ROW_STARTS = [2, 1, 0, 1, 2]
NODE_ROW_LENGTHS = [7, 9, 11, 11, 9, 7]
NODE_ROW_STARTS = [2, 1, 0, 0, 1, 2]

# Places on the coast that carry a harbor; the coastal paths are counted clockwise from n0-n1.
HARBOR_PLACES = [0, 3, 7, 10, 13, 17, 20, 23, 27]


def _number_nodes() -> dict[tuple[int, int], int]:
    """The number of the node at each (row, column)."""
    numbers: dict[tuple[int, int], int] = {}
    for row, (start, length) in enumerate(zip(NODE_ROW_STARTS, NODE_ROW_LENGTHS, strict=True)):
        for column in range(start, start + length):
            numbers[row, column] = len(numbers)
    return numbers


NODE_AT = _number_nodes()
NODES = range(len(NODE_AT))


def _list_hex_corners() -> list[list[int]]:
    """The six corners of each hex: three on the row above, three on the row below."""
    hexes = []
    for row, (start, length) in enumerate(zip(HEX_ROW_STARTS, HEX_ROW_LENGTHS, strict=True)):
        for left in range(start, start + 2 * length, 2):
            columns = [left, left + 1, left + 2]
            above = [NODE_AT[row, column] for column in columns]
            below = [NODE_AT[row + 1, column] for column in columns]
            hexes.append(above + below)
    return hexes


HEX_CORNERS = _list_hex_corners()
HEXES = range(len(HEX_CORNERS))


def _list_paths() -> list[tuple[int, int]]:
    """The two ends of each path: those inside a row, then the upright ones down to the next row."""
    paths = []
    for row, (start, length) in enumerate(zip(NODE_ROW_STARTS, NODE_ROW_LENGTHS, strict=True)):
        for column in range(start, start + length - 1):
            paths.append((NODE_AT[row, column], NODE_AT[row, column + 1]))
        if row < len(HEX_ROW_STARTS):
            left_border = HEX_ROW_STARTS[row]
            right_border = left_border + 2 * HEX_ROW_LENGTHS[row]
            for column in range(left_border, right_border + 1, 2):
                paths.append((NODE_AT[row, column], NODE_AT[row + 1, column]))
    return paths


PATH_ENDS = _list_paths()
PATHS = range(len(PATH_ENDS))

# ---- What touches what ----------------------------------------------------------------------------------

NODE_HEXES = [[hex_ for hex_ in HEXES if node in HEX_CORNERS[hex_]] for node in NODES]
NODE_PATHS = [[path for path in PATHS if node in PATH_ENDS[path]] for node in NODES]


def other_end(path: int, node: int) -> int:
    """The end of `path` that is not `node`."""
    first, second = PATH_ENDS[path]
    return second if node == first else first


NODE_NEIGHBOURS = [[other_end(path, node) for path in NODE_PATHS[node]] for node in NODES]


def _borders_one_hex(path: int) -> bool:
    first, second = PATH_ENDS[path]
    return len(set(NODE_HEXES[first]) & set(NODE_HEXES[second])) == 1


def _walk_coast() -> list[int]:
    """The coastal paths clockwise. n0-n1 lies on the upper side, so from n0 to n1 is clockwise."""
    path, node = PATH_ENDS.index((0, 1)), 1
    coast = [path]
    while True:
        # Exactly two coastal paths meet at a coastal node: the one we came by and the next one.
        (path,) = [p for p in NODE_PATHS[node] if _borders_one_hex(p) and p != path]
        if path == coast[0]:
            return coast
        coast.append(path)
        node = other_end(path, node)


COAST = _walk_coast()
HARBOR_PATHS = [COAST[place] for place in HARBOR_PLACES]

# ---- A board and its text -------------------------------------------------------------------------------

BEGINNERS_BOARD = "O10 W2 L9 / G12 B6 W4 B10 / G9 L11 D L3 O8 / L8 O3 G4 W5 / B5 G6 W11 | 3 G O 3 W 3 3 B L"

GENERAL = "general"
DESERT = "desert"
TERRAIN_LETTERS = {resource[0].upper(): resource for resource in RESOURCES} | {"D": DESERT}
HARBOR_LETTERS = {resource[0].upper(): resource for resource in RESOURCES} | {"3": GENERAL}
TOKENS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]


@dataclass(frozen=True)
class Board:
    """What is printed on the tiles. `robber` is the hex on which the robber starts."""

    terrain: list[str]  # a resource or "desert", per hex
    tokens: list[int]  # 0 on a desert, per hex
    harbors: list[str]  # a resource or "general", clockwise
    robber: int

    def harbor_at(self, node: int) -> str | None:
        for path, kind in zip(HARBOR_PATHS, self.harbors, strict=True):
            if node in PATH_ENDS[path]:
                return kind
        return None


def default_robber_hex(terrain: list[str]) -> int:
    """The first desert, or h0 on a board without one."""
    return terrain.index(DESERT) if DESERT in terrain else 0


def parse_board(text: str) -> Board:
    """Read the one-line form, e.g. `BEGINNERS_BOARD`; raises ValueError when it is malformed."""
    if text.count("|") != 1:
        raise ValueError("a board has one '|', between its hexes and its harbors")
    hex_text, harbor_text = text.split("|")
    rows = [row.split() for row in hex_text.split("/")]
    if [len(row) for row in rows] != HEX_ROW_LENGTHS:
        raise ValueError(f"a board has rows of {HEX_ROW_LENGTHS} hexes")

    terrain: list[str] = []
    tokens: list[int] = []
    starred: list[int] = []
    for word in [word for row in rows for word in row]:
        parts = re.fullmatch(r"([BLOGWD])([1-9][0-9]?)?(\*)?", word, re.ASCII)
        if parts is None:
            raise ValueError(f"{word!r} is not a hex")
        letter, number, star = parts.groups()
        token = int(number) if number else 0
        if token not in ([0] if letter == "D" else TOKENS):
            raise ValueError(f"{word!r}: a desert has no token, other hexes have 2 to 12 without 7")
        if star:
            starred.append(len(terrain))
        terrain.append(TERRAIN_LETTERS[letter])
        tokens.append(token)
    if len(starred) > 1:
        raise ValueError("there is one robber")

    letters = harbor_text.split()
    if len(letters) != len(HARBOR_PLACES) or any(letter not in HARBOR_LETTERS for letter in letters):
        raise ValueError("a board has nine harbors, each of 3 B L O G W")
    harbors = [HARBOR_LETTERS[letter] for letter in letters]
    return Board(terrain, tokens, harbors, starred[0] if starred else default_robber_hex(terrain))


def board_text(board: Board) -> str:
    """The one-line form. The star is written only where the robber stands off its default hex."""
    words = []
    for hex_ in HEXES:
        token = str(board.tokens[hex_]) if board.tokens[hex_] else ""
        star = "*" if hex_ == board.robber != default_robber_hex(board.terrain) else ""
        words.append(board.terrain[hex_][0].upper() + token + star)
    rows = []
    for length in HEX_ROW_LENGTHS:
        rows.append(" ".join(words[:length]))
        words = words[length:]
    harbors = ["3" if kind == GENERAL else kind[0].upper() for kind in board.harbors]
    return " / ".join(rows) + " | " + " ".join(harbors)
