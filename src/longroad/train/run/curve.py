"""A run as a picture: how often it won against each opponent, over the moves it had learnt from."""

from __future__ import annotations

import re
from pathlib import Path

from longroad.plots import FOUR, picture
from longroad.train.run.metrics import read_metrics

Points = list[tuple[int, float, float, float]]


def evaluations(metrics: Path) -> dict[str, Points]:
    """By opponent: moves, win rate, and its interval, at every evaluation of a run."""
    found: dict[str, Points] = {}
    for line in read_metrics(metrics):
        for name in line:
            match = re.fullmatch("eval/(.+)/win", name)
            if match is not None:
                low, high = (line[f"eval/{match[1]}/{end}"] for end in ("low", "high"))
                found.setdefault(match[1], []).append((int(line["moves"]), line[name], low, high))
    return found


def draw_curve(metrics: Path, path: Path) -> bool:
    """Writes the picture; returns whether there was anything to draw. MissingExtraError without
    Matplotlib."""
    curves = evaluations(metrics)
    if not curves:
        return False
    with picture(path, width=8, height=4.4) as figure:
        axes = figure.subplots()
        for number, (opponent, points) in enumerate(curves.items()):
            moves, rates, lows, highs = zip(*points, strict=True)
            color, style = FOUR[number % 4], "-" if number < 4 else "--"
            axes.fill_between(moves, lows, highs, color=color, alpha=0.15, linewidth=0)
            axes.plot(moves, rates, color=color, linestyle=style, marker="o", markersize=4, label=opponent)
        axes.set(xlabel="moves learnt from", ylabel="games won", xlim=(0, None), ylim=(0, 1.02))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.xaxis.set_major_formatter(lambda value, _: _short(value))
        axes.axhline(0.5, color="0.7", linewidth=0.8, zorder=0)
        axes.legend(title="against", fontsize="small")
    return True


def _short(number: float) -> str:
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return f"{number:g}"
