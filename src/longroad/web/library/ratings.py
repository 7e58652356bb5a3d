"""Ratings of people from their rated games, on the scale of the ladder of agents.

openskill's Plackett-Luce model, game by game in the order they were played. Agents of the ladder keep their
measured strength; everybody else starts in the ladder's middle, unsure, and may change from game to game.
Games of two and games of more players are two different things, and so are their ratings.

Sigma shrinks undamped (gamma 1), as in ``arena.statistics``. In simulations of people between -200 and 700
against agents of the ladder the 95% intervals cover 93-97%, after 10 and after 50 games, of two and of four
players.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from longroad.agents.levels import group_of
from longroad.arena.ladder import LADDER, strength
from longroad.arena.statistics.intervals import ELO_PER_LOGIT
from longroad.web.library.finished import FinishedGame

#: Elo: how unsure the first rating is, how unsure that of an agent of the ladder, and how much somebody may
#: change between two games.
FIRST_SIGMA, KNOWN_SIGMA, DRIFT = 250.0, 1.0, 8.0
_NORMAL_95 = 1.96


@dataclass(frozen=True)
class Rating:
    """How strong somebody is, in Elo, with the ends of a 95% interval."""

    name: str
    #: ``two`` or ``many`` players.
    group: str
    elo: float
    low: float
    high: float
    games: int
    wins: int
    is_person: bool


def ratings(games: Iterable[FinishedGame]) -> list[Rating]:
    """Of all who played rated games, these in the order they were played; the strongest first.

    >>> ratings([])
    []
    """
    standings: dict[tuple[str, str, bool], _Standing] = {}
    for game in games:
        if game.rated and game.reason != "ended" and len(game.seats) >= 2:
            _rate(game, standings)
    found = [
        Rating(
            name,
            group,
            round(one.mu, 1),
            round(one.mu - _NORMAL_95 * one.sigma, 1),
            round(one.mu + _NORMAL_95 * one.sigma, 1),
            one.games,
            one.wins,
            is_person,
        )
        for (group, name, is_person), one in standings.items()
        if is_person or strength(name, group) is None
    ]
    return sorted(found, key=lambda rating: (-rating.elo, rating.name, rating.group))


@dataclass
class _Standing:
    mu: float
    sigma: float
    games: int = 0
    wins: int = 0


def _rate(game: FinishedGame, standings: dict[tuple[str, str, bool], _Standing]) -> None:
    players = len(game.seats)
    group = group_of(players)
    beta = ELO_PER_LOGIT / math.sqrt(players)
    model: Any = _plackett_luce()(mu=0.0, sigma=FIRST_SIGMA, beta=beta, tau=0.0, gamma=_undamped)
    seated = []
    for seat in game.seats:
        known = None if seat.is_person else strength(seat.agent, group)
        if known is not None:
            seated.append(_Standing(known, KNOWN_SIGMA))
        else:
            place = (group, seat.label, seat.is_person)
            seated.append(standings.setdefault(place, _Standing(_middle(group), FIRST_SIGMA)))
    before = [[model.rating(one.mu, math.hypot(one.sigma, DRIFT))] for one in seated]
    after = model.rate(before, ranks=[float(seat.rank) for seat in game.seats])
    for seat, one, (new,) in zip(game.seats, seated, after, strict=True):
        one.mu, one.sigma = new.mu, new.sigma
        one.games += 1
        one.wins += seat.rank == 1


def _undamped(*_: Any) -> float:
    return 1.0


def _middle(group: str) -> float:
    rungs = [rung.elo for rung in LADDER if rung.group == group]
    return sum(rungs) / len(rungs)


def _plackett_luce() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce
