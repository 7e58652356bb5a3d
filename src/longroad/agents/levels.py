"""Opponents for people, from the first game to the strongest, in eight levels: the rungs of the ladder
(docs/results/ladder.md), whose strength is measured."""

from __future__ import annotations

#: The strongest, above all levels, at a pace that is pleasant at a table: a tenth of a second per move.
CHAMPION = "champion:sims=6400"
#: Specs for games of ``two`` and of ``many`` (three or four), the weakest first.
LEVELS: dict[str, tuple[str, ...]] = {
    "two": (
        "random",
        "weighted",
        "planner:temperature=1",
        "planner:temperature=0.5",
        "value",
        "planner",
        "planner:eval=network",
        "mcts:sims=800,eval=network",
    ),
    "many": (
        "random",
        "weighted",
        "value",
        "planner:temperature=1",
        "expectimax:depth=2",
        "planner:eval=network",
        "planner",
        "mcts:sims=800,eval=network",
    ),
}


def group_of(players: int) -> str:
    """Which levels count.

    >>> group_of(2), group_of(3)
    ('two', 'many')
    """
    return "two" if players == 2 else "many"


def level_spec(level: int, players: int) -> str:
    """The agent of a level, from 1.

    >>> level_spec(3, players=2)
    'planner:temperature=1'
    """
    return LEVELS[group_of(players)][level - 1]
