"""Games in which at least one agent lives in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from longroad.agents import Agent
from longroad.arena.signature import mixed
from longroad.catan import Rng, Rules, State
from longroad.errors import IllegalActionError


def play_python_game(
    agents: Sequence[Agent], rules: Rules, board: str, chance: Rng, seed: int, block: int, rotation: int
) -> State:
    """One game; rotation r seats agent (seat + r) mod n."""
    state = State(rules, board=board)
    seats = [agents[(seat + rotation) % rules.players] for seat in range(rules.players)]
    for seat, agent in enumerate(seats):
        agent.begin(
            rules, seat, Rng.stream((seed ^ 0x5851F42D4C957F2D) % 2**64, (block * 4 + rotation) * 4 + seat)
        )
    while not state.is_over:
        if state.is_chance:
            state.apply(state.sample_chance(chance))
        else:
            actor = state.actor
            assert actor is not None
            _play(state, seats[actor], actor)
    return state


def _play(state: State, agent: Agent, seat: int) -> None:
    try:
        state.apply(agent.choose(state.view(seat), state.legal_actions()))
    except IllegalActionError as error:
        raise IllegalActionError(
            f"{type(agent).__name__} in seat p{seat}, turn {state.turn}: {error}"
        ) from error


def play_python_block(agents: Sequence[Agent], rules: Rules, seed: int, block: int) -> dict[str, Any]:
    """All rotations of one board, in the form of the native ``play_blocks``."""
    n = rules.players
    board = State(rules, seed=Rng.stream(seed % 2**64, block).next()).board_text
    games = [
        play_python_game(agents, rules, board, Rng.stream(seed % 2**64, block), seed, block, rotation)
        for rotation in range(n)
    ]
    winners = [(game.winner, rotation) for rotation, game in enumerate(games)]
    signature = 0
    for game in games:
        for word in game.event_words():
            signature = mixed(signature, word)
    return {
        "winner": np.array([-1 if w is None else (w + r) % n for w, r in winners], dtype=np.int8),
        "winner_seat": np.array([-1 if w is None else w for w, _ in winners], dtype=np.int8),
        "turns": np.array([game.turn for game in games], dtype=np.int32),
        "rolls": np.array([sum(e.kind == "dice" for e in game.events()) for game in games], dtype=np.int32),
        "points": np.array(
            [[game.points((a - r) % n) for a in range(n)] for r, game in enumerate(games)], dtype=np.uint8
        ),
        "signature": signature,
    }
