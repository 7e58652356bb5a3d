"""Agents by name. A spec is ``name`` or ``name:option=value,option=value``."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from longroad.agents.base import AnyAgent
from longroad.agents.champion import ChampionAgent
from longroad.agents.drawing_lots import RandomAgent, WeightedAgent
from longroad.agents.exec_agent import FORM as EXEC_FORM
from longroad.agents.exec_agent import ExecAgent
from longroad.agents.expectimax import ExpectimaxAgent
from longroad.agents.mcts import Mcts1Agent, MctsAgent, Ntu2016Agent
from longroad.agents.net.agent import NetAgent
from longroad.agents.planner import Planner1Agent, PlannerAgent
from longroad.agents.python_agents import FORM as PYTHON_FORM
from longroad.agents.python_agents import make_python_agent
from longroad.agents.search import SearchAgent
from longroad.agents.skirmish import SkirmishExpectimax, SkirmishMcts, SkirmishRandom
from longroad.agents.value import ValueAgent
from longroad.errors import AgentSpecError
from longroad.options import Declared, Options, from_spec


@dataclass(frozen=True)
class AgentInfo:
    """An entry of a registry."""

    #: From options by name.
    make: Callable[..., AnyAgent]
    options_type: type[Options]
    summary: str
    example: str
    #: The optional dependency that it plays with.
    extra: str | None = None

    @property
    def options(self) -> Mapping[str, Declared]:
        """Its options by name, with default, range or choices, and help."""
        return self.options_type.declared


AGENTS: dict[str, AgentInfo] = {
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
        ("planner-1", Planner1Agent, "planner as it was in 0.1: a yardstick", "planner-1"),
        ("mcts-1", Mcts1Agent, "mcts as it was in 0.1: a yardstick", "mcts-1:sims=800"),
        (
            "ntu2016",
            Ntu2016Agent,
            "mcts with the choices of a report: 50 playouts, a tree per trade",
            "ntu2016",
        ),
    )
}
AGENTS["net"] = AgentInfo(
    NetAgent, NetAgent.options_type, "an exported network (ONNX file)", "net:model=mine.onnx", extra="net"
)
AGENTS["search"] = AgentInfo(
    SearchAgent,
    SearchAgent.options_type,
    "a tree search with an exported network at its leaves",
    "search:model=fast2p,sims=100",
    extra="net",
)
AGENTS["champion"] = AgentInfo(
    ChampionAgent,
    ChampionAgent.options_type,
    "the strongest: what was learnt and a search, for 2 to 4 players; levels for people",
    "champion:sims=1600",
)


SKIRMISH_AGENTS: dict[str, AgentInfo] = {
    "random": AgentInfo(
        SkirmishRandom, SkirmishRandom.options_type, "every legal action is equally likely", "random"
    ),
    "expectimax": AgentInfo(
        SkirmishExpectimax,
        SkirmishExpectimax.options_type,
        "looks `depth` turns ahead with the paper's evaluation",
        "expectimax:depth=5,moves=representative,root=real",
    ),
    "mcts": AgentInfo(
        SkirmishMcts,
        SkirmishMcts.options_type,
        "Monte-Carlo tree search, its leaves judged by the paper's evaluation",
        "mcts:sims=1000,moves=representative,root=real",
    ),
}

#: The built-in agents of each game.
REGISTRIES = {"catan": AGENTS, "skirmish": SKIRMISH_AGENTS}


@dataclass(frozen=True)
class ForeignInfo:
    """Players of another library: their specs begin with its name, as in ``catanatron:RandomPlayer``."""

    #: The module whose ``from_spec`` makes them and whose ``options_of`` explains them. It is imported when
    #: one is asked for, since it needs the library.
    module: str
    form: str
    summary: str
    example: str
    extra: str


FOREIGN: dict[str, ForeignInfo] = {
    "catanatron": ForeignInfo(
        "longroad.adapters.catanatron.agent",
        "catanatron:Class",
        "a player of catanatron, or catanatron:module.Class for your own",
        "catanatron:AlphaBetaPlayer,depth=2",
        "catanatron",
    ),
}


def extras_of(specs: Iterable[str]) -> list[str]:
    """The optional dependencies that the agents of these specs play with.

    >>> extras_of(["random", "net:model=fast2p", "catanatron:RandomPlayer", "net:model=mine.onnx"])
    ['catanatron', 'net']
    """
    known = {name: info.extra for name, info in (AGENTS | FOREIGN).items()}
    found = {known.get(spec.partition(":")[0]) for spec in specs}
    return sorted(extra for extra in found if extra is not None)


def foreign_module(name: str) -> Any:
    """The module of another library's players; raises MissingExtraError where the library is not
    installed."""
    return importlib.import_module(FOREIGN[name].module)


def forms(game: str = "catan") -> tuple[str, ...]:
    """The forms of a game's specs beside the names of its registry."""
    return (PYTHON_FORM, EXEC_FORM, *(foreign.form for foreign in FOREIGN.values() if game == "catan"))


def make_agent(spec: str, game: str = "catan") -> AnyAgent:
    """The agent of a game behind a spec. ``python:module.Class`` takes your own class, ``exec:COMMAND``
    a program, ``catanatron:Class`` a player of catanatron.

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
    if spec.startswith("exec:"):
        return ExecAgent(spec.removeprefix("exec:"), game)
    if name in FOREIGN and game == "catan":
        made: AnyAgent = foreign_module(name).from_spec(spec)
        return made
    known = REGISTRIES[game]
    options = from_spec(spec, {one: info.options_type for one, info in known.items()}, forms(game))
    try:
        return known[name].make(**options.to_dict())
    except ValueError as error:
        raise AgentSpecError(f"agent '{spec}': {error}") from error
