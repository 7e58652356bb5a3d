"""Colours and short names, shared by the SVG and the terminal drawing."""

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


@dataclass(frozen=True)
class Livery:
    """How a player's pieces look; `mark` is a shape on them for eyes that do not tell the colours apart."""

    name: str
    color: str
    ink: str
    mark: str
    ansi: str


TERRAINS = (
    Terrain("brick", "B", "#cd7a53", "#a5532f", "#e29a74", "#7f3519", "48;5;173"),
    Terrain("lumber", "L", "#5b9a5c", "#2f6b41", "#83b878", "#4f3219", "48;5;71"),
    Terrain("ore", "O", "#98a1ad", "#646e7d", "#c6ccd4", "#434c5a", "48;5;247"),
    Terrain("grain", "G", "#ecca5f", "#b98818", "#f8e5a0", "#94680a", "48;5;221"),
    Terrain("wool", "W", "#b0d272", "#7fa845", "#d3e8a6", "#fffdf6", "48;5;149"),
    Terrain("desert", "D", "#e6d5a8", "#c2a76c", "#f4ead0", "#7a6a4a", "48;5;187"),
)

LIVERIES = (
    Livery("red", "#d03a32", "#ffffff", "circle", "1;38;5;231;48;5;160"),
    Livery("blue", "#2f6fc4", "#ffffff", "square", "1;38;5;231;48;5;26"),
    Livery("orange", "#f5942a", "#2b2118", "triangle", "1;38;5;16;48;5;208"),
    Livery("white", "#fbfaf5", "#2b2118", "diamond", "1;38;5;16;48;5;231"),
)

CARD_NAMES = ("knight", "victory point", "road building", "year of plenty", "monopoly")
CARD_LETTERS = ("K", "V", "R", "Y", "M")

INK = "#2b2118"
FADED = "#85775f"
CREAM = "#fcf5e3"
PARCHMENT = "#f6efdf"
PAPER = "#fffdf8"
LINE = "#dccfb3"
GOLD = "#f3cf63"
RED_TOKEN = "#c02a2a"
CARD_BACK = "#6d5d8c"
HAND_BACK = "#8a7658"
SERIF = "Georgia,'Times New Roman','DejaVu Serif',serif"
SANS = "'Segoe UI','Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"


def pips(token: int) -> int:
    """How many of the 36 rolls of two dice show the number.

    >>> pips(6), pips(12), pips(0)
    (5, 1, 0)
    """
    return 6 - abs(7 - token) if token else 0
