"""Boards: drawn from a seed, read from text, or the beginners' one."""

from __future__ import annotations

from longroad import _native
from longroad.errors import RulesError
from longroad.options import About, Declared, choices_of

#: How a board can be drawn; docs/reference/rules.md explains each.
LAYOUTS = choices_of(_native.Layout)
_LAYOUT = Declared("board", str, "spiral", About(choices=LAYOUTS))
_HARBORS = Declared("harbors", str, "shuffled", About(choices=choices_of(_native.HarborLayout)))


class Board(_native.Board):
    """Terrain, tokens, harbors and the robber's first hex. Its text form round-trips.

    >>> board = Board.generate("beginner")
    >>> print(board)
    O10 W2 L9 / G12 B6 W4 B10 / G9 L11 D L3 O8 / L8 O3 G4 W5 / B5 G6 W11 | 3 G O 3 W 3 3 B L
    >>> Board(str(board)) == board
    True
    >>> board.tokens[:3], board.robber
    ((10, 2, 9), 9)
    """

    __slots__ = ()

    @staticmethod
    def generate(layout: str = "spiral", *, harbors: str = "shuffled", seed: int = 0) -> Board:
        """The board that a seed draws."""
        for option, value in ((_LAYOUT, layout), (_HARBORS, harbors)):
            if value not in option.about.choices:
                raise RulesError(option.refusal(value))
        drawn = _native.Layout[layout], _native.HarborLayout[harbors]
        return Board(_native.draw_board_text(*drawn, seed % 2**64))

    def __reduce__(self) -> tuple[type[Board], tuple[str]]:
        return Board, (str(self),)

    def __repr__(self) -> str:
        return f"Board({str(self)!r})"

    def _repr_svg_(self) -> str:
        from longroad.catan.drawing import svg

        return svg(self)
