"""Agents whose thinking is native."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Self

from longroad import _native
from longroad.agents.base import Agent
from longroad.catan import Action, Rng, Rules, View


class ThinkingAgent(Agent):
    """Plays as its ``native`` agent does, a move at a time. It counts cards if it is told what happens."""

    native: _native.NativeAgent

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
