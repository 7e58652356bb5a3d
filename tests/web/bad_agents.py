"""Agents that cannot be played with, each in its own way."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from longroad.agents import Agent
from longroad.catan import Action, View


class Sane(Agent):
    """Plays the first legal move, for the first so many decisions."""

    sane = 6
    made = 0

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        self.made += 1
        return actions[0] if self.made <= self.sane else self.fail(view, actions)

    def fail(self, view: View, actions: Sequence[Action]) -> Action:
        return actions[0]


class Raises(Sane):
    def fail(self, view: View, actions: Sequence[Action]) -> Action:
        raise RuntimeError(f"my hand is {view.hand(view.player)}")


class Cheats(Sane):
    def fail(self, view: View, actions: Sequence[Action]) -> Action:
        return Action.parse("settle n0") if actions[0].kind != "settle" else Action.parse("roll")


class Hangs(Sane):
    def fail(self, view: View, actions: Sequence[Action]) -> Action:
        while True:
            time.sleep(1)


class Dies(Sane):
    def fail(self, view: View, actions: Sequence[Action]) -> Action:
        os._exit(3)


class DiesAtOnce(Agent):
    def begin(self, *arguments: object) -> None:  # type: ignore[override]
        os._exit(4)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return actions[0]
