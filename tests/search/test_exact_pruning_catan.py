"""The same for Catan: nothing that a search leaves out changes the value."""

from __future__ import annotations

import pytest

from longroad import catan
from longroad.search import expectimax
from search.positions import PLAIN, catan_positions
from search.reference import paranoid
from search.ways import WAYS, check_all_ways


@pytest.mark.parametrize(
    ("players", "opponents", "number"),
    [(2, "paranoid", 200), (4, "paranoid", 160), (4, "best_reply", 100), (3, "best_reply", 80)],
)
def test_every_way_finds_the_value_in_catan(players: int, opponents: str, number: int) -> None:
    decided = saved = 0
    for i, state in enumerate(catan_positions(number, 4000, 2, players=players, seed=70)):
        player = i % players
        how = {"opponents": opponents, "moves": ("all", "all", "representative", "clustered")[i % 4]}
        full = expectimax(state, player=player, depth=2, **how, **PLAIN)
        answers = check_all_ways(full.value, state, 2, player, **how)
        decided += abs(full.value) > 500
        saved += min(found.leaves for found in answers) < full.leaves
    assert decided >= 2 and saved > number / 3


@pytest.mark.parametrize("players", [2, 3])
def test_every_way_finds_the_value_with_a_dice_deck_and_a_friendly_robber(players: int) -> None:
    rules = {"players": players, "dice_deck": True, "friendly_robber": True}
    rolls = 0
    for i, state in enumerate(catan_positions(60, 4000, 2, seed=90, **rules)):
        full = expectimax(state, player=i % players, depth=2, **PLAIN)
        check_all_ways(full.value, state, 2, i % players)
        assert paranoid(state, i % players, 2) == pytest.approx(full.value, abs=1e-9)
        rolls += state.phase in ("before roll", "dice") and sum(state.dice_deck or ()) < 36
    assert rolls > 3


def test_every_way_finds_the_value_near_the_turn_cap() -> None:
    for i, state in enumerate(catan_positions(40, 3000, 2, players=2, turn_cap=2, target_points=4)):
        full = expectimax(state, player=i % 2, depth=2, **PLAIN)
        check_all_ways(full.value, state, 2, i % 2)


@pytest.mark.parametrize("players", [2, 4])
def test_the_best_move_of_a_pruned_search_has_the_full_value_in_catan(players: int) -> None:
    tried = 0
    for state in catan_positions(60, 3000, 2, players=players, seed=11):
        me = state.actor
        if me is None:
            continue
        assert isinstance(state, catan.State)
        for way in WAYS[6:]:
            found = expectimax(state, depth=2, **way)
            assert state.is_legal(found.best)
            after = state.copy()
            after.apply(found.best)
            value = paranoid(after, me, 2 - (found.best.kind != "roll"))
            assert value == pytest.approx(found.value, abs=1e-9), f"{found.best} by {way} in {state!r}"
            tried += 1
    assert tried > 300
