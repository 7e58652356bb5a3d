"""Leaves that a network judges per second for many tree searches at once: games of a search against itself,
an untrained network in PyTorch.

    python benchmarks/search_speed.py --network roadnet-m --games 8192 --device cuda
    python benchmarks/search_speed.py --network roadnet-s --games 32 --seconds 2 --device cpu

The games are in groups: while the device judges the leaves of one, the threads take the answers of another
back up its trees and gather its next leaves. Batches always have the same size, so that kernels are compiled
once; what is not filled is not counted. Prints a table and, with --json, one object.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from longroad._native import JudgedAt, MctsSettings, NativeAgent, RootRule
from longroad.catan import CODECS, ENCODINGS, Rules
from longroad.games import game_of
from longroad.nets.registry import NETWORKS, make_network
from longroad.search import PolicyForm, SearchedGames


def search_agent(simulations: int) -> NativeAgent:
    """A tree search that asks for values and priors, as in self-play."""
    settings = MctsSettings()
    settings.search.simulations = simulations
    settings.search.asked_priors = True
    settings.search.root = RootRule.gumbel
    settings.search.gumbel.noise = True
    settings.search.max_nodes = 20_000
    settings.moves.priors = False
    settings.judged = JudgedAt.leaf
    settings.bargain.offers = 0
    return NativeAgent(settings)


class Group:
    """Games whose leaves make one batch, with buffers on both sides."""

    def __init__(self, asked: argparse.Namespace, number: int, device: torch.device) -> None:
        rules = Rules.preset("gendre2020") if asked.players == 2 else Rules(players=asked.players)
        codec, encoding = CODECS["general"], ENCODINGS["general"]
        self.games = SearchedGames(
            PolicyForm(encoding, codec, 4),
            game_of(rules).setup(rules),
            search_agent(asked.sims),
            asked.games // asked.groups,
            number,
            asked.threads,
            asked.per_round,
        )
        size, pinned = self.games.most_leaves, device.type == "cuda"
        self._rows = torch.zeros(size, encoding.size, dtype=torch.uint8, pin_memory=pinned)
        self._logits = torch.zeros(size, codec.size, pin_memory=pinned)
        self._values = torch.zeros(size, 4, pin_memory=pinned)
        self._device, self._stream = device, torch.cuda.Stream() if pinned else None
        self.leaves = 0

    def gather(self) -> None:
        """The next leaves."""
        self.leaves = self.games.gather(self._rows.numpy())

    def launch(self, function: Callable[[Tensor], tuple[Tensor, Tensor]]) -> None:
        """Lets the device judge them; does not wait for a GPU."""
        if self._stream is None:
            logits, values = function(self._rows)
            self._logits.copy_(logits)
            self._values.copy_(values)
            return
        with torch.cuda.stream(self._stream):
            logits, values = function(self._rows.to(self._device, non_blocking=True))
            self._logits.copy_(logits, non_blocking=True)
            self._values.copy_(values, non_blocking=True)

    def wait(self) -> None:
        """Until the answers are there."""
        if self._stream is not None:
            self._stream.synchronize()

    def absorb(self) -> None:
        """The answers go back up the trees."""
        n = self.leaves
        self.games.absorb(np.asarray(self._logits)[:n], np.asarray(self._values)[:n])


def judging(name: str, device: torch.device) -> Callable[[Tensor], tuple[Tensor, Tensor]]:
    """An untrained network as a function of rows."""
    torch.manual_seed(1)
    network = make_network(name).to(device).eval()
    if network.codec != "general":
        raise SystemExit(f"{name}: its codec is {network.codec}; this measures networks of the general codec")

    def function(rows: Tensor) -> tuple[Tensor, Tensor]:
        with torch.no_grad(), torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            heads = network(rows)
        return heads.logits.float(), heads.values.float()

    return torch.compile(function) if device.type == "cuda" else function


def measure(asked: argparse.Namespace, device: torch.device) -> dict[str, Any]:
    """All figures."""
    function = judging(asked.network, device)
    groups = [Group(asked, number, device) for number in range(asked.groups)]
    for group in groups:  # kernels are compiled
        group.gather()
        group.launch(function)
    for group in groups:
        group.wait()
    spent = {"waiting": 0.0, "absorbing": 0.0, "gathering": 0.0, "launching": 0.0}
    leaves = rounds = 0
    moves, begun = _moves(groups), time.perf_counter()
    while (now := time.perf_counter()) - begun < asked.seconds:
        for group in groups:
            for name, step in (
                ("waiting", group.wait),
                ("absorbing", group.absorb),
                ("gathering", group.gather),
                ("launching", lambda group=group: group.launch(function)),
            ):
                step()
                spent[name] += -now + (now := time.perf_counter())
            leaves += group.leaves
            rounds += 1
    for group in groups:
        group.wait()
    seconds = time.perf_counter() - begun
    return {
        "network": asked.network,
        "device": torch.cuda.get_device_name() if device.type == "cuda" else "cpu",
        "threads": asked.threads,
        "games": asked.games,
        "groups": asked.groups,
        "batch": groups[0].games.most_leaves,
        "filled": leaves / rounds / groups[0].games.most_leaves,
        "simulations_per_move": asked.sims,
        "leaves_per_second": leaves / seconds,
        "moves_per_second": (_moves(groups) - moves) / seconds,
        "games_finished": sum(group.games.games for group in groups),
        "shares": {name: part / seconds for name, part in spent.items()},
    }


def _moves(groups: list[Group]) -> int:
    return sum(group.games.moves for group in groups)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    policies = [name for name in NETWORKS if name.startswith("roadnet")]
    parser.add_argument("--network", default="roadnet-m", choices=policies)
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--games", type=int, default=8192, help="side by side, in all groups together")
    parser.add_argument("--groups", type=int, default=2)
    parser.add_argument("--per-round", type=int, default=1, help="leaves per tree and batch")
    parser.add_argument("--sims", type=int, default=32, help="simulations per move")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if asked.groups < 1 or asked.games < asked.groups:
        raise SystemExit("--games: at least one per group")
    if asked.device == "cuda" and not torch.cuda.is_available():
        raise SystemExit("PyTorch finds no GPU here; try --device cpu")
    torch.set_num_threads(asked.threads)
    result = measure(asked, torch.device(asked.device))
    if asked.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        print(f"{name:22} {value:,.2f}" if isinstance(value, float) else f"{name:22} {value}")


if __name__ == "__main__":
    main()
