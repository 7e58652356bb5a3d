"""The built-in agents that play natively: the options of each, and the native agent that a spec means.

>>> native_agent("planner:offers=0").how.bargain.offers
0
"""

from __future__ import annotations

from longroad._native import NativeAgent
from longroad.catan.native_agents.fields import NativeOptions
from longroad.catan.native_agents.simple import (
    ExpectimaxOptions,
    Planner1Options,
    PlannerOptions,
    RandomOptions,
    ValueOptions,
    WeightedOptions,
)
from longroad.catan.native_agents.tree_search import Mcts1Options, MctsOptions, Ntu2016Options
from longroad.errors import AgentSpecError
from longroad.options import from_spec, no_such, spec_parts

#: By name, the options of every built-in agent that plays natively.
NATIVE_AGENTS: dict[str, type[NativeOptions]] = {
    "random": RandomOptions,
    "weighted": WeightedOptions,
    "value": ValueOptions,
    "expectimax": ExpectimaxOptions,
    "planner": PlannerOptions,
    "planner-1": Planner1Options,
    "mcts": MctsOptions,
    "mcts-1": Mcts1Options,
    "ntu2016": Ntu2016Options,
}


def native_agent(spec: str) -> NativeAgent:
    """The native agent of a spec; raises AgentSpecError for anything but a built-in agent that plays
    natively."""
    name, _ = spec_parts(spec)
    if name not in NATIVE_AGENTS:
        raise AgentSpecError(f"agent '{spec}': {no_such('native agent', name, NATIVE_AGENTS)}")
    return from_spec(spec, NATIVE_AGENTS).native()


__all__ = [
    "NATIVE_AGENTS",
    "ExpectimaxOptions",
    "Mcts1Options",
    "MctsOptions",
    "NativeOptions",
    "Ntu2016Options",
    "Planner1Options",
    "PlannerOptions",
    "RandomOptions",
    "ValueOptions",
    "WeightedOptions",
    "native_agent",
]
