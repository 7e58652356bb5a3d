"""What an experiment is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


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
    #: Told what is done: a message, finished steps, all steps.
    progress: Callable[[str, int, int], None] = field(default=_ignore, repr=False)

    @property
    def quick(self) -> bool:
        """Whether a small run is wanted."""
        return self.budget == "quick"
