"""The native searches find the values of a plain-Python expectiminimax, and visit as many leaves."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from longroad import catan, skirmish
from longroad.search import expectimax
from rules.table import HOMES, Table
from search.positions import EVERY_LEAF, PLAIN, catan_positions, skirmish_positions
from search.reference import MaxN, SkirmishLookahead, best_reply_from, paranoid, win_worth


def same(one: float, other: float) -> bool:
    return one == pytest.approx(other, abs=1e-9)


# ---- Skirmish
# -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "number"), [(1, 300), (2, 200), (3, 120)])
def test_skirmish_values_and_leaves(depth: int, number: int) -> None:
    phases: Counter[str] = Counter()
    won = capped = 0
    for state, _ in skirmish_positions(number, 10_000 * depth, depth, first_seed=1000 * depth):
        for player in (0, 1):
            reference = SkirmishLookahead(player)
            value = reference.value(state, depth)
            found = expectimax(state, player=player, depth=depth, **EVERY_LEAF)
            assert same(found.value, value), f"{state!r} for p{player}"
            assert (found.leaves, found.depth, found.complete) == (reference.leaves, depth, True)
        phases[state.phase] += 1
        won += abs(value) > 500
        capped += state.rules.turn_cap - state.turn <= depth
    assert min(phases[phase] for phase in ("draw", "place", "act")) >= 2, phases
    assert won >= 10 and capped >= 5, "games end within the horizon"


def test_the_deal_is_looked_through() -> None:
    state = skirmish.State(skirmish.Rules(deck=("6/6/6", "4/1/1", "1/3/3", "2/2/2", "1/1/1", "removal-a")))
    for card in ("6/6/6", "4/1/1", "1/3/3", "removal-a"):
        state.apply(f"draw {card}")
    while state.phase == "deal" and len(state.hand(1)) < 3:
        state.apply(state.chance_outcomes()[0][0])
    assert state.phase == "deal"
    found = expectimax(state, player=1, depth=2, **EVERY_LEAF)
    reference = SkirmishLookahead(1)
    assert same(found.value, reference.value(state, 2)) and found.leaves == reference.leaves
    assert found.best is None
    assert same(expectimax(state, player=1, depth=2).value, found.value)


def test_without_a_player_the_search_is_for_the_one_whose_turn_it_is() -> None:
    state = skirmish.State(skirmish.Rules(hand_limit=25), seed=1)
    assert state.actor is None and state.current == 0
    assert expectimax(state, depth=1).value == expectimax(state, depth=1, player=0).value
    for _ in range(2):
        state.apply(state.chance_outcomes()[0][0] if state.is_chance else "keep")
    assert state.current == 1
    assert expectimax(state, depth=1).value == expectimax(state, depth=1, player=1).value
    assert expectimax(state, depth=1, player=0).value == -expectimax(state, depth=1, player=1).value


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_win_is_worth_more_for_every_turn_saved(depth: int) -> None:
    hand = ["0/0/7", "6/0/0", "3/3/0", "4/4/0", "5/1/0"]
    state = skirmish.State(skirmish.Rules(deck=tuple(hand), starting_hp=7), hands=(hand, hand))
    state.apply("place 0/0/7")
    found = expectimax(state, depth=depth, **EVERY_LEAF)
    after = state.copy()
    after.apply("attack 0/0/7")
    assert after.winner == 0 and str(found.best) == "attack 0/0/7"
    assert same(found.value, after.evaluate(0) + win_worth(depth, 1))
    assert same(expectimax(state, depth=depth, player=1, **EVERY_LEAF).value, -found.value)


# ---- Catan
# --------------------------------------------------------------------------------------------------


def compared(players: int, depth: int, number: int, most_nodes: int, **options: Any) -> Counter[str]:
    """Compares paranoid and max^n searches; returns the phases and how many values were those of a finished
    game."""
    seen: Counter[str] = Counter()
    for i, state in enumerate(catan_positions(number, most_nodes, depth, players=players, **options)):
        player = i % players
        value = paranoid(state, player, depth)
        assert same(expectimax(state, player=player, depth=depth, **PLAIN).value, value), repr(state)
        each = MaxN()
        values = each.values(state, depth)
        if not each.tied:
            seen["max^n"] += 1
            found = expectimax(state, player=player, depth=depth, opponents="maxn", **PLAIN)
            assert same(found.value, values[player]), repr(state)
            seen["kinder than paranoia"] += values[player] > value + 1e-9
        seen[state.phase] += 1
        seen["decided"] += abs(value) > 500
    return seen


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("offers", [0, 2])
def test_catan_values_of_paranoid_and_selfish_opponents(players: int, offers: int) -> None:
    seen = compared(players, 1, 120, 3000, offers_per_turn=offers)
    seen += compared(players, 2, 80, 5000, offers_per_turn=offers, seed=500)
    assert seen["max^n"] >= 60 and seen["decided"] >= 2
    assert seen["main"] >= 10 and seen["before roll"] + seen["dice"] >= 10
    assert offers == 0 or seen["respond"] + seen["choose"] >= 5


def test_three_decisions_ahead() -> None:
    seen = compared(3, 3, 10, 25_000)
    assert seen["max^n"] >= 8 and seen["kinder than paranoia"] >= 1


def test_turn_caps_within_the_horizon_end_the_game() -> None:
    ends = 0
    for state in catan_positions(60, 4000, 2, players=2, turn_cap=3, target_points=10):
        value = paranoid(state, 1, 2)
        assert same(expectimax(state, player=1, depth=2, **PLAIN).value, value)
        ends += state.turn == 2
    assert ends >= 5


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("depth", "number", "most_nodes"), [(1, 30, 3000), (2, 25, 6000), (3, 6, 25_000)])
def test_catan_values_of_the_best_reply(players: int, depth: int, number: int, most_nodes: int) -> None:
    options = {"players": players, "board": HOMES, "target_points": 14, "turn_cap": 400}
    other = count = 0
    for i, state in enumerate(catan_positions(number, most_nodes, depth, **options)):
        if state.turn > 350 or max(map(state.points, range(players))) > 9:
            continue
        player = i % players
        found = expectimax(state, player=player, depth=depth, opponents="best_reply", **PLAIN)
        assert same(found.value, best_reply_from(state, player, depth)), f"{state!r} for p{player}"
        other += not same(found.value, expectimax(state, player=player, depth=depth, **PLAIN).value)
        count += 1
    assert count >= number // 2 and (other >= 1 or depth == 1)


def test_with_two_players_the_best_reply_is_the_paranoid_search() -> None:
    for state in catan_positions(30, 4000, 2, players=2):
        found = [
            expectimax(state, player=0, depth=2, opponents=o, **PLAIN) for o in ("paranoid", "best_reply")
        ]
        assert found[0].value == found[1].value and found[0].leaves == found[1].leaves


def test_a_city_that_wins_is_built() -> None:
    table = Table(2, target_points=3).pay_for(0, "city").main_of(0)
    for opponents in ("paranoid", "maxn", "best_reply"):
        for depth in (1, 2):
            found = expectimax(table, depth=depth, opponents=opponents)
            assert found.value == 1000 + 10 * (depth - 1) and found.best.kind == "city"
            assert expectimax(table, depth=depth, player=1, opponents=opponents).value == -found.value


def test_offers_are_left_out_but_an_open_one_is_played_to_its_end() -> None:
    seen = Counter[str]()
    for state in catan_positions(60, 3000, 1, players=3, offers_per_turn=3, seed=40):
        assert isinstance(state, catan.State)
        found = expectimax(state, depth=1)
        if found.best is not None:
            assert state.is_legal(found.best) and found.best.kind not in ("offer", "counter")
            seen[state.phase] += 1
    assert seen["main"] and seen["respond"]
