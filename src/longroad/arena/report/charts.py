"""The charts of a report as SVG: rows of agents on a common scale, and small multiples.

Colours and fonts are those of ``colors.css`` and ``chart.css``: a page has them already, a chart that is a
file of its own carries them along. Both follow the reader's light or dark setting.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

import numpy as np

from longroad.arena.report.axes import Scale, padded
from longroad.arena.report.facts import elo, elo_interval, percent, percent_interval
from longroad.arena.tournament.standings import AgentStanding, Standings
from longroad.drawing.markup import circle, element, group, move, num, rect, text, title
from longroad.games import GAMES

#: Narrow enough that a phone shows the words in a readable size.
_WIDTH, _ROW, _AXIS = 374.0, 36.0, 42.0
_PANEL_WIDTH, _PANEL_HEIGHT = 230.0, 137.0
_LONGEST_NAME, _LONGEST_TITLE = 46, 38
_MARGIN = 14.0
_SEATS = ("first", "second", "third", "fourth")


@dataclass(frozen=True)
class Chart:
    """A drawing and its size, and what is read out instead of it."""

    content: str
    width: float
    height: float
    label: str

    def inline(self) -> str:
        """An ``<svg>`` element for a page, as wide as its place."""
        return self._svg(self.content)

    def file(self) -> str:
        """A picture that stands alone."""
        here = files("longroad.arena.report")
        styles = "".join(here.joinpath(name).read_text() for name in ("colors.css", "chart.css"))
        paper = rect(0, 0, self.width, self.height, class_="paper")
        return self._svg(
            element("style", styles) + paper + self.content,
            xmlns="http://www.w3.org/2000/svg",
            width=1.5 * self.width,
            height=1.5 * self.height,
        )

    def _svg(self, content: str, **attributes: str | float) -> str:
        return element(
            "svg",
            content,
            viewBox=f"0 0 {num(self.width)} {num(self.height)}",
            role="img",
            aria_label=self.label,
            class_="chart",
            **attributes,
        )


@dataclass(frozen=True)
class _Row:
    """A value in a row of its own, the ranges around it (their ends and class), and the same in words."""

    name: str
    value: float
    ranges: tuple[tuple[float, float, str], ...]
    words: str


def ratings(now: Standings) -> Chart:
    """Ratings with their intervals, the strongest on top."""
    rated = now.ratings
    rows = [
        _Row(
            agent,
            rating,
            ((low, high, "range"),) if math.isfinite(low) and math.isfinite(high) else (),
            f"{elo(rating)} {elo_interval(low, high)}",
        )
        for agent, rating, low, high in zip(rated.agents, rated.rating, rated.low, rated.high, strict=True)
    ]
    scale = Scale(*padded([0.0, *_ends(rows)]), _MARGIN, _WIDTH - _MARGIN)
    return _rows_chart(
        rows,
        scale,
        [elo(tick) if tick else "0" for tick in scale.ticks],
        "Elo around the mean of all agents, with 95% intervals",
        "ratings of all agents with 95% intervals",
        axis_at=0,
    )


def lengths(now: Standings) -> Chart:
    """How long the games of each agent were: median, the middle half, and nine of ten."""
    rows = []
    for one in now.agents:
        turns = [
            turn for match in now.pairings if one.agent in match.pairing.agents for turn in match.lengths
        ]
        low, quarter, median, three, high = np.quantile(turns, (0.05, 0.25, 0.5, 0.75, 0.95)).tolist()
        words = f"median {median:.0f} turns, half of the games {quarter:.0f} to {three:.0f}"
        rows.append(_Row(one.agent, median, ((low, high, "wide"), (quarter, three, "range")), words))
    least, most = min(_ends(rows)), max(_ends(rows))
    if most > 5 * max(least, 1):
        scale = Scale(max(least, 1) / 1.2, most * 1.2, _MARGIN, _WIDTH - _MARGIN, logarithmic=True)
    else:
        scale = Scale(*padded([least, most]), _MARGIN, _WIDTH - _MARGIN)
    return _rows_chart(
        rows,
        scale,
        [f"{tick:,g}" for tick in scale.ticks],
        "turns of a game: median, middle half, 5% to 95%",
        "turns of each agent's games",
    )


def seats(now: Standings) -> Chart:
    """The share that each seat won, whoever sat there."""
    fair = 1 / now.plan.players
    rows = [
        _Row(
            f"{_SEATS[i]} seat",
            seat.score,
            ((*seat.interval, "range"),),
            f"{percent(seat.score)} ({percent_interval(seat.interval)})",
        )
        for i, seat in enumerate(now.seats)
    ]
    reach = 1.15 * max(abs(end - fair) for end in _ends(rows)) or 0.01
    scale = Scale(max(fair - reach, -0.02), min(fair + reach, 1.02), _MARGIN, _WIDTH - _MARGIN)
    return _rows_chart(
        rows,
        scale,
        [f"{tick:.0%}" if reach > 0.03 else f"{tick:.1%}" for tick in scale.ticks],
        f"share of games won, with 95% intervals; dashed: {100 * fair:.3g}%",
        "share of games won by each seat with 95% intervals",
        mark_at=fair,
    )


def points_panel(now: Standings, one: AgentStanding) -> Chart:
    """How many points an agent ended its games with, on the same scales as the panels of the others."""
    mean = f"mean\u00a0{one.points / one.games:.2f}"
    label = f"points of {one.agent} at the end of its games, {mean}"
    return Chart(_points_bars(now, one), _PANEL_WIDTH, _PANEL_HEIGHT, label)


def points(now: Standings) -> Chart:
    """The same for all agents in one picture."""
    columns, cell = min(3, len(now.agents)), _PANEL_HEIGHT + 22
    panels = [
        group(
            text(short(one.agent, _LONGEST_TITLE), 4, 14, 9.5),
            group(_points_bars(now, one), transform=move(0, 20)),
            transform=move(i % columns * _PANEL_WIDTH, i // columns * cell),
        )
        for i, one in enumerate(now.agents)
    ]
    rows = -(-len(now.agents) // columns)
    label = "share of games that each agent ended with so many points"
    return Chart("".join(panels), columns * _PANEL_WIDTH, rows * cell, label)


#: The pictures that stand beside report.md.
PICTURES: dict[str, Callable[[Standings], Chart]] = {
    "ratings": ratings,
    "points": points,
    "seats": seats,
    "lengths": lengths,
}


def short(name: str, most: int = _LONGEST_NAME) -> str:
    """A name that fits a picture: without its middle if it is long, and without what cannot be printed.

    >>> short("expectimax:depth=2,moves=representative", 21)
    'expectimax…esentative'
    """
    name = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)
    half = (most - 1) // 2
    return name if len(name) <= most else f"{name[: most - 1 - half]}…{name[-half:]}"


def _ends(rows: list[_Row]) -> list[float]:
    return [end for row in rows for end in (row.value, *(end for pair in row.ranges for end in pair[:2]))]


def _rows_chart(
    rows: list[_Row],
    scale: Scale,
    ticks: list[str],
    axis: str,
    label: str,
    *,
    axis_at: float | None = None,
    mark_at: float | None = None,
) -> Chart:
    """A row for each value; its name stands above it: long names cost no width."""
    bottom = _ROW * len(rows) + 4
    parts = [_line(scale.start, bottom, scale.end, bottom, "axis")]
    if axis_at is not None:
        parts.append(_line(scale.place(axis_at), 4, scale.place(axis_at), bottom, "axis"))
    if mark_at is not None:
        parts.append(_line(scale.place(mark_at), 4, scale.place(mark_at), bottom, "mark"))
    for i, row in enumerate(rows):
        y = _ROW * i + 26
        marks = [_line(scale.place(low), y, scale.place(high), y, name) for low, high, name in row.ranges]
        parts += [
            _line(scale.start, y, scale.end, y, "row"),
            text(short(row.name), scale.start, y - 9, 9.5),
            group(
                title(f"{short(row.name)}: {row.words}"),
                *marks,
                circle(scale.place(row.value), y, 4, class_="value"),
            ),
        ]
    for tick, words in zip(scale.ticks, ticks, strict=True):
        x = scale.place(tick)
        parts.append(_line(x, bottom, x, bottom + 3, "axis"))
        parts.append(_centred(words, x, bottom + 14, "tick"))
    parts.append(_centred(axis, _WIDTH / 2, bottom + 31, "name"))
    return Chart("".join(parts), _WIDTH, bottom + _AXIS, label)


def _points_bars(now: Standings, one: AgentStanding) -> str:
    seen = np.flatnonzero(np.sum([other.distribution for other in now.agents], axis=0))
    target = GAMES[now.plan.game].target(now.plan.game_rules)
    width = 1 if seen[-1] - seen[0] < 40 else 10  # of a bar
    lows = np.arange(int(seen[0]) // width * width, int(seen[-1]) + 1, width)
    shares = {other.agent: np.add.reduceat(other.distribution, lows) / other.games for other in now.agents}
    across = Scale(lows[0] - 0.6, lows[-1] + width - 0.4, 32, _PANEL_WIDTH - 4)
    most = max(float(share.max()) for share in shares.values())
    up = Scale(0, 1.05 * most, _PANEL_HEIGHT - 20, 6)
    parts = []
    for tick in up.ticks:
        y = up.place(tick)
        parts.append(_line(across.start, y, across.end, y, "grid"))
        parts.append(text(f"{tick:.0%}", across.start - 4, y + 3, 9, text_anchor="end", class_="tick"))
    for low, share in zip(lows.tolist(), shares[one.agent].tolist(), strict=True):
        left, right = across.place(low - 0.43), across.place(low + width - 0.57)
        won = target is not None and low >= target
        which = f"{low}" if width == 1 else f"{low} to {low + width - 1}"
        bar = rect(
            left,
            up.place(share),
            right - left,
            up.start - up.place(share),
            class_="bar won" if won else "bar",
        )
        parts.append(group(title(f"{which}: {share:.1%} of the games"), bar))
        if (low - (target or 0)) % (2 if width == 1 else 50) == 0:
            parts.append(_centred(str(low), (left + right) / 2, up.start + 13, "tick"))
    mean = across.place(one.points / one.games)
    parts.append(_line(across.start, up.start, across.end, up.start, "axis"))
    parts.append(_line(mean, up.end, mean, up.start, "mean"))
    return "".join(parts)


def _line(x1: float, y1: float, x2: float, y2: float, name: str) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=name)


def _centred(words: str, x: float, y: float, name: str) -> str:
    return text(words, x, y, 9.5, text_anchor="middle", class_=name)
