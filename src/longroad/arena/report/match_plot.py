"""The distribution of points in a match, like Fig. 8 of Gendre and Kaneko (2020)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from longroad.arena.play.match import MatchResult
from longroad.games import game_of
from longroad.plots import OURS, THEIRS, THIRD, picture

_COLORS = (OURS, THEIRS, THIRD, "#009e73")
_HATCHES = ("", "//", "..", "xx")


def draw_points(path: Path, result: MatchResult) -> None:
    """For each agent, the share of games it ended with each number of points."""
    with picture(path) as figure:
        axes = figure.subplots()
        most = int(result.points.max())
        n = len(result.agents)
        for agent, name in enumerate(result.agents):
            shares = np.bincount(result.points[:, agent].clip(min=0), minlength=most + 1) / result.games
            where = np.arange(most + 1) + (agent - (n - 1) / 2) * 0.8 / n
            axes.bar(
                where,
                shares,
                0.8 / n,
                color=_COLORS[agent],
                hatch=_HATCHES[agent],
                edgecolor="white",
                label=f"{name}: {result.wins[agent] / result.games:.1%} won",
            )
        axes.set_xticks(range(0, most + 1, 1 if most < 30 else 10))
        axes.yaxis.set_major_formatter("{x:.0%}")
        axes.set_xlabel(f"{game_of(result.rules).score} at the end of the game")
        axes.set_ylabel("games")
        axes.set_title(f"{result.games} games, {n} players")
        axes.legend()
