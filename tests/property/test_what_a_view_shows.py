"""A view shows what is public as it is and what is one's own, hides the rest, and is not a way back to the
state."""

from __future__ import annotations

import gc
from random import Random

import pytest
from hypothesis import given, settings

from longroad import _native, catan
from property.random_games import GIVEN_BOARD, draw_event, positions, rules, seeds
from property.sight import sight


@settings(max_examples=20, deadline=None)
@given(rules(open_hands=False), seeds)
def test_hidden_is_hidden_and_open_is_open(rules: catan.Rules, seed: int) -> None:
    for state in positions(rules, seed, every=9):
        for viewer in range(state.players):
            view = state.view(viewer)
            for p in range(state.players):
                seen = p == viewer
                assert view.hand(p) == (state.hand(p) if seen or state.players == 2 else None)
                assert view.cards(p) == (state.cards(p) if seen else None)
                counted = seen or p == state.winner  # the points that won are shown
                assert view.points(p) == (state.points(p) if counted else state.public_points(p))
                assert (view.hand_size(p), view.card_count(p)) == (state.hand_size(p), state.card_count(p))
            assert view.bought == (state.bought if viewer == state.current else (0,) * 5)
            hidden = [state.cards(p) for p in range(state.players) if p != viewer]
            if state.winner not in (None, viewer):
                won_by = state.points(state.winner) - state.public_points(state.winner)
                hidden.append((0, -won_by, 0, 0, 0))
            assert view.unseen_cards == tuple(map(sum, zip(state.deck, *hidden, strict=True)))


@settings(max_examples=15, deadline=None)
@given(rules(), seeds)
def test_what_is_public_is_shown_as_it_is(rules: catan.Rules, seed: int) -> None:
    public = set(dir(_native.View)) & set(dir(_native.State)) - {
        "hand",
        "cards",
        "points",
        "bought",
        "board_text",
    }
    names = sorted(name for name in public if not name.startswith("_"))
    assert len(names) > 25
    for state in positions(rules, seed, every=19):
        for viewer in range(state.players):
            view = state.view(viewer)
            for name in names:
                shown, real = getattr(view, name), getattr(state, name)
                for p in range(state.players) if callable(real) else ():
                    assert shown(p) == real(p), name
                assert callable(real) or shown == real, name
            assert view.rules is state.rules and view.player == viewer


def test_a_view_has_the_board_of_the_game() -> None:
    state = catan.State(board=GIVEN_BOARD)
    assert state.board == catan.Board(GIVEN_BOARD)
    assert state.view().board == state.board


@settings(max_examples=10, deadline=None)
@given(rules(open_hands=True), seeds)
def test_with_open_hands_all_resources_are_seen_but_no_development_cards(
    rules: catan.Rules, seed: int
) -> None:
    for state in positions(rules, seed, every=9):
        for viewer in range(state.players):
            view = state.view(viewer)
            assert [view.hand(p) for p in range(state.players)] == [
                state.hand(p) for p in range(state.players)
            ]
            assert [view.cards(p) is None for p in range(state.players)] == [
                p != viewer for p in range(state.players)
            ]


def test_a_view_gives_no_state() -> None:
    state = next(s.copy() for s in positions(catan.Rules(players=3), seed=1, every=150) if s.turn)
    view = state.view(0)
    values = [view, *gc.get_referents(view)]
    for name in dir(view):
        value = getattr(view, name)
        values.append(value)
        if not name.startswith("_") and callable(value):
            values += [value(p) for p in range(3)]
    values += [part for value in list(values) for part in gc.get_referents(value)]
    assert len(values) > 50
    assert not any(isinstance(value, _native.State) for value in values)
    for secret in (
        "deck",
        "events",
        "event_words",
        "apply",
        "legal_actions",
        "chance_outcomes",
        "to_record",
        "copy",
    ):
        assert hasattr(state, secret) and not hasattr(view, secret)


def test_a_view_stays_as_it_was_when_the_game_goes_on() -> None:
    state = next(s.copy() for s in positions(catan.Rules(players=4), seed=2, every=120) if s.turn)
    views = [state.view(p) for p in range(4)]
    before = [sight(view) for view in views]
    rng = Random(1)
    for _ in range(40):
        state.apply(draw_event(state, rng))
    assert [sight(view) for view in views] == before
    assert sight(state.view(0)) != before[0]


def test_a_view_needs_a_player_of_the_game() -> None:
    state = catan.State(catan.Rules(players=3))
    for nobody in (-1, 3, 4):
        with pytest.raises(IndexError, match="no player"):
            state.view(nobody)
        with pytest.raises(IndexError, match="no player"):
            state.view(0).hand(nobody)
    chance = next(s.copy() for s in positions(catan.Rules(players=3), seed=0) if s.is_chance)
    with pytest.raises(ValueError, match="nobody decides in phase 'dice'"):
        chance.view()
