"""The report's figures: the table as bars, win likelihood along two games, the placements; and minimax."""

from __future__ import annotations

from pathlib import Path

from longroad.experiments.ntu2016.games import Game
from longroad.experiments.ntu2016.published import TABLE
from longroad.experiments.ntu2016.series import Figures, two_games
from longroad.plots import OURS, THEIRS, THIRD, picture


def draw_table(path: Path, ten: dict[str, Figures], six: dict[str, Figures]) -> None:
    """Win rates with their intervals, rounds and gap: theirs, and ours with ten and with six points to
    win."""
    with picture(path, width=10, height=3.8) as figure:
        charts = figure.subplots(1, 3)
        titles = ("games won by MCTS", "rounds of the games it won", "points ahead in the games it won")
        for chart, title in zip(charts, titles, strict=True):
            chart.set_title(title, fontsize="medium")
            chart.set_xticks(range(len(TABLE)), list(TABLE))
            chart.grid(axis="y", alpha=0.3)
            chart.set_axisbelow(True)
        for shift, color, label, rows in (
            (-0.27, THEIRS, "report", _theirs()),
            (0.0, OURS, "ours, 10 points to win", ten),
            (0.27, THIRD, "ours, 6 points to win", six),
        ):
            places = [x + shift for x in range(len(TABLE))]
            shown = [rows[name] for name in TABLE]
            rates = [f.rate or 0 for f in shown]
            below = [rate - f.interval[0] for rate, f in zip(rates, shown, strict=True)]
            above = [f.interval[1] - rate for rate, f in zip(rates, shown, strict=True)]
            charts[0].bar(places, rates, 0.27, color=color, yerr=[below, above], capsize=2, label=label)
            charts[1].bar(places, [f.rounds or 0 for f in shown], 0.27, color=color)
            charts[2].bar(places, [f.gap or 0 for f in shown], 0.27, color=color)
        charts[0].set_ylim(0, 1.05)
        charts[0].yaxis.set_major_formatter("{x:.0%}")
        figure.legend(loc="outside lower center", ncols=3, fontsize="small")


def _theirs() -> dict[str, Figures]:
    return {name: Figures(row.games, row.games, row.wins, row.rounds, row.gap) for name, row in TABLE.items()}


def draw_likelihood(path: Path, games: list[Game]) -> bool:
    """The win probability that the agent saw, along a quick and a long game it won. False if there are no
    such games."""
    chosen = two_games(games)
    if chosen is None:
        return False
    with picture(path, width=10, height=3.8) as figure:
        charts = figure.subplots(1, 2, sharey=True)
        for chart, number, word in zip(charts, chosen, ("quick", "long"), strict=True):
            game = games[number]
            rounds, seen = zip(*game.win_probabilities, strict=True)
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
    colors = dict(zip(opponents, (THEIRS, OURS, THIRD), strict=True))
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
