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
_MEASURED = (
    ("random", (-1065, -1316, -815, 1200), (-447, -590, -304, 400)),
    ("weighted", (-931, -1179, -683, 1200), (-370, -512, -228, 400)),
    ("value", (140, 38, 241, 1200), (-65, -100, -30, 400)),
    ("expectimax:depth=2", (434, 332, 536, 1200), (61, 41, 81, 400)),
    ("planner", (441, 338, 544, 1200), (275, 181, 370, 400)),
    ("mcts:sims=200", (480, 378, 583, 1200), (267, 175, 359, 400)),
    ("mcts:sims=800,eval=network", (502, 399, 605, 1200), (279, 160, 398, 400)),
)
LADDER: tuple[Rung, ...] = tuple(
    sorted(
        (
            Rung(agent, group, *figures, _WORDS[agent])
            for agent, two, many in _MEASURED
            for group, figures in (("two", two), ("many", many))
        ),
        key=lambda rung: (rung.group != "two", rung.elo),
    )
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
