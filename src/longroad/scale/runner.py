"""Who does jobs on a Ray cluster. What a worker, a node or a job that kills its process takes with it is done
again; every job counts once."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

import ray
from ray.exceptions import NodeDiedError, RayError, RaySystemError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

import longroad
from longroad.errors import ScaleError
from longroad.failures import one_line
from longroad.jobs import Done, Work
from longroad.jobs.work import Job, Result, draw
from longroad.scale.bundles import Bundles, shared_out
from longroad.scale.tasks import NetworkFile, Order, Report, do_bundle

#: A job that killed so many processes is done apart from then on, as its work knows how.
CRASHES_UNTIL_APART = 2
#: And given up after so many in all.
CRASHES_UNTIL_GIVEN_UP = 4
_SECONDS_BETWEEN_LOOKS = 1.0
#: Of a task that is called off, to end by itself.
_GRACE = 3.0


@dataclass
class Share:
    """What a node has done."""

    jobs: int = 0
    seconds: float = 0.0


@dataclass(eq=False)
class _Open(Generic[Job]):
    """A job that is not done, how often it was tried in vain, and how many processes it has killed."""

    job: Job
    tries: int = 0
    crashes: int = 0

    @property
    def alone(self) -> bool:
        """Whether it is to be done apart."""
        return self.crashes >= CRASHES_UNTIL_APART


class RayRunner:
    """Does jobs in tasks of one core, several short jobs per task. The driver does none."""

    shares_files = False

    def __init__(self, networks: Mapping[str, NetworkFile] | None = None) -> None:
        self._networks = dict(networks or {})
        self._remote = ray.remote(num_cpus=1, max_retries=0)(do_bundle)
        #: By the name of a node, what it has done.
        self.nodes: dict[str, Share] = {}
        #: How many jobs were done again.
        self.again = 0
        self._looked, self._places = -1e9, 0
        self._started = time.monotonic()

    @property
    def places(self) -> int:
        """How many jobs it does at a time: the cores of all nodes there are now."""
        if time.monotonic() - self._looked > _SECONDS_BETWEEN_LOOKS:
            self._places = max(int(ray.cluster_resources().get("CPU", 0)), 1)
            self._looked = time.monotonic()
        return self._places

    @property
    def status(self) -> str:
        """In a few words, for people who wait.

        As in ``6 workers on 3 nodes, 12.5 jobs/s``."""
        done = sum(share.jobs for share in self.nodes.values())
        rate = done / max(time.monotonic() - self._started, 1e-9)
        alive = sum(bool(node["Alive"]) for node in ray.nodes())
        workers = f"{self.places} worker{'s' if self.places > 1 else ''}"
        return f"{workers} on {alive} node{'s' if alive > 1 else ''}, {rate:.3g} jobs/s"

    def run(
        self, work: Work[Job, Result], jobs: Iterable[Job | None]
    ) -> Generator[Done[Job, Result], None, None]:
        """The jobs with their results, as they come. A job that kills its process is done again on another
        node if there is one, and apart the third time; one that still kills it is left, all others are done,
        and then ScaleError names it."""
        yield from _Run(self, work, iter(jobs)).results()

    def order(self, work: Work[Any, Any]) -> ray.ObjectRef[Order]:
        """The work in the object store."""
        return ray.put(Order(work, self._networks, longroad.__version__))

    def submit(self, order: ray.ObjectRef[Order], jobs: list[Any], alone: bool, tries: int) -> Any:
        """Sends a bundle; one that was tried before goes to another node each time, if there are several."""
        options: dict[str, Any] = {}
        nodes = sorted(node["NodeID"] for node in ray.nodes() if node["Alive"]) if tries else []
        if len(nodes) > 1:
            chosen = nodes[tries % len(nodes)]
            options["scheduling_strategy"] = NodeAffinitySchedulingStrategy(chosen, soft=True)
        return self._remote.options(**options).remote(order, jobs, alone)

    def count(self, report: Report) -> None:
        """Adds what a bundle came to."""
        share = self.nodes.setdefault(f"{report.host} ({report.node[:6]})", Share())
        share.jobs += len(report.results)
        share.seconds += sum(seconds for _, seconds in report.results)


class _Run(Generic[Job, Result]):
    """One call of ``run``: jobs that were drawn and wait, tasks that are being done, and what died."""

    def __init__(self, runner: RayRunner, work: Work[Job, Result], left: Iterator[Job | None]) -> None:
        self._runner, self._left = runner, left
        self._order = runner.order(work)
        self._bundles = Bundles()
        self._began = time.monotonic()
        self._ready: deque[_Open[Job]] = deque()
        self._broken: deque[_Open[Job]] = deque()  # each gets a task of its own
        self._waiting: dict[Any, list[_Open[Job]]] = {}
        self._short = False  # whether there were fewer jobs than could be sent
        self._given_up: deque[_Open[Job]] = deque()

    def results(self) -> Generator[Done[Job, Result], None, None]:
        try:
            while True:
                self._send()
                if not self._waiting:
                    break
                finished, _ = ray.wait(list(self._waiting), timeout=_SECONDS_BETWEEN_LOOKS)
                for reference in finished:
                    yield from self._taken(reference, self._waiting.pop(reference))
        finally:
            self._call_off()
        if self._given_up:
            first, count = self._given_up[0].job, len(self._given_up)
            many = f"{count} jobs kill whatever process does them, the first of them: {first}"
            one = f"1 job kills whatever process does it: {first}"
            raise ScaleError(f"{one if count == 1 else many}; all others are done")

    def _send(self) -> None:
        """Fills all places, and as many again, so that no worker waits for the driver."""
        most_tasks = 2 * self._runner.places
        while self._broken and len(self._waiting) < most_tasks:
            self._submit([self._broken.popleft()])
        most = self._bundles.jobs_per_task(time.monotonic() - self._began)
        wanted = most * (most_tasks - len(self._waiting)) - len(self._ready)
        if wanted > 0:
            drawn = list(draw(self._left, wanted))
            self._short = len(drawn) < wanted
            self._ready.extend(_Open(job) for job in drawn)
        while self._ready and len(self._waiting) < most_tasks:
            count = shared_out(len(self._ready), most, self._runner.places) if self._short else most
            self._submit([self._ready.popleft() for _ in range(min(count, len(self._ready)))])

    def _submit(self, jobs: list[_Open[Job]]) -> None:
        first = jobs[0]
        reference = self._runner.submit(self._order, [one.job for one in jobs], first.alone, first.tries)
        self._waiting[reference] = jobs

    def _taken(self, reference: Any, jobs: list[_Open[Job]]) -> Iterator[Done[Job, Result]]:
        try:
            report: Report = ray.get(reference)
        except RayTaskError as error:  # raised by the work, or while something was unpickled
            raise _cause(error) from error
        except RayError as error:
            self._died(jobs, blameless=isinstance(error, NodeDiedError))
            return
        self._runner.count(report)
        self._bundles.measured(len(report.results), sum(seconds for _, seconds in report.results))
        for one, (result, seconds) in zip(jobs, report.results, strict=False):
            yield Done(one.job, result, seconds)
        if report.error is not None:
            raise report.error

    def _died(self, jobs: list[_Open[Job]], blameless: bool) -> None:
        """Jobs whose process is gone are done again, each by itself, so that the one that killed it is known
        the next time."""
        self._runner.again += len(jobs)
        for one in jobs:
            one.tries += 1
            one.crashes += len(jobs) == 1 and not blameless
            (self._given_up if one.crashes >= CRASHES_UNTIL_GIVEN_UP else self._broken).append(one)

    def _call_off(self) -> None:
        """Ends what is still being done: nobody waits for it."""
        waiting = list(self._waiting)
        self._waiting.clear()
        for force in (False, True):
            for reference in waiting:
                ray.cancel(reference, force=force)
            if waiting:
                _, waiting = ray.wait(waiting, num_returns=len(waiting), timeout=_GRACE)


def _cause(error: RayTaskError) -> Exception:
    """What went wrong on a worker, as it is raised here."""
    if isinstance(error.cause, RaySystemError):  # it could not unpickle the work
        why = one_line(str(error.cause).strip().splitlines()[0])
        return ScaleError(f"a worker cannot do this work ({why}): install the same Longroad on every node")
    return error.cause if isinstance(error.cause, Exception) else ScaleError(one_line(str(error)))
