"""Native agents at the tables of a vector environment: who plays, and who advises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import TypeAlias

from longroad._native import NativeAgent
from longroad.catan.native_agents import native_agent
from longroad.errors import SeatingError

#: Who decides for a seat: an agent (its spec, or the native agent itself), or None for the caller.
Seat: TypeAlias = str | NativeAgent | None


def native_tables(
    opponents: Mapping[int, Sequence[Seat]], games: int, players: int
) -> list[tuple[int, list[NativeAgent | None]]]:
    """The games with native agents, and who sits there. Raises SeatingError, or AgentSpecError for a
    spec of no native agent. A table without agents is left out."""
    twins = _Twins()
    tables = []
    for key, seats in opponents.items():
        game = index(key)
        if not 0 <= game < games:
            raise SeatingError(f"opponents of game {game}: there are games 0 to {games - 1}")
        if isinstance(seats, str) or len(seats) != players:
            raise SeatingError(
                f"opponents of game {game}: {players} seats needed, each an agent or None, not {seats!r}"
            )
        natives: list[NativeAgent | None] = []
        for seat in seats:
            if isinstance(seat, str):
                natives.append(twins[seat])
            elif seat is None or isinstance(seat, NativeAgent):
                natives.append(seat)
            else:
                raise SeatingError(f"opponents of game {game}: {seat!r} is not a spec, a NativeAgent or None")
        if None not in natives:
            raise SeatingError(f"opponents of game {game}: nobody is left to decide; one seat must be None")
        if any(natives):
            tables.append((game, natives))
    return tables


def native_advisers(advisers: Mapping[int, str | NativeAgent], games: int) -> list[tuple[int, NativeAgent]]:
    """The games with an adviser, and who it is. Raises SeatingError, or AgentSpecError."""
    twins = _Twins()
    natives = []
    for key, agent in advisers.items():
        game = index(key)
        if not 0 <= game < games:
            raise SeatingError(f"adviser of game {game}: there are games 0 to {games - 1}")
        if isinstance(agent, str):
            agent = twins[agent]
        elif not isinstance(agent, NativeAgent):
            raise SeatingError(f"adviser of game {game}: {agent!r} is neither a spec nor a NativeAgent")
        natives.append((game, agent))
    return natives


class _Twins(dict[str, NativeAgent]):
    """Native agents by spec, each made once."""

    def __missing__(self, spec: str) -> NativeAgent:
        self[spec] = native_agent(spec)
        return self[spec]
