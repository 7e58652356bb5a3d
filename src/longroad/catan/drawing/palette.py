"""Colours and short names of the board, shared by the SVG and the terminal drawing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Terrain:
    """How a kind of hex and its resource look; `ansi` is for terminals."""

    resource: str
    letter: str
    ground: str
    shade: str
    light: str
    glyph: str
    ansi: str


TERRAINS = (
    Terrain("brick", "B", "#cd7a53", "#a5532f", "#e29a74", "#7f3519", "48;5;173"),
    Terrain("lumber", "L", "#5b9a5c", "#2f6b41", "#83b878", "#4f3219", "48;5;71"),
    Terrain("ore", "O", "#98a1ad", "#646e7d", "#c6ccd4", "#434c5a", "48;5;247"),
    Terrain("grain", "G", "#ecca5f", "#b98818", "#f8e5a0", "#94680a", "48;5;221"),
    Terrain("wool", "W", "#b0d272", "#7fa845", "#d3e8a6", "#fffdf6", "48;5;149"),
    Terrain("desert", "D", "#e6d5a8", "#c2a76c", "#f4ead0", "#7a6a4a", "48;5;187"),
)

CARD_NAMES = ("knight", "victory point", "road building", "year of plenty", "monopoly")
CARD_LETTERS = ("K", "V", "R", "Y", "M")

RED_TOKEN = "#c02a2a"
CARD_BACK = "#6d5d8c"
HAND_BACK = "#8a7658"


def pips(token: int) -> int:
    """How many of the 36 rolls of two dice show the number.

    >>> pips(6), pips(12), pips(0)
    (5, 1, 0)
    """
    return 6 - abs(7 - token) if token else 0
