"""What 1,000 cores and 64 GPUs would do, from job sizes measured on this machine and the scheduler simulated.

    python benchmarks/scale_plan.py [--out docs/results/scale.md]

Measures jobs, rollouts and what tasks cost Ray's driver here; simulates runs of 16 to 4,000 workers by
discrete events, with the runner's own rule of how many jobs make a task; checks the simulation against a
run of RayRunner on this machine's cores; and computes what learners on 64 GPUs would need from a network.
What is neither measured here nor read from a page of docs/results is a named assumption (``Assumed``).
Takes about six minutes; let nothing else run. With --out it writes the page and a picture beside it.
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from scale_simulation import Costs, Run, simulate
from scale_sizes import (
    WORKLOADS,
    Rollouts,
    Sizes,
    Workload,
    driver_costs,
    job_sizes,
    result_bytes,
    rollouts,
    rounds,
    tensor_copies,
)
from scale_words import page

from longroad.files import write_bytes
from longroad.plots import FOUR, picture
from longroad.scale import on_ray
from longroad.train.ppo.settings import PpoSettings

ROOT = Path(__file__).resolve().parents[1]
MODELS = ROOT / "src" / "longroad" / "models"
#: Whose speed on a GPU docs/results/learning.md tells.
LEARNER = "xdimres-8"
ACTORS = ("roadnet-s", "roadnet-m", LEARNER)
CORES = (16, 128, 1000, 4000)
#: On this machine, to check the simulation by.
ROUNDS = 6
#: A run is so long, in seconds of work per worker, unless it has more jobs than can be simulated in a moment.
RUN_SECONDS, MOST_JOBS = 600.0, 4_000_000


@dataclass(frozen=True)
class Assumed:
    """What was not measured."""

    #: Of a round trip between two machines, in seconds; the one measured here stays within the machine.
    round_trip: float = 0.001
    #: Of every machine's network, in bits per second.
    network: float = 10e9
    #: Between two learners, per message, in seconds.
    learner_latency: float = 20e-6
    learners: int = 64
    #: In dollars.
    core_hour: float = 0.04


@dataclass(frozen=True)
class Simulated:
    """Runs of one workload by workers."""

    workload: Workload
    sizes: Sizes
    runs: dict[int, Run]

    def games_per_second(self, run: Run) -> float:
        """In the whole run."""
        return run.jobs_per_second * self.workload.games_per_job

    def bytes_per_second(self, run: Run) -> float:
        """In and out of the driver: jobs and results."""
        return run.jobs_per_second * (self.sizes.job_bytes + self.sizes.result_bytes)


@dataclass(frozen=True)
class Learners:
    """Learners side by side, each on a GPU, as the documents measured one."""

    #: Moves per second of one GPU that acts and learns, and of one that only learns from others' moves.
    both: float
    only: float
    batch: int
    epochs: int
    #: Of the same network on one core.
    actor: Rollouts

    @property
    def move_bytes(self) -> float:
        """Of a move in a rollout."""
        return self.actor.bytes / self.actor.moves

    def all_reduce(self, assumed: Assumed) -> tuple[float, float]:
        """Bytes that each learner sends per batch, and seconds that this takes: around a ring, nothing
        overlapped with computing."""
        n = assumed.learners
        sent = 2 * (n - 1) / n * self.actor.weight_bytes
        return sent, sent / (assumed.network / 8) + 2 * (n - 1) * assumed.learner_latency

    def together(self, assumed: Assumed) -> float:
        """Moves per second of all learners."""
        batch_seconds = self.batch / (self.both * self.epochs)
        return assumed.learners * self.both * batch_seconds / (batch_seconds + self.all_reduce(assumed)[1])


@dataclass(frozen=True)
class Real:
    """Runs on this machine, and what the simulation says of them; seconds of all together."""

    workload: Workload
    runs: int
    jobs: int
    workers: int
    seconds: float
    #: From the jobs' seconds in these very runs, in their order; and from jobs measured before each run.
    replayed: float
    predicted: float
    #: If the jobs were shared out perfectly and nothing else cost anything.
    perfect: float


@dataclass(frozen=True)
class Found:
    """All that the page tells."""

    sizes: dict[str, Sizes]
    costs: Costs
    #: Bytes per second into the object store and out again.
    copies: float
    actors: list[Rollouts]
    #: Of the largest network that ships with Longroad.
    network_bytes: int
    real: Real
    simulated: list[Simulated]
    learners: Learners
    assumed: Assumed
    machine: str
    #: Processes of others that wanted its cores when this began.
    load: float
    commit: str
    date: str


def quoted(file: str, pattern: str) -> float:
    """A figure of a page of results; ValueError if the page no longer says so."""
    text = (ROOT / "docs" / "results" / file).read_text(encoding="utf-8")
    found = re.search(pattern, text)
    if not found:
        raise ValueError(f"docs/results/{file} does not say {pattern!r}")
    return float(found[1].replace(",", ""))


def learners_of(actor: Rollouts) -> Learners:
    """From docs/results/learning.md; the network's size and a move's bytes as they were measured."""
    return Learners(
        both=quoted("learning.md", r"\*\*([\d,]+) moves learnt per second\*\*"),
        only=1e6 * quoted("learning.md", r"\| learnt from, per second \| \S+ M \| \S+ M \| (\S+) M"),
        batch=int(quoted("learning.md", r"batches of (32,768)")),
        epochs=PpoSettings().epochs,
        actor=actor,
    )


def simulated(
    workload: Workload, unit: Workload, sizes: Sizes, costs: Costs, cores: tuple[int, ...]
) -> Simulated:
    """Runs whose jobs are those of ``unit`` that were measured, drawn with replacement, several of them to a
    job of ``workload`` if that has more blocks."""
    many = workload.blocks // unit.blocks
    generator = np.random.default_rng(1)
    mean = many * float(sizes.seconds.mean())
    runs = {}
    for workers in cores:
        jobs = int(min(RUN_SECONDS * workers / mean, MOST_JOBS))
        seconds = np.zeros(jobs)
        for _ in range(many):
            seconds += generator.choice(sizes.seconds, jobs)
        runs[workers] = simulate(seconds, workers, costs)
    return Simulated(workload, replace(sizes, result_bytes=result_bytes(workload)), runs)


def measured(seconds: float, quick: bool) -> Found:
    """Everything, with so many seconds per workload."""
    assumed, load = Assumed(), os.getloadavg()[0]
    cores = os.cpu_count() or 1
    costs = driver_costs(next(WORKLOADS[0].jobs()), repeats=50 if quick else 500)
    with on_ray(cores=1):
        copies = tensor_copies(64_000_000, repeats=5)
    actors = [rollouts(name, games=64, steps=32, repeats=1 if quick else 5) for name in ACTORS]
    sizes = {workload.name: job_sizes(workload, seconds, cores) for workload in WORKLOADS}
    real = checked(WORKLOADS[0], costs, seconds / ROUNDS, cores)
    planner = WORKLOADS[0]
    large = replace(planner, name=f"{planner.name}, 100,000 games per pairing", games=100_000)
    between = replace(costs, gap=costs.gap + assumed.round_trip)
    runs = [
        simulated(workload, unit, sizes[unit.name], between, CORES)
        for workload, unit in ((planner, planner), (large, planner), *((one, one) for one in WORKLOADS[1:]))
    ]
    return Found(
        sizes=sizes,
        costs=costs,
        copies=copies,
        actors=actors,
        network_bytes=max(
            path.stat().st_size for path in MODELS.iterdir() if path.suffix in (".onnx", ".npz")
        ),
        real=real,
        simulated=runs,
        learners=learners_of(next(one for one in actors if one.network == LEARNER)),
        assumed=assumed,
        machine=machine(),
        load=load,
        commit=_said("git", "rev-parse", "--short", "HEAD"),
        date=datetime.date.today().isoformat(),
    )


def checked(workload: Workload, costs: Costs, seconds: float, cores: int) -> Real:
    """Runs on this machine and what the simulation says of them, by the clock on the wall."""
    found = rounds(workload, seconds, cores, ROUNDS)
    generator = np.random.default_rng(1)
    drawn = [generator.choice(one.before, len(one.each)) for one in found]
    return Real(
        workload,
        ROUNDS,
        jobs=sum(len(one.each) for one in found),
        workers=cores,
        seconds=sum(one.seconds for one in found),
        replayed=sum(simulate(one.each, cores, costs).seconds for one in found),
        predicted=sum(simulate(one, cores, costs).seconds for one in drawn),
        perfect=sum(sum(one.each) for one in found) / cores,
    )


def machine() -> str:
    """Its processor, as /proc/cpuinfo names it."""
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return f"{os.cpu_count()}-core {found[1] if found else 'unknown'} machine"


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()


def draw(found: Found, path: Path) -> None:
    """How efficient each workload is by the number of cores."""
    with picture(path, 7.0, 3.8) as figure:
        axes = figure.subplots()
        for one, color, mark in zip(found.simulated, FOUR, "os^D", strict=True):
            rates = [100 * run.efficiency for run in one.runs.values()]
            axes.plot(
                list(one.runs), rates, color=color, marker=mark, label=one.workload.name.replace("`", "")
            )
        axes.set_xscale("log")
        axes.set_xticks(list(CORES), [f"{cores:,}" for cores in CORES])
        axes.minorticks_off()
        axes.set_ylim(0, 105)
        axes.set_xlabel("cores (simulated)")
        axes.set_ylabel("of the cores' time in games, %")
        axes.legend(frameon=False, loc="lower left")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, help="the page; its picture lies beside it")
    parser.add_argument("--seconds", type=float, default=60.0, help="of measurement per workload")
    parser.add_argument("--quick", action="store_true", help="few repetitions: to see that it runs")
    asked = parser.parse_args()
    found = measured(asked.seconds, asked.quick)
    text = page(found)
    print(text)
    if asked.out:
        write_bytes(asked.out, text.encode())
        draw(found, asked.out.with_suffix(".png"))


if __name__ == "__main__":
    main()
