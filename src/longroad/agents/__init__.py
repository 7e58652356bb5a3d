"""Everything that picks a move, and the registry behind agent specs such as ``random`` or
``random:by=kind``."""

from longroad.agents.base import Agent, AnyAgent, Question
from longroad.agents.registry import AGENTS, FOREIGN, AgentInfo, ForeignInfo, make_agent, parse_spec
from longroad.agents.skirmish import SKIRMISH_PLAYERS, make_skirmish_player
from longroad.agents.table import Sighting, Table

__all__ = [
    "AGENTS",
    "FOREIGN",
    "SKIRMISH_PLAYERS",
    "Agent",
    "AgentInfo",
    "AnyAgent",
    "ForeignInfo",
    "Question",
    "Sighting",
    "Table",
    "make_agent",
    "make_skirmish_player",
    "parse_spec",
]
