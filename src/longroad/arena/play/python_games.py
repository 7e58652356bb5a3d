"""Games in which at least one agent lives in Python."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from longroad._native import MatchSeeds
from longroad.agents import AnyAgent, Question, Sighting, Table
from longroad.errors import BotError, IllegalActionError, NotationError, StoppedError
from longroad.failures import MOST, Failure, one_line, words_of
from longroad.games import Rules, game_of

T = TypeVar("T")


@dataclass(frozen=True)
class Failed:
    """The seat whose agent failed, and why."""

    seat: int
    reason: str
    #: Of the agent's own files; empty if it raised nothing.
    traceback: str = ""
    #: Whether it answered with a move that it could not make.
    illegal: bool = False


class _Forfeit(Exception):
    """An agent loses the game."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(failed.reason)
        self.failed = failed


@dataclass
class _Seat:
    agent: AnyAgent
    number: int
    move_seconds: float | None
    seconds: float = 0.0
    decisions: int = 0
    #: The agent's native player in this game, if it decides outside Python.
    native: Any = None

    def failed(self, error: BaseException, before_game: bool = False) -> Failed:
        """What an exception of the agent means."""
        if isinstance(error, BotError):  # the process of an agent, which says what it did
            return Failed(self.number, one_line(words_of(error)), error.traceback)
        found = Failure.of(error)
        raised = f"{found.name} before the game: {found.words}" if before_game else found.described
        return Failed(self.number, one_line(f"raised {raised}"), found.traceback)

    def check_time(self, what: str, spent: float) -> None:
        """Raises _Forfeit if the agent took too long."""
        if self.move_seconds is not None and spent > self.move_seconds:
            limit = f"the limit is {self.move_seconds:g} s"
            raise _Forfeit(Failed(self.number, f"took {spent:.2f} s {what}; {limit}"))

    def timed(self, what: str, call: Callable[[], T]) -> T:
        """A call of the agent."""
        cpu, wall, elsewhere = time.thread_time(), time.perf_counter(), self.agent.cpu_seconds
        try:
            result = call()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if isinstance(error, StoppedError):  # by the clock
                self.check_time(what, time.perf_counter() - wall)
            raise _Forfeit(self.failed(error)) from error
        finally:
            self.seconds += time.thread_time() - cpu + self.agent.cpu_seconds - elsewhere
        self.check_time(what, time.perf_counter() - wall)
        return result


class PythonGame:
    """One game of a block; rotation r seats agent (seat + r) mod n. A pure function of its arguments, and the
    same as a native match plays if its agents decide alike.

    An agent that raises, breaks the rules or takes too long forfeits it. ``advance`` plays on until an agent
    is to decide that is asked about many games at once (``Agent.together``); ``answer`` takes its move.
    """

    def __init__(
        self,
        agents: Sequence[AnyAgent],
        rules: Rules,
        seed: int,
        block: int,
        rotation: int,
        move_seconds: float | None = None,
    ) -> None:
        n, game = rules.players, game_of(rules)
        self.rotation = rotation
        self._table: Table[Any] | None = None  # until all agents have begun
        seeds = MatchSeeds(seed % 2**64, block, rotation)
        chance = seeds.chance()
        self.state = game.start(rules, game.setup(rules).draw(chance))
        #: The game ends where an agent fails.
        self.failed: Failed | None = None
        self._seats = [_Seat(agents[(seat + rotation) % n], seat, move_seconds) for seat in range(n)]
        for seat in self._seats:
            seat.agent.move_seconds = move_seconds
            try:
                seat.agent.begin(rules, seat.number, seeds.seat(seat.number))
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                self.failed = self.failed or seat.failed(error, before_game=True)
        self._turn = 0
        if self.failed is not None:
            return
        if move_seconds is None:  # a limit holds for native agents, too: then they are asked one by one
            for seat in self._seats:
                seat.native = seat.agent.native_player
        seated = {seat.number: seat.agent for seat in self._seats}
        self._table = Table(self.state, seated, chance=chance, native=move_seconds is None)

    @property
    def winner(self) -> int | None:
        """The seat that won. After a forfeit the other one of two; of more players nobody."""
        if self.failed is None:
            return self.state.winner
        return 1 - self.failed.seat if self.state.players == 2 else None

    @property
    def decisions(self) -> list[int]:
        """Of each seat."""
        return [seat.decisions + self._made_natively(seat) for seat in self._seats]

    @property
    def seconds(self) -> list[float]:
        """CPU time of each seat's agent; 0 for native agents that draw."""
        return [seat.seconds + (seat.native.seconds if seat.native else 0.0) for seat in self._seats]

    def advance(self) -> Question[Any, Any, Any] | None:
        """Plays on until there is a question to be answered; None if the game has ended."""
        while self.failed is None and not self.state.is_over:
            try:
                if (question := self._step()) is not None:
                    return question
            except _Forfeit as forfeit:
                self._end(forfeit)
        return None

    def answer(self, answer: Any, cpu: float, wall: float) -> None:
        """Makes the move that was asked for. The times are the agent's."""
        assert self.state.actor is not None, "somebody was asked"
        seat = self._seats[self.state.actor]
        seat.decisions += 1
        seat.seconds += cpu
        try:
            if isinstance(answer, BaseException):
                raise _Forfeit(seat.failed(answer)) from answer
            seat.check_time("for a move", wall)
            self._move(seat, answer)
        except _Forfeit as forfeit:
            self._end(forfeit)

    def _made_natively(self, seat: _Seat) -> int:
        """Decisions of a seat that Python was not asked for."""
        if self._table is None:
            return 0
        made: int = seat.native.decisions if seat.native else self._table.skipped(seat.number)
        return made

    def _end(self, forfeit: _Forfeit) -> None:
        failed = forfeit.failed
        moment = f" (seat p{failed.seat}, turn {self._turn})"
        self.failed = replace(failed, reason=one_line(failed.reason, MOST - len(moment)) + moment)

    def _step(self) -> Question[Any, Any, Any] | None:
        """What native players and chance do up to the next decision, and that decision; a question if it must
        be asked elsewhere."""
        assert self._table is not None, "the game was begun"
        actor = self._run(self._table)
        self._turn = self.state.turn
        if actor is None:
            return None
        seat, view, actions = self._seats[actor], self._table.view(actor), self.state.legal_actions()
        if seat.agent.together is not None:
            return Question(seat.agent, view, actions)
        seat.decisions += 1
        self._move(seat, seat.timed("for a move", lambda: seat.agent.choose(view, actions)))
        return None

    def _run(self, table: Table[Any]) -> int | None:
        try:
            return table.run(self._tell)
        except _Forfeit:
            raise
        except Exception as error:  # of a native player
            who = self.state.current if self.state.actor is None else self.state.actor
            raise _Forfeit(self._seats[who].failed(error)) from error

    def _move(self, seat: _Seat, action: Any) -> None:
        assert self._table is not None, "somebody was asked"
        try:
            self._table.apply(action, self._tell)
        except IllegalActionError as error:
            raise _illegal(seat, f"illegal action: {words_of(error)}") from error
        except NotationError as error:
            raise _illegal(seat, words_of(error)) from error
        except _Forfeit:  # of an agent that was told
            raise
        except Exception as error:
            raise _illegal(seat, f"chose {words_of(action, repr)}, which is not an action") from error

    def _tell(self, sighting: Sighting) -> None:
        self._turn = sighting.after.turn
        self._seats[sighting.player].timed("to observe", sighting.tell)


def _illegal(seat: _Seat, reason: str) -> _Forfeit:
    return _Forfeit(Failed(seat.number, reason, illegal=True))
