"""The blocks of a match in order, as many as are asked for: played in this process, or by a runner."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, Protocol, Self

from longroad.agents import AnyAgent
from longroad.arena.play.jobs import Job, games_in_python, is_native, play, results_of
from longroad.arena.play.playing import Playing
from longroad.arena.play.results import Results
from longroad.arena.play.seating import Seating
from longroad.arena.play.side_by_side import GAMES_AT_ONCE, SideBySide
from longroad.games import Rules
from longroad.jobs import Done, Runner

_MOST_BLOCKS_PER_CALL = 4096
_SHORT_CALL, _LONG_CALL = 0.2, 1.0  # seconds
#: Of a job that a runner is given.
JOB_SECONDS = 1.0
MAX_THREADS = 1024


class Blocks(Protocol):
    """Blocks of a match, in order. At the end of the block (``with``) what their agents run in is ended."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: Any) -> None: ...

    def next(self, most: int) -> Results:
        """The next blocks, at least one and at most ``most``, of all that will be asked for."""
        ...


def play_blocks(
    agents: Sequence[str | AnyAgent],
    *,
    seed: int = 0,
    rules: Rules,
    threads: int | None = None,
    move_seconds: float | None = None,
    keep: bool = False,
    at_once: int = GAMES_AT_ONCE,
    stop_at_failure: bool = False,
    runner: Runner | None = None,
) -> Blocks:
    """The blocks of a match one after the other, as many as are asked for; by a runner they are played
    elsewhere, and what comes out is the same."""
    if len(agents) != rules.players:
        raise ValueError(f"{len(agents)} agents for a game of {rules.players} players")
    if threads is not None and not 1 <= threads <= MAX_THREADS:
        raise ValueError(f"threads={threads}: must be between 1 and {MAX_THREADS}")
    if at_once < 1:
        raise ValueError(f"at_once={at_once}: must be at least 1")
    job = Job(tuple(agents), rules, seed, 0, 0, keep, move_seconds, at_once, stop_at_failure)
    return SpreadBlocks(job, runner) if runner else LocalBlocks(job, threads or os.cpu_count() or 1)


class LocalBlocks:
    """Played in this process. A native call takes about as many as can be played between two looks at a
    progress bar; what comes out does not depend on it."""

    def __init__(self, job: Job, threads: int) -> None:
        self._job, self._threads = job, threads
        with ExitStack() as stack:
            self._seating = stack.enter_context(Seating(job.move_seconds is not None))
            self._agents = self._seating.agents(job.agents, job.rules)
            stack.pop_all()  # from here on ``with`` ends them
        self._in_python = None if is_native(self._agents) else games_in_python(job, self._agents)
        self._blocks = threads
        self._done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        self._seating.__exit__(*error)

    def next(self, most: int) -> Results:
        """The next blocks, at least one and at most ``most``."""
        n = self._job.rules.players
        games = self._in_python
        chunk = self._next_natively(most) if games is None else self._next_of(games, most)
        chunk.forfeits = [replace(f, game=f.game + self._done * n) for f in chunk.forfeits]
        self._done += chunk.games // n
        return chunk

    def _next_natively(self, most: int) -> Results:
        job = replace(self._job, first=self._done, blocks=min(self._blocks, most))
        started = time.perf_counter()
        chunk = play(job, threads=self._threads, agents=self._agents)
        spent = time.perf_counter() - started
        if spent < _SHORT_CALL:
            self._blocks = min(2 * self._blocks, _MOST_BLOCKS_PER_CALL)
        elif spent > _LONG_CALL:
            self._blocks = max(self._blocks // 2, 1)
        return chunk

    def _next_of(self, games: SideBySide, most: int) -> Results:
        end = self._done + most
        blocks = [games.next_block(end)]
        while len(blocks) < most and games.is_ready:
            blocks.append(games.next_block(end))
        return results_of(self._job, self._done, blocks)


class SpreadBlocks:
    """Played by a runner, in jobs of about ``JOB_SECONDS``; those that are done before their turn wait."""

    def __init__(self, job: Job, runner: Runner) -> None:
        with Seating(job.move_seconds is not None) as seating:  # what cannot play is refused here
            seating.agents(job.agents, job.rules)
        self._job, self._runner = job, runner
        self._waiting: dict[int, Results] = {}
        self._done = self._end = 0
        self._blocks_per_job = 1
        self._played: Generator[Done[Job, Results], None, None] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        if self._played is not None:
            self._played.close()

    def next(self, most: int) -> Results:
        """The next blocks, those of one job."""
        if self._played is None:
            self._end = self._done + most
            self._played = self._runner.run(Playing(self._job.stop_at_failure), self._jobs())
        while self._done not in self._waiting:
            done = next(self._played)
            self._waiting[done.job.first] = done.result
            per_block = max(done.seconds / done.job.blocks, 1e-6)
            self._blocks_per_job = max(1, min(int(JOB_SECONDS / per_block), _MOST_BLOCKS_PER_CALL))
        chunk, n = self._waiting.pop(self._done), self._job.rules.players
        chunk.forfeits = [replace(f, game=f.game + self._done * n) for f in chunk.forfeits]
        self._done += chunk.games // n
        return chunk

    def _jobs(self) -> Iterator[Job]:
        first = 0
        while first < self._end:
            share = -(-(self._end - first) // (2 * self._runner.places))  # so that all end together
            blocks = min(self._blocks_per_job, share)
            yield replace(self._job, first=first, blocks=blocks)
            first += blocks
