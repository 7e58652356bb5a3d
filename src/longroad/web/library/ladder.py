"""The ladder of built-in agents with their measured strength: from a beginner's opponent to the strongest.

The figures are those of docs/results/ladder.md, from tournaments of all of them; 0 is the mean of a group.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rung:
    """An opponent. Elo with the ends of its 95% interval, in games of ``two`` or ``many`` (four)."""

    agent: str
    group: str
    elo: float
    low: float
    high: float
    games: int
    #: For people who choose an opponent.
    words: str


_WORDS = {
    "random": "moves at random: to learn how the pieces move",
    "weighted": "builds whenever it can, without a plan",
    "value": "looks one move ahead",
    "expectimax:depth=2": "looks two decisions ahead",
    "planner": "plans its turn and bargains",
    "mcts:sims=200": "searches a tree of 200 simulations per move",
    "mcts:sims=800,eval=network": "searches a tree of 800 simulations per move with a network: the strongest",
}
#: Agent, and Elo with interval and games, first of two players, then of four.
_MEASURED: tuple[tuple[str, tuple[float, float, float, int], tuple[float, float, float, int]], ...] = ()
LADDER: tuple[Rung, ...] = tuple(
    Rung(agent, group, *figures, _WORDS[agent])
    for agent, two, many in _MEASURED
    for group, figures in (("two", two), ("many", many))
)


def group_of(players: int) -> str:
    """Which figures count.

    >>> group_of(2), group_of(3)
    ('two', 'many')
    """
    return "two" if players == 2 else "many"


def strength(agent: str, group: str) -> float | None:
    """The Elo of an agent of the ladder; None for any other."""
    return next((rung.elo for rung in LADDER if (rung.agent, rung.group) == (agent, group)), None)
