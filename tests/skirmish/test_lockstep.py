"""The engine and the plain-Python reference play the same game."""

from __future__ import annotations

from random import Random

import pytest

from longroad import skirmish
from skirmish.random_games import draw_event
from skirmish.reference import Reference

GAMES, BATCHES = 400, 8


def drawn_rules(rng: Random) -> skirmish.Rules:
    if rng.random() < 0.5:
        return skirmish.Rules(hand_limit=rng.choice((5, 5, 25)))
    cards = list(skirmish.CARDS)
    return skirmish.Rules(
        hand_limit=rng.randrange(9),
        starting_hp=rng.randint(1, 60),
        turn_cap=rng.randint(1, 120),
        deck=tuple(rng.sample(cards, rng.randint(5, len(cards)))),
    )


def assert_same(state: skirmish.State, reference: Reference) -> None:
    assert (state.phase, state.turn, state.winner) == (reference.phase, reference.turn, reference.winner)
    assert {str(action) for action in state.legal_actions()} == reference.legal()
    assert {str(outcome) for outcome, _ in state.chance_outcomes()} == reference.outcomes()
    assert state.to_act == reference.waiting
    assert reference.phase == "over" or state.current == reference.me
    for player in range(2):
        assert state.hp(player) == reference.hp[player]
        assert set(state.hand(player)) == reference.hands[player]
        assert set(state.field(player)) == reference.fields[player]
        assert set(state.deck(player)) == reference.decks[player]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_lockstep(batch: int) -> None:
    rng = Random(batch)
    for _ in range(GAMES):
        rules = drawn_rules(rng)
        state = skirmish.State(rules)
        reference = Reference(rules.hand_limit, rules.starting_hp, rules.turn_cap, rules.deck)
        assert_same(state, reference)
        while not state.is_over:
            event = draw_event(state, rng)
            state.apply(event)
            reference.apply(str(event))
            assert_same(state, reference)
