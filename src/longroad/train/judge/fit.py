"""Fitting the native network to positions, epoch by epoch, with a checkpoint after each."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from longroad.errors import TrainingError
from longroad.options import Options, option, options
from longroad.train.judge.losses import Rows
from longroad.train.judge.network import JudgeNetwork
from longroad.train.judge.sources import Source
from longroad.train.run import checkpoint

#: The weight of siblings' log loss beside that of other positions.
SIBLING_LOG_LOSS = 0.25
_AT_ONCE = 16_384  # rows of an evaluation


@options(TrainingError, label="setting")
class FitSettings(Options):
    """How the network is fitted."""

    epochs: int = option(2, "How often every position is seen.", low=1, high=1000)
    batch: int = option(4096, "Positions per step.", low=1, high=1_000_000)
    groups: int = option(256, "Groups of siblings per step.", low=1, high=1_000_000)
    learning_rate: float = option(1e-3, "The largest of the run; it rises, then falls.", low=0, high=1)
    decay: float = option(0.1, "Weight decay.", low=0, high=10)
    dropout: float = option(0.2, "Share of activations left out at random.", low=0, high=0.9)
    siblings: float = option(2.0, "Weight of the differences between siblings.", low=0, high=1000)
    buffer: int = option(
        1_000_000, "Positions in memory at a time, if they are streamed.", low=1, high=1_000_000_000
    )
    seed: int = option(1, "Seed of first weights and order.", low=0, high=2**40)


@dataclass(frozen=True)
class Epoch:
    """How an epoch ended."""

    number: int
    #: By number of players: the log loss of the winner on games that are held out.
    log_loss: Mapping[int, float]
    #: By number of players, where there are siblings: the mean squared error of their differences.
    sibling_error: Mapping[int, float]


class Fit:
    """One network, for two players or for three and four, and how far it is fitted."""

    def __init__(self, sources: Mapping[int, Source], settings: FitSettings, device: torch.device) -> None:
        for players, one in sources.items():
            if not one.training:
                raise TrainingError(f"no positions of {players} players to train on; make more games")
        torch.manual_seed(settings.seed)
        self.settings: FitSettings = settings
        self.device: torch.device = device
        self.network: JudgeNetwork = JudgeNetwork(0.3 if 2 in sources else 0.25, settings.dropout).to(device)
        self.sources: dict[int, Source] = dict(sources)
        self.order: np.random.Generator = np.random.default_rng(settings.seed)
        self.per_epoch: dict[int, int] = {
            p: max(one.training // settings.batch, 1) for p, one in self.sources.items()
        }
        self.optimizer: torch.optim.Optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=settings.learning_rate, weight_decay=settings.decay
        )
        self.schedule: torch.optim.lr_scheduler.OneCycleLR = torch.optim.lr_scheduler.OneCycleLR(
            self.optimizer,
            settings.learning_rate,
            total_steps=settings.epochs * sum(self.per_epoch.values()) + 1,
            pct_start=0.1,
        )
        self.done: list[Epoch] = []

    def run(self, path: Path, identity: checkpoint.Identity, report: Callable[[Epoch], None]) -> None:
        """Fits to the end of the last epoch, and keeps a checkpoint after each."""
        while len(self.done) < self.settings.epochs:
            self._epoch()
            self.done.append(self._measured())
            checkpoint.write(path, identity, len(self.done), self.state_dict())
            report(self.done[-1])

    def _epoch(self) -> None:
        self.network.train()
        batches = {p: one.batches(self.order, self.settings.batch) for p, one in self.sources.items()}
        turns = np.repeat(list(self.per_epoch), list(self.per_epoch.values()))
        for players in self.order.permutation(turns).tolist():
            self._step(*next(batches[players]))

    def _step(self, rows: Rows, batch: torch.Tensor) -> None:
        loss = rows.log_loss(self.network, batch).mean()
        if len(rows.groups) and self.settings.siblings:
            drawn = self.order.integers(len(rows.groups), size=self.settings.groups)
            difference, losses = rows.sibling_loss(self.network, rows.groups[self._on_device(drawn)])
            loss = loss + self.settings.siblings * difference + SIBLING_LOG_LOSS * losses
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimizer.step()
        self.schedule.step()
        self.network.clip()
        if not torch.isfinite(loss):
            raise TrainingError("the loss is not finite; try a smaller learning_rate")

    def _measured(self) -> Epoch:
        self.network.eval()
        losses, errors = {}, {}
        with torch.no_grad():
            for players, rows in ((p, one.rows) for p, one in self.sources.items()):
                ends = tuple(range(_AT_ONCE, len(rows.held_out), _AT_ONCE))
                batches = torch.tensor_split(rows.held_out, ends)
                parts = [rows.log_loss(self.network, part) for part in batches]
                losses[players] = float(torch.cat(parts).mean()) if parts else float("nan")
                if len(rows.held_out_groups):
                    errors[players] = float(rows.sibling_loss(self.network, rows.held_out_groups)[0])
        return Epoch(len(self.done) + 1, losses, errors)

    def _on_device(self, numbers: npt.NDArray[np.int64]) -> torch.Tensor:
        return torch.from_numpy(numbers).to(self.device)

    def state_dict(self) -> dict[str, Any]:
        """Everything that the rest of the run depends on."""
        return {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "schedule": self.schedule.state_dict(),
            "order": str(self.order.bit_generator.state),
            "torch": torch.get_rng_state(),
            "done": [[e.number, _pairs(e.log_loss), _pairs(e.sibling_error)] for e in self.done],
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Continues from there."""
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.schedule.load_state_dict(state["schedule"])
        self.order.bit_generator.state = ast.literal_eval(state["order"])
        torch.set_rng_state(state["torch"])
        self.done = [Epoch(number, dict(losses), dict(errors)) for number, losses, errors in state["done"]]


def _pairs(values: Mapping[int, float]) -> list[list[float]]:
    return [[players, value] for players, value in values.items()]
