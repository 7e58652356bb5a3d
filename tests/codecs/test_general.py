"""The general codec against its table: every entry, both ways, from every seat."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from longroad import catan
from longroad.catan import RESOURCES, Action
from longroad.errors import IllegalActionError
from property.random_games import positions, rules, seeds

CODEC = catan.CODECS["general"]
RNG = catan.Rng(0)
PLAIN = ("roll", "end", "buy card", "knight", "road building", "year of plenty", "accept", "refuse", "cancel")
PAIRS = [(give, get) for give, get in product(RESOURCES, repeat=2) if give != get]


def table(players: int, actor: int, phase: str) -> list[str | None]:
    """The meaning of every entry as text, written down from the codec's table; None where there is no such
    seat."""
    seat = [f"p{(actor + k) % players}" if 0 < k < players else None for k in range(4)]
    bundle = "counter" if phase == "respond" else "offer"
    entries: list[str | None] = [*PLAIN]
    entries += [f"{kind} {resource}" for kind in ("monopoly", "take", "discard") for resource in RESOURCES]
    entries += [f"{kind} n{n}" for kind in ("settle", "city") for n in range(54)]
    entries += [f"road e{e}" for e in range(72)]
    for h in range(19):
        entries += [f"robber h{h}", *(f"robber h{h} steal {p}" if p else None for p in seat[1:])]
    entries += [f"trade {rate} {give} for 1 {get}" for rate in (4, 3, 2) for give, get in PAIRS]
    entries += [
        f"{bundle} {a} {give} for {b} {get}" for give, get in PAIRS for a in (1, 2, 3) for b in (1, 2, 3)
    ]
    return entries + [f"deal {p}" if p else None for p in seat[1:]]


def decisions(players: int, seed: int) -> list[catan.State]:
    """Some positions with a decision, a few of every phase and every actor."""
    found: dict[tuple[str, int | None], catan.State] = {}
    for state in positions(catan.Rules(players=players, offers_per_turn=2, turn_cap=300), seed):
        if state.actor is not None:
            found.setdefault((state.phase, state.actor), state.copy())
    return list(found.values())


def test_it_has_523_entries_and_a_version() -> None:
    assert (CODEC.name, CODEC.version, CODEC.size) == ("general", "general-1", 523)
    assert len(table(4, 0, "main")) == 523 and None not in table(4, 0, "main")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_entry_means_what_the_table_says(players: int) -> None:
    met = set()
    for state in decisions(players, seed=players):
        assert state.actor is not None
        met.add(state.phase)
        for index, text in enumerate(table(players, state.actor, state.phase)):
            if text is not None:
                assert [str(action) for action in CODEC.expand(state, index, RNG)] == [text]
                assert CODEC.index(state, Action.parse(text)) == index
    assert {"main", "respond", "choose", "robber", "discard"} <= met


@settings(max_examples=30, deadline=None)
@given(rules(), seeds)
def test_listed_actions_and_marked_entries_are_the_same(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed, every=5):
        listed = state.legal_actions()
        indices = [CODEC.index(state, action) for action in listed]
        assert len(set(indices)) == len(listed) and None not in indices
        marked = np.flatnonzero(CODEC.mask(state))
        assert set(marked) == set(indices)
        assert {action for i in marked for action in CODEC.expand(state, int(i), RNG)} == set(listed)


def test_the_mask_is_an_array_of_bools_of_its_own() -> None:
    state = catan.State(seed=1)
    mask = CODEC.mask(state)
    assert mask.dtype == np.bool_ and mask.shape == (523,) and mask.sum() == 54
    mask[:] = False
    assert CODEC.mask(state).sum() == 54


def test_entries_for_seats_that_nobody_takes_are_never_marked() -> None:
    for players in (2, 3):
        for state in decisions(players, seed=7):
            assert state.actor is not None
            entries = table(players, state.actor, state.phase)
            empty = [index for index, text in enumerate(entries) if text is None]
            assert empty and not CODEC.mask(state)[empty].any()


@pytest.mark.parametrize(
    "text",
    [
        "offer 4 wool for 1 ore",
        "offer 1 wool for 4 ore",
        "offer 1 brick + 1 wool for 1 ore",
        "offer 1 ore for 1 brick + 1 wool",
        "counter 2 brick + 1 lumber for 3 ore",
        "offer 1 ore for 2 ore",
        "dice 8",
        "stole wool",
        "drew knight",
    ],
)
def test_what_it_cannot_say_has_no_index(text: str) -> None:
    assert CODEC.index(catan.State(), Action.parse(text)) is None


@pytest.mark.parametrize(
    "text", ["deal p0", "deal p3", "robber h3 steal p0", "robber h3 steal p2", "trade 4 ore for 1 ore"]
)
def test_no_entry_is_given_to_an_action_that_it_does_not_mean(text: str) -> None:
    assert CODEC.index(catan.State(catan.Rules(players=2)), Action.parse(text)) is None


@pytest.mark.parametrize(
    "word", [200 << 8, 1 | 100 << 8, 9 | 9 << 8, 12 | 30 << 8 | 255 << 16, 13 | 200 << 8 | 4 << 16]
)
def test_a_number_that_is_no_action_has_no_index(word: int) -> None:
    action = Action.from_int(word)
    assert not catan.State().is_legal(action)
    assert CODEC.index(catan.State(), action) is None


@pytest.mark.parametrize("index", [-1, -523, 523, 10**6])
def test_indices_out_of_range_are_refused(index: int) -> None:
    with pytest.raises(IndexError, match=r"0\.\.522"):
        CODEC.expand(catan.State(), index, RNG)


def test_at_chance_and_at_the_end_nothing_is_marked_and_nobody_decides() -> None:
    last = None
    for state in positions(catan.Rules(players=2, turn_cap=40), seed=3):
        last = state
        if state.actor is None:
            assert not CODEC.mask(state).any()
            with pytest.raises(IllegalActionError, match=f"nobody decides; the phase is '{state.phase}'"):
                CODEC.expand(state, 0, RNG)
            with pytest.raises(IllegalActionError, match="nobody decides"):
                CODEC.index(state, Action.parse("roll"))
    assert last is not None and last.is_over
