"""What Ray costs on this machine: its overhead beside threads, empty jobs per second, and one worker against two.

    python benchmarks/scale.py

Local clusters, dashboard off. What starting one takes is stated apart and not part of the rates. Every rate is
the median of --repeats runs; runs with and without Ray alternate. Let nothing else run.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator

from longroad.arena.play.jobs import Job
from longroad.arena.play.playing import Playing
from longroad.catan import Rules
from longroad.jobs import Each, Here, Processes, Runner
from longroad.scale import on_ray

AGENTS = ("mcts:sims=400", "mcts:sims=400")
RULES = Rules(players=2, offers_per_turn=0)


def jobs(blocks: int, count: int, seed: int) -> Iterator[Job]:
    """So many jobs of so many blocks each."""
    for number in range(count):
        yield Job(AGENTS, RULES, seed, number * blocks, blocks)


def seconds_of(runner: Runner, blocks: int, count: int) -> float:
    """How long a runner takes for the jobs, by the clock on the wall."""
    began = time.perf_counter()
    done = sum(one.result.games for one in runner.run(Playing(), jobs(blocks, count, 7)))
    assert done == 2 * blocks * count
    return time.perf_counter() - began


def blocks_of(seconds: float) -> int:
    """Blocks that take one thread about so long."""
    took = min(seconds_of(Here(1), 2, 1) for _ in range(3)) / 2
    return max(1, round(seconds / took))


def median(measure: Callable[[], float], repeats: int) -> float:
    """Of several measurements."""
    return statistics.median(measure() for _ in range(repeats))


def nothing(number: int) -> int:
    """An empty job."""
    return number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="of a job, about")
    parser.add_argument("--jobs", type=int, default=6, help="per measurement")
    parser.add_argument("--empty", type=int, default=20_000, help="empty jobs")
    parser.add_argument("--repeats", type=int, default=3)
    asked = parser.parse_args()
    cores = os.cpu_count() or 1
    blocks = blocks_of(asked.seconds)
    print(f"{cores} cores; a job is {blocks} blocks of {' against '.join(AGENTS)}")

    starts, ray_seconds, thread_seconds, process_seconds = [], [], [], []
    for _ in range(asked.repeats):
        process_seconds.append(seconds_of(Processes(cores), blocks, asked.jobs))
        thread_seconds.append(seconds_of(Here(cores), blocks, asked.jobs))
        began = time.perf_counter()
        with on_ray(cores=cores) as cluster:
            list(cluster.runner().run(Each(nothing), range(2 * cores)))
            starts.append(time.perf_counter() - began)
            ray_seconds.append(seconds_of(cluster.runner(), blocks, asked.jobs))
    threads, ray = statistics.median(thread_seconds), statistics.median(ray_seconds)
    print(f"start of a cluster and its workers: {statistics.median(starts):.1f} s")
    print(f"{asked.jobs} jobs, {cores} threads: {threads:.1f} s; {cores} processes: "
          f"{statistics.median(process_seconds):.1f} s; Ray: {ray:.1f} s")  # fmt: skip
    print(f"overhead of Ray against threads: {ray / threads - 1:+.1%}")

    with on_ray(cores=cores) as cluster:
        list(cluster.runner().run(Each(nothing), range(2 * cores)))

        def empty() -> float:
            began = time.perf_counter()
            assert len(list(cluster.runner().run(Each(nothing), range(asked.empty)))) == asked.empty
            return asked.empty / (time.perf_counter() - began)

        print(f"empty jobs per second: {median(empty, asked.repeats):,.0f}")

    one, two = [], []
    for _ in range(asked.repeats):
        for workers, found in ((1, one), (2, two)):
            with on_ray(cores=workers) as cluster:
                list(cluster.runner().run(Each(nothing), range(2 * workers)))
                found.append(seconds_of(cluster.runner(), blocks, asked.jobs))
    efficiency = statistics.median(one) / statistics.median(two) / 2
    print(
        f"one worker {statistics.median(one):.1f} s, two {statistics.median(two):.1f} s: efficiency {efficiency:.0%}"
    )


if __name__ == "__main__":
    main()
