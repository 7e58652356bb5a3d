"""The landscape drawn into each kind of hex: light vector pictures around the number token.

Every picture is centred on its hex and made for sides of 66; the token covers the middle.
"""

from __future__ import annotations

from collections.abc import Iterable

from longroad.catan.drawing.palette import TERRAINS, Terrain
from longroad.drawing.markup import circle, define, element, paint, path, rect, use

Spot = tuple[float, float, float]

_BRICK, _LUMBER, _ORE, _GRAIN, _WOOL, _DESERT = TERRAINS


def motif_name(terrain: int) -> str:
    """The name under which the landscape of a terrain is defined."""
    return f"land-{TERRAINS[terrain].resource}"


def _strewn(name: str, spots: Iterable[Spot]) -> str:
    """The named picture at many places (x, y, scale), the nearer ones in front."""
    return "".join(use(name, x, y, scale) for x, y, scale in sorted(spots, key=lambda spot: spot[1]))


def _slope(ridge: str, terrain: Terrain) -> str:
    """The ground below a line from the west to the east side of the hex, a little darker."""
    return path(f"{ridge}V29L0 60L-54 29Z", fill=terrain.shade, fill_opacity=0.27)


def _hills() -> str:
    slopes = _slope("M-54-2C-44-22-22-26-8-10C8-34 36-30 54-6", _BRICK)
    slopes += _slope("M-54 22C-34 8-14 14 0 30C16 16 38 14 54 24", _BRICK)
    courses = [(-46, (0,)), (-37, (-10, 10)), (-28, (-20, 0, 20)), (-19, (-30, -10, 10, 30))]
    courses += [(38, (-20, 0, 20)), (47, (-10, 10))]
    bricks = "".join(
        rect(x - 9, y - 3.5, 18, 7, rx=1.4, fill=_BRICK.light if (index + row) % 3 else "#d98c66")
        for row, (y, columns) in enumerate(courses)
        for index, x in enumerate(columns)
    )
    return slopes + element("g", bricks, stroke=_BRICK.shade, stroke_width=1.1, stroke_opacity=0.75)


def _forest() -> str:
    spots = [(-33, -20, 0.95), (-17, -31, 1.05), (1, -38, 1.1), (18, -30, 1.05), (34, -19, 0.95)]
    spots += [(-42, 2, 0.9), (42, 4, 0.9), (-36, 24, 0.9), (36, 26, 0.9)]
    spots += [(-21, 38, 0.95), (-4, 46, 0.95), (18, 40, 0.95)]
    return _strewn("tree", spots)


def _tree() -> str:
    crown = path("M0-13L6.5-3H3.6L8.5 5H4.6L9.5 11H-9.5L-4.6 5H-8.5L-3.6-3H-6.5Z", fill=_LUMBER.shade)
    lit = path("M0-13L-6.5-3H-3.6L-8.5 5H-4.6L-9.5 11H-2Z", fill=_LUMBER.light, fill_opacity=0.35)
    return rect(-1.5, 10, 3, 5, fill="#5e4529") + crown + lit


def _mountains() -> str:
    spots = [(-27, 2, 0.85), (28, 4, 0.9), (2, -6, 1.25)]
    spots += [(-36, 29, 0.5), (37, 30, 0.46), (-13, 46, 0.48), (15, 44, 0.5)]
    return _strewn("peak", spots)


def _peak() -> str:
    rock = path("M-25 16L-4-26L0-30L5-25L26 16Z", fill=_ORE.shade)
    lit = path("M-25 16L-4-26L0-30L-3-14L3-4L-4 16Z", fill=_ORE.light, fill_opacity=0.45)
    snow = path("M-9.5-15L-4-26L0-30L5-25L10-15L5.5-17.5L1.5-13L-3-17.5Z", fill="#fff", fill_opacity=0.9)
    return rock + lit + snow


