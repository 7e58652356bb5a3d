"""The pictures of a report: rows of agents on a common scale, and small multiples."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from longroad.arena.tournament.standings import AgentStanding, Standings
from longroad.drawing.palette import FADED, INK, LINE
from longroad.games import GAMES
from longroad.plots import OURS, THIRD, bare, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Narrow enough that a phone shows the words in a readable size.
_WIDTH = 5.2
_LONGEST_NAME = 46
_TICKS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def ratings(now: Standings) -> Figure:
    """Ratings with their intervals, the strongest on top."""
    figure, axes = _rows([one.agent for one in now.agents])
    rated = now.ratings
    for y, (rating, low, high) in enumerate(zip(rated.rating, rated.low, rated.high, strict=True)):
        if math.isfinite(low) and math.isfinite(high):
            axes.plot([low, high], [y, y], color=OURS, linewidth=5, alpha=0.4, solid_capstyle="butt")
        axes.plot([rating], [y], "o", color=OURS, markersize=7)
    axes.axvline(0, color=LINE, linewidth=1, zorder=0)
    axes.margins(x=0.08)
    axes.set_xlabel("Elo around the mean of all agents, with 95% intervals")
    return figure


def lengths(now: Standings) -> Figure:
    """How long the games of each agent were: median, the middle half, and nine of ten."""
    figure, axes = _rows([one.agent for one in now.agents])
    ends: list[float] = []
    for y, one in enumerate(now.agents):
        turns = [
            turn for match in now.pairings if one.agent in match.pairing.agents for turn in match.lengths
        ]
        low, quarter, median, three, high = np.quantile(turns, (0.05, 0.25, 0.5, 0.75, 0.95)).tolist()
        axes.plot([low, high], [y, y], color=THIRD, linewidth=2, solid_capstyle="butt")
        axes.plot([quarter, three], [y, y], color=OURS, linewidth=6, alpha=0.5, solid_capstyle="butt")
        axes.plot([median], [y], "o", color=OURS, markersize=7)
        ends += [low, high]
    if max(ends) > 5 * max(min(ends), 1):
        axes.set_xscale("log")
        shown = [tick for tick in _TICKS if min(ends) / 1.3 <= tick <= max(ends) * 1.3]
        axes.set_xticks(shown, [f"{tick:,}" for tick in shown])
        axes.minorticks_off()
    axes.set_xlabel("turns of a game: median, middle half, 5% to 95%")
    return figure


def seats(now: Standings) -> Figure:
    """The share that each seat won, whoever sat there."""
    n = now.plan.players
    figure, axes = _rows([f"{word} seat" for word in ("first", "second", "third", "fourth")[:n]])
    for y, seat in enumerate(now.seats):
        low, high = seat.interval
        axes.plot([low, high], [y, y], color=OURS, linewidth=5, alpha=0.4, solid_capstyle="butt")
        axes.plot([seat.score], [y], "o", color=OURS, markersize=7)
    axes.axvline(1 / n, color=FADED, linewidth=1, linestyle="--", zorder=0)
    reach = max(abs(end - 1 / n) for seat in now.seats for end in seat.interval)
    axes.set_xlim(max(1 / n - 1.15 * reach, -0.02), min(1 / n + 1.15 * reach, 1.02))
    axes.xaxis.set_major_formatter("{x:.0%}" if reach > 0.03 else "{x:.1%}")
    axes.set_xlabel(f"share of games won, with 95% intervals; dashed: {100 / n:.3g}%")
    return figure


def points_panel(now: Standings, one: AgentStanding) -> Figure:
    """How many points an agent ended its games with; a picture of its own, on the same scales as those of the
    others."""
    figure = new_figure(3.2, 1.9)
    _draw_points(figure.subplots(), now, one)
    return figure


def points(now: Standings) -> Figure:
    """The same for all agents in one picture."""
    columns = min(3, len(now.agents))
    rows = -(-len(now.agents) // columns)
    figure = new_figure(3.2 * columns, 2.1 * rows)
    grid = figure.subplots(rows, columns, squeeze=False)
    for axes, one in zip(grid.flat, now.agents, strict=False):
        _draw_points(axes, now, one)
        axes.set_title(short(one.agent, 40), fontsize=9, parse_math=False)
    for axes in grid.flat[len(now.agents) :]:
        axes.set_visible(False)
    return figure


#: The pictures that stand beside report.md.
PICTURES: dict[str, Callable[[Standings], Figure]] = {
    "ratings": ratings,
    "points": points,
    "seats": seats,
    "lengths": lengths,
}


def short(name: str, most: int = _LONGEST_NAME) -> str:
    """A name that fits a picture: without its middle if it is long.

    >>> short("expectimax:depth=2,moves=representative", 21)
    'expectimax…esentative'
    """
    half = (most - 1) // 2
    return name if len(name) <= most else f"{name[: most - 1 - half]}…{name[-half:]}"


def _rows(names: list[str]) -> tuple[Figure, Axes]:
    """Axes with a row for each name, which stands above it: long names cost no width."""
    figure = new_figure(_WIDTH, 0.65 + 0.5 * len(names))
    axes = figure.subplots()
    bare(axes)
    axes.set_ylim(len(names) - 0.6, -0.75)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    for y, name in enumerate(names):
        axes.axhline(y, color=LINE, linewidth=0.6, zorder=0)
        axes.text(
            0,
            y - 0.27,
            short(name),
            transform=axes.get_yaxis_transform(),
            color=INK,
            fontsize=9.5,
            va="bottom",
            parse_math=False,
        )
    return figure, axes


def _draw_points(axes: Axes, now: Standings, one: AgentStanding) -> None:
    bare(axes)
    seen = np.flatnonzero(np.sum([other.distribution for other in now.agents], axis=0))
    target = GAMES[now.plan.game].target(now.plan.game_rules)
    width = 1 if seen[-1] - seen[0] < 40 else 10  # of a bar
    xs = np.arange(int(seen[0]) // width * width, int(seen[-1]) + 1, width)
    shares = [np.add.reduceat(other.distribution, xs) / other.games for other in now.agents]
    colors = [OURS if target is not None and x >= target else THIRD for x in xs]
    axes.bar(
        xs + (width - 1) / 2,
        shares[next(i for i, other in enumerate(now.agents) if other is one)],
        width=0.86 * width,
        color=colors,
    )
    mean = one.points / one.games
    axes.axvline(mean, color=INK, linewidth=1, linestyle="--")
    axes.set_xlim(xs[0] - 0.6 * width, xs[-1] + width - 1 + 0.6 * width)
    axes.set_ylim(0, 1.05 * max(float(share.max()) for share in shares))
    axes.set_xticks([x for x in xs if (x - (target or 0)) % (2 if width == 1 else 50) == 0])
    axes.yaxis.set_major_formatter("{x:.0%}")
    axes.locator_params(axis="y", nbins=4)
    axes.grid(axis="y", color=LINE, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=9.5)
