"""The option dice_deck: rolls are drawn from the 36 rolls of two dice, each once, until none is left."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from longroad import catan
from longroad.catan import Belief, Position, Rng, Rules, State, VectorEnv, View
from longroad.errors import PositionError
from rules.table import Table

FULL = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
DECK = Rules(players=3, offers_per_turn=0, dice_deck=True, turn_cap=120)


def chances(state: State) -> dict[int, float]:
    return {int(action.sum or 0): p for action, p in state.chance_outcomes()}


def pass_turn(t: Table, dice: int) -> Table:
    """A turn with this roll in which nothing else is done."""
    t.play("roll", f"dice {dice}")
    while t.phase != "main":
        t.play(min(t.legal()) if not t.is_chance else str(t.chance_outcomes()[0][0]))
    return t.play("end")


def walk(rules: Rules, seed: int) -> list[State]:
    """The positions of a random game."""
    state, rng, found = State(rules, seed=seed), Rng(seed), []
    while not state.is_over:
        found.append(state.copy())
        state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
    return [*found, state]


def test_the_deck_holds_every_roll_of_two_dice() -> None:
    assert State(DECK).dice_deck == FULL
    assert State(Rules()).dice_deck is None


def test_chances_are_those_of_the_rolls_left() -> None:
    t = Table(dice_deck=True).play("roll")
    assert chances(t) == {total: float(Fraction(n, 36)) for total, n in enumerate(FULL, start=2)}
    t.play("dice 2; end; roll")
    assert t.dice_deck == (0, *FULL[1:])
    assert chances(t) == {total: float(Fraction(n, 35)) for total, n in enumerate(FULL[1:], start=3)}


def test_a_roll_that_is_not_left_cannot_come() -> None:
    t = Table(dice_deck=True).play("roll; dice 12; end; roll")
    t.refused("dice 12", "no 12 is left in the dice deck")
    t.play("dice 11")
    assert t.dice_deck == (*FULL[:9], 1, 0)


def test_the_last_roll_is_certain_and_then_all_are_shuffled_in_again() -> None:
    t = Table(dice_deck=True, discard_limit=250, target_points=20)
    rolls = [total for total, n in enumerate(FULL, start=2) for _ in range(n)]
    for left, total in zip(range(36, 0, -1), rolls, strict=True):
        assert t.dice_deck is not None and sum(t.dice_deck) == left
        if left == 1:
            t.play("roll")
            assert chances(t) == {12: 1.0}
            t.play("dice 12; end")
        else:
            pass_turn(t, total)
    assert t.dice_deck == FULL and t.turn == 36


def test_every_36_rolls_of_a_game_are_the_36_rolls_of_two_dice() -> None:
    whole = 0
    for seed in range(6):
        end = walk(DECK.replace(turn_cap=150), seed)[-1]
        rolls = [event.sum for event in end.events() if event.kind == "dice"]
        for first in range(0, len(rolls) - 35, 36):
            counted = Counter(rolls[first : first + 36])
            assert [counted[total] for total in range(2, 13)] == list(FULL)
            whole += 1
    assert whole > 15


def test_it_is_drawn_evenly() -> None:
    state = Table(dice_deck=True)
    for total in (7, 7, 7, 7, 2, 12):
        pass_turn(state, total)
    state.play("roll")
    rng, counted = Rng(5), Counter[int | None]()
    for _ in range(30_000):
        counted[state.sample_chance(rng).sum] += 1
    expected = chances(state)
    assert set(counted) == set(expected) and 2 not in counted and len(expected) == 9
    for total, probability in expected.items():
        assert counted[total] / 30_000 == pytest.approx(probability, abs=0.012)


def test_everybody_sees_it() -> None:
    for state in walk(DECK, 3)[::17]:
        for player in range(3):
            assert View(state, player).dice_deck == state.dice_deck


def test_positions_that_differ_in_the_deck_alone_differ() -> None:
    one, other = Table(dice_deck=True), Table(dice_deck=True)
    pass_turn(pass_turn(one, 12), 11)
    pass_turn(pass_turn(other, 11), 11)
    position = Position.of(one).replace(dice_deck=other.dice_deck)
    assert position.state(one.rules, one.board) == other != one


def test_positions_records_and_views_keep_it() -> None:
    for state in walk(DECK, 4)[::11]:
        assert State.from_record(state.to_record()) == state
        if not state.is_chance and not state.is_over:
            again = Position.of(state).state(DECK, state.board)
            assert again == state and again.dice_deck == state.dice_deck


def test_determinized_positions_have_it() -> None:
    state, rng, draws = State(DECK, seed=5), Rng(5), Rng(6)
    belief = Belief()
    for _ in range(400):
        before = state.view(1)
        event = state.sample_chance(rng) if state.is_chance else state.sample_action(rng)
        seen = state.seen_by(event, 1)
        state.apply(event)
        belief.observe(before, seen, state.view(1))
        if state.is_over:
            break
        assert belief.sample(state.view(1), draws).dice_deck == state.dice_deck
    assert state.dice_deck != FULL


def test_saved_games_of_many_go_on_with_it() -> None:
    def rolled(env: VectorEnv) -> list[bytes]:
        seen = []
        for _ in range(600):
            env.step(env.sample())
            seen.append(env.observation.tobytes())
        return seen

    one, other = (VectorEnv(DECK, games=4, seed=seed) for seed in (1, 2))
    rolled(one)
    saved = one.save()
    other.restore(saved)
    assert rolled(one) == rolled(other)
    with pytest.raises(ValueError, match="other rules"):
        VectorEnv(DECK.replace(dice_deck=False), games=4, seed=1).restore(np.array(saved))


WRONG = [
    (None, "11 counts are needed"),
    ((1,) * 10, "11 counts are needed"),
    ((*FULL[:10], 2), "rolls of 12 must be between 0 and 1"),
    ((-1, *FULL[1:]), "rolls of 2 must be between 0 and 1"),
    ((0,) * 11, "it is empty"),
    ((*FULL[:5], 6, *FULL[6:9], 1, 1), "the last roll is still in it"),
]


@pytest.mark.parametrize(("deck", "why"), WRONG)
def test_a_position_with_an_impossible_deck_is_refused(deck: tuple[int, ...] | None, why: str) -> None:
    t = Table(dice_deck=True).play("roll; dice 7; robber h2")
    position = Position.of(t)
    assert position.state(t.rules, t.board) == t
    with pytest.raises(PositionError, match=f"dice_deck: .*{why}"):
        position.replace(dice_deck=deck).state(t.rules, t.board)


def test_a_deck_is_whole_before_the_first_roll_and_absent_without_the_option() -> None:
    t = Table(dice_deck=True)
    with pytest.raises(PositionError, match="dice_deck: nobody has rolled yet"):
        Position.of(t).replace(dice_deck=(0, *FULL[1:])).state(t.rules, t.board)
    plain = Table()
    with pytest.raises(PositionError, match="dice_deck: the rules have none"):
        Position.of(plain).replace(dice_deck=FULL).state(plain.rules, plain.board)


def test_the_official_dice_are_as_before() -> None:
    t = Table().play("roll; dice 12; end; roll; dice 12; end; roll")
    assert chances(t)[12] == 1 / 36
    assert catan.Rules().dice_deck is False
