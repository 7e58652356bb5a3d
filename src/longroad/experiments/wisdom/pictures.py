"""The pictures: estimates as dots with their intervals, and curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from longroad.experiments.wisdom.estimates import Estimate
from longroad.plots import FOUR, OURS, picture

Dots = Mapping[str, Estimate]


def dots(
    path: Path,
    groups: Mapping[str, Dots],
    label: str,
    *,
    level: float = 0.0,
    percent: str = "{x:.0%}",
    scale: float = 1.0,
) -> None:
    """Groups of estimates, a row per name; those that are not known are left out. ``level`` is drawn as a
    line."""
    names = list(dict.fromkeys(name for group in groups.values() for name in group))
    with picture(path, width=8.0, height=1.4 + 0.34 * len(names) * max(1, len(groups) * 0.6)) as figure:
        axes = figure.subplots()
        for number, (title, group) in enumerate(groups.items()):
            shift = (number - (len(groups) - 1) / 2) * 0.24
            known = {name: one for name, one in group.items() if one.is_known}
            places = [names.index(name) + shift for name in known]
            values = [scale * one.value for one in known.values()]
            ends = [
                [scale * (one.value - one.low) for one in known.values()],
                [scale * (one.high - one.value) for one in known.values()],
            ]
            axes.errorbar(
                values,
                places,
                xerr=ends,
                fmt="osD^"[number % 4],
                color=FOUR[number % 4],
                capsize=3,
                label=title,
            )
        axes.axvline(scale * level, color="grey", linewidth=1, linestyle="--")
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.xaxis.set_major_formatter(percent)
        axes.set_xlabel(label)
        axes.grid(axis="x", alpha=0.3)
        if len(groups) > 1:
            figure.legend(loc="outside lower center", ncols=len(groups), fontsize="small")


def curves(
    path: Path,
    x: Sequence[float],
    lines: Mapping[str, Sequence[Estimate]],
    labels: tuple[str, str],
    *,
    level: float | None = None,
    diagonal: bool = False,
) -> None:
    """Estimates along a quantity, with their intervals as bands; shares on the vertical axis."""
    with picture(path, height=3.8) as figure:
        axes = figure.subplots()
        for number, (title, line) in enumerate(lines.items()):
            known = [(at, one) for at, one in zip(x, line, strict=True) if one.is_known]
            places = [at for at, _ in known]
            color = FOUR[number % 4] if len(lines) > 1 else OURS
            axes.fill_between(
                places, [one.low for _, one in known], [one.high for _, one in known], color=color, alpha=0.2
            )
            axes.plot(
                places, [one.value for _, one in known], "osD^"[number % 4] + "-", color=color, label=title
            )
        if diagonal:
            axes.plot([0, 1], [0, 1], color="grey", linewidth=1, linestyle="--")
        if level is not None:
            axes.axhline(level, color="grey", linewidth=1, linestyle="--")
        axes.set_xlabel(labels[0])
        axes.set_ylabel(labels[1])
        axes.yaxis.set_major_formatter("{x:.0%}")
        axes.grid(alpha=0.3)
        if len(lines) > 1:
            figure.legend(loc="outside lower center", ncols=len(lines), fontsize="small")
