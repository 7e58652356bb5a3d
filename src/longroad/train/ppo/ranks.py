"""Several learners that make every step together, each from rollouts of its own, so that all have the same
weights after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
import torch.distributed as dist
from torch import Tensor, nn


class Ranks:
    """Who learns. This one is a learner alone: everything is as it says itself."""

    #: How many learners there are.
    size = 1

    def least(self, count: int) -> int:
        """The smallest of all learners' counts."""
        return count

    def totals(self, values: Sequence[float]) -> list[float]:
        """The sums over all learners."""
        return list(values)

    def mean_and_deviation(self, values: Tensor) -> tuple[Tensor, Tensor]:
        """Of all learners' values together."""
        return values.mean(), values.std()

    def averaged(self, values: Tensor) -> Tensor:
        """The means over all learners, elementwise."""
        return values

    def average_gradients(self, network: nn.Module) -> None:
        """Makes the network's gradients the means over all learners."""


#: A learner without others.
ALONE = Ranks()


class Together(Ranks):
    """The learners of the process group that this process has joined (``torch.distributed``). Everybody has
    to call the same methods in the same order. RuntimeError if one of them is gone."""

    def __init__(self, device: torch.device) -> None:
        self.size: int = dist.get_world_size()
        self._device = device

    def least(self, count: int) -> int:
        return int(self._reduced(torch.tensor(count, device=self._device), dist.ReduceOp.MIN).item())

    def totals(self, values: Sequence[float]) -> list[float]:
        summed: list[float] = self._summed(list(values)).tolist()
        return summed

    def mean_and_deviation(self, values: Tensor) -> tuple[Tensor, Tensor]:
        count, total = self._summed([float(len(values)), values.double().sum().item()])
        mean = total / count
        squares = self._summed([(values.double() - mean).square().sum().item()])[0]
        deviation = (squares / (count - 1)).sqrt()
        return mean.to(values.dtype), deviation.to(values.dtype)

    def averaged(self, values: Tensor) -> Tensor:
        return self._reduced(values.detach().clone(), dist.ReduceOp.SUM) / self.size

    def average_gradients(self, network: nn.Module) -> None:
        gradients = [p.grad for p in network.parameters() if p.grad is not None]
        means = self.averaged(torch.cat([gradient.flatten() for gradient in gradients]))
        parts = torch.split(means, [gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts, strict=True):
            gradient.copy_(part.view_as(gradient))

    def _summed(self, values: Iterable[float]) -> Tensor:
        sums = torch.tensor(list(values), dtype=torch.float64, device=self._device)
        return self._reduced(sums, dist.ReduceOp.SUM)

    def _reduced(self, values: Tensor, how: dist.ReduceOp.RedOpType) -> Tensor:
        dist.all_reduce(values, how)
        return values
