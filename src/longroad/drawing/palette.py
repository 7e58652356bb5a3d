"""Colours and fonts that all games are drawn in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Livery:
    """How a player's pieces look; `mark` is a shape for readers who cannot distinguish the colours."""

    name: str
    color: str
    ink: str
    mark: str
    ansi: str


LIVERIES = (
    Livery("red", "#d03a32", "#ffffff", "circle", "1;38;5;231;48;5;160"),
    Livery("blue", "#2f6fc4", "#ffffff", "square", "1;38;5;231;48;5;26"),
    Livery("orange", "#f5942a", "#2b2118", "triangle", "1;38;5;16;48;5;208"),
    Livery("white", "#fbfaf5", "#2b2118", "diamond", "1;38;5;16;48;5;231"),
)

INK = "#2b2118"
FADED = "#85775f"
CREAM = "#fcf5e3"
PARCHMENT = "#f6efdf"
PAPER = "#fffdf8"
LINE = "#dccfb3"
GOLD = "#f3cf63"
SERIF = "Georgia,'Times New Roman','DejaVu Serif',serif"
SANS = "'Segoe UI','Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"
