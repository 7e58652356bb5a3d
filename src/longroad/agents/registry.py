"""Agents by name. A spec is ``name`` or ``name:option=value,option=value``."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from longroad.agents.base import Agent, AnyAgent
from longroad.agents.drawing_lots import RandomAgent, WeightedAgent
from longroad.agents.expectimax import ExpectimaxAgent
from longroad.agents.mcts import LEAVES, TRADES, MctsAgent, Ntu2016Agent
from longroad.agents.net.agent import NetAgent
from longroad.agents.planner import PlannerAgent
from longroad.agents.skirmish_agent import SkirmishAgent
from longroad.agents.value import ValueAgent
from longroad.errors import AgentSpecError
from longroad.search.settings import MOVES, OPPONENTS

Made = TypeVar("Made")


@dataclass(frozen=True)
class AgentInfo(Generic[Made]):
    """An entry of a registry."""

    make: Callable[..., Made]
    summary: str
    example: str

    @property
    def options(self) -> dict[str, Any]:
        """Option names and their defaults."""
        parameters = inspect.signature(self.make).parameters.values()
        return {
            p.name: p.default
            for p in parameters
            if p.kind is not p.VAR_POSITIONAL and p.kind is not p.VAR_KEYWORD
        }


AGENTS: dict[str, AgentInfo[Agent]] = {
    "random": AgentInfo(RandomAgent, "every legal action is equally likely", "random:by=kind"),
    "weighted": AgentInfo(WeightedAgent, "draws by weight: builds whenever it can", "weighted"),
    "value": AgentInfo(ValueAgent, "one ply over a positional evaluation", "value"),
    "expectimax": AgentInfo(
        ExpectimaxAgent,
        f"looks `depth` decisions ahead; moves: {', '.join(MOVES)}; opponents: {', '.join(OPPONENTS)}",
        "expectimax:depth=2,moves=representative",
    ),
    "planner": AgentInfo(
        PlannerAgent, "rules of thumb: plans its turn, races for the target, bargains", "planner"
    ),
    "mcts": AgentInfo(
        MctsAgent,
        f"Monte-Carlo tree search; leaf: {', '.join(LEAVES)}; trades: {', '.join(TRADES)}",
        "mcts:sims=800",
    ),
    "ntu2016": AgentInfo(
        Ntu2016Agent, "mcts with the choices of a report: 50 playouts, a tree a trade", "ntu2016"
    ),
    "net": AgentInfo(
        NetAgent, "an exported network (ONNX file); temperature 0: its best move", "net:model=mine.onnx"
    ),
}


@dataclass(frozen=True)
class ForeignInfo:
    """Players of another library: their specs begin with its name, as in ``catanatron:RandomPlayer``."""

    #: The module whose ``from_spec`` makes them. It is imported when one is asked for, since it needs the
    #: library.
    module: str
    form: str
    summary: str
    example: str


FOREIGN: dict[str, ForeignInfo] = {
    "catanatron": ForeignInfo(
        "longroad.adapters.catanatron.agent",
        "catanatron:Class",
        "a player of catanatron's, or catanatron:module.Class of your own",
        "catanatron:AlphaBetaPlayer,depth=2",
    ),
}


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Name and options.

    >>> parse_spec("random:by=kind")
    ('random', {'by': 'kind'})
    """
    name, _, rest = spec.partition(":")
    return name, parse_options(spec, rest)


def parse_options(spec: str, text: str) -> dict[str, str]:
    """The ``option=value,option=value`` of a spec; raises AgentSpecError.

    >>> parse_options("catanatron:AlphaBetaPlayer,depth=2", "depth=2")
    {'depth': '2'}
    """
    options: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key or not value:
            raise AgentSpecError(f"agent '{spec}': '{part}' is not option=value")
        options[key] = value
    return options


def make_agent(spec: str, game: str = "catan") -> AnyAgent:
    """The agent of a game behind a spec. ``python:module.Class`` takes a class of yours, ``catanatron:Class`` a player
    of catanatron's.

    >>> type(make_agent("expectimax:depth=3")).__name__
    'ExpectimaxAgent'
    >>> make_agent("randm")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      ...
    longroad.errors.AgentSpecError: agent 'randm': no such agent; there are ... python:module.Class,
    catanatron:Class
    """
    if spec.startswith("python:"):
        return _from_python(spec)
    if game == "skirmish":
        from longroad.agents.skirmish import make_skirmish_player

        return SkirmishAgent(make_skirmish_player(spec))
    if spec.partition(":")[0] in FOREIGN:
        return _foreign(spec)
    name, options = parse_spec(spec)
    if name not in AGENTS:
        forms = ("python:module.Class", *(foreign.form for foreign in FOREIGN.values()))
        raise AgentSpecError(f"agent '{spec}': no such agent; there are {', '.join((*AGENTS, *forms))}")
    info = AGENTS[name]
    checked_options(spec, info, options)
    try:
        return info.make(**options)
    except ValueError as error:
        raise AgentSpecError(f"agent '{spec}': {error}") from error


def checked_options(spec: str, info: AgentInfo[Any], options: dict[str, str]) -> None:
    """Raises AgentSpecError for an option that the agent does not have."""
    for option in options:
        if option not in info.options:
            known = ", ".join(info.options) or "none"
            name = spec.partition(":")[0]
            raise AgentSpecError(f"agent '{spec}': no option '{option}'; '{name}' has: {known}")


def _foreign(spec: str) -> AnyAgent:
    """A player of another library; raises MissingExtraError where the library is not installed."""
    module = importlib.import_module(FOREIGN[spec.partition(":")[0]].module)
    made: AnyAgent = module.from_spec(spec)
    return made


def _from_python(spec: str) -> AnyAgent:
    module_name, _, class_name = spec.removeprefix("python:").rpartition(".")
    if not module_name or not class_name:
        raise AgentSpecError(f"agent '{spec}': name the class as python:module.Class")
    try:
        found = getattr(importlib.import_module(module_name), class_name)
    except (ImportError, ValueError, TypeError, AttributeError) as error:
        raise AgentSpecError(f"agent '{spec}': {error}") from error
    if not (inspect.isclass(found) and issubclass(found, Agent)):
        raise AgentSpecError(f"agent '{spec}': {class_name} is not a subclass of longroad.agents.Agent")
    try:
        made: AnyAgent = found()
        return made
    except Exception as error:
        raise AgentSpecError(f"agent '{spec}': {type(error).__name__}: {error}") from error
