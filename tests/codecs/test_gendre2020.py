"""The codec of Gendre & Kaneko against its table: 335 entries, and discards named by the four cards that are
kept."""

from __future__ import annotations

from itertools import product
from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from longroad import catan
from longroad.catan import RESOURCES, Action
from property.random_games import choose, positions, rules, seeds

CODEC = catan.CODECS["gendre2020"]
PRESET = catan.Rules.preset("gendre2020")
NEVER = [*range(311, 315), *range(316, 320), *range(332, 335)]
KEEP = 220
KEPT = [(*four, 4 - sum(four)) for four in product(range(5), repeat=4) if sum(four) <= 4]
fitting = rules(players=2, offers_per_turn=0, discard_limit=6)
Hand = tuple[int, ...]


def table(state: catan.State) -> dict[int, str]:
    """The meaning of every entry that is one action, as text, written down from the codec's table."""
    assert state.actor is not None
    access = state.harbor_access(state.actor)
    rates = [2 if r in access else 3 if 5 in access else 4 for r in range(5)]
    pairs = [(give, get) for give, get in product(range(5), repeat=2) if give != get]
    entries = {h: f"robber h{h} steal p{1 - state.actor}" for h in range(19)}
    entries |= {19 + h: f"robber h{h}" for h in range(19)}
    entries |= {38 + e: f"road e{e}" for e in range(72)}
    entries |= {110 + n: f"settle n{n}" for n in range(54)}
    entries |= {164 + n: f"city n{n}" for n in range(54)}
    entries |= {218: "roll", 219: "end"}
    trades = [f"trade {rates[give]} {RESOURCES[give]} for 1 {RESOURCES[get]}" for give, get in pairs]
    entries |= {290 + i: text for i, text in enumerate(trades)}
    entries |= {310: "buy card", 315: "knight", 320: "road building", 321: "year of plenty"}
    entries |= {322 + r: f"take {name}" for r, name in enumerate(RESOURCES)}
    return entries | {327 + r: f"monopoly {name}" for r, name in enumerate(RESOURCES)}


def covers(hand: Hand, part: Hand) -> bool:
    return all(have >= want for have, want in zip(hand, part, strict=True))


def discard_of(size: int) -> catan.State:
    """A position in which somebody with so many cards has to discard: nobody builds, and the seven comes just
    in time."""
    for seed in range(200):
        rng = Random(seed)
        state = catan.State(PRESET, seed=seed)
        while state.phase.startswith("setup"):
            state.apply(choose(state, rng))
        for _ in range(40):
            state.apply("roll")
            enough = size in (state.hand_size(0), state.hand_size(1))
            state.apply(f"dice {7 if enough else rng.choice((3, 4, 5, 6, 8, 9, 10, 11))}")
            if state.phase == "discard" and state.actor is not None:
                hand = state.hand(state.actor)
                if sum(hand) == size and sum(count > 0 for count in hand) >= 3:
                    return state
            if state.phase != "main":
                break
            state.apply("end")
    raise AssertionError(f"no hand of {size}")


def test_it_has_335_entries_and_a_version() -> None:
    assert (CODEC.name, CODEC.version, CODEC.size) == ("gendre2020", "gendre2020-1", 335)
    assert CODEC.size == 2 * 19 + 72 + 2 * 54 + 117
    assert sorted([*table(catan.State(PRESET)), *range(KEEP, KEEP + 70), *NEVER]) == list(range(335))


def test_there_are_70_hands_to_keep_each_of_four_cards() -> None:
    assert len(KEPT) == len(set(KEPT)) == comb(8, 4) == 70
    assert all(sum(hand) == 4 and min(hand) >= 0 for hand in KEPT)


@settings(max_examples=15, deadline=None)
@given(fitting, seeds)
def test_every_entry_means_what_the_table_says(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed, every=40):
        if state.actor is None:
            continue
        entries = table(state)
        for index in range(CODEC.size):
            actions = CODEC.expand(state, index, catan.Rng(1))
            if index in entries:
                assert [str(action) for action in actions] == [entries[index]]
                assert CODEC.index(state, Action.parse(entries[index])) == index
            elif index in NEVER or state.phase != "discard":
                assert actions == []


