"""Games in which at least one agent lives in Python."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from longroad._native import SeatedGame
from longroad.agents import Agent, Question, Sighting, Table
from longroad.catan import Action, Rng, Rules, State
from longroad.errors import IllegalActionError, NotationError

T = TypeVar("T")


class _Forfeit(Exception):
    """Why an agent loses the game, and its seat."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat, self.reason = seat, reason


@dataclass
class _Seat:
    agent: Agent
    number: int
    move_seconds: float | None
    seconds: float = 0.0
    decisions: int = 0

    def failed(self, error: BaseException) -> _Forfeit:
        """What an exception of the agent means."""
        return _Forfeit(self.number, f"raised {type(error).__name__}: {error}")

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
        except (Exception, SystemExit) as error:
            raise self.failed(error) from error
        finally:
            self.seconds += time.thread_time() - cpu
        self.check_time(what, time.perf_counter() - wall)
        return result


class PythonGame:
    """One game of a block; rotation r seats agent (seat + r) mod n. A pure function of its arguments.

    An agent that raises, breaks the rules or takes too long forfeits it. ``advance`` plays on until an agent
    is to decide that is asked about many games at once (``Agent.together``); ``answer`` takes its move.
    """

    def __init__(
        self,
        agents: Sequence[Agent],
        rules: Rules,
        seed: int,
        block: int,
        rotation: int,
        move_seconds: float | None = None,
    ) -> None:
        n = rules.players
        self.rotation = rotation
        self._chance = Rng.stream(seed % 2**64, block)  # draws the board, then the dice, as in native games
        self.state = State(rules, board=rules.board_source.draw(self._chance))
        #: The seat whose agent failed, and why; the game ends there.
        self.forfeit: tuple[int, str] | None = None
        self._seats = [_Seat(agents[(seat + rotation) % n], seat, move_seconds) for seat in range(n)]
        for seat in self._seats:
            rng = Rng.stream((seed ^ 0x5851F42D4C957F2D) % 2**64, (block * 4 + rotation) * 4 + seat.number)
            try:
                seat.agent.begin(rules, seat.number, rng)
            except (Exception, SystemExit) as error:
                reason = f"raised {type(error).__name__} before the game: {error}"
                self.forfeit = self.forfeit or (seat.number, reason)
        self._native = self._seated() if self.forfeit is None and move_seconds is None else None
        self._table = Table(self.state, {seat.number: seat.agent for seat in self._seats})
        self._turn = 0

    @property
    def winner(self) -> int | None:
        """The seat that won. After a forfeit the other one of two; of more players nobody."""
        if self.forfeit is None:
            return self.state.winner
        return 1 - self.forfeit[0] if self.state.players == 2 else None

    @property
    def decisions(self) -> list[int]:
        """Of each seat."""
        counts = [seat.decisions for seat in self._seats]
        if self._native is not None:
            for seat in self._seats:
                player = seat.agent.native_player
                counts[seat.number] += self._native.skipped(seat.number) + (player.decisions if player else 0)
        return counts

    @property
    def seconds(self) -> list[float]:
        """CPU time of each seat's agent; 0 for native agents that draw."""
        players = [seat.agent.native_player if self._native else None for seat in self._seats]
        return [
            seat.seconds + (player.seconds if player else 0.0)
            for seat, player in zip(self._seats, players, strict=True)
        ]

    def advance(self) -> Question | None:
        """Plays on until there is a question to be answered; None if the game has ended."""
        state = self.state
        while self.forfeit is None and not state.is_over:
            try:
                if (question := self._step()) is not None:
                    return question
            except _Forfeit as forfeit:
                self._end(forfeit)
        return None

    def answer(self, answer: Action | BaseException, cpu: float, wall: float) -> None:
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

    def _end(self, forfeit: _Forfeit) -> None:
        self.forfeit = (forfeit.seat, f"{forfeit.reason} (seat p{forfeit.seat}, turn {self._turn})")

    def _seated(self) -> SeatedGame | None:
        """Lets chance and native players run outside Python; not if an agent wants to be told of everything
        here."""
        agents = [seat.agent for seat in self._seats]
        if any(agent.follows and agent.native_player is None for agent in agents):
            return None
        return SeatedGame(
            self.state,
            self._chance,
            [agent.native_player for agent in agents],
            [agent.rng if agent.native_player else None for agent in agents],
            [agent.skips_forced for agent in agents],
        )

    def _step(self) -> Question | None:
        """One event, or what native players and chance do up to the next decision; a question if it must be
        asked elsewhere."""
        state = self.state
        if self._native is not None:
            self._run(self._native)
        self._turn, actor = state.turn, state.actor
        if state.is_over:
            return None
        if actor is None:
            self._happen(state.sample_chance(self._chance))
            return None
        seat = self._seats[actor]
        view = self._table.view(actor)
        if seat.agent.together is not None:
            return Question(seat.agent, view)
        seat.decisions += 1
        actions = state.legal_actions()
        self._move(seat, seat.timed("for a move", lambda: seat.agent.choose(view, actions)))
        return None

    def _run(self, native: SeatedGame) -> None:
        try:
            native.run()
        except Exception as error:
            who = self.state.current if self.state.actor is None else self.state.actor
            raise self._seats[who].failed(error) from error

    def _move(self, seat: _Seat, action: Action) -> None:
        try:
            self._happen(action)
        except IllegalActionError as error:
            raise _Forfeit(seat.number, f"illegal action: {error}") from error
        except NotationError as error:
            raise _Forfeit(seat.number, str(error)) from error
        except TypeError as error:
            raise _Forfeit(seat.number, f"chose {action!r}, which is no action") from error

    def _happen(self, event: Action) -> None:
        if self._native is not None:
            self._native.apply(event)
            return
        for sighting in self._table.apply(event):
            self._tell(sighting)

    def _tell(self, sighting: Sighting) -> None:
        self._seats[sighting.player].timed("to observe", sighting.tell)
