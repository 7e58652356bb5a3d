"""Moves by a network's policy, for many games at once. Where only one move is legal nobody is asked."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

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
    """The same for rows that all need the network. FloatingPointError if it returns no numbers."""
    device = next(network.parameters()).device
    logits = network(torch.from_numpy(observation).to(device)).logits.float()
    logits = logits.masked_fill(~torch.from_numpy(mask).to(device), -torch.inf)
    chosen = logits.argmax(1) if generator is None else drawn(logits, generator)
    return chosen.to("cpu", torch.int32).numpy()


def drawn(logits: Tensor, generator: torch.Generator) -> Tensor:
    """An index a row, by its probability."""
    probabilities = logits.softmax(1)
    if not bool(probabilities.sum().isfinite()):
        raise FloatingPointError("the policy is not a number any more")
    return torch.multinomial(probabilities, 1, generator=generator).squeeze(1)
