"""Findings about luck: what explains who wins, when a game is decided, balanced dice; and how well the win
probabilities of this study are calibrated."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from longroad.experiments.wisdom.estimates import Estimate, Floats, mean, of_means, share
from longroad.experiments.wisdom.finding import Finding, by, verdict
from longroad.experiments.wisdom.games import PLAYERS, SETS
from longroad.experiments.wisdom.pictures import curves, dots
from longroad.experiments.wisdom.rows import ROUNDS, Rows

_FAIR = 1 / PLAYERS
#: Kinds of chance, and their columns.
_PARTS = {
    "dice": "luck_dice",
    "thefts": "luck_steals",
    "cards drawn": "luck_draws",
}


def findings(rows: Rows, deck: Rows, mixed: Rows) -> list[Finding]:
    """About luck. ``deck``: games with balanced dice; ``mixed``: games of unequal players."""
    return [_luck(rows, mixed), _decided(rows), _deck(rows, deck), _calibration(rows)]


def judged_shares(rows: Rows) -> tuple[dict[str, Estimate], dict[str, Estimate]]:
    """Of the variance of who wins, the share of each part of chance as the network judges it, and what it is
    at least, by how well the part goes with the result."""
    won = rows.seats("won") - _FAIR
    judged, least = {}, {}
    for name, column in _PARTS.items():
        part = rows.seats(column)
        sums = np.column_stack([(won**2).sum(1), (part**2).sum(1), (won * part).sum(1)])
        judged[name] = of_means(sums, lambda m: float(m[1] / m[0]))
        least[name] = of_means(sums, lambda m: float(m[2] ** 2 / (m[0] * max(m[1], 1e-12))))
    return judged, least


@dataclass(frozen=True)
class Again:
    """Games played again: how often the same player won, and what share of the variance that makes."""

    new_dice: Estimate
    same_dice: Estimate
    shares: dict[str, Estimate]

    @classmethod
    def of(cls, rows: Rows) -> Again:
        """Of the games that were."""
        game, winner = rows.column("again", "game"), rows.column("again", "winner")
        new = (rows.column("again", "new_dice") == winner).astype(np.float64)
        same = (rows.column("again", "same_dice") == winner).astype(np.float64)
        of_variance = 1 / (1 - _FAIR)
        return cls(
            share(new),
            share(same),
            {
                "set-up": mean((new - _FAIR) * of_variance, game),
                "dice": mean((same - new) * of_variance, game),
                "all other chance": mean((1 - same) * of_variance, game),
            },
        )


def _skill(mixed: Rows) -> tuple[Estimate, dict[str, Estimate]]:
    """Of the variance of results at a table of unequal players, the share of who plays; and their wins."""
    agents = SETS["mixed"].agents
    rotation = mixed.column("games", "rotation").astype(int)
    seats = (np.arange(PLAYERS)[None] - rotation[:, None]) % PLAYERS  # of each agent
    wins = np.take_along_axis(mixed.seats("won"), seats, axis=1)
    rates = {agent: share(wins[:, number]) for number, agent in enumerate(agents)}

    def explained(means: Floats) -> float:
        return float(((means - _FAIR) ** 2).mean() / (_FAIR * (1 - _FAIR)))

    return of_means(wins, explained), rates


def _luck(rows: Rows, mixed: Rows) -> Finding:
    again = Again.of(rows)
    judged, least = judged_shares(rows)
    skill, rates = _skill(mixed)
    most = again.shares["dice"].is_above(0.5)
    luckiest = share(rows.seats("luck_dice").argmax(axis=1) == rows.seats("won").argmax(axis=1))
    names = ", ".join(f"`{agent}` {rate.percent()}" for agent, rate in rates.items())
    return Finding(
        "luck",
        "Luck and skill",
        "it is all in the dice.",
        verdict(most),
        f"Among equal players the dice explain {again.shares['dice'].percent()} of the variance of who "
        "wins, the "
        f"set-up (board, seats, spots) {again.shares['set-up'].percent()}, and all other chance (thefts, "
        "cards "
        f"drawn, hidden choices, and how all of these meet) {again.shares['all other chance'].percent()}. "
        "Played "
        f"again from the set-up, the same player wins {again.new_dice.percent()} of the games with new dice "
        "and "
        f"{again.same_dice.percent()} with the same dice. The player whose dice were luckiest wins "
        f"{luckiest.percent()}. At a table of unequal players, who plays explains {skill.percent()}.",
        by(
            most,
            "judge yourself by many games, never by one: most of one game is dice.",
            "blame the dice for part of a lost game and no more; judge yourself by many games all the same, "
            "since "
            "the rest is mostly other luck.",
            "judge yourself by many games, never by one.",
        ),
        f"{again.new_dice.n:,} games were played again twice from the end of the set-up, once with new dice "
        "and "
        "once with the sums of the same dice turn by turn; all else was drawn anew. If P is how often the "
        "same "
        "player wins again, (P - 1/4) / (3/4) is the share of the variance that is explained by what was "
        "kept. "
        "This needs no judgement. The second column is a lower bound by the network: what each event of "
        "chance "
        "moved the win probability, less the mean over all its outcomes, summed over the game, and the "
        "square "
        "of its correlation with the result. Among equals nothing is skill. The unequal table, every agent "
        "on "
        f"every seat: {names}. Who plays is the variance of their win rates over that of the result; with "
        "other "
        "players it is another number.",
        lambda path: dots(
            path,
            {
                "by playing again": again.shares | {"who plays, if players are unequal": skill},
                "at least, by the network": least,
            },
            "share of the variance of who wins",
        ),
        ["part", "by playing again", "at least, by the network"],
        [
            ["set-up", again.shares["set-up"].percent(), ""],
            ["dice", again.shares["dice"].percent(), least["dice"].percent()],
            ["all other chance", again.shares["all other chance"].percent(), ""],
            ["thefts", "", least["thefts"].percent()],
            ["cards drawn", "", least["cards drawn"].percent()],
            ["who plays, at the unequal table", skill.percent(), ""],
        ],
        {
            "same_winner": {"new dice": again.new_dice, "same dice": again.same_dice},
            "shares": again.shares,
            "judged": judged,
            "least": least,
            "luckiest_wins": luckiest,
            "unequal": {"skill": skill, "rates": rates},
        },
    )


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


def _deck(rows: Rows, deck: Rows) -> Finding:
    plain, even = judged_shares(rows), judged_shares(deck)
    known = {"two dice": plain[0]["dice"], "deck of 36": even[0]["dice"]}
    gap = _gap(known["deck of 36"], known["two dice"])
    lower = gap.is_above(0)
    fairer = None if lower is None else not lower
    spread = {
        "two dice": mean(rows.seats("luck_dice").std(axis=1), np.arange(rows.games)),
        "deck of 36": mean(deck.seats("luck_dice").std(axis=1), np.arange(deck.games)),
    }
    length = {
        "two dice": mean(rows.column("games", "turns") / PLAYERS, rows.column("games", "game")),
        "deck of 36": mean(deck.column("games", "turns") / PLAYERS, deck.column("games", "game")),
    }
    favourite = {
        "two dice": share(rows.seats("v0").argmax(1) == rows.seats("won").argmax(1)),
        "deck of 36": share(deck.seats("v0").argmax(1) == deck.seats("won").argmax(1)),
    }
    return Finding(
        "deck",
        "Balanced dice",
        "balanced dice leave less to luck.",
        verdict(fairer),
        "With a deck of all 36 rolls instead of two dice, the dice explain, as the network judges it, "
        f"{known['deck of 36'].percent()} of "
        f"who wins instead of {known['two dice'].percent()}; the favourite after the set-up wins "
        f"{favourite['deck of 36'].percent()} instead of {favourite['two dice'].percent()}.",
        by(
            fairer,
            "switch balanced dice on if you want the better set-up to count for more; much luck stays.",
            "do not expect balanced dice to make games fairer: which player gets the good rolls is luck all "
            "the same.",
            "do not expect much of balanced dice: in so many games no less luck is seen.",
        ),
        f"{deck.games:,} games with the rules option `dice_deck=on`: rolls are drawn from a deck of the 36 "
        "pairs, "
        "shuffled again when it is empty. The dice's share is that of the summed changes of win probability "
        "by "
        "rolls, each less its mean over all outcomes (of the deck as it is then), in the variance of the "
        "result. "
        "For an imperfect judge it is too low, in both sets alike. The first games have the same boards in "
        "both.",
        lambda path: dots(
            path,
            {"two dice": plain[0], "deck of 36": even[0]},
            "share of the variance of who wins, as judged",
        ),
        [
            "",
            "dice, as judged",
            "at least",
            "spread of dice luck, points",
            "rounds",
            "favourite after the set-up wins",
        ],
        [
            [
                name,
                known[name].percent(),
                s[1]["dice"].percent(),
                spread[name].points(),
                length[name].number(),
                favourite[name].percent(),
            ]
            for name, s in (("two dice", plain), ("deck of 36", even))
        ],
        {"dice": known, "difference": gap, "rounds": length, "favourite": favourite, "spread": spread},
    )


def _gap(one: Estimate, other: Estimate) -> Estimate:
    """The difference of two estimates of different games."""
    if not (one.is_known and other.is_known):
        return Estimate(np.nan, np.nan, np.nan, one.n)
    value = one.value - other.value
    half = float(np.hypot((one.high - one.low) / 2, (other.high - other.low) / 2))
    return Estimate(value, value - half, value + half, one.n)


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
        "often they won than was said.",
        lambda path: curves(path, places, lines, ("win probability, as judged", "games won"), diagonal=True),
        ["after round", "wins less win probability above 40%, points"],
        cells,
        {"largest_error": worst},
    )
