"""Moves by a network's policy, for many games at once. Where only one move is legal nobody is asked."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from longroad.nets.network import FORBIDDEN

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Actions = npt.NDArray[np.int32]


def forced(mask: Flags) -> tuple[Actions, Flags]:
    """The first legal index of every row, and whether it is the only one."""
    return mask.argmax(1).astype(np.int32), mask.sum(1) == 1


def choose(
    network: nn.Module, observation: Bytes, mask: Flags, rows: Flags, generator: torch.Generator | None
) -> Actions:
    """An index for each of ``rows``, -1 for the others: drawn, or the likeliest without a generator."""
    actions, only = forced(mask)
    actions[~rows] = -1
    asked = np.flatnonzero(rows & ~only)
    if len(asked):
        actions[asked] = ask(network, observation[asked], mask[asked], generator)
    return actions


@torch.no_grad()
def ask(network: nn.Module, observation: Bytes, mask: Flags, generator: torch.Generator | None) -> Actions:
    """The same for rows that all need the network. Raises FloatingPointError if moves are drawn from NaN."""
    device = next(network.parameters()).device
    logits = network(torch.from_numpy(observation).to(device)).logits.float()
    legal = torch.from_numpy(mask).to(device)
    if generator is None:
        chosen = logits.masked_fill(~legal, -torch.inf).argmax(1)
    else:
        chosen, log_probability = drawn(logits, legal, generator)
        if not bool(log_probability.sum().isfinite()):
            raise FloatingPointError("the policy is NaN")
    actions: Actions = chosen.to("cpu", torch.int32).numpy()
    return actions


def drawn(logits: Tensor, mask: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """A legal index per row, drawn from the masked softmax, and its log-probability.

    The index with the largest log-probability minus the logarithm of exponential noise is drawn exactly by
    its probability, without a cumulative sum and without waiting for the device.
    """
    log_probabilities = logits.masked_fill(~mask, FORBIDDEN).log_softmax(1)
    noise = torch.empty_like(log_probabilities).exponential_(generator=generator)
    tiny = torch.finfo(noise.dtype).tiny  # the logarithm of 0 would make an illegal index the largest
    chosen = (log_probabilities - noise.clamp_(min=tiny).log()).argmax(1)
    return chosen, log_probabilities.gather(1, chosen.unsqueeze(1)).squeeze(1)
