"""How much a network computes."""

from __future__ import annotations

import torch
from torch.utils.flop_counter import FlopCounterMode

from longroad.catan.encodings import ENCODINGS
from longroad.nets.network import PolicyNetwork


def multiplications(network: PolicyNetwork) -> int:
    """Multiplications of one forward pass for one position.

    >>> from longroad.nets.registry import make_network
    >>> round(multiplications(make_network("cnnres-8")) / multiplications(make_network("xdimres-8")), 1)
    7.2
    """
    position = torch.zeros(1, ENCODINGS[network.encoding].size, dtype=torch.uint8)
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        network(position)
    return int(counter.get_total_flops()) // 2
