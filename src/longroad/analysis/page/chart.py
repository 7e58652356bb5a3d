"""The win-probability chart: one area per player, one above the other, over all events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from longroad.analysis.review import Moment, TurningPoint
from longroad.drawing.markup import num

#: The chart's own units: a column per moment, stretched to the width of the page, and a height.
HEIGHT = 100.0
#: Numbers nearer than this share of the width stand in different rows, of which there are so many.
_APART, _ROWS = 0.08, 4


@dataclass(frozen=True)
class Area:
    """A player's share of the chart, as the ``d`` of an SVG path."""

    player: int
    path: str


@dataclass(frozen=True)
class TurnMark:
    """Where a turn begins, as a share of the width, for the axis."""

    turn: int
    place: float


@dataclass(frozen=True)
class PointMark:
    """A turning point on the chart: its place as a share of the width, and the row of its number, so that
    numbers do not cover each other."""

    event: int
    place: float
    row: int
    text: str


def areas(moments: Sequence[Moment]) -> list[Area]:
    """From the first player at the top down to the last."""
    players = len(moments[0].win_probabilities)
    edges = [
        [HEIGHT * sum(moment.win_probabilities[:player]) for moment in moments] for player in range(players)
    ]
    edges.append([HEIGHT] * len(moments))
    return [Area(player, _between(edges[player], edges[player + 1])) for player in range(players)]


def _between(upper: Sequence[float], lower: Sequence[float]) -> str:
    forth = [f"{x} {num(y)}" for x, y in enumerate(upper)]
    back = [f"{x} {num(y)}" for x, y in reversed(list(enumerate(lower)))]
    return f"M{'L'.join([*forth, *back])}Z"


def point_marks(points: Sequence[TurningPoint], moments: int) -> list[PointMark]:
    """The turning points of a game of so many moments."""
    found: list[PointMark] = []
    for point in points:
        place = point.event / max(moments - 1, 1)
        near = [mark.row for mark in found if place - mark.place < _APART]
        row = next(row for row in range(len(found) + 1) if row not in near)
        found.append(PointMark(point.event, place, min(row, _ROWS - 1), point.text))
    return found


def turn_marks(moments: Sequence[Moment], most: int = 8) -> list[TurnMark]:
    """Some turns at equal distances, for the axis."""
    first: dict[int, int] = {}
    for place, moment in enumerate(moments):
        first.setdefault(moment.turn, place)
    last = max(first)
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000) if last / size <= most)
    width = max(len(moments) - 1, 1)
    return [TurnMark(turn, first[turn] / width) for turn in range(step, last + 1, step) if turn in first]
