"""An agent that prints what it does."""

from __future__ import annotations

from collections.abc import Sequence

from longroad.agents import Agent
from longroad.catan import Action, View


class Talks(Agent):
    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        print("I choose", actions[0], flush=True)
        return actions[0]
