"""Roads, settlements, cities and the robber in SVG."""

from __future__ import annotations

from math import atan2, degrees

from longroad.catan.drawing.geometry import Point, midpoint
from longroad.catan.drawing.island import LATTICE, SIDE, token_place
from longroad.catan.drawing.scene import Land, Seat
from longroad.drawing.markup import circle, define, element, group, path, rect, title, use
from longroad.drawing.palette import LIVERIES

_OUTLINE = "#1f1812"
_ROAD_LENGTH = SIDE - 25
_ROAD_WIDTH = 9.0

_MARKS = {
    "circle": "M-3.2 0A3.2 3.2 0 1 1 3.2 0A3.2 3.2 0 1 1-3.2 0Z",
    "square": "M-2.8-2.8H2.8V2.8H-2.8Z",
    "triangle": "M0-3.4L3.7 2.8H-3.7Z",
    "diamond": "M0-4L3.4 0L0 4L-3.4 0Z",
}
_HOUSE = "M-10.5 10V-2L0-12L10.5-2V10Z"
_HOUSE_SHADE = "M0-12L10.5-2V10H0Z"
_CITY = "M-16 12V-7L-8.5-16L-1-7V-3H9.5L16 3.5V12Z"
_CITY_SHADE = "M-8.5-16L-1-7V12H-8.5ZM-1 3.5H16V12H-1Z"
_CITY_WALLS = path("M-1-3V12M-1 3.5H16", stroke=_OUTLINE, stroke_width=1.1, stroke_opacity=0.7)


def definitions(players: int) -> str:
    """The shapes of all pieces, in the livery of each player."""
    robber = define("robber", _robber())
    return robber + "".join(_liveried(player) for player in range(players))


def roads(seat: Seat) -> str:
    """A player's roads."""
    return "".join(_road(seat.player, road) for road in seat.roads)


def buildings(seat: Seat) -> str:
    """A player's settlements and cities."""
    return "".join(
        _piece(kind, seat.player, f"n{place}", LATTICE.intersection(place))
        for kind, places in (("settlement", seat.settlements), ("city", seat.cities))
        for place in places
    )


def robber(land: Land) -> str:
    """The robber on its hex."""
    return use("robber", *robber_place(land, land.robber), class_="robber")


def robber_place(land: Land, hexagon: int) -> Point:
    """Where the robber stands on a hex: beside its token."""
    x, y = token_place(hexagon)
    return x + (34 if land.tokens[hexagon] else 0), y


def mark(player: int, x: float, y: float, scale: float = 1) -> str:
    """The shape that distinguishes a player's pieces without colour."""
    return use(f"mark{player}", x, y, scale)


def _liveried(player: int) -> str:
    livery = LIVERIES[player]
    parts = {
        "mark": path(_MARKS[livery.mark], fill=livery.ink, fill_opacity=0.92),
        "road": _road_shape(livery.color) + mark(player, 0, 0, 0.8),
        "settlement": _building(_HOUSE, _HOUSE_SHADE, livery.color) + mark(player, 0, 3),
        "city": _building(_CITY, _CITY_SHADE, livery.color) + _CITY_WALLS + mark(player, -8.5, 1.5, 1.1),
    }
    return "".join(define(f"{name}{player}", shape) for name, shape in parts.items())


def _road_shape(color: str) -> str:
    left, top = -_ROAD_LENGTH / 2, -_ROAD_WIDTH / 2
    plank = rect(left, top, _ROAD_LENGTH, _ROAD_WIDTH, rx=2, fill=color, stroke=_OUTLINE, stroke_width=1.7)
    return plank + rect(left + 1.5, top + 1.4, _ROAD_LENGTH - 3, 2, fill="#fff", fill_opacity=0.3)


def _building(shape: str, shade: str, color: str) -> str:
    halo = path(shape, stroke="#fff", stroke_opacity=0.75, stroke_width=4.6, stroke_linejoin="round")
    walls = path(shape, fill=color, stroke=_OUTLINE, stroke_width=1.7, stroke_linejoin="round")
    return halo + walls + path(shade, fill="#000", fill_opacity=0.13)


def _road(player: int, road: int) -> str:
    start, end = LATTICE.path(road)
    angle = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    return _piece("road", player, f"e{road}", midpoint(start, end), angle)


def _piece(kind: str, player: int, name: str, place: Point, turn: float = 0) -> str:
    return group(
        title(f"{kind} of p{player} on {name}"),
        use(f"{kind}{player}", *place, turn=turn),
        class_=f"{kind} p{player}",
    )


def _robber() -> str:
    body = "M-9 16C-9 12-6 10-5.2 6C-4.8 3-5 1-6.2-2A7.2 7.2 0 1 1 6.2-2C5 1 4.8 3 5.2 6C6 10 9 12 9 16Z"
    return (
        element("ellipse", cx=1, cy=16.5, rx=11.5, ry=3, fill="#000", fill_opacity=0.25)
        + path(body, fill="none", stroke="#fff", stroke_width=4, stroke_opacity=0.6)
        + path(body, fill="#5d5d63", stroke=_OUTLINE, stroke_width=1.5)
        + circle(-2.4, -8, 2.4, fill="#fff", fill_opacity=0.35)
    )
