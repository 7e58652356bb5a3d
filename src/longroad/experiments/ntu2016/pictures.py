"""The report's figures: the table as bars, win likelihood along two games, the placements; and minimax."""

from __future__ import annotations

from pathlib import Path

from longroad.arena.statistics import wilson_interval
from longroad.experiments.ntu2016.games import Game
from longroad.experiments.ntu2016.published import TABLE
from longroad.experiments.ntu2016.series import Figures, two_games
from longroad.plots import OURS, THEIRS, picture


def draw_table(path: Path, ours: dict[str, Figures]) -> None:
    """Win rates with their intervals, rounds and gap, theirs and ours."""
    with picture(path, width=10, height=3.8) as figure:
        charts = figure.subplots(1, 3)
        titles = ("games won by MCTS, %", "rounds of the games it won", "points ahead in the games it won")
        for chart, title in zip(charts, titles, strict=True):
            chart.set_title(title, fontsize="medium")
            chart.set_xticks(range(len(TABLE)), list(TABLE))
            chart.grid(axis="y", alpha=0.3)
            chart.set_axisbelow(True)
        for x, (name, row) in enumerate(TABLE.items()):
            mine = ours[name]
            label = {"label": "report"} if x == 0 else {}
            own_label = {"label": "ours"} if x == 0 else {}
            low, high = wilson_interval(row.wins, row.games)
            rate = row.wins / row.games
            error = [[100 * (rate - low)], [100 * (high - rate)]]
            charts[0].bar(x - 0.2, 100 * rate, 0.4, color=THEIRS, yerr=error, capsize=3, **label)
            if mine.rate is not None:
                low, high = mine.interval
                error = [[100 * (mine.rate - low)], [100 * (high - mine.rate)]]
                charts[0].bar(x + 0.2, 100 * mine.rate, 0.4, color=OURS, yerr=error, capsize=3, **own_label)
            charts[1].bar(x - 0.2, row.rounds, 0.4, color=THEIRS)
            charts[1].bar(x + 0.2, mine.rounds or 0, 0.4, color=OURS)
            charts[2].bar(x - 0.2, row.gap, 0.4, color=THEIRS)
            charts[2].bar(x + 0.2, mine.gap or 0, 0.4, color=OURS)
        charts[0].set_ylim(0, 105)
        figure.legend(loc="outside lower center", ncols=2, fontsize="small")


def draw_likelihood(path: Path, games: list[Game]) -> bool:
    """The chance to win that the agent saw, along a quick and a long game it won. False if there are no such games."""
    chosen = two_games(games)
    if chosen is None:
        return False
    with picture(path, width=10, height=3.8) as figure:
        charts = figure.subplots(1, 2, sharey=True)
        for chart, number, word in zip(charts, chosen, ("quick", "long"), strict=True):
            game = games[number]
            rounds, seen = zip(*game.chances, strict=True)
            chart.plot(rounds, seen, "o-", color=OURS, markersize=4, clip_on=False)
            chart.axhline(0.5, color="grey", linewidth=1, linestyle="--")
            chart.set_ylim(0, 1)
            chart.yaxis.set_major_formatter("{x:.0%}")
            chart.set_xlabel("round")
            chart.set_title(
                f"a {word} game: won {game.points} to {game.other_points} in round {game.rounds}",
                fontsize="medium",
            )
            chart.grid(axis="y", alpha=0.3)
        charts[0].set_ylabel("win likelihood seen by MCTS")
    return True


def draw_minimax(path: Path, rows: list[tuple[str, str, Figures]]) -> None:
    """Win rates of minimax by depth against each opponent: (opponent, depth, figures)."""
    opponents = list(dict.fromkeys(opponent for opponent, _, _ in rows))
    colors = dict(zip(opponents, (THEIRS, OURS, "#56b4e9"), strict=True))
    markers = dict(zip(opponents, ("D", "o", "s"), strict=True))
    with picture(path, height=3.8) as figure:
        axes = figure.subplots()
        for shift, opponent in enumerate(opponents):
            shown = [(int(depth), f) for other, depth, f in rows if other == opponent and f.rate is not None]
            places = [depth + 0.06 * (shift - 1) for depth, _ in shown]
            for place, (_, f) in zip(places, shown, strict=True):
                axes.plot([place, place], f.interval, color=colors[opponent], linewidth=2)
            axes.plot(
                places,
                [f.rate or 0 for _, f in shown],
                markers[opponent] + "-",
                color=colors[opponent],
                label=f"against {opponent}",
            )
        axes.axhline(0.5, color="grey", linewidth=1, linestyle="--")
        axes.set_ylim(0, 1.02)
        axes.yaxis.set_major_formatter("{x:.0%}")
        axes.set_xticks((1, 2, 3))
        axes.set_xlabel("depth of the search (decisions)")
        axes.set_ylabel("games won by minimax")
        axes.grid(axis="y", alpha=0.3)
        figure.legend(loc="outside lower center", ncols=3, fontsize="small")
