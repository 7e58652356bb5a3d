"""A grid of characters with colours, written out as lines of text."""

from __future__ import annotations

from itertools import groupby

PLAIN = ""
"""The style of text without colour; other styles are the parameters of an ANSI escape, such as `1;31`."""
DIM = "2"


class Screen:
    """Characters at places (column, row), each with a style.

    >>> screen = Screen(5, 2)
    >>> screen.put(1, 0, "hi", "1;31")
    >>> screen.lines(color=False), screen.lines(color=True)[0] == " " + styled("hi", "1;31")
    ([' hi', ''], True)
    """

    def __init__(self, width: int, height: int, style: str = PLAIN) -> None:
        """A blank screen in a style."""
        self._rows = [[(" ", style)] * width for _ in range(height)]

    def put(self, column: int, row: int, text: str, style: str = PLAIN) -> None:
        """Write a text over what is there."""
        for place, char in enumerate(text, start=column):
            self._rows[row][place] = (char, style)

    def lines(self, *, color: bool) -> list[str]:
        """The rows as text, without blanks at their ends."""
        return [_line(row, color).rstrip() for row in self._rows]


def styled(text: str, style: str, *, color: bool = True) -> str:
    """A text in a style, when colours are wanted."""
    return f"\x1b[{style}m{text}\x1b[0m" if color and style else text


def _line(row: list[tuple[str, str]], color: bool) -> str:
    runs = groupby(row, key=lambda cell: cell[1])
    return "".join(styled("".join(char for char, _ in cells), style, color=color) for style, cells in runs)