@settings(max_examples=30, deadline=None)
@given(fitting, seeds)
def test_listed_actions_and_marked_entries_are_the_same(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed, every=3):
        marked = {int(i) for i in np.flatnonzero(CODEC.mask(state))}
        assert not marked & set(NEVER)
        if state.phase == "discard":
            assert state.actor is not None
            hand = state.hand(state.actor)
            assert marked == {KEEP + i for i, kept in enumerate(KEPT) if covers(hand, kept)}
            assert all(CODEC.index(state, action) is None for action in state.legal_actions())
        elif state.actor is not None:
            entries = table(state)
            best = {
                str(action)
                for action in state.legal_actions()
                if action.kind != "trade" or str(action) in entries.values()
            }
            assert {entries[i] for i in marked} == best
        assert bool(marked) == (state.actor is not None)


@pytest.mark.parametrize("size", [7, 8, 9, 15])
def test_a_discard_keeps_the_named_four_and_loses_exactly_half(size: int) -> None:
    state = discard_of(size)
    actor = state.actor
    assert actor is not None
    marked = np.flatnonzero(CODEC.mask(state))
    assert len(marked) > 3
    for index in map(int, marked):
        ends = set()
        for seed in range(4):
            after = state.copy()
            actions = CODEC.expand(state, index, catan.Rng(seed))
            assert len(actions) == size // 2 and {action.kind for action in actions} == {"discard"}
            for action in actions:
                assert after.actor == actor
                after.apply(action)
            assert after.hand_size(actor) == size - size // 2
            assert covers(after.hand(actor), KEPT[index - KEEP])
            assert after.phase != "discard" or after.actor != actor
            ends.add(after.hand(actor))
        assert len(ends) == 1 or size > 8, "four of seven or eight cards leave nothing to draw"


def test_what_is_kept_beyond_the_four_is_drawn_by_the_generator() -> None:
    state = discard_of(15)
    index = int(np.flatnonzero(CODEC.mask(state))[0])
    draws = {seed: CODEC.expand(state, index, catan.Rng(seed)) for seed in range(20)}
    assert len({tuple(sorted(map(str, actions))) for actions in draws.values()}) > 1
    assert all(CODEC.expand(state, index, catan.Rng(seed)) == actions for seed, actions in draws.items())


def test_a_hand_that_is_not_held_cannot_be_kept() -> None:
    state = discard_of(7)
    assert state.actor is not None
    missing = [i for i, kept in enumerate(KEPT) if not covers(state.hand(state.actor), kept)]
    assert missing and all(CODEC.expand(state, KEEP + i, catan.Rng(0)) == [] for i in missing)


def test_worse_bank_rates_have_no_entry() -> None:
    listed = 0
    for state in positions(PRESET.replace(maritime="all"), seed=4):
        for action in state.legal_actions():
            if action.kind == "trade" and str(action) not in table(state).values():
                listed += 1
                assert CODEC.index(state, action) is None
    assert listed


@pytest.mark.parametrize(
    "change", [{"players": 3}, {"players": 4}, {"offers_per_turn": 1}, {"discard_limit": 5}]
)
def test_other_rules_are_refused_with_a_reason(change: dict[str, int]) -> None:
    state = catan.State(PRESET.replace(**change))
    needs = "gendre2020 needs 2 players, offers_per_turn=0 and discard_limit >= 6"
    with pytest.raises(ValueError, match=needs):
        CODEC.mask(state)
    with pytest.raises(ValueError, match=needs):
        CODEC.index(state, Action.parse("roll"))
    with pytest.raises(ValueError, match=needs):
        CODEC.expand(state, 0, catan.Rng(0))


@pytest.mark.parametrize("index", [-1, 335, 523])
def test_indices_out_of_range_are_refused(index: int) -> None:
    with pytest.raises(IndexError, match=r"0\.\.334"):
        CODEC.expand(catan.State(PRESET), index, catan.Rng(0))
