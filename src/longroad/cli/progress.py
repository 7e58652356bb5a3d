"""Progress on standard error: a bar at a terminal, a plain line now and then where it is piped."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

#: Seconds before the first plain line, and between two.
FIRST_LINE, BETWEEN_LINES = 3.0, 10.0

#: Takes what is done, of how much (None if nobody knows), and words.
Show = Callable[[int, int | None, str], None]


@contextmanager
def progress(words: str = "playing", *, total: int | None = None, hidden: bool = False) -> Iterator[Show]:
    """How far a run is, shown while the block lasts. Nothing at all if it is hidden."""
    console = Console(stderr=True)
    if hidden:
        yield lambda done, of, said: None
    elif console.is_terminal:
        with _bar(console) as bar:
            task = bar.add_task(escape(words), total=total)
            yield lambda done, of, said: bar.update(task, completed=done, total=of, description=escape(said))
    else:
        lines = Lines(words, total)
        try:
            yield lines.show
        finally:
            lines.end()


def _bar(console: Console) -> Progress:
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    return Progress(TextColumn("{task.description}"), *columns, console=console)


class Lines:
    """Prints a line after ``FIRST_LINE`` seconds and then every ``BETWEEN_LINES``, also while nothing is
    reported, until it is ended."""

    def __init__(self, words: str, total: int | None) -> None:
        self._now = (0, total, words)
        self._started = time.monotonic()
        self._over = threading.Event()
        self._printing = threading.Thread(target=self._print, daemon=True)
        self._printing.start()

    def show(self, done: int, total: int | None, words: str) -> None:
        """What the next line will say."""
        self._now = (done, total, words)

    def end(self) -> None:
        """No more lines."""
        self._over.set()
        self._printing.join()

    def _print(self) -> None:
        wait = FIRST_LINE
        while not self._over.wait(wait):
            wait = BETWEEN_LINES
            done, total, words = self._now
            of = "" if total is None else f" of {total:,}"
            minutes, seconds = divmod(int(time.monotonic() - self._started), 60)
            left = _time_left(done, total, time.monotonic() - self._started)
            print(f"{done:,}{of}, {minutes}:{seconds:02d}: {words}{left}", file=sys.stderr, flush=True)


def _time_left(done: int, total: int | None, elapsed: float) -> str:
    """In words, if it can be told.

    >>> _time_left(100, 400, 30.0), _time_left(0, 400, 30.0), _time_left(100, None, 30.0)
    (', 1:30 left', '', '')
    """
    if not total or not 0 < done < total:
        return ""
    minutes, seconds = divmod(round(elapsed * (total - done) / done), 60)
    return f", {minutes}:{seconds:02d} left"
