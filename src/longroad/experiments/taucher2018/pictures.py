"""Three pictures: leaves by depth, win rates, how games end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from longroad.arena.statistics.intervals import wilson_interval
from longroad.experiments.taucher2018.equal_time import COMPARISONS, MILLISECONDS
from longroad.experiments.taucher2018.matches import TABLES, VARIANTS, MatchFigures
from longroad.experiments.taucher2018.published import TABLE_2, TABLE_3, TABLE_4, TABLE_5
from longroad.plots import OURS, THEIRS, THIRD, picture


def draw_leaves(path: Path, searches: dict[str, dict[str, Any]]) -> None:
    """Leaves by depth, with and without representative moves, theirs and ours."""

    def ours(kind: str, how: str, depths: tuple[int, ...]) -> tuple[list[int], list[int]]:
        found = [(d, searches[f"{kind}-{d}-{how}"]) for d in depths]
        return [d for d, s in found if s["complete"]], [s["leaves"] for _, s in found if s["complete"]]

    with picture(path) as figure:
        axes = figure.subplots()
        depths = (3, 4, 5)
        axes.plot(
            [t.depth for t in TABLE_2],
            [t.leaves or 0 for t in TABLE_2],
            "o-",
            color=THEIRS,
            label="paper, with RMs",
        )
        axes.plot([3], [TABLE_3[0].leaves or 0], "D", color=THEIRS, markersize=9, label="paper, without")
        axes.plot(
            *ours("representative", "every", depths), "o-", color=OURS, label="ours, with RMs, every leaf"
        )
        axes.plot(
            *ours("representative", "bounds", depths), "o--", color=OURS, label="ours, with RMs, alpha-beta"
        )
        axes.plot(
            *ours("representative", "all", depths),
            "o:",
            color=OURS,
            label="ours, with RMs, all exact pruning",
        )
        axes.plot(
            *ours("full", "every", (3,)), "D", color=OURS, markersize=7, label="ours, without, every leaf"
        )
        axes.plot(*ours("full", "all", (3, 4)), "D:", color=THIRD, label="ours, without, all exact pruning")
        axes.set_yscale("log")
        axes.set_xticks(depths)
        axes.set_xlabel("depth (plies)")
        axes.set_ylabel("leaves")
        axes.set_title("Leaves of one search from the paper's starting hand")
        axes.grid(axis="y", alpha=0.3)
        figure.legend(loc="outside lower center", ncols=2, fontsize="small")


#: Label, win rate, its interval, color.
Row = tuple[str, float, tuple[float, float], str]


def draw_wins(path: Path, matches: dict[str, MatchFigures]) -> None:
    """Win rates of representative moves with their intervals."""
    rows: list[Row] = []
    for label, table in (("paper, depth 3", TABLE_4), ("paper, depth 5", TABLE_5)):
        won = sum(game.representative_won for game in table)
        interval = wilson_interval(won, len(table))
        rows.append((f"{label} ({len(table)} games)", won / len(table), interval, THEIRS))
    for match in (*TABLES, *VARIANTS):
        if match.name in matches:
            m = matches[match.name]
            rows.append((f"{match.label} ({m.games} games)", m.rate, m.interval, OURS))
    _draw_rows(
        path, rows, "Games won by representative moves against all moves at depth 3, with 95% intervals"
    )


def draw_times(path: Path, matches: dict[str, MatchFigures]) -> None:
    """Win rates of representative moves at equal time."""
    rows: list[Row] = []
    for one in COMPARISONS:
        for milliseconds in MILLISECONDS:
            match = one.match(milliseconds)
            if match.name in matches:
                m = matches[match.name]
                color = OURS if one.game == "Skirmish" else THIRD
                rows.append((f"{match.label} ({m.games} games)", m.rate, m.block_interval, color))
    _draw_rows(
        path, rows, "Games won by representative moves against all moves at equal time, with 95% intervals"
    )


def _draw_rows(path: Path, rows: list[Row], title: str) -> None:
    with picture(path, height=0.6 + 0.42 * len(rows)) as figure:
        axes = figure.subplots()
        for y, (_, rate, (low, high), color) in enumerate(rows):
            axes.plot([low, high], [y, y], color=color, linewidth=2)
            marker = "D" if color == THEIRS else "o"
            axes.plot([rate], [y], marker, color=color, markersize=8)
        axes.axvline(0.5, color="grey", linewidth=1, linestyle="--")
        axes.set_yticks(range(len(rows)), [row[0] for row in rows])
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter("{x:.0%}")
        figure.suptitle(title, fontsize="medium")


def _endings(m: MatchFigures, key: str) -> Any:
    won = m.played.winner >= 0
    return m.played.points[won, m.played.winner[won]] if key == "hp" else m.played.turns[won]


def draw_games(path: Path, matches: dict[str, MatchFigures]) -> None:
    """Final health of the winner and length of the games, theirs as ticks on the axis."""
    with picture(path) as figure:
        left, right = figure.subplots(1, 2)
        for axes, key, title in (
            (left, "hp", "final health of the winner"),
            (right, "turns", "moves until the end"),
        ):
            shown = {name: _endings(matches[name], key) for name in ("table-4", "table-5")}
            bins = np.histogram_bin_edges(np.concatenate([*shown.values()]), bins=24).tolist()
            for name, color, style in (("table-4", THIRD, "stepfilled"), ("table-5", OURS, "step")):
                label = f"ours, depth {3 if name == 'table-4' else 5} against 3"
                axes.hist(shown[name], bins=bins, color=color, histtype=style, linewidth=2, label=label)
            theirs = [
                max(game.representative_hp, game.full_hp) if key == "hp" else game.moves
                for game in (*TABLE_4, *TABLE_5)
            ]
            axes.plot(
                theirs, np.zeros(len(theirs)), "D", color=THEIRS, clip_on=False, label="paper's 21 games"
            )
            axes.set_xlabel(title)
            axes.set_ylabel("games")
        right.legend(fontsize="small")
        figure.suptitle("How the games of Tables 4 and 5 end", fontsize="medium")
