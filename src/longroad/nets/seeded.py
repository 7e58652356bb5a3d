"""First weights that follow from a seed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import torch

_ONE_AT_A_TIME = threading.Lock()  # PyTorch draws them from a generator that all threads share


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Networks made inside draw their weights from this seed; afterwards the shared generator continues as
    before."""
    with _ONE_AT_A_TIME, torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield
