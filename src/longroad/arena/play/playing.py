"""The jobs of the arena as work that any runner does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace

from longroad.arena.play.jobs import Job, play
from longroad.arena.play.results import Results
from longroad.arena.play.seating import Seating


@dataclass(frozen=True)
class Playing:
    """Plays jobs. With ``stop_at_failure`` the first failure of an agent raises FailedGame; with ``apart``
    agents of your own that are named by a spec play in worker processes, so that one whose process dies
    forfeits its game."""

    stop_at_failure: bool = False
    apart: bool = False

    def alone(self) -> Playing:
        """With agents in processes of their own."""
        return replace(self, apart=True)

    @contextmanager
    def opened(self) -> Iterator[Callable[[Job, int], Results]]:
        """A block in which jobs are played; what their agents run in is ended with it."""
        seatings: dict[bool, Seating] = {}
        with ExitStack() as stack:

            def do(job: Job, threads: int) -> Results:
                limited = self.apart or job.move_seconds is not None
                if limited not in seatings:
                    seatings[limited] = stack.enter_context(Seating(limited))
                watched = replace(job, stop_at_failure=self.stop_at_failure)
                return play(watched, threads=threads, seating=seatings[limited])

            yield do
