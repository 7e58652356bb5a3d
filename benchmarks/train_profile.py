"""How busy a GPU is while a network plays and learns, and with what.

    python benchmarks/train_profile.py --network roadnet-m --games 16384 --steps 32 --batch 16384
    python benchmarks/train_profile.py --preset champion --set ahead=on

Prints the share of the time in which a kernel runs, the share of SM-time in which an SM has work (a kernel of
fewer blocks than SMs leaves the others idle), and the kernels that take longest. Counted from the trace of
PyTorch's profiler over whole iterations after those in which kernels are compiled.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import torch
from train_speed import ppo

from longroad.nets.registry import NETWORKS
from longroad.train.run.memory import keep_freed_memory


def busy(kernels: list[dict[str, Any]]) -> float:
    """Seconds in which at least one kernel runs."""
    total, end = 0.0, 0.0
    for kernel in sorted(kernels, key=lambda one: float(one["ts"])):
        start, stop = float(kernel["ts"]), float(kernel["ts"]) + float(kernel["dur"])
        total += max(0.0, stop - max(start, end))
        end = max(end, stop)
    return total / 1e6


def active(kernels: list[dict[str, Any]]) -> float:
    """Seconds weighted by the share of SMs that a kernel has a block for."""
    return (
        sum(
            float(kernel["dur"]) * min(1.0, float(kernel["args"].get("blocks per SM", 1.0)))
            for kernel in kernels
        )
        / 1e6
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--network", default="roadnet-m", choices=list(NETWORKS))
    parser.add_argument("--games", type=int, default=16384)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--past-share", type=float, default=0.0)
    parser.add_argument("--preset", default="", help="a PPO preset of `longroad train` instead of the sizes")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of PPO")
    parser.add_argument("--iterations", type=int, default=3)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    asked = parser.parse_args()
    if not torch.cuda.is_available():
        parser.error("PyTorch finds no GPU here")
    keep_freed_memory()
    trainer = ppo(asked, torch.device("cuda"))
    for _ in range(3):
        trainer.step()
    torch.cuda.synchronize()
    moves, started = trainer.moves, time.perf_counter()
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        for _ in range(asked.iterations):
            trainer.step()
        torch.cuda.synchronize()
    seconds = time.perf_counter() - started
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.json"
        profiler.export_chrome_trace(str(trace))
        events = json.loads(trace.read_text())["traceEvents"]
    kernels = [event for event in events if event.get("cat") == "kernel"]
    print(f"{asked.network}: {(trainer.moves - moves) / seconds:,.0f} moves per second while profiled")
    running, working = busy(kernels) / seconds, active(kernels) / seconds
    print(f"a kernel runs {running:.1%} of the time, SMs have work {working:.1%}")
    spent: dict[str, float] = defaultdict(float)
    for kernel in kernels:
        spent[str(kernel["name"])[:90]] += float(kernel["dur"]) / 1e6
    for name, took in sorted(spent.items(), key=lambda one: -one[1])[:25]:
        print(f"  {took / seconds:6.1%}  {name}")


if __name__ == "__main__":
    main()
