"""Who plays the jobs of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Protocol

from longroad.arena.play.jobs import Job, play
from longroad.arena.play.results import Results
from longroad.arena.play.seating import Seating


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
    """One job after the other in this process, the games of native agents spread over threads. With
    ``stop_at_failure`` the first failure of an agent raises FailedGame."""

    def __init__(self, threads: int, *, stop_at_failure: bool = False) -> None:
        self.threads, self.stop_at_failure = threads, stop_at_failure

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Results]]:
        """The jobs with their results, in order."""
        seatings: dict[bool, Seating] = {}
        with ExitStack() as stack:
            for job in jobs:
                limited = job.move_seconds is not None
                if limited not in seatings:
                    seatings[limited] = stack.enter_context(Seating(limited))
                watched = replace(job, stop_at_failure=self.stop_at_failure)
                yield job, play(watched, threads=self.threads, seating=seatings[limited])
