"""The win-probability chart of a running game: one line per player, drawn on the server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from longroad.analysis.words import percent
from longroad.drawing.markup import num
from longroad.web.pages.rendering import render

#: The drawing's own units, stretched to whatever room there is.
WIDTH, HEIGHT = 1000.0, 100.0
#: Points of a line that are sent at most: a line of more looks the same.
MOST_POINTS = 240
#: How near the labels at the ends of two lines may be, in percent of the height.
_APART = 13.0
_MOST_TURNS = 8


@dataclass(frozen=True)
class Point:
    """Win probabilities after so many events."""

    event: int
    turn: int
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Line:
    """A player's line: the ``d`` of a path, its last value, where its label stands (percent from above)."""

    player: int
    name: str
    path: str
    share: float
    label: float


def chart_html(points: Sequence[Point], names: Sequence[str]) -> str:
    """The chart; with a sentence instead while there is nothing to draw.

    >>> points = [Point(0, 0, (0.5, 0.5)), Point(1, 1, (0.25, 0.75))]
    >>> chart_html(points, ["Ann", "Ben"]).count('class="line"')
    2
    """
    last = points[-1] if points else None
    said = (
        [f"{name} {percent(share)}" for name, share in zip(names, last.shares, strict=True)] if last else []
    )
    return render(
        "chart",
        lines=lines(points, names),
        turns=turn_marks(points),
        width=WIDTH,
        height=HEIGHT,
        said=", ".join(said),
        turn=last.turn if last else 0,
    )


def lines(points: Sequence[Point], names: Sequence[str]) -> list[Line]:
    """A line per player; none if nothing is known yet."""
    if not points:
        return []
    shown = thinned(points)
    shares = points[-1].shares
    labels = spread([100 * (1 - share) for share in shares])
    return [
        Line(player, names[player], _path(shown, player), share, labels[player])
        for player, share in enumerate(shares)
    ]


def thinned(points: Sequence[Point]) -> list[Point]:
    """So many of the points that a line can show, the newest among them.

    >>> found = thinned([Point(n, n, (1.0,)) for n in range(1000)])
    >>> len(found) <= MOST_POINTS, found[-1].event
    (True, 999)
    """
    step = -(-len(points) // MOST_POINTS)
    return list(reversed(points[::-1][::step]))


def spread(places: Sequence[float], apart: float = _APART) -> list[float]:
    """The same places, moved so little that none is nearer than ``apart`` to the next, within 0 to 100.

    >>> spread([50, 50]), spread([0, 100])
    ([43.5, 56.5], [0, 100])
    """
    order = sorted(range(len(places)), key=lambda one: places[one])
    found = list(places)
    for _ in range(20):
        for upper, lower in pairwise(order):
            lack = apart - (found[lower] - found[upper])
            if lack > 0:
                found[upper] -= lack / 2
                found[lower] += lack / 2
        found = [min(max(place, 0), 100) for place in found]
    return found


def turn_marks(points: Sequence[Point]) -> list[tuple[int, float]]:
    """Some turns with their place, in percent from the left, for the axis.

    >>> turn_marks([Point(event, event // 2, (1.0,)) for event in range(9)])
    [(1, 25.0), (2, 50.0), (3, 75.0), (4, 100.0)]
    """
    if not points:
        return []
    first: dict[int, int] = {}
    for point in points:
        first.setdefault(point.turn, point.event)
    last = max(first)
    step = next(
        size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000) if last / size <= _MOST_TURNS
    )
    end = max(points[-1].event, 1)
    return [
        (turn, round(100 * first[turn] / end, 2)) for turn in range(step, last + 1, step) if turn in first
    ]


def _path(points: Sequence[Point], player: int) -> str:
    end = max(points[-1].event, 1)
    places = (
        f"{num(WIDTH * point.event / end)} {num(HEIGHT * (1 - point.shares[player]))}" for point in points
    )
    return f"M{'L'.join(places)}"
