"""Findings about luck: what explains who wins, and balanced dice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from longroad.experiments.wisdom.estimates import Estimate, Floats, mean, of_means, share
from longroad.experiments.wisdom.finding import Finding, by, verdict
from longroad.experiments.wisdom.games import PLAYERS, SETS
from longroad.experiments.wisdom.pictures import dots
from longroad.experiments.wisdom.rows import Rows

_FAIR = 1 / PLAYERS
#: Kinds of chance, and their columns.
_PARTS = {
    "dice": "luck_dice",
    "thefts": "luck_steals",
    "cards drawn": "luck_draws",
}


def findings(rows: Rows, deck: Rows, mixed: Rows) -> list[Finding]:
    """About luck. ``deck``: games with balanced dice; ``mixed``: games of unequal players."""
    return [_luck(rows, mixed), _deck(rows, deck)]


def least_shares(rows: Rows) -> dict[str, Estimate]:
    """Of the variance of who wins, what each kind of chance explains at least: by how well the changes of win
    probability that it brought, each less its mean over all outcomes, go with the result."""
    won = rows.seats("won") - _FAIR
    least = {}
    for name, column in _PARTS.items():
        part = rows.seats(column)
        sums = np.column_stack([(won**2).sum(1), (part**2).sum(1), (won * part).sum(1)])
        least[name] = of_means(sums, lambda m: float(m[2] ** 2 / (m[0] * max(m[1], 1e-12))))
    return least


def luckiest_wins(rows: Rows) -> Estimate:
    """How often the player wins to whom the rolls brought most win probability."""
    return share(rows.seats("luck_dice").argmax(axis=1) == rows.seats("won").argmax(axis=1))


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
                "set-up (board, seats, spots)": mean((new - _FAIR) * of_variance, game),
                "the same sums of the dice, besides": mean((same - new) * of_variance, game),
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
    least = least_shares(rows)
    skill, rates = _skill(mixed)
    most = again.same_dice.is_above(0.5)
    luckiest = luckiest_wins(rows)
    names = ", ".join(f"`{agent}` {rate.percent()}" for agent, rate in rates.items())
    at_least = {f"{name}, at least": one for name, one in least.items()}
    shown = again.shares | at_least | {"who plays, if players are unequal": skill}
    return Finding(
        "luck",
        "Luck and skill",
        "it is all in the dice.",
        verdict(most),
        "Played again from the end of the set-up, the same player wins "
        f"{again.new_dice.percent()} of the games with new dice, and {again.same_dice.percent()} with the "
        "very "
        "same dice; 25% would be chance. As a game went, its rolls explain at least "
        f"{least['dice'].percent()} of the variance of who wins, cards drawn at least "
        f"{least['cards drawn'].percent()}, thefts at least {least['thefts'].percent()}; the set-up explains "
        f"{again.shares['set-up (board, seats, spots)'].percent()}. The player whose dice were luckiest wins "
        f"{luckiest.percent()}. At a table of unequal players, who plays explains {skill.percent()}.",
        by(
            most,
            "judge yourself by many games, never by one: most of one game is dice.",
            "do not blame the dice alone, since with the very same dice somebody else mostly wins; and judge "
            "yourself by many games, never by one.",
            "judge yourself by many games, never by one.",
        ),
        f"Among equals nothing is skill: what does not come from the set-up is chance of some kind. "
        f"{again.new_dice.n:,} games were played again twice, once with new dice and once with the same sums "
        "turn by turn; thefts, cards drawn and hidden choices were drawn anew. If P is how often the same "
        "player wins again, (P - 1/4) / (3/4) is the share of the variance that is explained by what was "
        "kept. "
        "The same sums help another player once the positions differ, so as a game went its rolls explain "
        "more: what each roll moved the network's win probability, less the mean over all rolls, is summed "
        "over the game, and the square of its correlation with the result is a lower bound of what rolls "
        "explain, whatever one thinks of the network (a martingale). The bounds leave much open: the network "
        "does not see all that a roll is worth. "
        f"The unequal table, every agent on every seat: {names}. Who plays is the variance of their win "
        "rates "
        "over that of the result; with other players it is another number.",
        lambda path: dots(path, {"": shown}, "share of the variance of who wins"),
        ["part", "share of the variance of who wins"],
        [[name, one.percent()] for name, one in shown.items()],
        {
            "same_winner": {"new dice": again.new_dice, "same dice": again.same_dice},
            "shares": again.shares,
            "least": least,
            "luckiest_wins": luckiest,
            "unequal": {"skill": skill, "rates": rates},
        },
    )


def _deck(rows: Rows, deck: Rows) -> Finding:
    sets = {"two dice": rows, "deck of 36": deck}
    least = {name: least_shares(one)["dice"] for name, one in sets.items()}
    luckiest = {name: luckiest_wins(one) for name, one in sets.items()}
    favourite = {
        name: share(one.seats("v0").argmax(1) == one.seats("won").argmax(1)) for name, one in sets.items()
    }
    length = {
        name: mean(one.column("games", "turns") / PLAYERS, one.column("games", "game"))
        for name, one in sets.items()
    }
    less = _gap(luckiest["deck of 36"], luckiest["two dice"]).is_above(0)
    fairer = None if less is None else not less
    skill = _gap(favourite["deck of 36"], favourite["two dice"])
    return Finding(
        "deck",
        "Balanced dice",
        "with balanced dice the lucky roller wins less.",
        verdict(fairer),
        "With a deck of all 36 rolls instead of two dice, the player whose rolls were luckiest wins "
        f"{luckiest['deck of 36'].percent()} of the games instead of {luckiest['two dice'].percent()}, and "
        "rolls "
        f"explain at least {least['deck of 36'].percent()} of who wins instead of "
        f"{least['two dice'].percent()}. "
        f"The favourite after the set-up wins {favourite['deck of 36'].percent()} instead of "
        f"{favourite['two dice'].percent()}, a difference of {skill.points()} points.",
        by(
            fairer,
            "switch balanced dice on if streaks spoil your evening"
            + (
                "; the better set-up then counts for more."
                if skill.is_above(0)
                else ", but do not expect the better set-up to win more often: other chance takes their "
                "place."
            ),
            "do not expect balanced dice to take luck out of the game.",
            "do not expect much of balanced dice: in so many games no less luck is seen.",
        ),
        f"{deck.games:,} games with the rules option `dice_deck=on`: rolls are drawn from a deck of the 36 "
        "pairs, "
        "shuffled again when it is empty, and their chances are those of the deck as it is then. What a roll "
        "brings is judged by the network, which does not see the deck: that a roll makes its like rarer "
        "later "
        "is one reason why luck now says less. The first games have the same boards in both sets.",
        lambda path: dots(
            path,
            {
                name: {"luckiest roller": luckiest[name], "favourite after the set-up": favourite[name]}
                for name in sets
            },
            "games won",
            level=_FAIR,
        ),
        ["", "luckiest roller wins", "rolls explain at least", "favourite after the set-up wins", "rounds"],
        [
            [
                name,
                luckiest[name].percent(),
                least[name].percent(),
                favourite[name].percent(),
                length[name].number(),
            ]
            for name in sets
        ],
        {"luckiest_wins": luckiest, "dice_least": least, "favourite": favourite, "rounds": length},
    )


def _gap(one: Estimate, other: Estimate) -> Estimate:
    """The difference of two estimates of different games."""
    if not (one.is_known and other.is_known):
        return Estimate(np.nan, np.nan, np.nan, one.n)
    value = one.value - other.value
    half = float(np.hypot((one.high - one.low) / 2, (other.high - other.low) / 2))
    return Estimate(value, value - half, value + half, one.n)
