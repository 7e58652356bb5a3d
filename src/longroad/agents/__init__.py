"""Everything that picks a move, and the registry behind agent specs such as ``random`` or ``random:by=kind``."""

from longroad.agents.base import Agent
from longroad.agents.registry import AGENTS, AgentInfo, make_agent, parse_spec

__all__ = ["AGENTS", "Agent", "AgentInfo", "make_agent", "parse_spec"]
