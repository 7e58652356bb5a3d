"""Networks as functions, in the device's fast arithmetic."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from longroad.nets.network import Heads, PolicyNetwork

#: A network as a function of observations.
Inference = Callable[[Tensor], Heads]


class Inferences:
    """Networks of one kind as functions without gradients, in the device's fast arithmetic. They share what
    is compiled."""

    def __init__(self, network: PolicyNetwork, device: torch.device) -> None:
        kind = copy.deepcopy(network).requires_grad_(False).eval()
        self._device = device

        def call(weights: dict[str, Tensor], observation: Tensor) -> Heads:
            heads: Heads = torch.func.functional_call(kind, weights, (observation,))
            return heads

        self._call = compiled(call, device)

    def of(self, network: PolicyNetwork) -> Inference:
        """This network's, now and after its weights have changed."""
        weights = {name: parameter.detach() for name, parameter in network.named_parameters()}
        kind = self._device.type

        def infer(observation: Tensor) -> Heads:
            with torch.no_grad(), torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda"):
                heads: Heads = self._call(weights, observation)
                return heads

        return infer


def compiled(function: Any, device: torch.device) -> Any:
    """The function, compiled on a GPU."""
    return torch.compile(function) if device.type == "cuda" else function
