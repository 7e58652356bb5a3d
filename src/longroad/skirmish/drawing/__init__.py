"""Drawings of games of Skirmish: `svg` for notebooks and browsers, `terminal` for a console."""

from longroad.skirmish.drawing.svg import svg
from longroad.skirmish.drawing.terminal import terminal

__all__ = ["svg", "terminal"]
