"""Opponents by their measured strength, from a beginner's to the strongest."""

from __future__ import annotations

from dataclasses import dataclass

from longroad.agents.levels import CHAMPION, group_of
from longroad.arena.ladder import LADDER

#: Who one plays against without choosing.
GOOD = CHAMPION


@dataclass(frozen=True)
class Opponent:
    """A rung of the ladder for people."""

    agent: str
    name: str
    words: str
    #: Elo and half of its 95% interval.
    elo: float
    margin: float
    games: int


def opponents(players: int) -> list[Opponent]:
    """Those of the ladder for so many players, the weakest first.

    >>> [one.agent for one in opponents(2)][:2], opponents(2)[-1].name
    (['random', 'weighted'], 'Champion')
    """
    rungs = [rung for rung in LADDER if rung.group == group_of(players)]
    return [
        Opponent(rung.agent, rung.name, rung.words, rung.elo, (rung.high - rung.low) / 2, rung.games)
        for rung in rungs
    ]