def _fields() -> str:
    furrows = path(
        "M-50-20C-30-30 30-30 50-20M-54-2C-34-12 34-12 54-2"
        "M-54 18C-34 8 34 8 54 18M-44 36C-26 27 26 27 44 36",
        fill="none",
        stroke=_GRAIN.shade,
        stroke_opacity=0.25,
        stroke_width=2,
    )
    spots = [(-32, -20, 1), (-17, -30, 1), (0, -37, 1.05), (17, -30, 1), (32, -20, 1)]
    spots += [(-43, 4, 0.9), (43, 4, 0.9), (-34, 28, 0.9), (34, 28, 0.9)]
    spots += [(-17, 41, 0.9), (0, 47, 0.9), (17, 41, 0.9)]
    return furrows + _strewn("stalk", spots)


def _stalk() -> str:
    ear = "M0-13C2.2-11 2.2-8.4 0-6.6C-2.2-8.4-2.2-11 0-13Z"
    for y in (-5, -0.6, 3.8):
        for side in (1, -1):
            ear += f"M{0.5 * side} {y}C{side} {y - 3} {2.6 * side} {y - 4.6} {5 * side} {y - 4.8}"
            ear += f"C{5 * side} {y - 2} {3.2 * side} {y - 0.2} {0.5 * side} {y}Z"
    stem = path("M0 13V-7", fill="none", stroke=_GRAIN.shade, stroke_width=1.3)
    return stem + path(ear, fill=_GRAIN.shade, fill_opacity=0.85)


def _pasture() -> str:
    meadow = _slope("M-54-8C-34-30-8-26 6-12C20-26 42-24 54-12", _WOOL)
    meadow += _slope("M-54 26C-30 10-10 20 4 32C22 20 40 20 54 26", _WOOL)
    grass = _strewn("tuft", [(-6, -24, 1), (42, 10, 1), (-15, 44, 1), (32, 34, 1), (-44, 2, 0.9)])
    flock = [(-26, -20, 0.95), (4, -37, 0.85), (31, -17, 1), (-36, 20, 0.95), (9, 46, 0.95)]
    return meadow + grass + _strewn("sheep", flock)


def _sheep() -> str:
    legs = path("M-4 5V9M3.5 5V9", stroke="#4a4036", stroke_width=1.6, fill="none")
    fleece = path(
        "M-6.2 6A3.6 3.6 0 0 1-8.6-.4A3.7 3.7 0 0 1-4.8-4.6A4 4 0 0 1 2-4.8"
        "A3.6 3.6 0 0 1 6.2-.6A3.5 3.5 0 0 1 4.4 6Z",
        fill="#fffdf4",
        stroke="#8fa860",
        stroke_width=0.8,
    )
    head = path("M5-4.4C6.8-5.6 9.6-4.6 10-2C10.2 0 8.8 1 7.6.8C5.8.4 4.8-2 5-4.4Z", fill="#4a4036")
    return legs + fleece + head


def _tuft() -> str:
    return path("M-4 3Q-4-1-6-4M0 3V-6M4 3Q4-1 6-4", fill="none", stroke="#6f963a", stroke_width=1.4)


def _dunes() -> str:
    sun = circle(20, -34, 8, fill="#f6e3a4", stroke="#e3c77e")
    sand = _slope("M-54-2C-36-20-14-20 2-6C18-20 38-20 54-8", _DESERT)
    sand += _slope("M-54 24C-32 8-10 16 8 30C24 20 40 20 54 26", _DESERT)
    return sun + sand + _strewn("cactus", [(-28, -14, 1), (36, 12, 0.75), (-12, 44, 0.6)])


def _cactus() -> str:
    return path(
        "M0 14V-14M0 3H-7V-5M0-1H7V-8",
        fill="none",
        stroke="#7d9a5e",
        stroke_width=4,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def definitions() -> str:
    """All landscapes, to be shown with `use(motif_name(terrain), ...)`."""
    things = (_tree, _peak, _stalk, _sheep, _tuft, _cactus)
    lands = (_hills, _forest, _mountains, _fields, _pasture, _dunes)
    parts = [define(thing.__name__.strip("_"), thing()) for thing in things]
    parts += [
        define(motif_name(terrain), land(), clip_path=paint("hexclip")) for terrain, land in enumerate(lands)
    ]
    return "".join(parts)
