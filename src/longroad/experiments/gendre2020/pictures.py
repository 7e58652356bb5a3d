"""Figures 6 to 10, ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from longroad.arena.statistics.intervals import wilson_interval
from longroad.experiments.gendre2020.budgets import ARCHITECTURES, Learner, parts_of
from longroad.experiments.gendre2020.learning import Curve, Point
from longroad.experiments.gendre2020.points import Points
from longroad.plots import OURS, THEIRS, THIRD, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLORS = dict(zip(ARCHITECTURES, (OURS, THIRD, THEIRS), strict=True))
_STYLES = {6: "-", 8: "--", 10: ":"}
TITLES = {"xdim": "Xdim", "xdimres": "XdimRes", "cnnres": "CNNRes"}


def title(network: str) -> str:
    """As the paper writes it: ``xdimres-8`` is XdimRes-8."""
    architecture, depth = parts_of(network)
    return f"{TITLES[architecture]}-{depth}"


@dataclass(frozen=True)
class Group:
    """Runs of the same kind, a seed each."""

    label: str
    network: str
    runs: list[Curve]


def draw_curves(path: Path, groups: list[Group], opponent: str, most: int | None = None) -> None:
    """Win rate over moves, one line per run, with the 95% interval where a group has one; up to ``most``
    moves."""
    with picture(path, width=8, height=4.4) as figure:
        axes = figure.subplots()
        same = len({group.network for group in groups}) == 1
        for number, group in enumerate(groups):
            architecture, depth = parts_of(group.network)
            color = (OURS, THEIRS, THIRD)[number % 3] if same else _COLORS[architecture]
            style = "-" if same else _STYLES[depth]
            for run, curve in enumerate(group.runs):
                label = None if run else group.label
                _line(axes, curve, opponent, color, style, label, most, band=len(group.runs) == 1)
        _finish(axes, opponent)
        axes.legend(fontsize="small")


def draw_early(
    path: Path, learners: list[Learner], curves: dict[str, Curve], opponent: str, work: dict[str, int]
) -> None:
    """Figure 6 over moves, seconds and multiplications (``work`` per move, by network): architectures in
    colours, layers in strokes; a thin line for each seed, a thick one for their mean."""
    axes_of: tuple[tuple[str, Callable[[str, Point], float]], ...] = (
        ("moves learnt from", lambda _, point: point.moves),
        ("seconds of training", lambda _, point: point.seconds),
        ("multiplications to judge these moves once", lambda network, point: point.moves * work[network]),
    )
    with picture(path, width=12, height=4.8) as figure:
        charts = figure.subplots(1, len(axes_of), sharey=True)
        for axes, (label, place) in zip(charts, axes_of, strict=True):
            for network in dict.fromkeys(learner.network for learner in learners):
                architecture, depth = parts_of(network)
                runs = [curves[learner.name] for learner in learners if learner.network == network]
                look: dict[str, Any] = {"color": _COLORS[architecture], "linestyle": _STYLES[depth]}
                points = min(len(run) for run in runs)
                places = [fmean(place(network, run[i]) for run in runs) for i in range(points)]
                means = [fmean(run[i].rate(opponent) for run in runs) for i in range(points)]
                axes.plot(places, means, **look, linewidth=2, label=title(network))
                for run in runs if len(runs) > 1 else []:
                    xs = [place(network, point) for point in run]
                    axes.plot(xs, [p.rate(opponent) for p in run], **look, linewidth=0.6, alpha=0.6)
            _finish(axes, opponent)
            axes.set_xlabel(label)
            axes.locator_params(axis="x", nbins=4)
        for axes in charts[1:]:
            axes.set_ylabel("")
        charts[-1].set_xscale("log")
        handles, labels = charts[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", fontsize="small", ncols=5)


def _line(
    axes: Axes,
    curve: Curve,
    opponent: str,
    color: str,
    style: str,
    label: str | None,
    most: int | None,
    band: bool,
) -> None:
    points = [point for point in curve if most is None or point.moves <= most]
    moves = [point.moves for point in points]
    if band:
        intervals = [wilson_interval(*point.won[opponent]) for point in points]
        lows, highs = zip(*intervals, strict=True)
        axes.fill_between(moves, lows, highs, color=color, alpha=0.15, linewidth=0)
    axes.plot(moves, [point.rate(opponent) for point in points], style, color=color, label=label)


def _finish(axes: Axes, opponent: str) -> None:
    axes.set_xlabel("moves learnt from")
    axes.set_ylabel(f"games won against {opponent}")
    axes.set_ylim(0, min(1.25 * axes.dataLim.y1, 1) or 1)
    axes.yaxis.set_major_formatter("{x:.0%}")
    axes.xaxis.set_major_formatter(_counted)
    axes.grid(axis="y", alpha=0.3)


def _counted(moves: float, _: float) -> str:
    for size, name in ((1e12, " trillion"), (1e9, " billion"), (1e6, " million"), (1e3, ",000")):
        if moves >= size:
            return f"{moves / size:g}{name}"
    return f"{moves:g}"


def draw_points(path: Path, found: list[Points], network: str) -> None:
    """Figure 8: how many games ended with how many points."""
    with picture(path, width=4.2 * len(found), height=3.8) as figure:
        for axes, points in zip(figure.subplots(1, len(found), squeeze=False)[0], found, strict=True):
            for shift, counts, color, label in (
                (-0.2, points.ours, OURS, title(network)),
                (0.2, points.theirs, THEIRS, points.opponent),
            ):
                shown = range(13)
                axes.bar(
                    [at + shift for at in shown],
                    [counts[at] / points.games for at in shown],
                    0.4,
                    color=color,
                    label=label,
                )
            axes.set_xticks(range(13))
            axes.set_xlabel("points at the end")
            axes.yaxis.set_major_formatter("{x:.0%}")
            axes.set_title(
                f"{points.wins / points.games:.1%} of {points.games:,} games won", fontsize="medium"
            )
            axes.legend(fontsize="small")
