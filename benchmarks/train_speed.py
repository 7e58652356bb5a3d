"""Moves learnt per second on this device, acting, encoding and learning together, and where the time goes.

    python benchmarks/train_speed.py --network xdimres-8 --games 32768 --steps 32 --batch 32768 --device cuda
    python benchmarks/train_speed.py --network roadnet-m --preset champion --set ahead=on --set games=16384
    python benchmarks/train_speed.py --algorithm a2c --network xdimres-6 --device cpu

The first iterations, in which kernels are compiled, are not counted. With ahead=on acting and learning
overlap, and their shares add up to more than the whole. Prints a table and, with --json, one object.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import torch

from longroad.catan import Rules
from longroad.nets.registry import NETWORKS, make_network
from longroad.train.a2c.settings import A2cSettings
from longroad.train.a2c.trainer import A2cTrainer
from longroad.train.ppo.settings import PpoSettings
from longroad.train.ppo.trainer import PpoTrainer
from longroad.train.presets import FAST, preset
from longroad.train.run.memory import keep_freed_memory
from longroad.train.run.settings import changed


def timed(calls: dict[str, float], name: str, function: Any, device: torch.device) -> Any:
    """The function, with the seconds of its calls added up; the device is waited for."""

    def call(*args: Any, **kwargs: Any) -> Any:
        started = time.perf_counter()
        result = function(*args, **kwargs)
        if device.type == "cuda":
            torch.cuda.synchronize()
        calls[name] = calls.get(name, 0.0) + time.perf_counter() - started
        return result

    return call


def a2c(asked: argparse.Namespace, device: torch.device) -> A2cTrainer:
    """The paper's: 16 workers of 8 games, batches of 64."""
    network = make_network(asked.network)
    return A2cTrainer(
        network,
        Rules.preset("gendre2020"),
        A2cSettings(),
        device=device,
        seed=1,
        threads=asked.threads,
    )


def ppo_settings(asked: argparse.Namespace) -> PpoSettings:
    """Those of a preset if one is named, else sizes as asked; in either case with the changes."""
    if asked.preset:
        settings = PpoSettings.among(preset(asked.preset).settings())
    else:
        settings = PpoSettings(
            games=asked.games,
            steps=asked.steps,
            batch=asked.batch,
            past_share=asked.past_share,
            win=1.0,
            loss=-1.0 if asked.network.startswith(("xdim", "cnn")) else 0.0,
        )
    (settings,) = changed([settings], asked.set)
    assert isinstance(settings, PpoSettings)
    return settings


def ppo(asked: argparse.Namespace, device: torch.device) -> PpoTrainer:
    """An untrained network, under the paper's rules for two."""
    fast = FAST if device.type == "cuda" and asked.network.startswith("xdim") else {}
    return PpoTrainer(
        make_network(asked.network, **fast),
        Rules.preset("gendre2020"),
        ppo_settings(asked),
        device=device,
        seed=1,
        threads=asked.threads,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--algorithm", default="ppo", choices=["ppo", "a2c"])
    parser.add_argument("--network", default="xdimres-8", choices=list(NETWORKS))
    parser.add_argument("--games", type=int, default=32768)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--batch", type=int, default=32768)
    parser.add_argument("--past-share", type=float, default=0.0)
    parser.add_argument("--preset", default="", help="a PPO preset of `longroad train` instead of the sizes")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of PPO")
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    device = torch.device(asked.device)
    torch.set_num_threads(asked.threads)
    keep_freed_memory()
    trainer = a2c(asked, device) if asked.algorithm == "a2c" else ppo(asked, device)
    trainer.step()
    trainer.step()
    seconds: dict[str, float] = {}
    trainer._learn = timed(seconds, "learning", trainer._learn, device)  # type: ignore[method-assign]
    if isinstance(trainer, A2cTrainer):
        trainer._play = timed(seconds, "acting", trainer._play, device)  # type: ignore[method-assign]
    else:
        collector = trainer.source.collector
        collector.collect = timed(seconds, "acting", collector.collect, device)  # type: ignore[method-assign]
        for env in collector.envs:
            env.step = timed(seconds, "of it the games", env.step, torch.device("cpu"))  # type: ignore[method-assign]
    moves, started = trainer.moves, time.perf_counter()
    for _ in range(asked.iterations):
        trainer.step()
    whole = time.perf_counter() - started
    rate = (trainer.moves - moves) / whole
    if asked.json:
        print(
            json.dumps(
                {"network": asked.network, "moves_per_second": rate, "seconds": whole, "parts": seconds}
            )
        )
        return
    print(f"{asked.network} on {device}: {rate:,.0f} moves learnt per second")
    for name, spent in seconds.items():
        print(f"  {name:16} {100 * spent / whole:5.1f}%")


if __name__ == "__main__":
    main()
