"""Several games in a row against the same opponents, as a person is measured: results with an interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from longroad.arena.statistics.intervals import wilson_interval
from longroad.web.library import Query, Shelf
from longroad.web.library.shelf import MOST_FOUND


@dataclass(frozen=True)
class Series:
    """How somebody has done so far; games that were ended do not count."""

    name: str
    player: str
    games: int
    wins: int
    mean_points: float

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95% interval of the win rate; None without games."""
        return wilson_interval(self.wins, self.games) if self.games else None

    def to_dict(self) -> dict[str, Any]:
        """In plain types."""
        return {
            "series": self.name,
            "player": self.player,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.wins / self.games if self.games else None,
            "ci95": self.interval,
            "mean_points": self.mean_points if self.games else None,
        }

    def __str__(self) -> str:
        """
        >>> print(Series("evening", "Ann", 10, 3, 7.5))
        evening: Ann won 3 of 10 games (30%; 95% interval 11% - 60%), 7.5 points on average
        """
        if not self.games or self.interval is None:
            return f"{self.name}: no games yet"
        low, high = self.interval
        rate = f"{self.wins / self.games:.0%}; 95% interval {low:.0%} - {high:.0%}"
        return (
            f"{self.name}: {self.player} won {self.wins} of {self.games} games ({rate}), "
            f"{self.mean_points:.1f} points on average"
        )


def series_of(library: Shelf, name: str, player: str) -> Series:
    """What the library has of a series."""
    wins, points = 0, list[int]()
    offset, count = 0, 1
    while offset < count:
        found, count = library.find(Query(player=player, series=name, limit=MOST_FOUND, offset=offset))
        offset += MOST_FOUND
        for game in found:
            if game.reason == "ended":
                continue
            seat, own = next(
                (n, one) for n, one in enumerate(game.seats) if one.is_person and one.name == player
            )
            wins += game.is_won_by(seat)
            points.append(own.points)
    return Series(name, player, len(points), wins, sum(points) / len(points) if points else 0.0)
