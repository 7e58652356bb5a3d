"""Agents whose thinking is native."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, ClassVar, Self

from longroad import _native
from longroad.agents.base import Agent
from longroad.catan import Action, Rng, Rules, View
from longroad.catan.native_agents import NativeOptions


class ThinkingAgent(Agent):
    """Plays as its ``native`` agent does, a move at a time. It counts cards if it is told what happens.
    Its arguments are its options."""

    options_type: ClassVar[type[NativeOptions]]
    native: _native.NativeAgent

    def __init__(self, **options: Any) -> None:
        self.options = self.options_type.from_dict(options)
        self.native = self.options.native()
        self.open_hands = self.native.open_hands

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self.native_player = self._player = _native.NativePlayer(self.native, rules.core, player)
        self.follows = self._player.follows

    def twin(self) -> Self:
        return copy(self)

    def observe(self, before: View, event: Action, after: View) -> None:
        self._player.observe(before, event, after)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return self._player.choose(view, self.rng)
