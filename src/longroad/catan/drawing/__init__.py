"""Drawings of Catan boards and games: `svg` for notebooks and browsers, `terminal` for a console."""

from longroad.catan.drawing.svg import svg
from longroad.catan.drawing.terminal import Marks, terminal

__all__ = ["Marks", "svg", "terminal"]
