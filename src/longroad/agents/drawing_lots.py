"""Agents that draw their moves: ``random`` and ``weighted``."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, ClassVar, Self

from longroad import _native
from longroad.agents.base import Agent
from longroad.catan import Action, Rng, Rules, View
from longroad.catan.native_agents import RandomOptions, WeightedOptions


class DrawingAgent(Agent):
    """Draws as its ``native`` agent does: the same generator gives the same moves. Its arguments are its
    options."""

    options_type: ClassVar[type[RandomOptions | WeightedOptions]]
    native: _native.NativeAgent

    def __init__(self, **options: Any) -> None:
        self.options = self.options_type.from_dict(options)
        self.native = self.options.native()

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self.native_player = _native.NativePlayer(self.native, rules.core, player)

    def twin(self) -> Self:
        return copy(self)


class RandomAgent(DrawingAgent):
    """Every listed legal action is equally likely; with ``by=kind`` every kind of action is, then every
    action of the kind."""

    options_type = RandomOptions

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        if self.options.policy is _native.Policy.kind:
            return _draw_by_kind(self, actions)
        return actions[0 if len(actions) == 1 else self.rng.below(len(actions))]


class WeightedAgent(DrawingAgent):
    """Draws a kind of action by weight, then an action of that kind: a city or a settlement whenever it can
    be built, cards and roads often, offers seldom."""

    options_type = WeightedOptions

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return _draw_by_kind(self, actions)


def _draw_by_kind(agent: DrawingAgent, actions: Sequence[Action]) -> Action:
    weights = dict(zip(_native.KINDS, _native.policy_weights(agent.options.policy), strict=True))
    groups: dict[str, list[Action]] = {}
    for action in actions:
        groups.setdefault(action.kind, []).append(action)
    ticket = agent.rng.below(sum(weights[kind] for kind in groups))
    for kind, group in groups.items():
        if ticket < weights[kind]:
            there_is_one = str(group[0]) == kind  # an action without a payload, such as "end"
            return group[0 if there_is_one else agent.rng.below(len(group))]
        ticket -= weights[kind]
    raise AssertionError("the ticket is below the sum of the weights")
