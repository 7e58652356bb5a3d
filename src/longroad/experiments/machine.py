"""What a measurement ran on."""

from __future__ import annotations

import platform
from pathlib import Path


def cpu_name() -> str:
    """The processor, as the system names it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text("utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def learning_machine(device: str) -> str:
    """Where networks learnt, in words: ``device`` is cpu or cuda."""
    if device != "cuda":
        return f"{cpu_name()}, one core per network"
    import torch

    return f"{torch.cuda.get_device_name()} and {cpu_name()}"
