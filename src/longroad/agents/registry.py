"""Agents by name. A spec is ``name`` or ``name:option=value,option=value``."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from longroad.agents.base import Agent
from longroad.agents.drawing_lots import RandomAgent, WeightedAgent
from longroad.agents.expectimax import ExpectimaxAgent
from longroad.agents.mcts import MctsAgent, Ntu2016Agent
from longroad.agents.net.agent import NetAgent
from longroad.agents.planner import PlannerAgent
from longroad.agents.python_agents import FORM as PYTHON_FORM
from longroad.agents.python_agents import make_python_agent
from longroad.agents.value import ValueAgent
from longroad.errors import AgentSpecError
from longroad.options import Declared, Options, from_spec

Made = TypeVar("Made")


@dataclass(frozen=True)
class AgentInfo(Generic[Made]):
    """An entry of a registry."""

    #: From options by name.
    make: Callable[..., Made]
    options_type: type[Options]
    summary: str
    example: str

    @property
    def options(self) -> Mapping[str, Declared]:
        """Its options by name, with default, range or choices, and help."""
        return self.options_type.declared


AGENTS: dict[str, AgentInfo[Agent]] = {
    name: AgentInfo(made, made.options_type, summary, example)
    for name, made, summary, example in (
        ("random", RandomAgent, "every legal action is equally likely", "random:by=kind"),
        ("weighted", WeightedAgent, "draws by weight: builds whenever it can", "weighted"),
        ("value", ValueAgent, "one ply over a positional evaluation", "value"),
        (
            "expectimax",
            ExpectimaxAgent,
            "looks `depth` decisions ahead with a positional evaluation",
            "expectimax:depth=2,moves=representative",
        ),
        (
            "planner",
            PlannerAgent,
            "rules of thumb: plans its turn, races for the target, bargains",
            "planner:offers=1",
        ),
        ("mcts", MctsAgent, "Monte-Carlo tree search", "mcts:sims=800"),
        (
            "ntu2016",
            Ntu2016Agent,
            "mcts with the choices of a report: 50 playouts, a tree per trade",
            "ntu2016",
        ),
        ("net", NetAgent, "an exported network (ONNX file)", "net:model=mine.onnx"),
    )
}


@dataclass(frozen=True)
class ForeignInfo:
    """Players of another library: their specs begin with its name, as in ``catanatron:RandomPlayer``."""

    #: The module whose ``from_spec`` makes them and whose ``options_of`` explains them. It is imported when
    #: one is asked for, since it needs the library.
    module: str
    form: str
    summary: str
    example: str


FOREIGN: dict[str, ForeignInfo] = {
    "catanatron": ForeignInfo(
        "longroad.adapters.catanatron.agent",
        "catanatron:Class",
        "a player of catanatron's, or catanatron:module.Class for your own",
        "catanatron:AlphaBetaPlayer,depth=2",
    ),
}


def foreign_module(name: str) -> Any:
    """The module of another library's players; raises MissingExtraError where the library is not
    installed."""
    return importlib.import_module(FOREIGN[name].module)


def forms() -> tuple[str, ...]:
    """The forms of specs beside the names of ``AGENTS``."""
    return (PYTHON_FORM, *(foreign.form for foreign in FOREIGN.values()))


def make_agent(spec: str) -> Agent:
    """The agent behind a spec. ``python:module.Class`` takes your own class, ``catanatron:Class`` a player of
    catanatron's.

    >>> type(make_agent("expectimax:depth=3")).__name__
    'ExpectimaxAgent'
    >>> make_agent("randm")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    longroad.errors.AgentSpecError: agent 'randm': no such agent; did you mean 'random'? There are random, ...
    """
    name = spec.partition(":")[0]
    if spec.startswith("python:"):
        return make_python_agent(spec)
    if name in FOREIGN:
        made: Agent = foreign_module(name).from_spec(spec)
        return made
    options = from_spec(spec, {known: info.options_type for known, info in AGENTS.items()}, forms())
    try:
        return AGENTS[name].make(**options.to_dict())
    except ValueError as error:
        raise AgentSpecError(f"agent '{spec}': {error}") from error
