"""Everything that a run has measured."""

from __future__ import annotations

from dataclasses import dataclass

from longroad.experiments.ntu2016.games import Game, Series
from longroad.experiments.ntu2016.positions import Pairs
from longroad.experiments.ntu2016.series import SCENARIOS, Figures, figures, length_limit
from longroad.openings import PlacementStudy


@dataclass(frozen=True)
class Found:
    """Studies of the placements, and games."""

    studies: dict[str, PlacementStudy]
    pairs: dict[str, Pairs]
    #: By section of the report.
    series: dict[str, list[Series]]
    #: By the name of their series, and the CPU seconds they took.
    games: dict[str, list[Game]]
    seconds: dict[str, float]

    def one(self, section: str, name: str) -> Series:
        """The series of a scenario, or of an agent."""
        return next(s for s in self.series[section] if name in (s.second, s.scenario))

    def figures(self, series: Series) -> Figures:
        """Of one series."""
        return figures(self.games[series.name])

    def base(self, series: Series) -> list[Game]:
        """The games of the plain agent from the same starts."""
        return self.games[self.one("table", series.scenario).name][: series.games]

    def milliseconds(self, series: Series) -> float:
        """CPU time per round."""
        rounds = sum(game.rounds for game in self.games[series.name])
        return 1000 * self.seconds[series.name] / max(rounds, 1)

    def table(self, section: str) -> dict[str, Figures]:
        """The columns of the report's table, with ten points to win ("table") or six ("six"); RR-L are games
        of its own, those longer than the limit discarded."""
        columns = {
            s: figures(self.games[one.name]) for s, one in zip(SCENARIOS, self.series[section], strict=False)
        }
        games = self.games[self.series[section][-1].name]
        return {**columns, "RR-L": figures(games, limit=self.limit(section))}

    def limit(self, section: str) -> int:
        """The rounds of RR-L."""
        return length_limit(self.games[self.one(section, "RR").name])
