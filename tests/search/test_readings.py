"""Every reading of what Taucher et al. leave open: its values are those of a plain look-ahead, and nothing
that a search leaves out changes them."""

from __future__ import annotations

from typing import Any

import pytest

from longroad import skirmish
from longroad.errors import SearchError
from longroad.search import expectimax
from search.averages import AverageTable, average_value, distance
from search.positions import EVERY_LEAF, skirmish_position, skirmish_positions
from search.reference import SkirmishLookahead
from search.ways import check_all_ways

#: Of any search, and of representative moves alone.
OF_ALL: list[dict[str, Any]] = [{"balance": "aspects"}, {"win_bonus": False}, {"first": "heal"}]
OF_AVERAGES: list[dict[str, Any]] = [
    {"doubled": "value"},
    {"keep": False},
    {"spend": True},
    {"doubled": "value", "keep": False, "spend": True, "balance": "aspects", "win_bonus": False},
]


def named(reading: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in reading.items())


def by_aspects(state: skirmish.State, player: int) -> float:
    """The evaluation with the other factor for balanced hands."""
    factors = [
        float(distance(state.hand(p), "aspects") - distance(state.hand(p))) for p in (player, 1 - player)
    ]
    return state.evaluate(player) - factors[0] + factors[1]


@pytest.mark.parametrize("reading", OF_ALL, ids=named)
def test_a_search_of_all_moves(reading: dict[str, Any]) -> None:
    others = 0
    for i, (state, _) in enumerate(skirmish_positions(60, 3000, 2, 1000)):
        plain = SkirmishLookahead(
            i % 2,
            win_bonus=reading.get("win_bonus", True),
            worth=by_aspects if "balance" in reading else None,
        )
        value = plain.value(state, 2)
        found = expectimax(state, player=i % 2, depth=2, **reading, **EVERY_LEAF)
        assert found.value == pytest.approx(value, abs=1e-9), f"p{i % 2}\n{state}"
        others += abs(found.value - expectimax(state, player=i % 2, depth=2).value) > 1e-6
    assert ("first" in reading) == (others == 0)


@pytest.mark.parametrize("depth", [2, 3])
@pytest.mark.parametrize("reading", OF_ALL, ids=named)
def test_nothing_left_out_changes_a_value(reading: dict[str, Any], depth: int) -> None:
    for i, (state, _) in enumerate(skirmish_positions(120 // depth, 60_000, depth, 5000, (5, 10))):
        full = expectimax(state, player=i % 2, depth=depth, **reading, **EVERY_LEAF)
        check_all_ways(full.value, state, depth, i % 2, lean=False, **reading)
        lean = expectimax(state, player=i % 2, depth=depth, **reading)
        assert lean.value == pytest.approx(full.value, abs=1e-9), f"p{i % 2}\n{state}"


@pytest.mark.parametrize("real_root", [False, True])
@pytest.mark.parametrize("reading", [*OF_ALL, *OF_AVERAGES], ids=named)
def test_values_are_those_of_the_game_of_averages(reading: dict[str, Any], real_root: bool) -> None:
    searched = others = 0
    for seed in range(150):
        state = skirmish_position(60_000 + seed, (5, 15))
        how: dict[str, Any] = {"moves": "representative", "real_root": real_root, "depth": 2}
        found = expectimax(state, player=seed % 2, max_nodes=1400, **how, **reading, **EVERY_LEAF)
        if not found.complete or state.is_chance:
            continue
        searched += 1
        full = expectimax(state, player=seed % 2, **how, **reading, **EVERY_LEAF)
        value = average_value(AverageTable(state, real_root, **reading), seed % 2, 2)
        assert full.value == pytest.approx(float(value), abs=1e-9), f"p{seed % 2}\n{state}"
        lean = expectimax(state, player=seed % 2, **how, **reading)
        assert lean.value == pytest.approx(full.value, abs=1e-9), f"p{seed % 2}\n{state}"
        others += abs(full.value - expectimax(state, player=seed % 2, **how).value) > 1e-6
    # Which of equals is first changes no value; an average is always worth placing.
    assert searched >= 30 and (reading in ({"first": "heal"}, {"keep": False})) == (others == 0)


def test_of_two_equally_good_actions_the_first_is_taken() -> None:
    hand = ["2/2/2", "3/3/3", "4/4/4", "6/6/6", "1/1/1"]
    state = skirmish.State(hands=(hand, hand))
    state.apply("place 2/2/2")
    for lean in (True, False):
        moves = [str(expectimax(state, depth=1, first=first, lean=lean).best) for first in ("attack", "heal")]
        assert moves == ["attack 2/2/2", "heal 2/2/2"]


def test_a_reading_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SearchError, match="balance='hands': must be one of cards, aspects"):
        expectimax(skirmish.State(seed=1), balance="hands")
