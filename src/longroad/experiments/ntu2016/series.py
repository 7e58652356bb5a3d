"""Which games are played, and what they show."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, median

from longroad.arena.statistics.intervals import wilson_interval
from longroad.catan import Rules
from longroad.experiments.ntu2016.games import MOST_ROUNDS, REPORT_RANDOM, Game, Series

SCENARIOS = ("RR", "RG", "GR", "GG")
RULES = Rules.preset("ntu2016")
#: The report does not say how many points win. With six its figures come out best; then, too, nobody wins
#: without a city.
SIX = RULES.replace(target_points=6)
OFFICIAL = Rules(players=2)
MCTS = "mcts:sims=50"
#: The other choices of section 6.2.
VARIANTS = {
    "ntu2016:value=move": "a tree counts as much as its best move",
    "ntu2016:trades=merged": "one tree, trades are moves of its root",
}
DEPTHS = (1, 2, 3)


def all_series(games: int, variants: int, earlier: int) -> dict[str, list[Series]]:
    """Everything that is played, by section of the report; the arguments are games of each series."""

    def name(*words: str) -> str:
        return "-".join(words).replace(":", "_").replace(",", "_").replace("=", "")

    return {
        "table": [Series(name(s), s, RULES, REPORT_RANDOM, "ntu2016", games) for s in SCENARIOS],
        "six": [Series(name("six", s), s, SIX, REPORT_RANDOM, "ntu2016", games) for s in SCENARIOS],
        "official": [
            Series(name("official", s, agent), s, OFFICIAL, REPORT_RANDOM, agent, games)
            for agent in ("ntu2016", MCTS)
            for s in SCENARIOS
        ],
        "variants": [
            Series(name("RR", spec), "RR", RULES, REPORT_RANDOM, spec, variants) for spec in (*VARIANTS, MCTS)
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
            for other in (REPORT_RANDOM, "ntu2016", MCTS)
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
    )


def length_limit(games: list[Game]) -> int:
    """Twice the median length of the games that somebody won: the limit of RR-L, where the report has half an
    hour."""
    lengths = [g.rounds for g in games if g.won is not None]
    return max(round(2 * median(lengths)), 1) if lengths else MOST_ROUNDS


def two_games(games: list[Game]) -> tuple[int, int] | None:
    """A quick and a long game that were won: at the 10th and the 90th percentile of the length."""
    won = sorted(
        (g.rounds, number) for number, g in enumerate(games) if g.won and len(g.win_probabilities) > 1
    )
    if len(won) < 2:
        return None
    last = len(won) - 1
    return won[round(0.1 * last)][1], won[round(0.9 * last)][1]
