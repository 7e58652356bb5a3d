"""Running means of a network's weights."""

from __future__ import annotations

import torch
from torch import nn


@torch.no_grad()
def average_into(mean: nn.Module, network: nn.Module, decay: float) -> None:
    """Moves the weights of ``mean`` towards those of ``network``: they keep a share of ``decay``.

    >>> mean, network = nn.Linear(1, 1), nn.Linear(1, 1)
    >>> _ = nn.init.zeros_(mean.weight), nn.init.ones_(network.weight)
    >>> average_into(mean, network, decay=0.75)
    >>> mean.weight.item()
    0.25
    """
    pairs = zip(mean.parameters(), network.parameters(), strict=True)
    old, new = zip(*pairs, strict=True)
    torch._foreach_lerp_(list(old), [weights.detach() for weights in new], 1 - decay)
