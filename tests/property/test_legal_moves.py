"""What may be done: lists, masks, is_legal and apply agree; chance is exact; copies share nothing."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroad import catan
from longroad.errors import IllegalActionError
from property.random_games import draw_event, position, positions, rules, seeds, walk

GENERAL = catan.CODECS["general"]
#: All actions and outcomes but bundles.
EVERYTHING = [
    catan.Action.parse(text)
    for text in (
        *(
            "roll",
            "end",
            "buy card",
            "accept",
            "refuse",
            "cancel",
            "knight",
            "road building",
            "year of plenty",
        ),
        *(f"{kind} {r}" for kind in ("stole", "take", "discard", "monopoly") for r in catan.RESOURCES),
        *(f"dice {total}" for total in range(2, 13)),
        *(f"drew {card}" for card in catan.CARDS),
        *(f"robber h{h}" for h in range(19)),
        *(f"robber h{h} steal p{p}" for h in range(19) for p in range(4)),
        *(f"{kind} n{n}" for kind in ("settle", "city") for n in range(54)),
        *(f"road e{e}" for e in range(72)),
        *(f"trade {n} {a} for 1 {b}" for n in (2, 3, 4) for a in catan.RESOURCES for b in catan.RESOURCES),
        *(f"deal p{p}" for p in range(4)),
    )
]
games = settings(max_examples=40, deadline=None)


def outcome_of(state: catan.State, action: catan.Action) -> catan.State | None:
    """The position after an action, or None if it is refused; the state itself must not change."""
    after = state.copy()
    try:
        after.apply(action)
    except IllegalActionError:
        assert after.same_position(state), "a refused action changed the state"
        return None
    return after


@games
@given(rules(), seeds)
def test_every_decision_lists_actions_each_once_and_all_of_them_apply(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed, every=7):
        listed = state.legal_actions()
        assert len(set(listed)) == len(listed)
        assert bool(listed) == (state.actor is not None) == (not state.is_chance and not state.is_over)
        for action in listed:
            assert state.is_legal(action) and state.refusal(action) is None
            after = outcome_of(state, action)
            assert after is not None and not after.same_position(state)


@games
@given(rules(), seeds)
def test_is_legal_says_what_apply_does(rules: catan.Rules, seed: int) -> None:
    rng = Random(seed)
    for state in positions(rules, seed, every=11):
        for action in rng.sample(EVERYTHING, 40):
            legal = outcome_of(state, action) is not None
            assert state.is_legal(action) == legal
            assert (state.refusal(action) is None) == legal


@games
@given(rules(), seeds)
def test_what_is_legal_and_not_a_bundle_is_listed(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed, every=17):
        listed = {action for action, _ in state.chance_outcomes()} | set(state.legal_actions())
        assert [str(a) for a in EVERYTHING if state.is_legal(a) and a not in listed] == []


@games
@given(rules(), seeds)
def test_the_mask_marks_the_listed_actions_and_no_others(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed, every=7):
        mask = GENERAL.mask(state)
        indices = [GENERAL.index(state, action) for action in state.legal_actions()]
        assert sorted(np.flatnonzero(mask)) == sorted(indices)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_index_that_is_not_marked_stands_for_no_legal_action(players: int) -> None:
    rng = catan.Rng(0)

    @settings(max_examples=12, deadline=None)
    @given(rules(players=players, robber=True), seeds)
    def check(rules: catan.Rules, seed: int) -> None:
        for state in positions(rules, seed, every=13):
            if state.actor is None:
                continue
            mask = GENERAL.mask(state)
            for index in range(GENERAL.size):
                actions = GENERAL.expand(state, index, rng)
                legal = len(actions) == 1 and state.is_legal(actions[0])
                assert legal == mask[index], f"index {index} is {actions}"

    check()


@games
@given(rules(), seeds)
def test_chances_sum_to_one_and_are_all_possible(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed):
        outcomes = state.chance_outcomes()
        assert bool(outcomes) == state.is_chance
        if outcomes:
            assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-12
            assert all(chance > 0 and action.is_chance for action, chance in outcomes)
            assert len({action for action, _ in outcomes}) == len(outcomes)
            assert all(outcome_of(state, action) is not None for action, _ in outcomes)


@games
@given(rules(), seeds)
def test_chances_follow_the_dice_the_hand_and_the_deck(rules: catan.Rules, seed: int) -> None:
    rolled: list[int | None] = []
    for state, event in walk(rules, seed):
        if event is not None and event.kind == "dice":
            rolled.append(event.sum)
        if not state.is_chance:
            continue
        assert event is not None
        chances = [
            (action.sum, action.resource, action.card, chance) for action, chance in state.chance_outcomes()
        ]
        if state.phase == "dice":
            ways = {n: 6 - abs(n - 7) for n in range(2, 13)}
            if rules.dice_deck:  # without what was drawn since it was last whole
                drawn = rolled[len(rolled) // 36 * 36 :]
                ways = {n: left - drawn.count(n) for n, left in ways.items()}
            left = sum(ways.values())
            assert chances == [(n, None, None, pytest.approx(k / left)) for n, k in ways.items() if k]
        elif state.phase == "steal":
            assert event.player is not None
            hand = state.hand(event.player)
            assert chances == [(None, r, None, pytest.approx(n / sum(hand))) for r, n in enumerate(hand) if n]
        else:
            deck = state.deck
            assert chances == [(None, None, c, pytest.approx(n / sum(deck))) for c, n in enumerate(deck) if n]


@games
@given(rules(), seeds, st.integers(0, 400))
def test_sampling_draws_from_the_lists(rules: catan.Rules, seed: int, events: int) -> None:
    state = position(rules, seed, events)
    rng = catan.Rng(seed)
    if state.is_chance:
        assert {state.sample_chance(rng) for _ in range(40)} <= {
            action for action, _ in state.chance_outcomes()
        }
    else:
        with pytest.raises(IllegalActionError, match="phase"):
            state.sample_chance(rng)
    if state.actor is not None:
        assert {state.sample_action(rng) for _ in range(40)} <= set(state.legal_actions())
    else:
        with pytest.raises(IllegalActionError, match="phase"):
            state.sample_action(rng)


@games
@given(rules(), seeds, st.integers(0, 300))
def test_copies_are_independent(rules: catan.Rules, seed: int, events: int) -> None:
    state = position(rules, seed, events)
    copies = [state.copy() for _ in range(3)]
    with pytest.raises(IllegalActionError):
        copies[2].apply("accept" if state.phase != "respond" else "roll")
    record, rng = state.to_record(), Random(seed)
    for other in copies[:2]:
        for _ in range(20):
            if not other.is_over:
                other.apply(draw_event(other, rng))
    assert state.to_record() == record
    assert state.same_position(copies[2]) and copies[2].event_words() == state.event_words()
    for other in copies[:2]:
        replayed = catan.State.from_record(other.to_record())
        assert replayed.same_position(other)
    assert state.is_over or copies[0].event_words() != state.event_words()


@pytest.mark.parametrize(("players", "cap"), [(2, 1), (3, 7), (4, 40)])
def test_the_turn_cap_ends_a_game_that_nobody_wants_to_win(players: int, cap: int) -> None:
    state = catan.State(catan.Rules(players=players, turn_cap=cap, robber=False), seed=players)
    rng = catan.Rng(1)
    while not state.is_over:
        listed = {str(action) for action in state.legal_actions()}
        idle = [text for text in ("roll", "end") if text in listed]
        state.apply(
            idle[0] if idle else state.sample_chance(rng) if state.is_chance else state.sample_action(rng)
        )
    assert (state.turn, state.winner) == (cap, None)
    assert state.returns() == [0.0] * players
