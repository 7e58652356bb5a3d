"""Small pictures of resources, development cards and a few signs, each in a box of about -9 to 9.

They are defined once and shown by `glyph`. A part without a colour of its own takes the one asked for.
"""

from __future__ import annotations

from longroad.drawing.markup import circle, define, path, rect, use

_BRICK = define(
    "brick",
    rect(-4.6, -6.8, 9.2, 5.6, rx=1),
    rect(-9.6, 0.4, 9, 5.6, rx=1),
    rect(0.6, 0.4, 9, 5.6, rx=1),
)
_LUMBER = define(
    "lumber",
    path("M-5.6-6.6H6.4A3.2 3.2 0 0 1 6.4-.2H-5.6Z"),
    path("M-5.6.8H6.4A3.2 3.2 0 0 1 6.4 7.2H-5.6Z"),
    circle(-5.8, -3.4, 3.1, fill="#e8c796", stroke="currentColor"),
    circle(-5.8, 4, 3.1, fill="#e8c796", stroke="currentColor"),
)
_ORE = define(
    "ore",
    path("M-9 5.5L-7-2.5L-1.5-7L4.5-5.5L9 1L7.5 6.5H-8.5Z"),
    path("M-7-2.5L-1.5-7L1-1.5L-4 1Z", fill="#fff", fill_opacity=0.45),
    path("M1-1.5L4.5-5.5L9 1L3.5 6.5Z", fill="#000", fill_opacity=0.18),
)
_GRAIN = define(
    "grain",
    path("M0 9V-4", fill="none", stroke="currentColor", stroke_width=1.4),
    path(
        "M0-9.5C2-7.5 2-5 0-3.2C-2-5-2-7.5 0-9.5Z"
        "M.6-1C.8-3.8 2.6-5.4 5-5.6C5.2-3 3.4-1.2.6-1ZM-.6-1C-.8-3.8-2.6-5.4-5-5.6C-5.2-3-3.4-1.2-.6-1Z"
        "M.6 3C.8.2 2.6-1.4 5-1.6C5.2 1 3.4 2.8.6 3ZM-.6 3C-.8.2-2.6-1.4-5-1.6C-5.2 1-3.4 2.8-.6 3Z"
        "M.6 7C.8 4.2 2.6 2.6 5 2.4C5.2 5 3.4 6.8.6 7ZM-.6 7C-.8 4.2-2.6 2.6-5 2.4C-5.2 5-3.4 6.8-.6 7Z"
    ),
)
_WOOL = define(
    "wool",
    path("M-4.5 4V7.6M3 4V7.6", fill="none", stroke="currentColor", stroke_width=1.7, stroke_linecap="round"),
    path(
        "M-6.2 4.6A3.2 3.2 0 0 1-8-1A3.3 3.3 0 0 1-4.6-4.8A3.6 3.6 0 0 1 1.6-5A3.2 3.2 0 0 1 5.4-1.2"
        "A3.1 3.1 0 0 1 4 4.6Z"
    ),
    path("M4.2-4.6C6-6 9-5 9.6-2.2C9.8-.2 8.4 1 7 .8C5.2.4 4-2 4.2-4.6Z", fill="#3b3128"),
)
_SHIP = define(
    "ship",
    path("M-8.5 3H8.5C8 6 6 7.5 3.5 7.5H-4C-6.5 7.5-8.2 5.8-8.5 3Z"),
    path("M-.8-8.5V1.6H-7.4C-6.6-3-4-6.6-.8-8.5ZM1-7C4.4-5 6.2-2 6.6 1.6H1Z"),
)
_KNIGHT = define(
    "knight",
    path("M-7-7.6C-4-7.4-1.6-8.2 0-9.4C1.6-8.2 4-7.4 7-7.6C7.6 0 5.4 6 0 9.2C-5.4 6-7.6 0-7-7.6Z"),
    path("M0-6V5.4M-3.6-2.2H3.6", fill="none", stroke="#fff", stroke_width=1.8, stroke_linecap="round"),
)
_STAR = define(
    "star",
    path(
        "M0-9L2.65-3.24L8.56-2.78L4.28 1.39L5.29 7.28L0 4.5L-5.29 7.28L-4.28 1.39L-8.56-2.78L-2.65-3.24Z",
        stroke_linejoin="round",
    ),
)
_ROADS = define(
    "roads",
    path("M-8 6.5L-1.2-6.5M1.2 6.5L8-6.5", fill="none", stroke="currentColor", stroke_width=3.6),
)
_PLENTY = define(
    "plenty",
    rect(-7.5, -7.5, 9, 12, rx=1.5, fill_opacity=0.55),
    rect(-2, -4.5, 9.5, 12, rx=1.5),
    path("M2.75-1V5M-.25 2H5.75", fill="none", stroke="#fff", stroke_width=1.6),
)
_MONOPOLY = define(
    "monopoly",
    path("M-8.5-5L-4.4-1.2L0-7.5L4.4-1.2L8.5-5L6.8 4.2H-6.8Z", stroke_linejoin="round"),
    rect(-6.8, 5.2, 13.6, 2.4, rx=0.6),
)
_TICK = define(
    "tick",
    path("M-4.5.5L-1.2 4L5-4", fill="none", stroke="#3c8a4a", stroke_width=2.4, stroke_linecap="round"),
)
_CROSS = define(
    "cross",
    path("M-3.6-3.6L3.6 3.6M-3.6 3.6L3.6-3.6", stroke="#b8443a", stroke_width=2.4, stroke_linecap="round"),
)
_ARROW = define(
    "arrow",
    path("M-8-2.4H1V-6L8.5 0L1 6V2.4H-8Z"),
)

RESOURCE_GLYPHS = ("brick", "lumber", "ore", "grain", "wool", "ship")
CARD_GLYPHS = ("knight", "star", "roads", "plenty", "monopoly")

HARBOR_DEFINITIONS = _BRICK + _LUMBER + _ORE + _GRAIN + _WOOL + _SHIP
PANEL_DEFINITIONS = _KNIGHT + _STAR + _ROADS + _PLENTY + _MONOPOLY + _TICK + _CROSS + _ARROW


def glyph(name: str, x: float, y: float, color: str, scale: float = 1) -> str:
    """A glyph at a place, in a colour."""
    return use(name, x, y, scale, fill=color, color=color)
