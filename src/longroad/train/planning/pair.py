"""The two networks that are trained together, and how they become a file or a player."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy.typing as npt
from torch import nn

from longroad._native import NativeAgent, Networks, PlannerSettings
from longroad.errors import NetworkError, TrainingError
from longroad.models.judge_file import networks_from, read_arrays, shipped_or_file, write_networks
from longroad.train.judge.network import JudgeNetwork


class JudgePair(nn.Module):
    """``outcome`` says who will win, ``moves`` compares what moves lead to."""

    def __init__(self, players: int) -> None:
        super().__init__()
        self.players = players
        self.outcome: JudgeNetwork = JudgeNetwork(dropout=0.0)
        self.moves: JudgeNetwork = JudgeNetwork(dropout=0.0)
        self.moves.load_state_dict(self.outcome.state_dict())

    @property
    def part(self) -> str:
        """What a file calls the network of outcomes."""
        return "two" if self.players == 2 else "many"

    def load(self, start: str) -> None:
        """Takes the weights of a file, or of what ships with Longroad. Raises TrainingError."""
        try:
            parts = read_arrays(shipped_or_file(start))
        except NetworkError as error:
            raise TrainingError(f"setting start={start}: {error}") from None
        if self.part not in parts:
            raise TrainingError(f"setting start={start}: no network for {self.players} players there")
        self.outcome.load_integers(parts[self.part])
        self.moves.load_integers(parts.get(f"{self.part}.moves", parts[self.part]))

    def integers(self) -> dict[str, Mapping[str, npt.NDArray[Any]]]:
        """The weights as a file has them."""
        return {self.part: self.outcome.integers(), f"{self.part}.moves": self.moves.integers()}

    def networks(self) -> Networks:
        """The same as the native side plays with them."""
        return networks_from(self.integers())

    def write(self, path: Path, trained: str) -> None:
        """Writes the file that ``eval=FILE`` plays with."""
        write_networks(path, self.integers(), {"trained": trained})


def planner_with(networks: Networks) -> NativeAgent:
    """A planner that judges by these networks."""
    settings = PlannerSettings()
    settings.judge.networks = networks
    return NativeAgent(settings)
