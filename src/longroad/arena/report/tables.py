"""What the page's tables show, as plain values: leaderboard, who won against whom. The markup is in
``templates/``."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from longroad.arena.report.facts import percent, percent_interval
from longroad.arena.statistics.intervals import Interval
from longroad.arena.tournament.standings import AgentStanding, PairingStanding, Standings

#: Blue above the fair share, orange below it, as red, green and blue.
_ABOVE, _BELOW = "0,114,178", "230,159,0"


@dataclass(frozen=True)
class Gauge:
    """A value with its interval on a horizontal line, and a mark to compare it with: places from 0 to 1."""

    value: float
    low: float
    high: float
    mark: float


@dataclass(frozen=True)
class LeaderboardRow:
    """An agent with its rating, and where the rating lies on the scale that all agents share."""

    agent: AgentStanding
    rating: float
    low: float
    high: float
    gauge: Gauge


@dataclass(frozen=True)
class Share:
    """The share of games that an agent won in a pairing."""

    score: float
    interval: Interval
    gauge: Gauge
    #: The interval leaves the fair share out.
    clear: bool
    #: A CSS colour, stronger the further the score is from the fair share.
    shade: str
    #: The same as a sentence.
    words: str


@dataclass(frozen=True)
class TableCard:
    """A table of three or four agents; each has a share once games were played."""

    match: PairingStanding
    rows: list[tuple[str, Share | None]]


def name_parts(agent: str) -> list[str]:
    """An agent's spec in parts; a narrow column may break it between them.

    >>> name_parts("random:by=kind")
    ['random:', 'by=kind']
    """
    return re.split("(?<=[:,.])", agent)


def leaderboard(now: Standings) -> list[LeaderboardRow]:
    """A row per agent, the highest rating first."""
    rated = now.ratings
    ends = [end for end in (*rated.low, *rated.high, *rated.rating, 0.0) if math.isfinite(end)]
    least, most = min(ends), max(ends)
    width = max(most - least, 1.0)

    def place(rating: float) -> float:
        return 0.03 + 0.94 * (min(max(rating, least), most) - least) / width

    return [
        LeaderboardRow(one, rating, low, high, Gauge(place(rating), place(low), place(high), place(0)))
        for one, rating, low, high in zip(now.agents, rated.rating, rated.low, rated.high, strict=True)
    ]


def cross_table(now: Standings) -> list[list[Share | str]]:
    """Row agent against column agent, or against copies of it, in the order of the leaderboard.

    A cell without games is a text: why there are none, empty on the diagonal.
    """
    found = {match.pairing.agents[:2]: (match, 0) for match in now.pairings}
    if now.plan.format == "round-robin":
        found |= {match.pairing.agents[::-1]: (match, 1) for match in now.pairings}
    names = [one.agent for one in now.agents]
    copies = f"{now.plan.players - 1} copies of " if now.plan.players > 2 else ""

    def cell(one: str, other: str) -> Share | str:
        if one == other:
            return ""
        return _share(*found[one, other], now.plan.players, f" against {copies}{other}") or "not played"

    return [[cell(one, other) for other in names] for one in names]


def table_cards(now: Standings) -> list[TableCard]:
    """Every table of three or four agents with the share of each."""
    return [
        TableCard(
            match,
            [(agent, _share(match, i, now.plan.players)) for i, agent in enumerate(match.pairing.agents)],
        )
        for match in now.pairings
    ]


def _share(match: PairingStanding, agent: int, players: int, against: str = "") -> Share | None:
    """The share of an agent, as numbered in the pairing; None without games."""
    if not match.games:
        return None
    fair = 1 / players
    score, interval = match.score_of(agent), match.interval_of(agent)
    away = (score - fair) / (1 - fair if score > fair else fair)
    return Share(
        score,
        interval,
        Gauge(score, *interval, fair),
        clear=not interval[0] <= fair <= interval[1],
        shade=f"rgba({_ABOVE if away > 0 else _BELOW},{0.5 * abs(away):.3f})",
        words=f"{match.pairing.agents[agent]} won {match.wins[agent]:,} of {match.games:,} games{against}: "
        f"{percent(score)}, 95% interval {percent_interval(interval)}",
    )
