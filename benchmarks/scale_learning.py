"""What learning loses when its games are played by actors in processes of their own, on the same cores.

    python benchmarks/scale_learning.py
    python benchmarks/scale_learning.py --network xdim-6 --staleness 0

A run in one process uses all cores for PyTorch and for the games. A run with actors has as many threads in
the learner and one in each actor, on the same cores, with the same settings, on the CPU. Both alternate in
rounds; a rate is the median of its rounds, the ratio that of the rounds' ratios. Starting processes and the
first steps are not counted. Let nothing else run.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

import torch

from longroad.catan import Rules
from longroad.nets.registry import NETWORKS, make_network
from longroad.scale import on_ray
from longroad.scale.selfplay import STALENESS, planned, self_play
from longroad.train.ppo.settings import PpoSettings
from longroad.train.ppo.trainer import PpoTrainer
from longroad.train.run.memory import keep_freed_memory
from longroad.train.run.trainer import Trainer

RULES = Rules.preset("gendre2020")
CPU = torch.device("cpu")


def rate(trainer: Trainer, steps: int) -> tuple[float, float]:
    """Moves learnt from per second by the clock on the wall, and the share of the time in which the learner
    waited for actors. Rollouts that are still being played at the end are waited for, in the time counted: as
    many were there at the beginning."""
    before, began = trainer.moves, time.perf_counter()
    waited = sum(trainer.step().get("wait/learner", 0.0) for _ in range(steps))
    trainer.state_dict()
    seconds = time.perf_counter() - began
    return (trainer.moves - before) / seconds, waited / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--network", default="roadnet-s", choices=list(NETWORKS))
    parser.add_argument("--games", type=int, default=128)
    parser.add_argument("--steps", type=int, default=32, help="decisions per game and rollout")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument(
        "--actors", type=int, default=None, help="default: as `longroad train --ray` has them"
    )
    parser.add_argument("--staleness", type=int, default=STALENESS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--per-round", type=int, default=8, help="rollouts per round")
    asked = parser.parse_args()
    cores = os.cpu_count() or 1
    torch.set_num_threads(cores)
    keep_freed_memory()
    settings = PpoSettings(games=asked.games, steps=asked.steps, batch=asked.batch)
    alone = PpoTrainer(make_network(asked.network), RULES, settings, device=CPU, seed=1, threads=cores)
    with on_ray(cores=cores) as cluster:
        plan = planned(cluster.resources(), settings, actors=asked.actors, staleness=asked.staleness)
        print(
            f"{asked.network}, {asked.games} games of {asked.steps} decisions per rollout, batches of "
            f"{asked.batch}, {cores} cores\n"
            f"one process: {torch.get_num_threads()} threads of PyTorch, {cores} of the games\n"
            f"actors: {plan.actors} of {plan.threads} thread, learner {torch.get_num_threads()} threads of "
            f"PyTorch, staleness {plan.staleness}"
        )
        network = make_network(asked.network)
        with self_play(cluster, network, RULES, settings, plan, device=CPU, seed=1) as apart:
            for trainer in (alone, apart):
                rate(trainer, 1)
            rounds = [
                (rate(alone, asked.per_round), rate(apart, asked.per_round)) for _ in range(asked.rounds)
            ]
    ones, others = ([one[which][0] for one in rounds] for which in (0, 1))
    waits = [apart[1] for _, apart in rounds]
    for words, rates in (("one process", ones), ("actors", others)):
        print(f"{words}: {statistics.median(rates):,.0f} moves/s ({min(rates):,.0f} to {max(rates):,.0f})")
    ratios = [other / one for one, other in zip(ones, others, strict=True)]
    print(f"ratio: {statistics.median(ratios):.1%} ({min(ratios):.1%} to {max(ratios):.1%})")
    print(f"the learner waits {statistics.median(waits):.0%} of its time")
    print(f"load of the machine in the last 5 minutes: {os.getloadavg()[1]:.1f}")


if __name__ == "__main__":
    main()
