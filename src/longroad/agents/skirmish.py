"""Players of Skirmish by name, with the same kind of spec as the agents of Catan."""

from __future__ import annotations

from longroad._native.skirmish import PlayerSettings
from longroad.agents.registry import AgentInfo
from longroad.errors import AgentSpecError
from longroad.options import from_spec
from longroad.skirmish.players import PLAYERS, ExpectimaxPlayerOptions, RandomPlayerOptions

SKIRMISH_PLAYERS: dict[str, AgentInfo[PlayerSettings]] = {
    "random": AgentInfo(
        lambda **options: RandomPlayerOptions(**options).settings(),
        RandomPlayerOptions,
        "every legal action is equally likely",
        "random",
    ),
    "expectimax": AgentInfo(
        lambda **options: ExpectimaxPlayerOptions(**options).settings(),
        ExpectimaxPlayerOptions,
        "looks `depth` turns ahead with the paper's evaluation",
        "expectimax:depth=5,moves=representative,root=real",
    ),
}


def make_skirmish_player(spec: str) -> PlayerSettings:
    """The player behind a spec.

    >>> make_skirmish_player("expectimax:depth=0")
    Traceback (most recent call last):
      ...
    longroad.errors.AgentSpecError: agent 'expectimax:depth=0': depth=0: must be a whole number between 1 and
    30
    """
    if spec.startswith("python:"):
        raise AgentSpecError(
            f"agent '{spec}': Skirmish has no agents in Python; there are {', '.join(PLAYERS)}"
        )
    return from_spec(spec, PLAYERS).settings()
