"""A trainer without games: it adds drawn numbers to one weight, so that runs can be compared number by
number."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from longroad.train.run.checkpoint import Identity

IDENTITY = Identity("counting", "one-weight", {"network_version": "one-1"}, 1, {"rate": 0.5})


class Counting:
    """Ten moves per step."""

    def __init__(self) -> None:
        self.network = nn.Linear(1, 1)
        nn.init.zeros_(self.network.weight)
        nn.init.zeros_(self.network.bias)
        self.moves = self.steps = 0
        self.generator = torch.Generator().manual_seed(3)
        self.before_step: Any = None

    @property
    def playing(self) -> nn.Module:
        return self.network

    def step(self) -> dict[str, float]:
        if self.before_step is not None:
            self.before_step(self)
        self.steps += 1
        self.moves += 10
        with torch.no_grad():
            self.network.weight += torch.randn(1, generator=self.generator)
        return {"loss": self.network.weight.item()}

    def state_dict(self) -> dict[str, Any]:
        return {
            "network": self.network.state_dict(),
            "generator": self.generator.get_state(),
            "moves": self.moves,
            "steps": self.steps,
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.generator.set_state(state["generator"])
        self.moves, self.steps = state["moves"], state["steps"]
