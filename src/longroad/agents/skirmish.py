"""Players of Skirmish by name, with the same kind of spec as the agents of Catan."""

from __future__ import annotations

from collections.abc import Callable

from longroad._native.skirmish import PlayerSettings
from longroad.agents.options import option_value
from longroad.agents.registry import AgentInfo, checked_options, parse_spec
from longroad.errors import AgentSpecError
from longroad.search.expectimax import skirmish_settings
from longroad.search.settings import MOVES, Settings, choice

#: How the player's own next placement is searched when ``moves`` is not ``all``: by representatives as well,
#: or card by card.
ROOTS = ("representative", "real")


def random_player() -> PlayerSettings:
    """Every legal action is equally likely."""
    return PlayerSettings.random()


def expectimax_player(
    depth: int | str = 3,
    moves: str = "all",
    root: str = "representative",
    classes: int | str = 3,
    seconds: float | str = 0.0,
    max_nodes: int | str = 0,
) -> PlayerSettings:
    """Expectiminimax with the paper's evaluation; ``depth`` counts turns."""
    settings = Settings(
        depth=option_value("depth", depth, 3),
        seconds=option_value("seconds", seconds, 0.0),
        max_nodes=option_value("max_nodes", max_nodes, 0),
        table_bits=18 if moves == "all" else 15,
    )
    real_root = choice("root", root, ROOTS) == 1
    return skirmish_settings(settings, moves, option_value("classes", classes, 3), real_root)


SKIRMISH_PLAYERS: dict[str, AgentInfo[PlayerSettings]] = {
    "random": AgentInfo(random_player, "every legal action is equally likely", "random"),
    "expectimax": AgentInfo(
        expectimax_player,
        f"looks `depth` turns ahead; moves: {', '.join(MOVES)}; root: {', '.join(ROOTS)}",
        "expectimax:depth=5,moves=representative,root=real",
    ),
}


def make_skirmish_player(spec: str) -> PlayerSettings:
    """The player behind a spec.

    >>> make_skirmish_player("expectimax:depth=0")
    Traceback (most recent call last):
      ...
    longroad.errors.AgentSpecError: player 'expectimax:depth=0': depth=0: must be a whole number between 1 and
    30
    """
    known = ", ".join(SKIRMISH_PLAYERS)
    if spec.startswith("python:"):
        raise AgentSpecError(f"player '{spec}': Skirmish has no players in Python; there are {known}")
    name, options = parse_spec(spec)
    if name not in SKIRMISH_PLAYERS:
        raise AgentSpecError(f"player '{spec}': no such player of Skirmish; there are {known}")
    make: Callable[..., PlayerSettings] = SKIRMISH_PLAYERS[name].make
    checked_options(spec, SKIRMISH_PLAYERS[name], options)
    try:
        return make(**options)
    except ValueError as error:
        raise AgentSpecError(f"player '{spec}': {error}") from error
