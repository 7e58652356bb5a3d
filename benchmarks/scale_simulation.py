"""A run of ``RayRunner`` by discrete events: its driver, its tasks, its workers (for scale_plan.py).

How many jobs make a task is decided by the runner's own code (``longroad.scale.bundles``). What the driver
spends on a task is what it was measured to spend; how long jobs take is given.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from longroad.scale.bundles import Bundles, shared_out


@dataclass(frozen=True)
class Costs:
    """Seconds that are not work. The driver does one thing after the other."""

    #: Of the driver, to send a task; and per job in it, to draw and pickle it.
    submit: float = 0.0
    submit_per_job: float = 0.0
    #: Of the driver, to be told of a finished task; and per task that it waits for.
    wait: float = 0.0
    wait_per_task: float = 0.0
    #: Of the driver, to take a task's report; and per job in it, to read and keep its result.
    take: float = 0.0
    take_per_job: float = 0.0
    #: Of a worker, between the end of a task and the begin of the next one that is ready.
    gap: float = 0.0


@dataclass(frozen=True)
class Run:
    """What came of it."""

    workers: int
    jobs: int
    tasks: int
    #: From the first job that is sent to the last result.
    seconds: float
    #: Of all workers together, in jobs.
    work: float
    #: Of the driver.
    driver: float

    @property
    def efficiency(self) -> float:
        """The share of the workers' time that went into jobs."""
        return self.work / (self.workers * self.seconds)

    @property
    def driver_share(self) -> float:
        """The share of the time in which the driver was busy."""
        return self.driver / self.seconds

    @property
    def jobs_per_second(self) -> float:
        """Over the whole run."""
        return self.jobs / self.seconds


#: Nothing costs anything.
FREE = Costs()


def simulate(
    job_seconds: Sequence[float] | npt.NDArray[np.float64], workers: int, costs: Costs = FREE
) -> Run:
    """A run of these jobs, in order, on workers that never die.

    >>> run = simulate([1.0] * 8, workers=2)
    >>> run.seconds, run.efficiency
    (4.0, 1.0)
    """
    upto = np.concatenate([[0.0], np.cumsum(np.asarray(job_seconds, dtype=float))])
    jobs, bundles = len(upto) - 1, Bundles()
    free = [0.0] * workers  # when each worker is free
    ends: list[tuple[float, int, int]] = []  # of the tasks that are out: when, first job, jobs
    now = driver = 0.0
    sent = ready = tasks = 0
    short = False
    most_tasks = 2 * workers
    while True:
        most = bundles.jobs_per_task(now)
        wanted = most * (most_tasks - len(ends)) - ready
        if wanted > 0:
            drawn = min(wanted, jobs - sent - ready)
            short, ready = drawn < wanted, ready + drawn
        while ready and len(ends) < most_tasks:
            count = min(shared_out(ready, most, workers) if short else most, ready)
            spent = costs.submit + costs.submit_per_job * count
            now, driver = now + spent, driver + spent
            end = max(now, heapq.heappop(free)) + costs.gap + float(upto[sent + count] - upto[sent])
            heapq.heappush(free, end)
            heapq.heappush(ends, (end, sent, count))
            sent, ready, tasks = sent + count, ready - count, tasks + 1
        if not ends:
            break
        waited_for = len(ends)
        end, first, count = heapq.heappop(ends)
        spent = costs.wait + costs.wait_per_task * waited_for + costs.take + costs.take_per_job * count
        now, driver = max(now, end) + spent, driver + spent
        bundles.measured(count, float(upto[first + count] - upto[first]))
    return Run(workers, jobs, tasks, now, float(upto[-1]), driver)
