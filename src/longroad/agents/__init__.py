"""Everything that picks a move, and the registry behind agent specs such as ``random`` or
``random:by=kind``."""

from longroad.agents.base import Agent, Question
from longroad.agents.explained import Explained, explain_agent, explain_built_in
from longroad.agents.registry import AGENTS, FOREIGN, AgentInfo, ForeignInfo, make_agent
from longroad.agents.skirmish import SKIRMISH_PLAYERS, make_skirmish_player
from longroad.agents.table import Sighting, Table

__all__ = [
    "AGENTS",
    "FOREIGN",
    "SKIRMISH_PLAYERS",
    "Agent",
    "AgentInfo",
    "Explained",
    "ForeignInfo",
    "Question",
    "Sighting",
    "Table",
    "explain_agent",
    "explain_built_in",
    "make_agent",
    "make_skirmish_player",
]
