"""Who plays the jobs of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from longroad.arena.play.jobs import Job, play
from longroad.arena.play.results import Results


class Runner(Protocol):
    """Plays jobs: all of them, each at least once, in any order, on any machine.

    A job is a pure function, so a runner decides how fast a tournament is, never how it ends. Results are
    yielded as they come; the jobs are drawn one by one, so that one which somebody else has finished
    meanwhile need not be offered.
    """

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Results]]:
        """The jobs with their results."""
        ...


class Threads:
    """One job after the other in this process, the games of native agents spread over threads."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Results]]:
        """The jobs with their results, in order."""
        for job in jobs:
            yield job, play(job, threads=self.threads)
