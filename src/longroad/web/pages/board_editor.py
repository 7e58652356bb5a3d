"""A board put together by clicking: a brush for terrain or a number on hexes; harbors change in turn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from longroad.catan import RESOURCES, Board, topology
from longroad.catan.drawing import island
from longroad.catan.drawing.palette import TERRAINS
from longroad.catan.words import hex_words
from longroad.drawing.markup import circle, group
from longroad.web.pages.board import drawing

#: Tokens in the order in which they are offered.
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
#: What a hex is given that was desert, and has no number yet.
_FIRST_NUMBER = 4
_DESERT = 5
_HARBORS = ("B", "L", "O", "G", "W", "3")
_ROWS = (3, 4, 5, 4, 3)


def painted(board: Board, hexagon: int, brush: str) -> Board:
    """The board with another hex: ``brush`` is a letter of ``BLOGWD`` or a number.

    >>> board = Board.generate("beginner")
    >>> str(painted(board, 0, "W"))[:8], str(painted(board, 0, "12"))[:8], str(painted(board, 0, "D"))[:6]
    ('W10 W2 L', 'O12 W2 L', 'D W2 L')
    """
    terrain, tokens = list(board.terrain), list(board.tokens)
    if brush.isdecimal():
        tokens[hexagon] = int(brush) if terrain[hexagon] != _DESERT else 0
    else:
        terrain[hexagon] = next(n for n, look in enumerate(TERRAINS) if look.letter == brush)
        tokens[hexagon] = 0 if terrain[hexagon] == _DESERT else tokens[hexagon] or _FIRST_NUMBER
    return _board(terrain, tokens, board.harbors)


def turned_harbor(board: Board, harbor: int) -> Board:
    """The board with the next kind of harbor there.

    >>> str(turned_harbor(Board.generate("beginner"), 0)).partition("| ")[2]
    'B G O 3 W 3 3 B L'
    """
    harbors = list(board.harbors)
    harbors[harbor] = (harbors[harbor] + 1) % len(_HARBORS)
    return _board(board.terrain, board.tokens, harbors)


def _board(terrain: Sequence[int], tokens: Sequence[int], harbors: Sequence[int]) -> Board:
    names = [f"{TERRAINS[ground].letter}{token or ''}" for ground, token in zip(terrain, tokens, strict=True)]
    rows, place = [], 0
    for length in _ROWS:
        rows.append(" ".join(names[place : place + length]))
        place += length
    return Board(f"{' / '.join(rows)} | {' '.join(_HARBORS[kind] for kind in harbors)}")


def editor_svg(board: Board) -> str:
    """What is clicked: lies over the drawing of the board."""
    hexes = [
        _place("hex", number, island.LATTICE.center(number), 54, f"Paint {hex_words(board, number)}")
        for number in range(len(topology.HEX_CELL))
    ]
    harbors = [
        _place("harbor", n, island.LATTICE.harbor(path, island.HARBOR_DISTANCE), 22, _harbor_words(board, n))
        for n, path in enumerate(topology.HARBOR_PATHS)
    ]
    return drawing(group(*hexes, *harbors, class_="spots", data_arrows=""))


def _harbor_words(board: Board, harbor: int) -> str:
    kind = board.harbors[harbor]
    return f"Change the {'3:1' if kind == len(RESOURCES) else RESOURCES[kind]} harbor"


def _place(kind: str, number: int, middle: tuple[float, float], radius: float, words: str) -> str:
    return (
        f'<g class="spot edit" data-key="{kind}-{number}" data-spot="" role="button" tabindex="-1" '
        f'aria-label="{escape(words)}" data-do="paint" data-{kind}="{number}">'
        f"{circle(*middle, radius, class_='reach')}</g>"
    )
