"""An agent at a seat of a live game: it thinks in a thread, can be stopped, and can always be seated anew.

A mind has its own copy of the game. It is handed the events since its last decision, tells its agent what
that may see of them, and asks it. Where events were taken back, the agent was killed or the server was
started again, the agent begins the game anew and is told all of it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import Executor

from longroad._native import Stop
from longroad.agents import AnyAgent, Table
from longroad.agents.thinking import ThinkingAgent
from longroad.arena.play.seating import Absent, Seating
from longroad.catan import Action, Rules, State
from longroad.errors import BotError, IllegalActionError, NotationError, StoppedError
from longroad.failures import Failure, one_line, words_of
from longroad.web.games.chance import SecretChance
from longroad.web.games.limits import OWN_CODE

#: Seconds that an agent in a process of its own has to begin a game, beside those for a move.
STARTING = 40.0
#: Seconds in which a thread that was told to stop does so.
STOPPING = 10.0


class MindError(Exception):
    """An agent that cannot play on; the message says what it did, ``reason`` in words that tell nothing of
    its cards."""

    def __init__(self, words: str, reason: str = "failed") -> None:
        super().__init__(words)
        self.reason = reason


class StoppedMindError(Exception):
    """A decision that was stopped. The agent can be asked again."""


class Mind:
    """The agent of a spec in a seat. ``choose`` is for the loop of the game, ``interrupt`` and ``close`` can
    be called at any time."""

    def __init__(
        self, spec: str, seat: int, rules: Rules, board: str, chance: SecretChance, threads: Executor
    ) -> None:
        self.spec: str = spec
        self.seat: int = seat
        self._rules, self._board, self._chance = rules, board, chance
        self._threads = threads
        self._lock = threading.Lock()  # one decision at a time, also after one that was given up
        self._seating = Seating(limited=True)
        self._agent: AnyAgent | None = None
        self._table: Table[State] | None = None
        self._line, self._told = -1, 0
        self._limit = 0.0
        self._is_closed = False
        self._is_stopped = False

    def make(self) -> None:
        """Makes the agent, which may take a while; raises what ``make_agent`` and ``check`` raise."""
        with self._lock:
            self._made()

    async def choose(self, events: Sequence[Action], line: int, limit: float) -> Action:
        """Its move after these events, all since the game began; ``line`` is another number each time some
        were taken back. Raises MindError if it fails or takes longer than ``limit`` seconds,
        StoppedMindError if it was interrupted."""
        self._limit, self._is_stopped = limit, False
        new = list(events[self._told :]) if line == self._line else list(events)
        thinking = asyncio.get_running_loop().run_in_executor(self._threads, self._decide, new, line)
        thinking.add_done_callback(_looked_at)
        starts = self._table is None and self.spec.partition(":")[0] in OWN_CODE
        patience = limit + STARTING if starts else limit
        try:
            done, _ = await asyncio.wait({thinking}, timeout=patience)
        except asyncio.CancelledError:
            self.interrupt()
            raise
        if done:
            return thinking.result()
        self.interrupt()
        await asyncio.wait({thinking}, timeout=STOPPING)
        raise _late(limit)

    def interrupt(self) -> None:
        """Ends its thinking, from any thread; does nothing if it does not think."""
        self._is_stopped = True
        if (agent := self._agent) is not None:
            agent.interrupt()

    def close(self) -> None:
        """Ends the agent and its process; may take a moment."""
        self._is_closed = True
        self.interrupt()
        is_free = self._lock.acquire(timeout=STOPPING)
        try:
            self._seating.__exit__(None, None, None)
            self._agent = self._table = None
        finally:
            if is_free:
                self._lock.release()

    def _decide(self, events: Sequence[Action], line: int) -> Action:
        with self._lock:
            if self._is_closed or self._is_stopped:
                raise StoppedMindError
            try:
                return self._decided(events, line)
            except BaseException as error:
                if self._is_stopped and not isinstance(error, IllegalActionError):
                    raise StoppedMindError from error
                if isinstance(error, StoppedError):
                    raise _late(self._limit) from error
                if isinstance(error, KeyboardInterrupt | MindError):
                    raise
                raise _failed(error) from error

    def _decided(self, events: Sequence[Action], line: int) -> Action:
        table = self._table
        if table is None or line != self._line or not self._made().is_ready:
            if table is not None and line == self._line:  # it was killed: `events` are the newest only
                events = [*table.state.events(), *events]
            table = self._seat(line)
        for event in events:
            table.apply(event)
            self._told += 1
        agent = table.agents[self.seat]
        agent.rng = self._chance.generator(f"seat {self.seat}", self._told)
        if isinstance(agent, ThinkingAgent):
            agent.stop = Stop()
        if self._is_stopped:
            raise StoppedMindError
        chosen = agent.choose(table.view(self.seat), table.state.legal_actions())
        action = Action.parse(chosen) if isinstance(chosen, str) else chosen
        if not isinstance(action, Action):
            raise MindError(f"chose {words_of(chosen, repr)}, which is not an action", "made no move")
        if (refusal := table.state.refusal(action)) is not None:
            raise IllegalActionError(f"{action}: {refusal}")
        return action

    def _seat(self, line: int) -> Table[State]:
        """The agent at the beginning of the game."""
        agent = self._made()
        agent.move_seconds = self._limit
        agent.begin(self._rules, self.seat, self._chance.generator(f"agent {self.seat}", 0))
        self._table = Table(State(self._rules, board=self._board), {self.seat: agent}, native=False)
        self._line, self._told = line, 0
        return self._table

    def _made(self) -> AnyAgent:
        if self._agent is None:
            (agent,) = self._seating.agents([self.spec], self._rules)
            if isinstance(agent, Absent):
                agent.begin(self._rules, self.seat, self._chance.generator("absent", 0))  # raises why
            self._agent = agent
        return self._agent


def _looked_at(thinking: asyncio.Future[Action]) -> None:
    """A decision that nobody waits for any more may fail."""
    if not thinking.cancelled():
        thinking.exception()


def _late(limit: float) -> MindError:
    words = f"did not decide within {limit:g} s"
    return MindError(words, words)


def _failed(error: BaseException) -> MindError:
    if isinstance(error, BotError):  # the process of an agent, which says what it did
        return MindError(one_line(words_of(error)))
    if isinstance(error, IllegalActionError | NotationError):
        return MindError(one_line(f"illegal move: {words_of(error)}"), "made an illegal move")
    return MindError(one_line(f"raised {Failure.of(error).described}"))
