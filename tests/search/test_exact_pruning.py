"""Nothing that a search leaves out changes the value: alpha-beta, Star1, Star2, the table, deepening, lean
moves."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from longroad import skirmish
from longroad.experiments.taucher2018.searches import full_start, representative_start
from longroad.search import expectimax
from search.positions import EVERY_LEAF, PLAIN, skirmish_position, skirmish_positions
from search.reference import win_worth
from search.ways import WAYS, check_all_ways

BOUNDS = {**EVERY_LEAF, "prune": True}


@pytest.mark.parametrize(("depth", "number", "cards"), [(2, 200, (5, 12)), (3, 60, (5, 8)), (4, 25, (5, 6))])
def test_every_way_finds_the_value_of_all_moves(depth: int, number: int, cards: tuple[int, int]) -> None:
    seen: Counter[str] = Counter()
    for i, (state, full) in enumerate(skirmish_positions(number, 60_000, depth, 7000, cards)):
        player = 1 - i % 2
        full = expectimax(state, player=player, depth=depth, **EVERY_LEAF)
        answers = check_all_ways(full.value, state, depth, player, lean=False)
        assert all(
            found.leaves <= full.leaves for way, found in zip(WAYS, answers, strict=True) if not way["deepen"]
        )
        seen[state.phase] += 1
        seen["decided"] += abs(full.value) > 500
    assert min(seen["place"], seen["act"], seen["decided"]) >= 3 and (depth > 2 or seen["draw"] >= 3)


@pytest.mark.parametrize(("depth", "number"), [(2, 200), (3, 60)])
def test_every_way_finds_the_value_of_lean_moves(depth: int, number: int) -> None:
    for i, (state, _) in enumerate(skirmish_positions(number, 60_000, depth, 9000, (5, 10))):
        lean = expectimax(state, player=i % 2, depth=depth, **PLAIN)
        check_all_ways(lean.value, state, depth, i % 2)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_lean_moves_have_the_value_of_all_moves(depth: int) -> None:
    for i, (state, _) in enumerate(skirmish_positions(400 // depth, 60_000, depth, 3000, (5, 10))):
        full = expectimax(state, player=i % 2, depth=depth, **EVERY_LEAF)
        lean = expectimax(state, player=i % 2, depth=depth)
        assert lean.value == pytest.approx(full.value, abs=1e-9), f"depth {depth} p{i % 2}\n{state}"


def test_lean_moves_have_the_value_of_all_moves_while_nobody_can_die() -> None:
    compared = 0
    for seed in range(600):
        state = skirmish_position(40_000 + seed, (5, 8))
        if (
            min(state.hp(0), state.hp(1)) < 40
            or not expectimax(state, depth=2, max_nodes=30_000, **EVERY_LEAF).complete
        ):
            continue
        full, lean = (
            expectimax(state, player=seed % 2, depth=2, **PLAIN, lean=lean) for lean in (False, True)
        )
        assert abs(full.value) < 500
        assert lean.value == pytest.approx(full.value, abs=1e-9), f"p{seed % 2}\n{state}"
        compared += 1
    assert compared > 40


def three_about_to_act() -> skirmish.State:
    """p0 has 1/1/1, 2/2/2 and 4/4/4 on the field, 1/1/1 acts first; p1 has 1 HP and an empty field."""
    hand = ["1/1/1", "2/2/2", "4/4/4", "6/0/0", "removal-a"]
    state = skirmish.State(skirmish.Rules(deck=tuple(hand), starting_hp=10), hands=(hand, hand))
    for event in ("place 4/4/4", "attack 4/4/4", "keep", "place 2/2/2", "attack 2/2/2", "heal 4/4/4", "keep"):
        state.apply(event)
    for event in ("place 1/1/1", "attack 1/1/1", "attack 2/2/2", "rest 4/4/4", "keep", "keep"):
        state.apply(event)
    assert state.hp(1) == 1 and state.acting == "1/1/1" and state.field(1) == []
    return state


def test_lean_moves_see_that_the_last_blow_may_come_later_in_the_turn() -> None:
    """Killing with the first card ends the turn of the others: to heal with two and kill with 4/4/4 is worth
    more, and so is to rest and let the stronger card strike."""
    state = three_about_to_act()
    full = expectimax(state, depth=1, **EVERY_LEAF)
    assert expectimax(state, depth=1).value == pytest.approx(full.value, abs=1e-9)


def test_lean_moves_attack_with_more_than_they_could_heal() -> None:
    """p0 would be lost only to a card that p1 does not have, but the search takes it for possible: both must
    be searched."""
    hand = ["1/1/2", "4/4/4", "6/6/6", "3/3/3", "2/2/2"]
    rules = skirmish.Rules(deck=tuple(hand), starting_hp=32, hand_limit=0)
    state = skirmish.State(rules, hands=(hand, hand))
    for event in ("place 1/1/2", "rest 1/1/2", "place 6/6/6", "attack 6/6/6", "keep", "rest 1/1/2"):
        state.apply(event)
    for event in ("place 4/4/4", "attack 4/4/4", "attack 6/6/6", "keep"):
        state.apply(event)
    assert (state.hp(0), state.hp(1), state.acting) == (16, 32, "1/1/2")
    full, lean = expectimax(state, depth=2, **EVERY_LEAF), expectimax(state, depth=2)
    assert str(full.best) == str(lean.best) == "attack 1/1/2"
    assert lean.value == pytest.approx(full.value, abs=1e-9)


@pytest.mark.parametrize("moves", ["representative", "clustered"])
@pytest.mark.parametrize("real_root", [False, True])
@pytest.mark.parametrize("lean", [False, True])
def test_every_way_finds_the_value_of_representative_moves(moves: str, real_root: bool, lean: bool) -> None:
    how: dict[str, Any] = {"moves": moves, "real_root": real_root, "lean": lean}
    searched = 0
    for seed in range(150):
        state = skirmish_position(20_000 + seed, (5, 15))
        depth = 2 + seed % 2
        how["classes"] = 1 + seed % 4
        if not expectimax(state, depth=depth, max_nodes=20_000, **how, **PLAIN).complete:
            continue
        searched += 1
        full = expectimax(state, player=seed % 2, depth=depth, **how, **PLAIN)
        check_all_ways(full.value, state, depth, seed % 2, **how)
    assert searched > 75


def a_hand_that_cannot_be_placed() -> skirmish.State:
    """p0 has 2/2/2 on the field and a removal in the hand; p1 has no card left anywhere."""
    deck = ("6/0/0", "1/1/1", "2/2/2", "removal-a", "removal-b")
    state = skirmish.State(skirmish.Rules(deck=deck, hand_limit=0), hands=(deck, deck))
    events = """place 6/0/0; rest 6/0/0; place 1/1/1; rest 1/1/1; keep; battle 6/0/0 with 1/1/1;
        place 2/2/2; rest 2/2/2; keep; battle 6/0/0 with 2/2/2; place 6/0/0; rest 6/0/0;
        remove 6/0/0 by removal-b; rest 6/0/0; remove 6/0/0 by removal-a; place 1/1/1; rest 1/1/1;
        remove 1/1/1 by removal-b; place 2/2/2; rest 2/2/2; keep"""
    for event in events.split(";"):
        state.apply(event.strip())
    assert (state.hand(0), state.field(0), state.hand(1), state.field(1)) == (
        ["removal-a"],
        ["2/2/2"],
        [],
        [],
    )
    return state


@pytest.mark.parametrize("lean", [False, True])
def test_the_same_cards_two_turns_later_are_not_taken_for_the_root(lean: bool) -> None:
    """With ``real_root`` p0 can only keep now, but place an average card two turns later, from the same
    cards."""
    state = a_hand_that_cannot_be_placed()
    how: dict[str, Any] = {"moves": "representative", "real_root": True, "lean": lean}
    full = expectimax(state, depth=3, **how, **PLAIN)
    check_all_ways(full.value, state, 3, 0, **how)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_best_move_of_a_pruned_search_has_the_full_value(depth: int) -> None:
    tried = 0
    for state, _ in skirmish_positions(120, 40_000, depth, 5000):
        me = state.actor
        if me is None:
            continue
        full = expectimax(state, depth=depth, **EVERY_LEAF)
        for way in WAYS[4:]:
            found = expectimax(state, depth=depth, lean=False, **way)
            assert state.is_legal(found.best)
            after = state.copy()
            after.apply(found.best)
            left = depth - (after.turn - state.turn)
            if after.is_over or left == 0:
                value = after.evaluate(me) + after.returns()[me] * win_worth(left, len(state.to_act))
            else:
                value = expectimax(after, player=me, depth=left, **EVERY_LEAF).value
            assert value == pytest.approx(full.value, abs=1e-9), f"{found.best} by {way} in\n{state}"
            tried += 1
    assert tried > 1000


def test_pruning_prunes_and_every_part_of_it_helps() -> None:
    """On the standard position of the official rules, three turns deep: all leaves, then more and more left
    out."""
    state = representative_start()
    ways = [EVERY_LEAF, BOUNDS, {**BOUNDS, "table_bits": 20}, {**BOUNDS, "lean": True}, {"table_bits": 20}]
    every, bounds, table, lean, exact = (expectimax(state, depth=3, **way) for way in ways)
    assert every.leaves == 416_371, "the count in docs/explanation/skirmish.md"
    assert bounds.leaves < 0.9 * every.leaves and every.cuts == 0 < bounds.cuts
    assert table.leaves < bounds.leaves and table.hits > 0 == bounds.hits
    assert lean.leaves < bounds.leaves and exact.leaves < every.leaves / 50
    assert len({round(found.value, 9) for found in (every, bounds, table, lean, exact)}) == 1


def test_star1_leaves_chance_nodes_early() -> None:
    state = full_start()
    every, bounds = (expectimax(state, depth=2, **way) for way in (EVERY_LEAF, BOUNDS))
    assert bounds.leaves < every.leaves and bounds.value == pytest.approx(every.value, abs=1e-9)


def test_probes_help_where_there_is_a_table_to_remember_them() -> None:
    state = full_start()
    with_table = [expectimax(state, depth=3, table_bits=20, probe=probe).leaves for probe in (False, True)]
    assert with_table[1] < with_table[0]


def test_representatives_are_pruned_as_well() -> None:
    state = representative_start()
    every, bounds = (
        expectimax(state, depth=4, moves="representative", **way) for way in (EVERY_LEAF, BOUNDS)
    )
    assert bounds.value == pytest.approx(every.value, abs=1e-9) and bounds.leaves < every.leaves / 10
