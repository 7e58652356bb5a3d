"""Games in which at least one agent lives in Python."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from longroad.agents import Agent
from longroad.arena.signature import mixed
from longroad.catan import Rng, Rules, State
from longroad.errors import IllegalActionError, NotationError


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


@dataclass
class _Seat:
    agent: Agent
    number: int
    move_seconds: float | None
    seconds: float = 0.0
    decisions: int = field(default=0)

    def play(self, state: State) -> str | None:
        """Lets the agent make its move. Returns why it failed, or None."""
        view, actions = state.view(self.number, self.agent.open_hands), state.legal_actions()
        cpu, wall = time.thread_time(), time.perf_counter()
        try:
            action = self.agent.choose(view, actions)
        except (Exception, SystemExit) as error:
            return f"raised {type(error).__name__}: {error}"
        finally:
            self.seconds += time.thread_time() - cpu
            self.decisions += 1
        spent = time.perf_counter() - wall
        if self.move_seconds is not None and spent > self.move_seconds:
            return f"took {spent:.2f} s for a move; the limit is {self.move_seconds:g} s"
        try:
            state.apply(action)
        except IllegalActionError as error:
            return f"illegal action: {error}"
        except NotationError as error:
            return str(error)
        except TypeError:
            return f"chose {action!r}, which is no action"
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
    while not state.is_over and forfeit is None:
        if state.is_chance:
            state.apply(state.sample_chance(chance))
            continue
        actor = state.actor
        assert actor is not None
        turn = state.turn
        if (reason := seats[actor].play(state)) is not None:
            forfeit = (actor, f"{reason} (seat p{actor}, turn {turn})")
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
