"""The ladder of built-in agents with their measured strength: from a beginner's opponent to the strongest.

The figures are those of docs/results/ladder.md, from tournaments of all of them; 0 is the mean of a group.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rung:
    """An opponent. Elo with the ends of its 95% interval, in games of ``two`` or ``many`` (four); the
    weakest first."""

    agent: str
    group: str
    elo: float
    low: float
    high: float
    games: int
    #: For people who choose an opponent.
    name: str
    words: str


_WORDS = {
    "random": "moves at random: to learn how the pieces move",
    "weighted": "builds whenever it can, without a plan",
    "planner:temperature=1": "plans its turn, and often does something else",
    "planner:temperature=0.5": "plans its turn, and now and then does something else",
    "value": "looks one move ahead",
    "expectimax:depth=2": "looks two decisions ahead",
    "planner": "plans its turn and bargains",
    "planner:eval=network": "plans its turn, judged by a network",
    "mcts:sims=200": "searches a tree of 200 simulations per move",
    "mcts:sims=800,eval=network": "searches a tree of 800 simulations per move with a network",
}
#: Name, agent, Elo with the ends of its interval, games: of two players, of four. The weakest first.
_TWO = (
    ("First steps", "random", -868, -957, -779, 700),
    ("Novice", "weighted", -717, -817, -618, 700),
    ("Beginner", "planner:temperature=1", -306, -362, -250, 700),
    ("Casual", "planner:temperature=0.5", -13, -74, 48, 700),
    ("Club", "value", 166, 114, 219, 700),
    ("Strong", "planner", 521, 455, 588, 700),
    ("Expert", "planner:eval=network", 588, 515, 660, 700),
    ("Strongest", "mcts:sims=800,eval=network", 629, 556, 703, 700),
)
_FOUR = (
    ("First steps", "random", -447, -590, -304, 400),
    ("Beginner", "weighted", -370, -512, -228, 400),
    ("Casual", "value", -65, -100, -30, 400),
    ("Club", "expectimax:depth=2", 61, 41, 81, 400),
    ("Strong", "mcts:sims=200", 267, 175, 359, 400),
    ("Expert", "planner", 275, 181, 370, 400),
    ("Strongest", "mcts:sims=800,eval=network", 279, 160, 398, 400),
)
LADDER: tuple[Rung, ...] = tuple(
    Rung(agent, group, elo, low, high, games, name, _WORDS[agent])
    for group, rungs in (("two", _TWO), ("many", _FOUR))
    for name, agent, elo, low, high, games in rungs
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
