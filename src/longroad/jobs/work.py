"""Jobs, what is done with them, and the runner that decides where."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")
_JobIn = TypeVar("_JobIn", contravariant=True)
_ResultOut = TypeVar("_ResultOut", covariant=True)


class Work(Protocol[_JobIn, _ResultOut]):
    """What is done with each job. A result is a pure function of its job, whoever does it and wherever. Work,
    jobs and results can be pickled."""

    def opened(self) -> AbstractContextManager[Callable[[_JobIn, int], _ResultOut]]:
        """A block in which jobs are done, one after the other, each with a number of threads that changes
        nothing but the time it takes."""
        ...

    def alone(self) -> Work[_JobIn, _ResultOut]:
        """The same for a job whose process has died more than once: so that whatever kills it is kept apart
        and the job has a result all the same, where that is possible."""
        ...


@dataclass(frozen=True)
class Each(Generic[Job, Result]):
    """A function of a job, as a Work; ``threaded`` if it is told the number of threads, too.

    >>> [done.result for done in Here().run(Each(abs), [-1, -2])]
    [1, 2]
    """

    function: Callable[..., Result]
    threaded: bool = False

    def opened(self) -> AbstractContextManager[Callable[[Job, int], Result]]:
        """A block in which jobs are done."""
        return nullcontext(self._do)

    def _do(self, job: Job, threads: int) -> Result:
        return self.function(job, threads) if self.threaded else self.function(job)

    def alone(self) -> Each[Job, Result]:
        """The same."""
        return self


@dataclass(frozen=True)
class Done(Generic[Job, Result]):
    """A job with its result, and the seconds it took where it was done."""

    job: Job
    result: Result
    seconds: float


class Runner(Protocol):
    """Does jobs: all of them, each at least once, in any order, on any machine. It decides how fast work is
    done, never how it ends."""

    @property
    def places(self) -> int:
        """How many jobs it does at a time."""
        ...

    @property
    def shares_files(self) -> bool:
        """Whether jobs see the files of this machine."""
        ...

    def run(
        self, work: Work[Job, Result], jobs: Iterable[Job | None]
    ) -> Generator[Done[Job, Result], None, None]:
        """The jobs with their results, as they come. Jobs are drawn when there is somebody to do them, so one
        that somebody else has finished meanwhile need not be offered; None instead of a job says that there
        is none until another one is done. Whatever a job raises is raised here; closing the iterator gives up
        what is not done."""
        ...


def draw(jobs: Iterator[Job | None], most: int) -> Iterator[Job]:
    """The next jobs that can be done now, at most so many, each when it is asked for.

    >>> jobs = iter([1, 2, None, 3])
    >>> list(draw(jobs, 5)), list(draw(jobs, 5)), list(draw(jobs, 5))
    ([1, 2], [3], [])
    """
    for _ in range(most):
        job = next(jobs, None)
        if job is None:
            return
        yield job


class Here:
    """One job after the other in this process; a job may use several threads."""

    places = 1
    shares_files = True

    def __init__(self, threads: int | None = None) -> None:
        self.threads: int = threads or os.cpu_count() or 1

    def run(
        self, work: Work[Job, Result], jobs: Iterable[Job | None]
    ) -> Generator[Done[Job, Result], None, None]:
        """The jobs with their results, in order."""
        with work.opened() as do:
            for job in jobs:
                assert job is not None, "no other job is being done that it could wait for"
                started = time.perf_counter()
                result = do(job, self.threads)
                yield Done(job, result, time.perf_counter() - started)
