"""Which games are played, and what they show."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, median, stdev

from longroad.arena.statistics.intervals import wilson_interval
from longroad.catan import Rules
from longroad.experiments.ntu2016.games import MOST_ROUNDS, REPORT_RANDOM, Game, Series

SCENARIOS = ("RR", "RG", "GR", "GG")
RULES = Rules.preset("ntu2016")
#: The report does not say how many points win. With six its figures come out best; then, too, nobody wins
#: without a city.
SIX = RULES.replace(target_points=6)
TWO = RULES.replace(starting_settlements=2)
OFFICIAL = Rules(players=2)
MCTS = "mcts:sims=50"
NTU = "ntu2016"
#: With all that makes it stronger and is not in the report.
STRONGER = "ntu2016:win=on,dice=even,ties=build,longest=200"
#: One change each, with the section of the report that claims something of it.
VARIANTS = {
    "ntu2016:playout=random,inside=on": "4.3: trades in the playouts and in the tree, too",
    "ntu2016:sims=100": "4.3: twice the playouts",
    "ntu2016:remember=off": "4.4: the move behind a trade is searched again",
    "ntu2016:stop=1": "4.4: trades above 95%, too",
    "ntu2016:value=move": "6.2: a tree counts as much as its best move",
    "ntu2016:trades=merged": "6.2: one tree, trades are moves of its root",
    "ntu2016:win=on": "stronger: a move that wins is made without a search",
    "ntu2016:dice=even": "stronger: dice in proportion",
    "ntu2016:ties=build": "stronger: of equal moves, what builds most",
    "ntu2016:longest=200": "stronger: playouts end after 200 turns",
    STRONGER: "stronger: all four",
    MCTS: "our own: evaluation at the leaves, bargaining",
}
#: How a searching player that is the enemy is forecast (section 4.2).
FORECASTS = {
    "ntu2016:partner=search": "by a search for it",
    "ntu2016": "by a coin",
    "ntu2016:offers=0": "it is made no offers",
}
DEPTHS = (1, 2, 3)


def all_series(games: int, variants: int, earlier: int) -> dict[str, list[Series]]:
    """Everything that is played, by section of the report; the arguments are games of each series."""

    def name(*words: str) -> str:
        return "-".join(words).replace(":", "_").replace(",", "_").replace("=", "")

    def table(rules: Rules, prefix: str) -> list[Series]:
        found = [Series(name(prefix, s), s, rules, REPORT_RANDOM, NTU, games) for s in SCENARIOS]
        return [*found, Series(name(prefix, "RR-L"), "RR", rules, REPORT_RANDOM, NTU, games, drawn_by="RR-L")]

    return {
        "table": table(RULES, "ten"),
        "six": table(SIX, "six"),
        "two": [Series(name("two", s), s, TWO, REPORT_RANDOM, NTU, games) for s in SCENARIOS],
        "variants": [
            Series(name("RR", spec), "RR", RULES, REPORT_RANDOM, spec, variants) for spec in VARIANTS
        ],
        "searching": [
            Series(name("enemy", spec), "RR", RULES, NTU, spec, variants, exchange=True) for spec in FORECASTS
        ],
        "official": [
            Series(name("official", s, agent), s, OFFICIAL, REPORT_RANDOM, agent, games)
            for agent in (NTU, MCTS)
            for s in SCENARIOS
        ],
        "earlier": [
            Series(
                name("earlier", f"depth{depth}", "random" if other == REPORT_RANDOM else other),
                "RR",
                RULES,
                other,
                f"expectimax:depth={depth}",
                earlier,
                exchange=True,
            )
            for other in (REPORT_RANDOM, NTU, MCTS)
            for depth in DEPTHS
        ],
    }


@dataclass(frozen=True)
class Figures:
    """What some games show. Games without a winner are discarded, as in the report."""

    played: int
    games: int
    wins: int
    rounds: float | None
    gap: float | None
    #: 95% intervals of the two means; None with fewer than two games won.
    rounds_interval: tuple[float, float] | None = None
    gap_interval: tuple[float, float] | None = None

    @property
    def discarded(self) -> int:
        """Games without a winner."""
        return self.played - self.games

    @property
    def rate(self) -> float | None:
        """Wins divided by games with a winner."""
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of the rate."""
        return wilson_interval(self.wins, self.games) if self.games else (0.0, 1.0)


def figures(games: list[Game], limit: int | None = None) -> Figures:
    """The figures of some games; those longer than ``limit`` rounds are discarded, too."""
    decided = [g for g in games if g.won is not None and (limit is None or g.rounds <= limit)]
    won = [g for g in decided if g.won]
    return Figures(
        len(games),
        len(decided),
        len(won),
        fmean(g.rounds for g in won) if won else None,
        fmean(g.gap for g in won) if won else None,
        _interval([g.rounds for g in won]),
        _interval([g.gap for g in won]),
    )


def _interval(values: list[int]) -> tuple[float, float] | None:
    if len(values) < 2:
        return None
    reach = 1.96 * stdev(values) / len(values) ** 0.5
    return fmean(values) - reach, fmean(values) + reach


def gain(games: list[Game], others: list[Game]) -> tuple[float, tuple[float, float]] | None:
    """By how much more often the agent won than another one from the same starts, and the 95% interval; over
    the games that both finished. None without any two."""
    both = [
        float(one.won) - float(other.won)
        for one, other in zip(games, others, strict=False)
        if one.won is not None and other.won is not None
    ]
    if len(both) < 2:
        return None
    mean, reach = fmean(both), 1.96 * stdev(both) / len(both) ** 0.5
    return mean, (mean - reach, mean + reach)


def length_limit(games: list[Game]) -> int:
    """Four times the median length of the games that somebody won: the limit of RR-L. The report's is half an
    hour, where a normal game takes 5 to 10 minutes."""
    lengths = [g.rounds for g in games if g.won is not None]
    return max(min(round(4 * median(lengths)), MOST_ROUNDS), 1) if lengths else MOST_ROUNDS


def two_games(games: list[Game]) -> tuple[int, int] | None:
    """A quick and a long game that were won: at the 10th and the 90th percentile of the length."""
    won = sorted(
        (g.rounds, number) for number, g in enumerate(games) if g.won and len(g.win_probabilities) > 1
    )
    if len(won) < 2:
        return None
    last = len(won) - 1
    return won[round(0.1 * last)][1], won[round(0.9 * last)][1]
