"""What scale_plan.py measures on this machine: jobs, rollouts, and what a task costs Ray's driver."""

from __future__ import annotations

import os
import pickle
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import ray
import torch
from scale_simulation import Costs

from longroad.arena.play.jobs import Job, play
from longroad.arena.play.playing import Playing
from longroad.arena.play.results import Results
from longroad.arena.tournament.folder import Tournament
from longroad.arena.tournament.plan import Plan
from longroad.catan import Rules
from longroad.jobs import Each, Here, Processes
from longroad.nets.registry import make_network
from longroad.scale import RayRunner, on_ray
from longroad.train.ppo.collector import Collector
from longroad.train.ppo.inference import Inferences


@dataclass(frozen=True)
class Workload:
    """A mirror match, in the jobs of a tournament with so many games per pairing."""

    name: str
    agent: str
    players: int
    rules: Rules
    games: int = 1000

    @property
    def blocks(self) -> int:
        """Of a job."""
        return Plan(("random", "weighted", "value", "planner"), self.games, self.players).blocks_per_file

    @property
    def games_per_job(self) -> int:
        """A block has a game per rotation of the seats."""
        return self.blocks * self.players

    def jobs(self) -> Iterator[Job]:
        """Without an end."""
        number = 0
        while True:
            agents = (self.agent,) * self.players
            yield Job(agents, self.rules, 1, number * self.blocks, self.blocks)
            number += 1


@dataclass(frozen=True)
class Sizes:
    """Jobs as measured: seconds of each by the CPU and by the clock on the wall; pickled bytes of a job and
    of its result, on average."""

    seconds: npt.NDArray[np.float64]
    wall: npt.NDArray[np.float64]
    job_bytes: float
    result_bytes: float


TWO = Rules(players=2, offers_per_turn=0)
WORKLOADS = (
    Workload("`planner`, two players", "planner", 2, TWO),
    Workload("`planner:eval=network`, four players, trading", "planner:eval=network", 4, Rules(players=4)),
    Workload("`mcts:sims=800`, two players", "mcts:sims=800", 2, TWO),
)


def job_sizes(workload: Workload, seconds: float, cores: int) -> Sizes:
    """Of as many jobs as this machine's cores begin in so many seconds, one at a time on each."""
    end = time.monotonic() + seconds
    jobs = takewhile(lambda _: time.monotonic() < end, workload.jobs())
    done = list(Processes(cores).run(Each(_timed), jobs))
    return Sizes(
        np.array([one.result[1] for one in done]),
        np.array([one.seconds for one in done]),
        statistics.mean(len(pickle.dumps(one.job)) for one in done),
        statistics.mean(len(pickle.dumps(one.result[0])) for one in done),
    )


def result_bytes(workload: Workload) -> float:
    """Pickled bytes of a result of its size, whoever played."""
    agents = ("random",) * workload.players
    return len(pickle.dumps(play(Job(agents, workload.rules, 1, 0, workload.blocks))))


def _timed(job: Job) -> tuple[Results, float]:
    began = time.process_time()
    return play(job), time.process_time() - began


@dataclass(frozen=True)
class Round:
    """Jobs measured by processes, and then a run by RayRunner: its seconds, and those of each of its jobs;
    all by the clock on the wall."""

    before: npt.NDArray[np.float64]
    seconds: float
    each: list[float]


def rounds(workload: Workload, seconds: float, cores: int, count: int) -> list[Round]:
    """So many rounds, in each of which either takes about so many seconds: what other programs do meanwhile
    slows down both."""
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112  # as the processes are
    found = []
    with on_ray(cores=cores) as cluster:
        runner = cluster.runner()
        list(runner.run(Each(time.sleep), [0.2] * 2 * cores))  # the workers are there
        for _ in range(count):
            before = job_sizes(workload, seconds, cores).wall
            jobs = islice(workload.jobs(), max(int(seconds * cores / before.mean()), 4 * cores))
            began = time.perf_counter()
            each = [done.seconds for done in runner.run(Playing(), jobs)]
            found.append(Round(before, time.perf_counter() - began, each))
    return found


@dataclass(frozen=True)
class Rollouts:
    """What an actor of one core sends: moves and bytes per rollout, eight entries of a mask per byte, and how
    long one takes."""

    network: str
    parameters: int
    moves: int
    bytes: int
    seconds: float

    @property
    def moves_per_second(self) -> float:
        """Of one core."""
        return self.moves / self.seconds

    @property
    def weight_bytes(self) -> int:
        """Of a version of the network, in floats of 32 bits."""
        return 4 * self.parameters


