"""The counts of positions.json hold in the engine, and at shallow depth in the reference."""

from __future__ import annotations

import pytest

from perft.counting import Position, count, count_in_reference, read_positions

POSITIONS = read_positions()
by_name = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)


@by_name
def test_engine_counts_what_the_file_says(position: Position) -> None:
    state = position.state()
    before = state.copy()
    assert [count(state, depth + 1) for depth in range(len(position.leaves))] == position.leaves
    assert state.same_position(before)


@by_name
def test_reference_counts_the_same_at_shallow_depth(position: Position) -> None:
    walked = 0
    for depth, leaves in enumerate(position.leaves, start=1):
        if walked < 400:
            assert count_in_reference(position.game(), depth) == leaves
        walked += leaves


def test_positions_cover_every_phase_of_a_game() -> None:
    seen = set()
    for position in POSITIONS:
        state = position.state()
        seen.add(state.phase)
        for event in [outcome for outcome, _ in state.chance_outcomes()] or state.legal_actions():
            after = state.copy()
            after.apply(event)
            seen.add(after.phase)
    decisions = {
        "setup settlement",
        "setup road",
        "before roll",
        "discard",
        "robber",
        "main",
        "free roads",
        "plenty",
        "respond",
    }
    assert seen >= decisions | {"dice", "steal", "draw", "choose", "over"}


def test_names_are_unique_and_positions_undecided() -> None:
    assert len({position.name for position in POSITIONS}) == len(POSITIONS)
    for position in POSITIONS:
        assert position.about
        assert not position.state().is_over
