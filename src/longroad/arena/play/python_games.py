"""Games in which at least one agent lives in Python."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from longroad._native import MatchSeeds
from longroad.agents import AnyAgent, Question, Sighting, Table
from longroad.errors import IllegalActionError, NotationError
from longroad.failures import MOST, described, one_line, words_of
from longroad.games import Rules, game_of

T = TypeVar("T")


class _Forfeit(Exception):
    """Why an agent loses the game, and its seat."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat, self.reason = seat, reason


@dataclass
class _Seat:
    agent: AnyAgent
    number: int
    move_seconds: float | None
    seconds: float = 0.0
    decisions: int = 0
    #: The agent's native player in this game, if it decides outside Python.
    native: Any = None

    def failed(self, error: BaseException) -> _Forfeit:
        """What an exception of the agent means."""
        return _Forfeit(self.number, f"raised {described(error)}")

    def check_time(self, what: str, spent: float) -> None:
        """Raises _Forfeit if the agent took too long."""
        if self.move_seconds is not None and spent > self.move_seconds:
            limit = f"the limit is {self.move_seconds:g} s"
            raise _Forfeit(self.number, f"took {spent:.2f} s {what}; {limit}")

    def timed(self, what: str, call: Callable[[], T]) -> T:
        """A call of the agent."""
        cpu, wall = time.thread_time(), time.perf_counter()
        try:
            result = call()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self.failed(error) from error
        finally:
            self.seconds += time.thread_time() - cpu
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
        #: The seat whose agent failed, and why; the game ends there.
        self.forfeit: tuple[int, str] | None = None
        self._seats = [_Seat(agents[(seat + rotation) % n], seat, move_seconds) for seat in range(n)]
        for seat in self._seats:
            seat.agent.move_seconds = move_seconds
            try:
                seat.agent.begin(rules, seat.number, seeds.seat(seat.number))
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                reason = one_line(f"raised {type(error).__name__} before the game: {words_of(error)}")
                self.forfeit = self.forfeit or (seat.number, reason)
        self._turn = 0
        if self.forfeit is not None:
            return
        if move_seconds is None:  # a limit holds for native agents, too: then they are asked one by one
            for seat in self._seats:
                seat.native = seat.agent.native_player
        seated = {seat.number: seat.agent for seat in self._seats}
        self._table = Table(self.state, seated, chance=chance, native=move_seconds is None)

    @property
    def winner(self) -> int | None:
        """The seat that won. After a forfeit the other one of two; of more players nobody."""
        if self.forfeit is None:
            return self.state.winner
        return 1 - self.forfeit[0] if self.state.players == 2 else None

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
        while self.forfeit is None and not self.state.is_over:
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
                raise seat.failed(answer) from answer
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
        moment = f" (seat p{forfeit.seat}, turn {self._turn})"
        self.forfeit = (forfeit.seat, one_line(forfeit.reason, MOST - len(moment)) + moment)

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
            raise self._seats[who].failed(error) from error

    def _move(self, seat: _Seat, action: Any) -> None:
        assert self._table is not None, "somebody was asked"
        try:
            self._table.apply(action, self._tell)
        except IllegalActionError as error:
            raise _Forfeit(seat.number, f"illegal action: {words_of(error)}") from error
        except NotationError as error:
            raise _Forfeit(seat.number, words_of(error)) from error
        except _Forfeit:  # of an agent that was told
            raise
        except Exception as error:
            raise _Forfeit(seat.number, f"chose {words_of(action, repr)}, which is not an action") from error

    def _tell(self, sighting: Sighting) -> None:
        self._turn = sighting.after.turn
        self._seats[sighting.player].timed("to observe", sighting.tell)
