"""The page that benchmarks/scale_plan.py writes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scale_plan import Found


def page(found: Found) -> str:
    """Markdown with every figure, and where it comes from."""
    parts = [
        "# A cluster on paper",
        "What 1,000 cores and 64 GPUs would do: job sizes **measured** on one machine, the scheduler "
        "**simulated**, network and prices **assumed**. No such cluster was used. `python "
        f"benchmarks/scale_plan.py --out docs/results/scale.md` on {found.date}, commit {found.commit}, "
        f"{found.machine} with {found.load:.1f} other processes at work when it began: seconds of work are "
        "CPU time, the driver's are medians by the clock on the wall, slowed down by those. "
        "How to run on a cluster: [clusters](../how-to/scale.md).",
        "## Job sizes",
        *_jobs(found),
        "## Games on a cluster",
        *_games(found),
        "![Share of the cores' time in games](scale.png)",
        "## Does the simulation tell the truth?",
        *_check(found),
        "## What a million games cost",
        *_cost(found),
        "## Learners",
        *_learners(found),
    ]
    return "\n\n".join(map(_wrapped, parts)) + "\n"


def _wrapped(part: str) -> str:
    if part.startswith(("|", "#", "!")):
        return part
    return textwrap.fill(part, 140, break_on_hyphens=False, break_long_words=False)


def _jobs(found: Found) -> Iterable[str]:
    yield (
        "Measured: one core per job, CPU time, mirror matches in the jobs of a tournament with 1,000 "
        "games per pairing; bytes are pickled, as they travel."
    )
    rows = []
    for one in found.simulated:
        sizes = found.sizes.get(one.workload.name)
        if sizes is not None:
            seconds = sizes.seconds
            rows.append(
                [
                    one.workload.name,
                    f"{len(seconds):,}",
                    f"{one.workload.games_per_job}",
                    f"{seconds.mean():.3g} s",
                    f"{seconds.std() / seconds.mean():.0%}",
                    f"{seconds.max() / seconds.mean():.2f}",
                    f"{seconds.mean() / one.workload.games_per_job:.3g}",
                    f"{sizes.job_bytes:,.0f}",
                    f"{sizes.result_bytes:,.0f}",
                ]
            )
    head = "workload|jobs|games per job|job|deviation|longest / mean|core-seconds per game|bytes per job"
    yield _table([*head.split("|"), "per result"], rows)
    costs = found.costs
    yield (
        "What Ray costs, measured on a local cluster of one worker with jobs and results of the first "
        f"row: the driver spends {_micro(costs.submit)} on sending a task and "
        f"{_micro(costs.submit_per_job)} per job in it; {_micro(costs.wait)} on being told of a finished "
        f"one, and {1e3 * _us(costs.wait_per_task):.0f} nanoseconds more per task that it waits for; "
        f"{_micro(costs.take)} on a task's report and {_micro(costs.take_per_job)} per job in it, almost "
        "all of it for the file that a tournament keeps of each job. A worker stands idle for "
        f"{_micro(costs.gap)} between two tasks. One process puts arrays into the object store and reads "
        f"them again at {found.copies / 1e9:.2f} GB/s."
    )


def _games(found: Found) -> Iterable[str]:
    assumed = found.assumed
    yield (
        "Simulated by discrete events: the driver does one thing after the other, as `RayRunner` does; "
        "how many jobs make a task is decided by its own code (`longroad.scale.bundles`); jobs take as "
        "long as measured ones, drawn with replacement, so stragglers are in it. A run is ten minutes of "
        f"work per core, or 4 million jobs if that is less. Assumed: {1e3 * assumed.round_trip:.0f} ms for "
        "a round trip between machines, cores as fast as the one measured, no worker dies."
    )
    rows = []
    for one in found.simulated:
        for cores, run in one.runs.items():
            rows.append(
                [
                    one.workload.name,
                    f"{cores:,}",
                    _figures(one.games_per_second(run)),
                    f"{run.efficiency:.1%}",
                    f"{run.driver_share:.0%}",
                    f"{run.tasks / run.seconds:.3g}",
                    f"{one.bytes_per_second(run) / 1e6:.3g}",
                    f"{run.seconds:,.0f} s",
                ]
            )
    head = "workload|cores|games/s|efficiency|driver busy|tasks/s|MB/s at the driver|length of the run"
    yield _table(head.split("|"), rows)
    network = found.network_bytes
    per_job = found.costs.take_per_job + found.costs.submit_per_job
    yield (
        f"**The driver is the limit, not the network.** It keeps at most {_figures(1 / per_job)} jobs per "
        f"second, each in a file; so jobs must take at least {1000 * per_job:.2f} seconds with 1,000 "
        f"cores, {4000 * per_job:.2f} with 4,000. Those of `planner` in a tournament of 1,000 games per "
        "pairing do not; in one of 100,000 they are a hundred times as large and do. Next comes waiting: "
        f"among the 8,000 tasks that 4,000 cores have before them, being told of one takes "
        f"{1e3 * (found.costs.wait + 8000 * found.costs.wait_per_task):.2f} ms of the driver."
    )
    busiest = max(one.bytes_per_second(run) for one in found.simulated for run in one.runs.values())
    yield (
        f"Object store: jobs and results are at most {busiest / 1e6:.3g} MB/s at the driver in this table, "
        f"{8 * busiest / assumed.network:.1%} of {assumed.network / 1e9:.0f} Gbit/s (assumed). Beside them "
        f"every machine gets a network file once per run: {network / 1e6:.1f} MB, the largest that ships "
        f"with Longroad, to 63 machines of 16 cores are {63 * network / 1e6:.0f} MB in all."
    )


def _check(found: Found) -> Iterable[str]:
    real = found.real
    replayed, predicted = real.replayed / real.seconds - 1, real.predicted / real.seconds - 1
    yield (
        f"{real.jobs:,} jobs of {real.workload.name} in {real.runs} runs by `RayRunner` on a local cluster "
        f"of this machine's {real.workers} cores took **{real.seconds:.2f} s**. The simulation says "
        f"**{real.replayed:.2f} s ({replayed:+.1%})** from the seconds that these very jobs took, in their "
        "order, and the costs above (the jobs alone, shared out perfectly: "
        f"{real.perfect:.2f} s). From jobs that were measured before each run it says {real.predicted:.2f} "
        f"s ({predicted:+.1%}): other programs used the cores meanwhile, now more and now less. So what the "
        f"scheduler of {real.workers} workers adds to its jobs is predicted; that a driver copes with "
        "thousands of tasks at a time rests on the costs measured, `ray.wait` among 4,000 tasks included."
    )


def _cost(found: Found) -> Iterable[str]:
    assumed = found.assumed
    yield (
        "Core-seconds as measured; with p dollars per core-hour a million games cost core-hours times p, "
        f"here at an assumed p = {assumed.core_hour}, divided by the efficiency simulated for 1,000 cores. "
        "Bytes are those of results, without records of games."
    )
    rows = []
    for one in found.simulated:
        games, run = one.workload.games_per_job, one.runs[1000]
        hours = run.work / run.jobs / games * 1e6 / 3600
        rows.append(
            [
                one.workload.name,
                f"{_figures(hours)}",
                f"{_figures(hours / run.efficiency)}",
                f"${_figures(hours / run.efficiency * assumed.core_hour)}",
                f"{_figures(1e6 / one.games_per_second(run))} s",
                f"{one.sizes.result_bytes / games:,.0f} MB",
            ]
        )
    head = "a million games of|core-hours of play|paid at 1,000 cores|at the assumed price|takes|results"
    yield _table(head.split("|"), rows)


def _learners(found: Found) -> Iterable[str]:
    assumed, learn = found.assumed, found.learners
    n = assumed.learners
    yield (
        f"From [learning](learning.md): {learn.both:,.0f} moves per second on one H200 that acts and "
        f"learns (XdimRes-8, batches of {learn.batch:,}), and {learn.only:,.0f} learnt from where nothing "
        "is played. (A longer run with past versions: [640,000](xdimres8-scratch/README.md).) Counted "
        f"here: XdimRes-8 has {learn.actor.parameters:,} weights; PPO learns from each move "
        f"{'once' if learn.epochs == 1 else learn.epochs}."
    )
    sent, seconds = learn.all_reduce(assumed)
    step = learn.batch / (learn.both * learn.epochs)
    yield (
        f"**{n} GPUs that act and learn.** Every batch each learner sends {sent / 1e6:.2f} MB of gradients "
        f"around a ring; at {assumed.network / 1e9:.0f} Gbit/s per learner and "
        f"{1e6 * assumed.learner_latency:.0f} microseconds per message (both assumed) that takes "
        f"{1e3 * seconds:.1f} ms beside {1e3 * step:.1f} ms of acting and learning per batch. With nothing "
        f"overlapped {n} GPUs learn from {learn.together(assumed) / 1e6:.1f} million moves per second, "
        f"{learn.together(assumed) / (n * learn.both):.0%} of {n} times one; a batch of all of them is "
        f"{n * learn.batch:,} moves, and whether a policy learns as well from batches of that size is not "
        "said by this."
    )
    yield (
        "**Actors on processors.** Measured: self-play of 64 games on one core by an untrained network, "
        "two players, 32 moves per game and rollout; masks are packed, eight entries per byte. The GPU's "
        "figures are of XdimRes-8, so only its row "
        "says how many GPUs are fed."
    )
    rows = [
        [
            one.network,
            f"{one.weight_bytes / 1e6:.2f} MB",
            f"{one.moves:,}",
            f"{one.seconds:.2f} s",
            f"{one.bytes / 1e6:.2f} MB",
            f"{one.moves_per_second:,.0f}",
            f"{1000 * one.moves_per_second / 1e6:.2f} million",
            f"{1000 * one.moves_per_second / learn.only:.2f}" if one is learn.actor else "",
        ]
        for one in found.actors
    ]
    head = "network|weights|moves per rollout|seconds|bytes|moves/s per core|1,000 cores|GPUs they feed"
    yield _table(head.split("|"), rows)
    incoming = assumed.network / 8 / learn.move_bytes
    copied = found.copies / learn.move_bytes
    most, core = min(learn.only, incoming, copied), learn.actor.moves_per_second
    yield (
        f"A move is {learn.move_bytes:,.0f} bytes, so a learner that is fed from elsewhere needs "
        f"{learn.only * learn.move_bytes / 1e9:.2f} GB/s ({8 * learn.only * learn.move_bytes / 1e9:.1f} "
        f"Gbit/s) to learn from {learn.only / 1e6:.2f} million per second. {assumed.network / 1e9:.0f} "
        f"Gbit/s carry {incoming / 1e6:.2f} million, one process copies {copied / 1e6:.2f} million out of "
        f"the object store (measured here): it saturates at {most / 1e6:.2f} million. {n} such learners "
        f"would take {n * most * learn.move_bytes / 1e9:.0f} GB/s and {n * most / core:,.0f} cores."
    )
    yield (
        f"**So let GPUs act for themselves.** A GPU that acts plays as much as {learn.both / core:,.0f} "
        f"cores do, and one that only learns needs {learn.only / core:,.0f} cores to learn "
        f"{learn.only / learn.both - 1:.0%} faster. Processors are for what needs no network in large "
        "batches: agents that search, native opponents and advisers, evaluations."
    )
    largest = max(found.actors, key=lambda one: one.weight_bytes)
    weights = largest.weight_bytes
    yield (
        f"Weights: a version of {largest.network} is {weights / 1e6:.2f} MB and goes once to every "
        f"machine; to 63 machines every 10 seconds that is {63 * weights / 10 / 1e6:.0f} MB/s."
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _figures(number: float) -> str:
    """Three figures that count."""
    return f"{float(f'{number:.3g}'):,.0f}" if number >= 100 else f"{number:.3g}"


def _us(seconds: float) -> float:
    return 1e6 * seconds


def _micro(seconds: float) -> str:
    return f"{_us(seconds):.3g} microseconds" if seconds < 1e-3 else f"{1e3 * seconds:.3g} ms"
