"""What an experiment is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from longroad.jobs import Here, Processes, Runner


def _ignore(message: str, done: int, total: int) -> None:
    pass


@dataclass(frozen=True)
class Request:
    """Where to, how much, and whom to tell."""

    #: The folder for results and report. A run that was killed resumes from what it finds there.
    out: Path
    #: How much: ``quick`` (minutes), ``usual``, ``gpu`` or ``full`` (as published, where the usual size is
    #: smaller).
    budget: str = "usual"
    #: Games per match; None for the experiment's own number.
    games: int | None = None
    seed: int = 1
    #: Threads; None for all cores.
    threads: int | None = None
    #: Which parts of it; none for all.
    parts: tuple[str, ...] = ()
    #: Who does the work; None for this machine.
    runner: Runner | None = field(default=None, repr=False)
    #: Told what is done: a message, finished steps, all steps.
    progress: Callable[[str, int, int], None] = field(default=_ignore, repr=False)

    @property
    def cores(self) -> int:
        """Threads or processes on this machine."""
        return self.threads or os.cpu_count() or 1

    def runner_of(self, jobs: int) -> Runner:
        """Who does so many jobs that have one core each."""
        if self.runner is not None:
            return self.runner
        return Processes(min(self.cores, jobs)) if min(self.cores, jobs) > 1 else Here(1)

    @property
    def quick(self) -> bool:
        """Whether a small run is wanted."""
        return self.budget == "quick"
