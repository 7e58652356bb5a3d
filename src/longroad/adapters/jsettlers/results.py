"""What came out of many games on a server: win rates with intervals, overall and by the robots' types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from longroad.adapters.jsettlers.table import Outcome
from longroad.arena.statistics.intervals import wilson_interval


def robot_type(name: str) -> str:
    """By the server's habit of naming its robots.

    >>> robot_type("droid 2"), robot_type("robot 5"), robot_type("Ada")
    ('fast', 'smart', 'other')
    """
    return {"droid": "fast", "robot": "smart"}.get(name.partition(" ")[0], "other")


@dataclass(frozen=True)
class WinRate:
    """Of some of the games."""

    name: str
    games: int
    wins: int

    @property
    def interval(self) -> tuple[float, float]:
        """95%, Wilson's."""
        low, high = wilson_interval(self.wins, self.games)
        return low, high

    def to_dict(self) -> dict[str, Any]:
        """In plain types."""
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": round(self.wins / self.games, 6),
            "ci95": [round(x, 6) for x in self.interval],
        }


@dataclass
class Results:
    """Grows while the games are played."""

    agent: str
    players: int
    seed: int
    outcomes: list[Outcome] = field(default_factory=list)
    seconds: float = 0.0
    #: Why the run ended early.
    stopped: str | None = None

    def add(self, outcome: Outcome) -> None:
        """Counts one more game."""
        self.outcomes.append(outcome)

    @property
    def finished(self) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if outcome.problem is None]

    @property
    def problems(self) -> Counter[str]:
        """How many games were not played to their end, by kind."""
        return Counter(outcome.problem for outcome in self.outcomes if outcome.problem is not None)

    def overall(self) -> WinRate | None:
        """None if no game was finished."""
        return _rate("overall", self.finished)

    def by_robots(self) -> list[WinRate]:
        """One for each mix of robots: 'fast', 'smart', or '1 fast + 2 smart'."""
        return _grouped(self.finished, opponents)

    def by_order(self) -> list[WinRate]:
        """One for each place in the turn order."""
        return _grouped(self.finished, lambda outcome: f"p{outcome.me}")

    def points(self) -> dict[int, int]:
        """How often we ended with how many points."""
        return dict(sorted(Counter(outcome.points[_me(outcome)] for outcome in self.finished).items()))

    def to_dict(self) -> dict[str, Any]:
        """All figures, for --json."""
        finished, overall = self.finished, self.overall()
        return {
            "agent": self.agent,
            "players": self.players,
            "seed": self.seed,
            "games": len(self.outcomes),
            "finished": len(finished),
            **(
                {}
                if overall is None
                else {name: overall.to_dict()[name] for name in ("wins", "win_rate", "ci95")}
            ),
            "by_robots": {rate.name: rate.to_dict() for rate in self.by_robots()},
            "by_order": {rate.name: rate.to_dict() for rate in self.by_order()},
            "points": self.points(),
            "mean_points": _mean(outcome.points[_me(outcome)] for outcome in finished),
            "mean_opponent_points": _mean(
                points for outcome in finished for p, points in enumerate(outcome.points) if p != outcome.me
            ),
            "mean_turns": _mean(outcome.turns for outcome in finished),
            "mean_seconds": _mean(outcome.seconds for outcome in finished),
            "decisions": sum(outcome.decisions for outcome in self.outcomes),
            "corrections": sum(outcome.corrections for outcome in self.outcomes),
            "offers_to_us": sum(outcome.offers_to_us for outcome in self.outcomes),
            "our_offers": sum(outcome.our_offers for outcome in self.outcomes),
            "our_deals": sum(outcome.our_deals for outcome in self.outcomes),
            "problems": dict(self.problems),
            "reasons": [
                {"game": outcome.game, "problem": outcome.problem, "reason": outcome.reason}
                for outcome in self.outcomes
                if outcome.problem is not None
            ],
            "stopped": self.stopped,
            "seconds": round(self.seconds, 3),
            "games_per_minute": round(60 * len(finished) / self.seconds, 2) if self.seconds else None,
        }


def opponents(outcome: Outcome) -> str:
    """Whom we played against, by type."""
    types = Counter(robot_type(name) for player, name in enumerate(outcome.names) if player != outcome.me)
    if types.total() == 1:
        return next(iter(types))
    return " + ".join(f"{count} {kind}" for kind, count in sorted(types.items()))


def _me(outcome: Outcome) -> int:
    assert outcome.me is not None, "finished games have a Longroad player"
    return outcome.me


def _rate(name: str, outcomes: Iterable[Outcome]) -> WinRate | None:
    results = [outcome.winner == outcome.me for outcome in outcomes]
    return WinRate(name, len(results), sum(results)) if results else None


def _grouped(outcomes: list[Outcome], key: Any) -> list[WinRate]:
    names = sorted({key(outcome) for outcome in outcomes})
    rates = (_rate(name, (outcome for outcome in outcomes if key(outcome) == name)) for name in names)
    return [rate for rate in rates if rate is not None]


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return round(mean(known), 4) if known else None
