"""Counting the sequences of events from a position, in the engine and in the reference.

An event is a listed legal action or an outcome of chance. ``count(state, d)`` is the number of sequences of
exactly ``d`` events; a game that ends earlier adds nothing. It is the number of leaves at depth ``d`` of the
game's tree, the "perft" of chess programmers: one wrong move anywhere in the tree shows in the count.
"""

from __future__ import annotations

import copy
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from longroad import catan
from reference.game import Game

DATA = Path(__file__).with_name("positions.json")


@dataclass
class Position:
    """A position as rules, board and events, and the number of sequences of 1, 2, 3, ... events from it."""

    name: str
    about: str
    rules: dict[str, Any]
    board: str
    events: str
    leaves: list[int] = field(default_factory=list)

    def state(self) -> catan.State:
        """The position in the engine."""
        state = catan.State(catan.Rules.from_dict(self.rules), board=self.board)
        for text in filter(None, self.events.split("; ")):
            state.apply(text)
        return state

    def game(self) -> Game:
        """The position in the reference."""
        game = Game(**{"offers_per_turn": 10, **self.rules}, board=self.board)
        for text in filter(None, self.events.split("; ")):
            game.apply(text)
        return game


def read_positions() -> list[Position]:
    return [Position(**entry) for entry in json.loads(DATA.read_text(encoding="utf-8"))]


def positions_text(positions: list[Position]) -> str:
    return json.dumps([asdict(position) for position in positions], indent=1) + "\n"


def count(state: catan.State, depth: int) -> int:
    """The sequences of ``depth`` (at least 1) events in the engine."""
    events = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance else state.legal_actions()
    if depth == 1:
        return len(events)
    total = 0
    for event in events:
        after = state.copy()
        after.apply(event)
        total += count(after, depth - 1)
    return total


def count_in_reference(game: Game, depth: int) -> int:
    """The same in the reference, some hundred times slower."""
    events = list(game.chance_outcomes()) or game.legal_actions()
    if depth == 1:
        return len(events)
    total = 0
    for text in events:
        after = copy.deepcopy(game, {id(game.board): game.board})
        after.apply(text)
        total += count_in_reference(after, depth - 1)
    return total
