"""The ladder of built-in agents with their measured strength: from a beginner's opponent to the strongest.

The figures are those of docs/results/ladder.md, from tournaments of all of them; 0 is the mean of a group.
"""

from __future__ import annotations

from dataclasses import dataclass

from longroad.agents.levels import CHAMPION, LEVELS


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
    CHAMPION: "searches with what it has learnt",
    "mcts:sims=800,eval=network": "searches a tree of 800 simulations per move with a network",
}
#: Name, Elo with the ends of its interval, games, per level and of the champion: of two players, of four.
_TWO = (
    ("First steps", -868, -957, -779, 700),
    ("Novice", -717, -817, -618, 700),
    ("Beginner", -306, -362, -250, 700),
    ("Casual", -13, -74, 48, 700),
    ("Club", 166, 114, 219, 700),
    ("Strong", 521, 455, 588, 700),
    ("Expert", 588, 515, 660, 700),
    ("Strongest", 629, 556, 703, 700),
    ("Champion", 733, 658, 808, 80),
)
_MANY = (
    ("First steps", -478, -869, -87, 560),
    ("Novice", -401, -729, -72, 560),
    ("Beginner", -85, -173, 3, 560),
    ("Casual", -43, -120, 34, 560),
    ("Club", 89, 22, 156, 560),
    ("Strong", 289, 47, 531, 560),
    ("Expert", 293, 46, 539, 560),
    ("Strongest", 337, 29, 645, 560),
    ("Champion", 361, 307, 415, 80),
)
LADDER: tuple[Rung, ...] = tuple(
    Rung(agent, group, elo, low, high, games, name, _WORDS[agent])
    for group, measured in (("two", _TWO), ("many", _MANY))
    for agent, (name, elo, low, high, games) in zip((*LEVELS[group], CHAMPION), measured, strict=True)
)


def strength(agent: str, group: str) -> float | None:
    """The Elo of an agent of the ladder; None for any other."""
    return next((rung.elo for rung in LADDER if (rung.agent, rung.group) == (agent, group)), None)
