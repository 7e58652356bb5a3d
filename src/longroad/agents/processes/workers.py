"""The arena's side: Python agents under a limit of time, each in a worker process that can be killed."""

from __future__ import annotations

import base64
import json
import math
import os
import pickle
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from tempfile import TemporaryFile
from typing import IO, Any, Self

from longroad._native import Rng
from longroad.agents.base import AnyAgent
from longroad.agents.processes.program import Program
from longroad.agents.processes.worker import WHERE
from longroad.errors import AgentSpecError, BotError, RulesError
from longroad.failures import Failure, RemoteError, one_line, stack_text

#: Seconds that an agent may take to be imported and made, and again to begin a game.
START_SECONDS = 30.0
#: An agent that hangs or ends its process so often in a row before it has begun a game is not started again.
MOST_STARTS = 3
_MAIN = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop()); "
    "from longroad.agents.processes.worker import main; main(int(sys.argv.pop()), int(sys.argv.pop()))"
)


class Workers:
    """Worker processes. One that is idle serves the next agent of the same spec, as a module that is
    imported already would. At the end of the block all are killed."""

    def __init__(self) -> None:
        self._idle: dict[str, list[Program]] = {}
        self._busy: list[Worker] = []
        #: Starts in a row that failed, by spec.
        self.failed: Counter[str] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.rest()
        for programs in self._idle.values():
            for program in programs:
                program.kill()
        self._idle.clear()

    def agent(self, spec: str, game: str) -> WorkerAgent:
        """The agent of a spec, made in a worker; raises AgentSpecError as ``make_agent`` does. One that hangs
        or ends its process is started again for each game."""
        worker = Worker(self, spec, game)
        self._busy.append(worker)
        with suppress(BotError):
            worker.start()
        return WorkerAgent(worker)

    def rest(self) -> None:
        """All agents are done with: their workers are idle."""
        for worker in self._busy:
            if worker.program is not None and worker.is_running:
                self._idle.setdefault(worker.spec, []).append(worker.program)
            worker.program = None
        self._busy.clear()

    def program(self, spec: str) -> Program:
        """A worker without an agent."""
        while idle := self._idle.get(spec):
            if (program := idle.pop()).is_running:
                return program
        output, stack = os.dup(1), TemporaryFile()  # noqa: SIM115  # it lives as long as the program
        try:
            path = json.dumps([os.path.abspath(entry) for entry in sys.path])
            words = [sys.executable, "-P", "-c", _MAIN, str(stack.fileno()), str(output), path]
            return Program(words, pass_fds=[output, stack.fileno()], where=lambda pid: _where(pid, stack))
        finally:
            os.close(output)


def _where(pid: int, stack: IO[bytes]) -> str:
    """Where a worker is at the moment, if it tells within a moment; it can, whatever it is doing, unless the
    agent has taken its signal away."""
    assert WHERE is not None, "there are no workers without signals"
    with suppress(ProcessLookupError):
        os.kill(pid, WHERE)
    for _ in range(20):
        told = os.pread(stack.fileno(), 2**16, 0)
        if b"worker.py" in told:
            return stack_text(told.decode("utf-8", "replace"))
        time.sleep(0.01)
    return ""


class Worker:
    """One agent's process, started when it is needed."""

    def __init__(self, workers: Workers, spec: str, game: str) -> None:
        self.workers: Workers = workers
        self.spec: str = spec
        self.game: str = game
        self.plays: str = game
        #: Whether the agent has twins; None before it was asked.
        self.has_twins: bool | None = None
        self.program: Program | None = None
        #: Of the worker, in all its answers so far.
        self.cpu_seconds: float = 0.0

    @property
    def is_running(self) -> bool:
        """Whether the agent is there."""
        return self.program is not None and self.program.is_running

    def start(self) -> None:
        """Makes the agent, unless it is there. Raises AgentSpecError if it cannot be made, BotError if it
        hangs or ends its process."""
        if self.is_running:
            return
        failed = self.workers.failed[self.spec]
        if failed >= MOST_STARTS:
            raise BotError(f"failed to start or to begin {failed} times in a row: it is not started again")
        self.program = self.workers.program(self.spec)
        try:
            self.plays = self.starting("make", self.spec, self.game)["plays"]
        except RemoteError as error:
            self.program.kill()
            raise AgentSpecError(error.refused or f"agent '{self.spec}': {error}") from error

    def starting(self, kind: str, *arguments: Any) -> dict[str, Any]:
        """A request before the first move of a game: it has ``START_SECONDS``."""
        try:
            return self.ask(START_SECONDS, kind, *arguments)
        except BotError:
            self.workers.failed[self.spec] += 1
            raise

    def ask(self, seconds: float, kind: str, *arguments: Any) -> dict[str, Any]:
        """What the worker answers. RemoteError if the agent raises, BotError if it cannot be played with."""
        if self.program is None:
            raise BotError("is not running")
        line = self.program.ask(base64.b64encode(pickle.dumps((kind, *arguments))), seconds)
        try:
            told: dict[str, Any] = json.loads(line)
            self.cpu_seconds += told["cpu"]
            failure = Failure(*told["raised"]) if "raised" in told else None
        except (ValueError, TypeError, KeyError):
            self.program.kill()
            raise BotError(f"wrote into its worker's pipe: {one_line(repr(line), 80)}") from None
        if failure is not None:
            raise RemoteError(failure, told.get("refused"))
        return told


class WorkerAgent(AnyAgent):
    """Plays as the agent of a spec does, but in a worker, one game at a time."""

    def __init__(self, worker: Worker) -> None:
        self._worker, self._is_twin = worker, False
        self.plays: str | Any = worker.plays  # type: ignore[misc]

    def check(self, rules: Any) -> None:
        """As the agent's own. An agent that could not be started is not asked: its games are forfeited."""
        if not self._worker.is_running:
            return
        try:
            self._worker.starting("check", rules)
        except RemoteError as error:
            if error.refused is not None:
                raise RulesError(error.refused) from error
            raise

    def twin(self) -> Self | None:
        worker = self._worker
        if worker.has_twins is None and worker.is_running:
            worker.has_twins = worker.starting("twin")["twin"]
        if worker.has_twins is False:
            return None
        twin = copy(self)
        twin._is_twin = True
        return twin

    def begin(self, rules: Any, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        worker = self._worker
        worker.start()
        self._limit = math.inf if self.move_seconds is None else self.move_seconds
        told = worker.starting("begin", self._is_twin, rules, player, rng, self.move_seconds)
        worker.workers.failed[worker.spec] = 0
        self.follows: bool = told["follows"]
        self.open_hands: bool = told["open_hands"]
        self.skips_forced: bool = told["skips_forced"]

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        told = self._asked("choose", view, [int(action) for action in actions])
        return told["action"] if "action" in told else _NoAction(told["chose"])

    def observe(self, before: Any, event: Any, after: Any) -> None:
        self._asked("observe", before, int(event), after)

    def interrupt(self) -> None:
        """Kills the worker."""
        if (program := self._worker.program) is not None:
            program.interrupt()

    @property
    def is_ready(self) -> bool:
        return self._worker.is_running

    def _asked(self, kind: str, *arguments: Any) -> dict[str, Any]:
        spent = self._worker.cpu_seconds
        try:
            return self._worker.ask(self._limit, kind, *arguments)
        finally:
            self.cpu_seconds += self._worker.cpu_seconds - spent


class _NoAction:
    """What an agent has chosen, in its own words."""

    def __init__(self, words: str) -> None:
        self._words = words

    def __repr__(self) -> str:
        return self._words
