"""Agents that draw their moves: ``random`` and ``weighted``."""

from __future__ import annotations

from collections.abc import Sequence

from longroad.agents.thinking import ThinkingAgent
from longroad.catan import Action, View
from longroad.catan.native_agents import RandomOptions, WeightedOptions


class DrawingAgent(ThinkingAgent):
    """Draws as its ``native`` agent does. Given other actions than the listed ones, it keeps to those."""

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        move: Action = self.native_player.choose(view, self.rng, None)  # nothing that could take long
        return move if move in actions else self.rng.choice(actions)


class RandomAgent(DrawingAgent):
    """Every listed legal action is equally likely; with ``by=kind`` every kind of action is, then every
    action of the kind."""

    options_type = RandomOptions


class WeightedAgent(DrawingAgent):
    """Draws a kind of action by weight, then an action of that kind: a city or a settlement whenever it can
    be built, cards and roads often, offers seldom."""

    options_type = WeightedOptions
