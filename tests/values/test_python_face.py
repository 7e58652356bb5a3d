"""What a person at a prompt expects of the Python objects."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest

from longroad import catan
from longroad.errors import NotationError


def finished(players: int, seed: int) -> catan.State:
    state, rng = catan.State(catan.Rules(players=players, offers_per_turn=0), seed=seed), catan.Rng(seed)
    while not state.is_over:
        state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
    return state


def test_states_are_equal_when_rules_and_position_are() -> None:
    state = catan.State(seed=3)
    twin = state.copy()
    assert state == twin == copy.deepcopy(state)
    twin.apply("settle n0")
    assert state != twin and state != "state"
    assert catan.State(catan.Rules(players=2), seed=3) != state
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


def test_printing_a_state_or_view_draws_it() -> None:
    state = finished(3, 1)
    assert "longest" in str(state) and "\x1b" not in str(state)
    assert str(state.view(0)) != str(state)


def test_a_layout_can_be_named_where_a_board_can() -> None:
    beginner = catan.Board.generate("beginner")
    assert catan.State(board="beginner").board == beginner == catan.State(board=beginner).board


def test_moves_as_text_wherever_a_move_is_taken() -> None:
    state = catan.State(seed=3)
    assert state.is_legal("settle n0") and not state.is_legal("roll")
    assert state.refusal("roll") == "not now; the phase is 'setup settlement', p0 decides"
    assert catan.CODECS["general"].index(state, "settle n3") == 27
    for ask in (state.is_legal, state.refusal, state.apply):
        with pytest.raises(NotationError):
            ask("fly")


def test_the_winner_shows_the_victory_points_that_won() -> None:
    hidden = 0
    for seed in range(30):
        state = finished(4, seed)
        if state.winner is None:
            continue
        for viewer in range(4):
            view = state.view(viewer)
            assert view.points(state.winner) == state.points(state.winner) >= 10
            others = [p for p in range(4) if p not in (viewer, state.winner)]
            assert all(view.points(p) == state.public_points(p) for p in others)
            assert viewer == state.winner or view.cards(state.winner) is None
            hidden += state.points(state.winner) > state.public_points(state.winner)
    assert hidden > 0


def test_the_generator_chooses_among_items() -> None:
    rng, twin = catan.Rng(5), catan.Rng(5)
    assert [rng.choice("abcde") for _ in range(20)] == ["abcde"[twin.below(5)] for _ in range(20)]
    with pytest.raises(ValueError, match="at least one"):
        rng.choice([])
    assert repr(catan.Rng(7)) == "<Rng at 7>"


def test_codecs_travel_by_name() -> None:
    codec = catan.CODECS["gendre2020"]
    assert pickle.loads(pickle.dumps(codec)) is codec and copy.deepcopy(codec) is codec
    assert "module" not in repr(codec)


def test_packages_are_there_when_asked_for() -> None:
    code = "import longroad; print(longroad.catan.State().phase)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "setup settlement\n"
