"""Everything that picks a move, and the registry behind agent specs such as ``random`` or
``random:by=kind``."""

from longroad.agents.base import Agent, AnyAgent, Question
from longroad.agents.explained import Explained, explain_agent
from longroad.agents.registry import (
    AGENTS,
    FOREIGN,
    REGISTRIES,
    SKIRMISH_AGENTS,
    AgentInfo,
    ForeignInfo,
    extras_of,
    make_agent,
)
from longroad.agents.table import Sighting, Table

__all__ = [
    "AGENTS",
    "FOREIGN",
    "REGISTRIES",
    "SKIRMISH_AGENTS",
    "Agent",
    "AgentInfo",
    "AnyAgent",
    "Explained",
    "ForeignInfo",
    "Question",
    "Sighting",
    "Table",
    "explain_agent",
    "extras_of",
    "make_agent",
]
