"""Positions in plain numbers, and the states that hold them."""

from __future__ import annotations

from typing import Any

import pytest

from longroad.catan import Position, Rng, Rules, State
from longroad.errors import PositionError


def decisions(rules: Rules, seed: int) -> list[State]:
    """The decisions of a random game."""
    state, rng, found = State(rules, seed=seed), Rng(seed), []
    while not state.is_over:
        if not state.is_chance:
            found.append(state.copy())
        state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("starting_settlements", [2, 3])
def test_a_state_is_made_again_from_its_position(players: int, starting_settlements: int) -> None:
    rules = Rules(
        players=players, offers_per_turn=0, starting_settlements=starting_settlements, board="random"
    )
    for seed in range(3):
        for state in decisions(rules, seed):
            again = Position.of(state).state(rules, state.board)
            assert again == state
            assert again.legal_actions() == state.legal_actions()
            assert not again.has_history


def test_played_cards_are_counted_from_the_events() -> None:
    last = decisions(Rules(players=3, offers_per_turn=0), seed=4)[-1]
    position = Position.of(last)
    assert [played[0] for played in position.played] == [last.knights(seat) for seat in range(3)]
    used = [sum(column) for column in zip(last.deck, *position.cards, *position.played, strict=True)]
    assert used == [14, 5, 2, 2, 2]


def middle() -> tuple[State, Position]:
    states = decisions(Rules(players=2, offers_per_turn=0), seed=1)
    state = next(state for state in states[len(states) // 2 :] if state.phase == "main")
    return state, Position.of(state)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"hands": ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0))}, "19 cards a resource"),
        ({"hands": ((99, 0, 0, 0, 0), (0, 0, 0, 0, 0))}, "between 0 and 50"),
        ({"settlements": ((0, 1), ())}, "neighbouring"),
        ({"settlements": ((0, 0), ())}, "twice"),
        ({"settlements": ((0,), (0,)), "cities": ((), ())}, "one intersection"),
        ({"settlements": ((54,), ())}, "there is no n54"),
        ({"roads": ((72,), ())}, "there is no e72"),
        ({"roads": ((3,), (3,))}, "one path"),
        ({"roads": (tuple(range(16)), ())}, "more than 15"),
        ({"deck": (14, 14, 0, 0, 0)}, "more development cards"),
        ({"bought": (9, 0, 0, 0, 0)}, "not held"),
        ({"phase": "dice"}, "cannot be set up"),
        ({"phase": "respond"}, "cannot be set up"),
        ({"phase": "lunch"}, "no phase 'lunch'"),
        ({"phase": "free roads", "left": 3}, "1 or 2"),
        ({"phase": "discard", "left": 200}, "more to discard"),
        ({"phase": "setup road"}, "set-up"),
        ({"left": 1}, "nothing is left"),
        ({"actor": 7}, "no such player"),
        ({"current": -1}, "no such player"),
        ({"longest_road": 2}, "special card"),
        ({"robber": 19}, "no hex"),
        ({"turn": -1}, "no such turn"),
        ({"last_roll": 1}, "no such roll"),
        ({"hands": ((0, 0, 0, 0, 0),)}, "not 2 players"),
    ],
)
def test_numbers_that_contradict_each_other_are_refused(changes: dict[str, Any], why: str) -> None:
    state, position = middle()
    with pytest.raises(PositionError, match=why):
        position.replace(**changes).state(state.rules, state.board)
