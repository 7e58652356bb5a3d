"""Games in which at least one agent lives in Python."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from longroad.agents import Agent, Sighting, Table
from longroad.arena.signature import mixed
from longroad.catan import Action, Rng, Rules, State
from longroad.errors import IllegalActionError, NotationError

T = TypeVar("T")


@dataclass
class PythonGame:
    """A game as it was played, by seat."""

    state: State
    seconds: list[float]
    decisions: list[int]
    #: The seat whose agent failed, and why; the game ends there.
    forfeit: tuple[int, str] | None = None

    @property
    def winner(self) -> int | None:
        """The seat that won. After a forfeit the other one of two; of more players nobody."""
        if self.forfeit is None:
            return self.state.winner
        return 1 - self.forfeit[0] if self.state.players == 2 else None


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
    decisions: int = field(default=0)

    def decide(self, table: Table) -> Action:
        """The agent's move."""
        view, actions = table.view(self.number), table.state.legal_actions()
        self.decisions += 1
        return self._timed("for a move", lambda: self.agent.choose(view, actions))

    def observe(self, sighting: Sighting) -> None:
        """Tells the agent what happened."""
        self._timed("to observe", sighting.tell)

    def _timed(self, what: str, call: Callable[[], T]) -> T:
        cpu, wall = time.thread_time(), time.perf_counter()
        try:
            result = call()
        except (Exception, SystemExit) as error:
            raise _Forfeit(self.number, f"raised {type(error).__name__}: {error}") from error
        finally:
            self.seconds += time.thread_time() - cpu
        spent = time.perf_counter() - wall
        if self.move_seconds is not None and spent > self.move_seconds:
            limit = f"the limit is {self.move_seconds:g} s"
            raise _Forfeit(self.number, f"took {spent:.2f} s {what}; {limit}")
        return result


def _play_move(table: Table, seat: _Seat) -> list[Sighting]:
    action = seat.decide(table)
    try:
        return table.apply(action)
    except IllegalActionError as error:
        raise _Forfeit(seat.number, f"illegal action: {error}") from error
    except NotationError as error:
        raise _Forfeit(seat.number, str(error)) from error
    except TypeError as error:
        raise _Forfeit(seat.number, f"chose {action!r}, which is no action") from error


def _play_on(table: Table, seats: Sequence[_Seat], chance: Rng) -> tuple[int, str] | None:
    """Plays to the end, or until an agent fails: its seat and why."""
    state = table.state
    while not state.is_over:
        actor, turn = state.actor, state.turn
        try:
            if actor is None:
                seen = table.apply(state.sample_chance(chance))
            else:
                seen = _play_move(table, seats[actor])
            for sighting in seen:
                seats[sighting.player].observe(sighting)
        except _Forfeit as forfeit:
            return forfeit.seat, f"{forfeit.reason} (seat p{forfeit.seat}, turn {turn})"
    return None


def play_python_game(
    agents: Sequence[Agent],
    rules: Rules,
    board: str,
    chance: Rng,
    seed: int,
    block: int,
    rotation: int,
    move_seconds: float | None = None,
) -> PythonGame:
    """One game; rotation r seats agent (seat + r) mod n. An agent that raises, breaks the rules or takes too long forfeits it."""
    state = State(rules, board=board)
    n = rules.players
    seats = [_Seat(agents[(seat + rotation) % n], seat, move_seconds) for seat in range(n)]
    forfeit: tuple[int, str] | None = None
    for seat in seats:
        rng = Rng.stream((seed ^ 0x5851F42D4C957F2D) % 2**64, (block * 4 + rotation) * 4 + seat.number)
        try:
            seat.agent.begin(rules, seat.number, rng)
        except (Exception, SystemExit) as error:
            forfeit = forfeit or (seat.number, f"raised {type(error).__name__} before the game: {error}")
    if forfeit is None:
        table = Table(state, {seat.number: seat.agent for seat in seats})
        forfeit = _play_on(table, seats, chance)
    return PythonGame(state, [s.seconds for s in seats], [s.decisions for s in seats], forfeit)


def play_python_block(
    agents: Sequence[Agent],
    rules: Rules,
    seed: int,
    block: int,
    move_seconds: float | None = None,
    signature: int = 0,
) -> dict[str, Any]:
    """All rotations of one board: columns in the form of the native ``play_blocks``, and the final states."""
    n = rules.players
    games = []
    for rotation in range(n):
        chance = Rng.stream(seed % 2**64, block)  # draws the board, then the dice, as in native games
        board = rules.board_source.draw(chance)
        games.append(play_python_game(agents, rules, board, chance, seed, block, rotation, move_seconds))
    block_signature = 0
    for game in games:
        for word in game.state.event_words():
            block_signature = mixed(block_signature, word)
    winners = [(game.winner, rotation) for rotation, game in enumerate(games)]

    def by_agent(values: list[list[Any]], dtype: Any) -> Any:
        rows = [[row[(agent - r) % n] for agent in range(n)] for r, row in enumerate(values)]
        return np.array(rows, dtype=dtype)

    return {
        "winner": np.array([-1 if w is None else (w + r) % n for w, r in winners], dtype=np.int8),
        "winner_seat": np.array([-1 if w is None else w for w, _ in winners], dtype=np.int8),
        "turns": np.array([game.state.turn for game in games], dtype=np.int32),
        "rolls": np.array(
            [sum(e.kind == "dice" for e in game.state.events()) for game in games], dtype=np.int32
        ),
        "points": by_agent([[game.state.points(p) for p in range(n)] for game in games], np.uint8),
        "decisions": by_agent([game.decisions for game in games], np.int32),
        "seconds": by_agent([game.seconds for game in games], np.float32),
        "forfeits": {
            r: ((game.forfeit[0] + r) % n, game.forfeit[1])
            for r, game in enumerate(games)
            if game.forfeit is not None
        },
        "states": [game.state for game in games],
        "signature": mixed(signature, block_signature),
    }
