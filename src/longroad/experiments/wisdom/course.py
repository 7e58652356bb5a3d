"""Findings about the course of a game: when it is decided, how far its win probabilities can be trusted."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from longroad.experiments.wisdom.estimates import Estimate, mean, of_means, share
from longroad.experiments.wisdom.finding import Finding, by, verdict
from longroad.experiments.wisdom.games import PLAYERS
from longroad.experiments.wisdom.pictures import curves
from longroad.experiments.wisdom.rows import ROUNDS, Rows

_FAIR = 1 / PLAYERS


def findings(rows: Rows) -> list[Finding]:
    """About the course of a game."""
    return [_decided(rows), _calibration(rows)]


def _decided(rows: Rows) -> Finding:
    won = rows.seats("won")
    best = won.argmax(axis=1)
    favourite, leader, explained = [], [], []
    for rounds in ROUNDS:
        v, points = rows.seats(f"v{rounds}"), rows.seats(f"p{rounds}")
        favourite.append(share(v.argmax(axis=1) == best))
        top = points == points.max(axis=1, keepdims=True)
        alone = top.sum(axis=1) == 1
        leader.append(share((top.argmax(axis=1) == best)[alone]))
        sums = np.column_stack([((won - _FAIR) ** 2).sum(1), ((won - v) ** 2).sum(1)])
        explained.append(of_means(sums, lambda m: float(1 - m[1] / m[0])))
    eight = leader[ROUNDS.index(8)]
    early = eight.is_above(0.5)
    lines = {"win probability's favourite": favourite, "alone in the lead by points": leader}
    length = mean(rows.column("games", "turns") / PLAYERS, rows.column("games", "game"))
    return Finding(
        "decided",
        "When a game is decided",
        "who leads early wins.",
        verdict(early),
        f"A game lasts {length.number()} rounds. Who alone leads in points after 8 rounds wins "
        f"{eight.percent()}, "
        f"after 12 {leader[ROUNDS.index(12)].percent()}; whom the network favours after the set-up wins "
        f"{favourite[0].percent()}, after 8 rounds {favourite[ROUNDS.index(8)].percent()}. After 8 rounds "
        "the "
        f"position explains {explained[ROUNDS.index(8)].percent()} of who wins.",
        by(
            early,
            "get ahead early; a lead after eight rounds is more likely to win than not.",
            "play on: after eight rounds a leader still loses more often than it wins.",
            "play on: after eight rounds a lead is about an even bet.",
        ),
        "Points are the visible ones. Games that have ended count as they ended. Explained: one less the "
        "mean "
        "squared error of the win probabilities over that of a fair share each.",
        lambda path: curves(path, ROUNDS, lines, ("rounds", "games won"), level=_FAIR),
        ["after round", "favourite wins", "sole leader by points wins", "of who wins explained"],
        [
            [str(rounds), *(line[n].percent() for line in (favourite, leader, explained))]
            for n, rounds in enumerate(ROUNDS)
        ],
        {
            "rounds": length,
            "favourite": dict(zip(map(str, ROUNDS), favourite, strict=True)),
            "leader": dict(zip(map(str, ROUNDS), leader, strict=True)),
            "explained": dict(zip(map(str, ROUNDS), explained, strict=True)),
        },
    )


def _calibration(rows: Rows) -> Finding:
    edges = np.linspace(0, 1, 11)
    lines: dict[str, list[Estimate]] = {}
    places = ((edges[:-1] + edges[1:]) / 2).tolist()
    won, game = rows.column("seats", "won"), rows.column("seats", "game")
    worst = 0.0
    cells = []
    for rounds in (0, 8, 16):
        v = rows.column("seats", f"v{rounds}")
        over = np.isin(v, (0.0, 1.0))
        line = []
        for low, high in pairwise(edges):
            inside = (v >= low) & (v < high) & ~over
            line.append(
                mean(won[inside], game[inside]) if inside.sum() >= 50 else Estimate(np.nan, np.nan, np.nan, 0)
            )
            if line[-1].is_known and inside.sum() >= 1000:
                worst = max(worst, abs(line[-1].value - float(v[inside].mean())))
        lines[f"after {rounds} rounds" if rounds else "after the set-up"] = line
        gap = mean((won - v)[(v > 0.4) & ~over], game[(v > 0.4) & ~over])
        cells.append([str(rounds), gap.points()])
    return Finding(
        "calibration",
        "How far to trust the win probabilities",
        "a win probability of the network is what it says.",
        "measured",
        "Players to whom the network gives a probability win about so often, as the curves show: "
        + (
            f"in bins of 1,000 and more the largest error is {100 * worst:.1f} points."
            if worst
            else "too few games."
        ),
        "read differences of a few tenths of a point in this report as signs, not as facts: they are the "
        "network's.",
        "Every seat of every game; games that were over are left out. The table shows favourites above 40%: "
        "how much more "
        "often they won than was said. The network by itself is too sure of games of four equal players, "
        "most of all after the set-up, so everywhere in this report its win probabilities are raised to a "
        "power that depends on the round (0.37 after the set-up, 1 from round 24 on). The powers were fitted "
        "on the first 4,000 games of seed 1, which are in this study too: the errors shown here are partly "
        "those of the fit.",
        lambda path: curves(path, places, lines, ("win probability, as judged", "games won"), diagonal=True),
        ["after round", "wins less win probability above 40%, points"],
        cells,
        {"largest_error": worst},
    )
