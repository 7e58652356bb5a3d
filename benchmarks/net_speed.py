"""How fast an exported network plays: positions per second alone and in batches, and whole matches. One core,
CPU time.

python benchmarks/net_speed.py mine.onnx [opponent ...]
"""

from __future__ import annotations

import sys
import time

import numpy as np

from longroad.agents.net.agent import NetAgent
from longroad.agents.net.network_file import Network, open_network
from longroad.arena import play_match
from longroad.catan import Rules

BATCHES = (1, 8, 64, 256)
SECONDS, TRIES = 0.5, 3


def positions_a_second(network: Network, batch: int) -> float:
    """The best of some tries, on random rows."""
    rows = (
        np.random.default_rng(0).integers(0, 5, (batch, network.encoding.size)).astype(network.encoding.dtype)
    )
    best = 0.0
    for _ in range(TRIES):
        calls, started = 0, time.thread_time()
        while (spent := time.thread_time() - started) < SECONDS / TRIES:
            network.run(rows)
            calls += 1
        best = max(best, calls * batch / spent)
    return best


def match(spec: str, opponent: str, rules: Rules, games: int, at_once: int) -> str:
    """A line about a match."""
    started = time.process_time()
    result = play_match([spec, opponent], games=games, seed=1, rules=rules, at_once=at_once)
    spent = time.process_time() - started
    network, other = result.agent_seconds.sum(axis=0, dtype=float) / spent
    return (
        f"against {opponent}, {at_once} at once: {result.games / spent:.1f} games/s; network {network:.0%}, "
        f"opponent {other:.0%}, the rest {1 - network - other:.0%}; {result.decisions[:, 0].mean():.0f} "
        "decisions per game, "
        f"won {result.wins[0] / result.games:.1%}"
    )


def main() -> None:
    file, *opponents = sys.argv[1:]
    network = open_network(file)
    rates = {batch: positions_a_second(network, batch) for batch in BATCHES}
    alone = rates[1]
    print("positions/s by batch:", {batch: round(rate) for batch, rate in rates.items()})
    print(f"batched against single: {max(rates.values()) / alone:.1f}")
    agent = NetAgent(file)
    preset = "gendre2020" if agent.network.players == (2, 2) else "official"
    rules = Rules.preset(preset, players=2, offers_per_turn=0)
    for opponent in opponents or ["weighted", "random", "planner"]:
        for games, at_once in ((32, 1), (512, 256)):
            print(match(f"net:model={file}", opponent, rules, games, at_once), flush=True)


if __name__ == "__main__":
    main()
