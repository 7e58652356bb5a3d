"""What a run asks of an algorithm."""

from __future__ import annotations

from typing import Any, Protocol

from torch import nn


class Trainer(Protocol):
    """One way of learning, in iterations. ``longroad.train.run.loop`` does the rest: time, checkpoints,
    evaluations, logs."""

    @property
    def moves(self) -> int:
        """Learnt from so far."""
        ...

    @property
    def steps(self) -> int:
        """Iterations so far."""
        ...

    @property
    def network(self) -> nn.Module:
        """The one being trained."""
        ...

    @property
    def playing(self) -> nn.Module:
        """The one that is evaluated and shipped: the network itself, or a running mean of its weights."""
        ...

    def step(self) -> dict[str, float]:
        """One iteration, a few seconds long. Returns figures to log, such as ``loss/policy``, ``loss/value``,
        ``entropy``, ``win/past``, ``games``. Raises FloatingPointError if NaN or infinite numbers keep
        it from continuing."""
        ...

    def state_dict(self) -> dict[str, Any]:
        """Everything needed to resume, in tensors, numbers, strings, lists and dicts: weights, optimizer,
        generators, games in play."""
        ...

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Resumes from there: the same numbers follow as if there had been no interruption."""
        ...
