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


@pytest.mark.parametrize("players", [2, 4])
def test_the_offers_made_in_a_turn_are_kept(players: int) -> None:
    rules = Rules(players=players, offers_per_turn=2, turn_cap=60)
    offered = 0
    for state in decisions(rules, seed=2):
        if state.phase in ("respond", "choose"):
            continue
        again = Position.of(state).state(rules, state.board)
        assert again == state and again.legal_actions() == state.legal_actions()
        offered += state.offers_made > 0
    assert offered > 10


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
        ({"settlements": ((0,), ()), "cities": ((0,), ())}, "a settlement and a city of p0"),
        ({"settlements": ((0, 2, 4, 6, 8, 10), ())}, "settlements of p0: more than 5"),
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
        ({"rolled": False}, "rolled: the dice were rolled in phase 'main'"),
        ({"phase": "before roll"}, "rolled: the dice were not rolled yet in phase 'before roll'"),
        ({"last_roll": 0}, "last_roll: the dice were rolled this turn"),
        ({"phase": "discard", "left": 1, "last_roll": 8}, "last_roll: a seven was rolled this turn"),
        ({"phase": "robber", "last_roll": 8, "card_played": False}, "card_played: a knight was played"),
        ({"phase": "free roads", "left": 1, "card_played": False}, "card_played: a development card"),
        ({"phase": "plenty", "left": 1, "card_played": False}, "card_played: a development card"),
        ({"offers_made": 1}, "offers_made: must be between 0 and 0 by the rules"),
        ({"offers_made": -1}, "offers_made: must be between 0 and 0 by the rules"),
        ({"turn": 5000}, "turn: the game is over, the rules end it after turn 5000"),
        (
            {"turn": 0, "phase": "before roll", "rolled": False, "last_roll": 8},
            "last_roll: nobody has rolled",
        ),
    ],
)
def test_numbers_that_contradict_each_other_are_refused(changes: dict[str, Any], why: str) -> None:
    state, position = middle()
    with pytest.raises(PositionError, match=why):
        position.replace(**changes).state(state.rules, state.board)


def test_only_a_discard_is_another_players_decision() -> None:
    state, position = middle()
    other = 1 - position.current
    with pytest.raises(PositionError, match="only a discard is another player's"):
        position.replace(actor=other).state(state.rules, state.board)
    hands = [list(hand) for hand in position.hands]
    hands[other] = [count + more for count, more in zip(hands[other], position.bank, strict=True)]
    asked = position.replace(
        hands=tuple(map(tuple, hands)), bank=(0,) * 5, phase="discard", actor=other, left=1, last_roll=7
    )
    assert asked.state(state.rules, state.board).actor == other


def test_no_offers_before_the_dice() -> None:
    rules = Rules(players=2, offers_per_turn=2)
    state = next(state for state in decisions(rules, seed=1) if state.phase == "before roll")
    with pytest.raises(PositionError, match="offers_made: no offers are made before the dice"):
        Position.of(state).replace(offers_made=1).state(rules, state.board)


def test_a_phase_in_which_nothing_can_be_done_is_refused() -> None:
    rules = Rules(players=2, offers_per_turn=0, bank=9)
    state = next(state for state in decisions(rules, seed=1) if state.phase == "main")
    position = Position.of(state).replace(card_played=True)
    asked = position.replace(phase="plenty", left=2)
    asked.state(rules, state.board)
    with pytest.raises(PositionError, match="bank: it is empty, there is nothing to take in phase 'plenty'"):
        asked.replace(bank=(0,) * 5, hands=((9,) * 5, (0,) * 5)).state(rules, state.board)
    asked = position.replace(phase="free roads", left=2)
    asked.state(rules, state.board)
    free = [path for path in range(72) if path not in position.roads[1]]
    spent = asked.replace(current=0, actor=0, bought=(0,) * 5, roads=(tuple(free[:15]), position.roads[1]))
    with pytest.raises(PositionError, match="phase 'free roads': p0 has no road left to build"):
        spent.state(rules, state.board)
    with pytest.raises(PositionError, match=r"phase 'free roads': p\d has no place for a road"):
        asked.replace(roads=((), ()), settlements=((), ()), cities=((), ())).state(rules, state.board)


def test_without_a_robber_nobody_moves_it_or_discards() -> None:
    rules = Rules(players=2, offers_per_turn=0, robber=False)
    state = next(state for state in decisions(rules, seed=1) if state.phase == "main")
    position = Position.of(state).replace(last_roll=7)
    for phase, left in (("robber", 0), ("discard", 1)):
        with pytest.raises(PositionError, match=f"phase '{phase}': the rules have no robber"):
            position.replace(phase=phase, left=left).state(rules, state.board)


def test_a_finished_game_is_refused() -> None:
    state, position = middle()
    points = state.points(position.current)
    rules = [Rules(players=2, offers_per_turn=0, target_points=target) for target in (points, points + 1)]
    position.state(rules[1], state.board)
    with pytest.raises(PositionError, match=f"over: p{position.current} has the turn and {points} points"):
        position.state(rules[0], state.board)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"rolled": True}, "rolled"),
        ({"card_played": True}, "card_played"),
        ({"offers_made": 1}, "offers_made"),
        ({"turn": 3}, "turn"),
        ({"last_roll": 8}, "last_roll"),
        ({"left": 1}, "left"),
    ],
)
def test_no_turn_has_begun_in_the_set_up(changes: dict[str, Any], field: str) -> None:
    state = State(Rules(players=2), seed=1)
    with pytest.raises(PositionError, match=f"{field}: nothing of a turn has happened yet in the set-up"):
        Position.of(state).replace(**changes).state(state.rules, state.board)


def test_a_road_of_the_set_up_needs_a_free_path() -> None:
    state = State(Rules(players=4), seed=1)
    for _ in range(6):
        state.apply(state.legal_actions()[0])
    state.apply("settle n23")
    first, second, third = (int(str(action).removeprefix("road e")) for action in state.legal_actions())
    position = Position.of(state)
    position.replace(roads=((first,), (second,), (0,), ())).state(state.rules, state.board)
    with pytest.raises(PositionError, match="roads: no path at the new settlement is free"):
        position.replace(roads=((first,), (second,), (third,), ())).state(state.rules, state.board)
