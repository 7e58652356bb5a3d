"""What is bounded, so that nobody can use up a server: each limit with the error it leads to."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

from longroad.agents import FOREIGN, make_agent
from longroad.arena.play.seating import Seating
from longroad.catan import Rules
from longroad.errors import LimitError, TableError
from longroad.models import shipped
from longroad.options import pairs_of, spec_parts

#: Forms of specs that run code of somebody's own, or of another library.
OWN_CODE = ("python", "exec", *FOREIGN)
#: Options that name files, and what they may be where files of one's own are not allowed.
_FILES = {"model": tuple(shipped()), "eval": ("hand", "network")}
#: Options that a spec can use up a machine by, and the most that is allowed.
_MOST = {"openings": 2000, "games": 2000}


@dataclass(frozen=True)
class Limits:
    """Those of a house."""

    #: Games that are not over.
    games: int = 200
    #: Finished games that are kept in memory, for those who still look at them.
    finished: int = 100
    #: People and programs that follow games at the same time, in all and per game.
    followers: int = 400
    followers_per_game: int = 40
    #: Entries of one game, moves taken back included.
    entries: int = 100_000
    #: Seconds that an agent may think about a move; then planner plays on for it.
    think_seconds: float = 60.0
    #: Threads in which agents think, and agents in processes of their own.
    threads: int = 32
    workers: int = 8
    #: Days after which a game in which nothing happens is ended.
    idle_days: float = 14.0


def check_spec(spec: str, rules: Rules, limits: Limits, own_agents: bool) -> None:
    """Raises for an agent that may not play here: TableError, or what ``make_agent`` and ``check`` raise.

    Without ``own_agents`` only built-in agents may, with the networks that ship with Longroad: who may make
    games must not be able to run programs or read files by it.
    """
    name = spec.partition(":")[0]
    if name in OWN_CODE:
        if not own_agents:
            raise TableError(
                f"agent '{spec}': this server plays with built-in agents only; whoever runs it can allow "
                "others with `longroad play --own-agents`"
            )
        with Seating(limited=True) as seating:
            seating.agents([spec], rules)
        return
    for option, text in _pairs(spec).items():
        if option in _FILES and not own_agents and text not in _FILES[option]:
            raise TableError(
                f"agent '{spec}': {option} can be {' or '.join(_FILES[option])} here; files of your own need "
                "`longroad play --own-agents`"
            )
        most: float = _MOST.get(option, math.inf)
        most = min(most, os.cpu_count() or 1) if option == "threads" else most
        most = min(most, 1000 * limits.think_seconds) if option == "ms" else most
        if _number(text) > most:
            raise TableError(f"agent '{spec}': {option} may be at most {most:g} here")
    make_agent(spec).check(rules)


def _pairs(spec: str) -> dict[str, str]:
    """The options of a spec; none if they cannot be read, which ``make_agent`` then says."""
    try:
        return pairs_of(spec_parts(spec)[1])
    except ValueError:
        return {}


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def too_many(what: str, most: int) -> LimitError:
    """The error for a limit that is reached."""
    return LimitError(f"there are {most} {what} already, which is the most here; try again later")
