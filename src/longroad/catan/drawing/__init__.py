"""Drawings of Catan boards and games: `svg` for notebooks and browsers, `terminal` for a console."""

from .svg import svg
from .terminal import terminal

__all__ = ["svg", "terminal"]
