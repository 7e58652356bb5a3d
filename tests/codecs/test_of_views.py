"""Codecs and encodings of views: what a player may do follows from what it knows."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from longroad.catan import CODECS, ENCODINGS, Action, Rng, Rules, State
from longroad.errors import IllegalActionError
from property.random_games import positions, rules, seeds, walk

GENERAL, GENDRE = CODECS["general"], CODECS["gendre2020"]


@settings(max_examples=25, deadline=None)
@given(rules(), seeds)
def test_a_view_lists_what_the_state_lists(rules: Rules, seed: int) -> None:
    for state in positions(rules, seed, every=3):
        for player in range(state.players):
            view = state.view(player)
            decides = player == state.actor
            assert view.actions == (state.legal_actions() if decides else [])
            mask = GENERAL.mask(view)
            assert (mask == (GENERAL.mask(state) if decides else False)).all()


@settings(max_examples=15, deadline=None)
@given(rules(), seeds)
def test_the_general_codec_means_the_same_of_a_view(rules: Rules, seed: int) -> None:
    for state in positions(rules, seed, every=7):
        if state.actor is None:
            continue
        view = state.view()
        for action in state.legal_actions():
            index = GENERAL.index(view, action)
            assert index == GENERAL.index(state, action)
            if index is not None:
                assert GENERAL.expand(view, index, Rng(0)) == GENERAL.expand(state, index, Rng(0)) == [action]


@settings(max_examples=15, deadline=None)
@given(rules(players=2, offers_per_turn=0, discard_limit=6), seeds)
def test_gendre2020_means_the_same_of_a_view(rules: Rules, seed: int) -> None:
    for state in positions(rules, seed, every=5):
        if state.actor is None:
            continue
        view, mask = state.view(), GENDRE.mask(state)
        assert (GENDRE.mask(view) == mask).all()
        for index in np.flatnonzero(mask)[:8].tolist():
            assert GENDRE.expand(view, index, Rng(seed)) == GENDRE.expand(state, index, Rng(seed)) != []
        for action in state.legal_actions():
            assert GENDRE.index(view, action) == GENDRE.index(state, action)


def test_gendre2020_says_of_trading_games_what_it_can() -> None:
    rules = Rules(players=2, offers_per_turn=1, discard_limit=3, turn_cap=150)
    phases = {"main": 0, "respond": 0, "choose": 0, "discard": 0}
    for state, _ in walk(rules, 3):
        if state.actor is None:
            continue
        view = state.view()
        said = np.flatnonzero(GENDRE.mask(view)).tolist()
        small = state.phase == "discard" and state.hand_size(state.actor) - state.left < 4
        if state.phase in ("respond", "choose") or small:
            assert said == [] and GENDRE.expand(view, 219, Rng(0)) == []
            assert all(GENDRE.index(view, action) is None for action in state.legal_actions())
            phases[state.phase] += 1
        elif state.phase != "discard":
            legal = {GENDRE.index(view, action) for action in state.legal_actions()} - {None}
            assert set(said) == legal and said
            phases["main"] += state.phase == "main"
        else:
            taken = GENDRE.expand(view, said[0], Rng(0))
            assert len(taken) == state.left and {action.kind for action in taken} == {"discard"}
    assert all(phases.values()), phases


def test_many_views_are_written_as_single_ones() -> None:
    rules = Rules.preset("gendre2020", turn_cap=60)
    views = [state.view(player) for state, _ in walk(rules, 8) for player in range(2)]
    for codec in CODECS.values():
        masks = codec.masks(views)
        assert masks.shape == (len(views), codec.size) and masks.dtype == np.bool_
        assert (masks == np.stack([codec.mask(view) for view in views])).all()
        assert codec.masks([]).shape == (0, codec.size)
    for encoding in ENCODINGS.values():
        rows = encoding.encode_many(views)
        assert rows.dtype == encoding.dtype and rows.shape == (len(views), encoding.size)
        assert (rows == np.stack([encoding.encode(view) for view in views])).all()
        assert encoding.encode_many([]).shape == (0, encoding.size)


def test_a_position_with_many_moves_is_written_as_with_each() -> None:
    encoding = ENCODINGS["casher2024"]
    for state, _ in walk(Rules.preset("casher2024", turn_cap=30), 8):
        moves = state.legal_actions()
        rows = encoding.encode_moves(state.view(0), moves if state.actor == 0 else [])
        assert rows.shape == (len(moves) if state.actor == 0 else 0, 1782)
        for row, move in zip(rows, moves, strict=False):
            assert (row == encoding.encode(state.view(), move)).all()
    with pytest.raises(IllegalActionError, match="accept: casher2024 has no entry for it"):
        encoding.encode_moves(State(Rules(players=3)).view(), [Action.parse("accept")])
    with pytest.raises(ValueError, match="encoding 'general' does not take a move"):
        ENCODINGS["general"].encode_moves(State(Rules(players=3)).view(), [])


def test_who_does_not_decide_has_no_index() -> None:
    view = State(Rules(players=2), seed=Random(1).randrange(9)).view(1)
    for codec in CODECS.values():
        assert not codec.mask(view).any()
        for ask in (lambda c=codec: c.index(view, "settle n3"), lambda c=codec: c.expand(view, 120, Rng(0))):
            with pytest.raises(IllegalActionError, match="p1 does not decide now"):
                ask()
    with pytest.raises(ValueError, match="gendre2020 needs 2 players"):
        GENDRE.mask(State(Rules(players=3)).view())