def rollouts(network: str, games: int, steps: int, repeats: int) -> Rollouts:
    """Self-play by drawing from an untrained network's policy, on one core, as the PPO trainer collects."""
    torch.set_num_threads(1)
    device = torch.device("cpu")
    made = make_network(network)
    collector = Collector(
        Rules.preset("gendre2020"), space=made.codec, games=games, steps=steps, device=device, seed=1
    )
    infer = Inferences(made, device).of(made)
    collector.collect(infer)
    seconds = [_core_seconds(lambda: collector.collect(infer)) for _ in range(repeats)]
    weights = sum(parameter.numel() for parameter in made.parameters())
    rollout = collector.rollout
    sent = rollout.bytes() - rollout.mask.nelement() + -(-rollout.mask.nelement() // 8)
    return Rollouts(network, weights, games * steps, sent, statistics.median(seconds))


def tensor_copies(size: int, repeats: int) -> float:
    """Bytes per second that one process puts into the object store and reads again."""
    block = np.ones(size, np.uint8)

    def there_and_back() -> None:
        assert ray.get(ray.put(block)).nbytes == size

    return size / statistics.median(_seconds(there_and_back) for _ in range(repeats))


def driver_costs(job: Job, repeats: int) -> Costs:
    """What tasks of one core cost the driver of a cluster, from real jobs and results of one workload: sent,
    waited for among few and many others, taken, and kept as a tournament keeps them."""
    os.environ["RAY_IGNORE_UNHANDLED_ERRORS"] = "1"  # tasks are left behind
    result = next(Here(1).run(Playing(), [job])).result
    few, many = 1, 50
    with on_ray(cores=1) as cluster:
        runner = cluster.runner()
        order = runner.order(Each(lambda job: result))  # a worker can read it without this file

        def send(count: int) -> Any:
            return runner.submit(order, [job] * count, False, 0)

        def take(reference: Any) -> None:
            report = ray.get(reference)
            runner.count(report)

        ray.get([send(few) for _ in range(20)])  # the worker has begun
        sent = {count: _median(repeats, lambda count=count: send(count)) for count in (few, many)}
        done = {count: [send(count) for _ in range(repeats)] for count in (few, many)}
        for references in done.values():
            ray.wait(references, num_returns=len(references))
        taken = {
            count: statistics.median(_seconds(lambda r=r: take(r)) for r in done[count]) for count in done
        }

        gap = min(_gap(runner, send, few, 200) for _ in range(5))

        finished = send(few)
        ray.wait([finished])
        runner.submit(runner.order(Each(time.sleep)), [600.0], False, 0)
        waiting = [send(few) for _ in range(4000)]
        waits = {}
        for among in (32, 4000):
            others = dict.fromkeys([*waiting[: among - 1], finished])
            waits[among] = _median(repeats, lambda refs=others: ray.wait(list(refs), timeout=1.0))
    per_job = {
        name: (cost[many] - cost[few]) / (many - few) for name, cost in (("sent", sent), ("taken", taken))
    }
    per_task = (waits[4000] - waits[32]) / (4000 - 32)
    return Costs(
        submit=sent[few] - per_job["sent"],
        submit_per_job=per_job["sent"],
        wait=max(waits[32] - 32 * per_task, 0.0),
        wait_per_task=per_task,
        take=taken[few] - per_job["taken"],
        take_per_job=per_job["taken"] + _keeping(job, result, repeats),
        gap=gap,
    )


def _gap(runner: RayRunner, send: Callable[[int], Any], jobs: int, length: int) -> float:
    """Seconds of a worker per task without work, while others are ready."""
    blocker = runner.submit(runner.order(Each(time.sleep)), [1.0], False, 0)
    queued = [send(jobs) for _ in range(length)]
    ray.wait([blocker])
    return _seconds(lambda: ray.wait(queued, num_returns=length)) / length


def _keeping(job: Job, result: Results, repeats: int) -> float:
    """Seconds in which a tournament finds a job to be open and keeps its result."""
    plan = Plan(("random", "weighted"), games=2 * job.blocks * repeats)
    with tempfile.TemporaryDirectory() as folder:
        tournament = Tournament.open(Path(folder) / "tournament", plan)
        pairing = plan.pairings()[0]
        numbers = iter(range(repeats))

        def keep() -> None:
            first = next(numbers)
            assert not tournament.result_file(pairing, first).exists()
            tournament._keep(pairing, Job(job.agents, job.rules, 1, first, job.blocks), result)

        return _median(repeats, keep)


def _median(repeats: int, do: Callable[[], object]) -> float:
    return statistics.median(_seconds(do) for _ in range(repeats))


def _core_seconds(do: Callable[[], object]) -> float:
    began = time.process_time()
    do()
    return time.process_time() - began


def _seconds(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return time.perf_counter() - began
