"""Positions of hexes, intersections, paths and harbors on a drawing.

A `Lattice` gives every place of the board a position from three lengths: half the width of a hex, the
height of its roof, and the length of its upright sides. The SVG uses pixels, the terminal characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from longroad.catan import topology

Point = tuple[float, float]

HEXES = len(topology.HEX_CORNERS)
INTERSECTIONS = len(topology.INTERSECTION_CELL)
PATHS = len(topology.PATH_ENDS)
PEAKS = frozenset(corner for corners in topology.HEX_CORNERS for corner in corners[1::2])
"""Intersections like the northern corner of a hex, from which no path leads south. From the others none leads
north."""


@dataclass(frozen=True)
class Lattice:
    """The board laid out with hexes of the given proportions, from the given origin.

    >>> flat = Lattice(half_width=6, roof=2, side=3)
    >>> flat.center(0), flat.intersection(0), flat.intersection(1)
    ((18, 3.5), (12, 2), (18, 0))
    """

    half_width: float
    roof: float
    side: float
    origin: Point = (0, 0)

    @property
    def width(self) -> float:
        """From the westmost to the eastmost intersection."""
        return max(column for _, column in topology.INTERSECTION_CELL) * self.half_width

    @property
    def height(self) -> float:
        """From the northmost to the southmost intersection."""
        rows = 1 + max(row for row, _ in topology.HEX_CELL)
        return rows * (self.roof + self.side) + self.roof

    @cached_property
    def _intersections(self) -> dict[int, Point]:
        found: dict[int, Point] = {}
        for hexagon, corners in enumerate(topology.HEX_CORNERS):
            found.update(zip(corners, self.corners(hexagon), strict=True))
        return found

    def top(self, hexagon: int) -> Point:
        """The northern corner of a hex."""
        row, column = topology.HEX_CELL[hexagon]
        x, y = self.origin
        return x + (column + 1) * self.half_width, y + row * (self.roof + self.side)

    def corners(self, hexagon: int) -> list[Point]:
        """The six corners, clockwise from the one at the upper left."""
        x, y = self.top(hexagon)
        west, east = x - self.half_width, x + self.half_width
        shoulder, foot, bottom = y + self.roof, y + self.roof + self.side, y + 2 * self.roof + self.side
        return [(west, shoulder), (x, y), (east, shoulder), (east, foot), (x, bottom), (west, foot)]

    def center(self, hexagon: int) -> Point:
        """The middle of a hex."""
        x, y = self.top(hexagon)
        return x, y + self.roof + self.side / 2

    def intersection(self, intersection: int) -> Point:
        """Where an intersection lies."""
        return self._intersections[intersection]

    def path(self, path: int) -> tuple[Point, Point]:
        """The two ends of a path."""
        first, second = topology.PATH_ENDS[path]
        return self.intersection(first), self.intersection(second)

    def harbor(self, path: int, distance: float) -> Point:
        """The point off the coast that lies `distance` away from the middle of a coastal path."""
        start, end = self.path(path)
        middle = midpoint(start, end)
        inland = self.center(_INLAND[path])
        return toward(middle, inland, -distance)


def hexagonal(side: float, origin: Point = (0, 0)) -> Lattice:
    """The lattice of regular hexes with sides of the given length."""
    return Lattice(half_width=side * sqrt(3) / 2, roof=side / 2, side=side, origin=origin)


def midpoint(a: Point, b: Point) -> Point:
    """Half way between two points."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def toward(a: Point, b: Point, distance: float) -> Point:
    """The point at a distance from `a` in the direction of `b` (away from it when negative)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = distance / sqrt(dx * dx + dy * dy)
    return a[0] + dx * share, a[1] + dy * share


def _coastal_hexes() -> dict[int, int]:
    """The hex behind each coastal path: these paths border one hex only."""
    borders: dict[int, list[int]] = {}
    for hexagon, paths in enumerate(topology.HEX_PATHS):
        for path in paths:
            borders.setdefault(path, []).append(hexagon)
    return {path: hexes[0] for path, hexes in borders.items() if len(hexes) == 1}


def _coastline() -> list[int]:
    """The intersections of the coast, clockwise from n0."""
    neighbours: dict[int, list[int]] = {}
    for path in _INLAND:
        first, second = topology.PATH_ENDS[path]
        neighbours.setdefault(first, []).append(second)
        neighbours.setdefault(second, []).append(first)
    walk = [0, 1]
    while len(walk) < len(_INLAND):
        before, here = walk[-2:]
        walk.append(next(place for place in neighbours[here] if place != before))
    return walk


_INLAND = _coastal_hexes()
COASTLINE = _coastline()
