"""Agents that draw their moves: ``random`` and ``weighted``."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Self

from longroad import _native
from longroad.agents.base import Agent
from longroad.catan import Action, Rng, Rules, View

_UNIFORM, _BY_KIND, _BUILD_FIRST = 0, 1, 2


class DrawingAgent(Agent):
    """Draws as its ``native`` agent does: the same generator gives the same moves."""

    native: _native.NativeAgent

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self.native_player = _native.NativePlayer(self.native, rules.core, player)

    def twin(self) -> Self:
        return copy(self)


class RandomAgent(DrawingAgent):
    """Every listed legal action is equally likely; with ``by=kind`` every kind of action is, then every
    action of the kind."""

    def __init__(self, by: str = "action") -> None:
        if by not in ("action", "kind"):
            raise ValueError(f"by={by!r}: must be action or kind")
        self._by_kind = by == "kind"
        self.native = _native.NativeAgent.drawing(_BY_KIND if self._by_kind else _UNIFORM)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        if self._by_kind:
            return _draw_by_kind(self, actions, _BY_KIND)
        return actions[0 if len(actions) == 1 else self.rng.below(len(actions))]


class WeightedAgent(DrawingAgent):
    """Draws a kind of action by weight, then an action of that kind: a city or a settlement whenever it can
    be built, cards and roads often, offers seldom."""

    native = _native.NativeAgent.drawing(_BUILD_FIRST)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return _draw_by_kind(self, actions, _BUILD_FIRST)


def _draw_by_kind(agent: Agent, actions: Sequence[Action], policy: int) -> Action:
    weights = dict(zip(_native.KINDS, _native.policy_weights(policy), strict=True))
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
