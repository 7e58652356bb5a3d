"""Small batches on several cores: each thread takes some of the rows through the network and back, which keeps cores busier than sharing out every single operation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import torch
from torch import Tensor, nn

from longroad.nets.network import Heads

Item = TypeVar("Item")
Result = TypeVar("Result")


class Lanes:
    """``count`` threads of one core each; a single one is the caller's own."""

    def __init__(self, count: int = 1) -> None:
        self.count = max(count, 1)
        self._pool = (
            ThreadPoolExecutor(self.count, "lane", initializer=torch.set_num_threads, initargs=(1,))
            if count > 1
            else None
        )

    def map(self, function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
        """The results in the order of the items, whoever came first."""
        if self._pool is None or len(items) < 2:
            return [function(item) for item in items]
        return list(self._pool.map(function, items))


class InLanes:
    """A network that learns in lanes: ask it for its heads, let the loss go ``backward()``, then call ``finish()``, which brings the gradient of the heads
    down to the weights."""

    def __init__(self, network: nn.Module, lanes: Lanes) -> None:
        self.network, self.lanes = network, lanes
        self._weights = [weight for weight in network.parameters() if weight.requires_grad]
        self._parts: list[Heads] = []
        self._heads: list[Tensor] = []

    def __call__(self, observation: Tensor) -> Heads:
        """Logits and values of all rows."""
        if self.lanes.count == 1:
            heads: Heads = self.network(observation)
            return heads
        self._parts = self.lanes.map(self.network, observation.chunk(self.lanes.count))
        self._heads = [
            torch.cat(parts).detach().requires_grad_()
            for parts in ([part.logits for part in self._parts], [part.values for part in self._parts])
        ]
        return Heads(*self._heads)

    def finish(self) -> None:
        """Adds to the weights' gradients, in the order of the rows."""
        if not self._parts:
            return
        sizes = [len(part.logits) for part in self._parts]
        logits, values = (torch.split(_gradient(head), sizes) for head in self._heads)
        found = self.lanes.map(self._down, list(zip(self._parts, logits, values, strict=True)))
        self._parts, self._heads = [], []
        for gradients in found:
            for weight, gradient in zip(self._weights, gradients, strict=True):
                if gradient is not None:
                    weight.grad = gradient if weight.grad is None else weight.grad + gradient

    def _down(self, job: tuple[Heads, Tensor, Tensor]) -> tuple[Tensor | None, ...]:
        part, *ends = job
        return torch.autograd.grad([part.logits, part.values], self._weights, ends, allow_unused=True)


def _gradient(head: Tensor) -> Tensor:
    return torch.zeros_like(head) if head.grad is None else head.grad
