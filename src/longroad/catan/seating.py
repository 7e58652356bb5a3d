"""Native agents at the tables of a vector environment: who plays, and who advises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import TypeAlias

from longroad._native import NativeAgent
from longroad.errors import AgentSpecError, SeatingError

#: Who decides for a seat: an agent (its spec, or the native agent itself), or None for the caller.
Seat: TypeAlias = str | NativeAgent | None


def native_tables(
    opponents: Mapping[int, Sequence[Seat]], games: int, players: int
) -> list[tuple[int, list[NativeAgent | None]]]:
    """The games with native agents, and who sits there. Raises SeatingError, or AgentSpecError for an agent that is none or has
    no native twin. A table without agents is left out."""
    made: dict[str, NativeAgent] = {}
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
                if seat not in made:
                    made[seat] = _native_twin(seat)
                natives.append(made[seat])
            elif seat is None or isinstance(seat, NativeAgent):
                natives.append(seat)
            else:
                raise SeatingError(f"opponents of game {game}: {seat!r} is no spec, NativeAgent or None")
        if None not in natives:
            raise SeatingError(f"opponents of game {game}: nobody is left to decide; one seat must be None")
        if any(natives):
            tables.append((game, natives))
    return tables


def native_advisers(advisers: Mapping[int, str | NativeAgent], games: int) -> list[tuple[int, NativeAgent]]:
    """The games with an adviser, and who it is. Raises SeatingError, or AgentSpecError."""
    made: dict[str, NativeAgent] = {}
    natives = []
    for key, agent in advisers.items():
        game = index(key)
        if not 0 <= game < games:
            raise SeatingError(f"adviser of game {game}: there are games 0 to {games - 1}")
        if isinstance(agent, str):
            if agent not in made:
                made[agent] = _native_twin(agent)
            agent = made[agent]
        elif not isinstance(agent, NativeAgent):
            raise SeatingError(f"adviser of game {game}: {agent!r} is no spec or NativeAgent")
        natives.append((game, agent))
    return natives


def _native_twin(spec: str) -> NativeAgent:
    from longroad.agents.registry import make_agent  # not before it is needed: agents stand above this room

    native = make_agent(spec).native
    if native is None:
        raise AgentSpecError(
            f"agent '{spec}': it has no native twin, so it cannot play inside an environment"
        )
    return native
