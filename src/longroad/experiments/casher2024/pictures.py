"""Two pictures, after the article's: rolls to win and error, over the games learnt from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from longroad.experiments.casher2024.found import Curve
from longroad.experiments.casher2024.games import Lengths
from longroad.experiments.casher2024.learners import VARIANTS, Learner
from longroad.experiments.casher2024.published import RUNS
from longroad.plots import FOUR, OURS, THEIRS, THIRD, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLES = {"fixed": "one board", "any": "any board"}
_LINES = {"article": (OURS, "-", "ours, article's settings"), "faster": (THIRD, "--", "ours, faster")}


def smoothed(curve: Curve, column: str) -> tuple[list[float], list[float]]:
    """Games, and the mean of a column over the last 5% of all steps (at least 5) before each."""
    values = np.asarray(curve[column])
    window = min(max(len(values) // 20, 5), len(values))
    means = np.convolve(values, np.full(window, 1 / window), mode="valid")
    return curve["games"][window - 1 :], means.tolist()


def draw_rolls(
    path: Path, learners: list[Learner], curves: dict[str, Curve], lengths: dict[str, Lengths]
) -> None:
    """Rolls to win over games; the article's levels and our agents as lines across."""
    with picture(path, width=10, height=4.4) as figure:
        for axes, board in zip(figure.subplots(1, 2, sharey=True), RUNS, strict=True):
            _draw(axes, board, learners, curves, "rolls")
            for number, level in enumerate(RUNS[board].levels):
                label = "article, its levels" if number == 0 else None
                axes.axhline(level.rolls, color=THEIRS, linewidth=1.5, label=label)
            for agent, dots in (("weighted", ":"), ("planner", "-.")):
                rolls = lengths[f"{board}-{agent}"].rolls
                axes.axhline(rolls, color="grey", linewidth=1, linestyle=dots, label=f"three times {agent}")
            axes.set_ylim(0, 260)
        figure.axes[0].set_ylabel("dice rolls to win (at most 250)")
        handles, words = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, words, loc="outside lower center", ncols=len(words), fontsize="small")


def draw_error(path: Path, learners: list[Learner], curves: dict[str, Curve]) -> None:
    """The error over games."""
    with picture(path, width=10, height=3.8) as figure:
        for axes, board in zip(figure.subplots(1, 2), RUNS, strict=True):
            _draw(axes, board, learners, curves, "loss")
            axes.set_yscale("log")
        figure.axes[0].set_ylabel("error (smooth L1)")
        handles, words = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, words, loc="outside lower center", ncols=len(words), fontsize="small")


def draw_variants(path: Path, learners: list[Learner], curves: dict[str, Curve]) -> None:
    """Rolls to win over games on one board: the article's network, and what it tried before."""
    lines = {learner.pace: curves[learner.name] for learner in learners if learner.board == "fixed"}
    most = max(lines[name]["games"][-1] for name in VARIANTS)
    with picture(path, width=8, height=4.4) as figure:
        axes = figure.subplots()
        names = ["article", *VARIANTS]
        colors = [OURS, *FOUR[1:], "black", "grey"]
        for name, color, dash in zip(names, colors, ("-", "-", ":", "-.", "--", "--"), strict=True):
            games, rolls = smoothed(lines[name], "rolls")
            shown = [at for at, count in enumerate(games) if count <= most]
            label = "the article's network" if name == "article" else name
            axes.plot(
                [games[at] for at in shown], [rolls[at] for at in shown], dash, color=color, label=label
            )
        axes.set_ylabel("dice rolls to win (at most 250)")
        axes.set_xlabel("games learnt from")
        axes.grid(axis="y", alpha=0.3)
        axes.legend(fontsize="small")


def _draw(axes: Axes, board: str, learners: list[Learner], curves: dict[str, Curve], column: str) -> None:
    for learner in learners:
        if learner.board == board and learner.pace in _LINES:
            color, style, label = _LINES[learner.pace]
            axes.plot(*smoothed(curves[learner.name], column), style, color=color, label=label)
    axes.set_title(TITLES[board], fontsize="medium")
    axes.set_xlabel("games learnt from")
    axes.grid(axis="y", alpha=0.3)
