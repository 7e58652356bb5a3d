"""Agents that draw their moves: ``random`` and ``weighted``."""

from __future__ import annotations

from longroad.agents.thinking import ThinkingAgent
from longroad.catan.native_agents import RandomOptions, WeightedOptions


class RandomAgent(ThinkingAgent):
    """Every listed legal action is equally likely; with ``by=kind`` every kind of action is, then every
    action of the kind."""

    options_type = RandomOptions


class WeightedAgent(ThinkingAgent):
    """Draws a kind of action by weight, then an action of that kind: a city or a settlement whenever it can
    be built, cards and roads often, offers seldom."""

    options_type = WeightedOptions
