"""Representative moves of Skirmish: the paper's averages, what is played for them, and clusters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from longroad import skirmish
from longroad.experiments.taucher2018.searches import full_start, representative_start
from longroad.search import expectimax, representatives
from search.averages import AverageTable, average, average_value, printed
from search.positions import EVERY_LEAF, PLAIN, skirmish_position
from search.reference import SkirmishLookahead

FULL_LEAVES = 263_292_832  # of the paper's starting hand at depth 3; counted in the experiment
ASPECTS = ("fight", "heal", "attack")


def placements(number: int, first_seed: int = 0) -> list[skirmish.State]:
    """Positions in which somebody places a card."""
    found = []
    for seed in range(first_seed, first_seed + 20 * number):
        state = skirmish_position(seed, (5, 25))
        if state.phase == "place":
            found.append(state)
    assert len(found) >= number
    return found[:number]


def test_averages_are_the_papers() -> None:
    cards = 0
    for state in placements(150):
        me = state.current
        values = average(state, me)
        found = representatives(state)
        if values is None:
            assert found == []
            continue
        assert tuple(r.of for r in found) == ASPECTS
        for place, representative in enumerate(found):
            expected = [Fraction(0)] * 3
            expected[place] = values[place]
            assert representative.average == pytest.approx([float(x) for x in expected], abs=1e-12)
        cards += len(state.hand(me)) != len(state.deck(me))
    assert cards > 100


def test_the_averages_of_the_papers_starting_hand() -> None:
    fight, heal, attack = (r.average for r in representatives(representative_start()))
    hand, deck = representative_start().hand(0), representative_start().deck(0)
    sums = [
        2 * sum(printed(card)[i] for card in hand) + sum(printed(card)[i] for card in deck) for i in range(3)
    ]
    assert len(hand) == 5 and len(deck) == 20
    assert fight == (float(sums[0] / 30), 0, 0)
    assert heal == (0, float(sums[1] / 30), 0)
    assert attack == (0, 0, float(sums[2] / 30))
    once = [sum(printed(card)[i] for card in (*hand, *deck)) / 25 for i in range(3)]
    assert [fight[0], heal[1], attack[2]] != [float(x) for x in once], "the hand is counted double"


def test_the_card_of_the_hand_with_the_most_of_the_aspect_is_played() -> None:
    removed = 0
    for state in placements(250, first_seed=10_000):
        me = state.current
        enemies = state.field(1 - me)
        placeable = [c for c in state.hand(me) if enemies or not c.startswith("removal")]
        for place, representative in enumerate(representatives(state)):
            assert state.is_legal(representative.move)
            if not placeable:
                assert str(representative.move) == "keep"
                continue
            most = max(printed(card)[place] for card in placeable)
            best = [card for card in placeable if printed(card)[place] == most][-1]
            assert representative.move.card == best, f"{representative} in\n{state}"
            if best.startswith("removal"):
                assert representative.move.kind == "remove" and representative.move.target == enemies[-1]
                removed += 1
    assert removed > 20


def test_a_removal_needs_an_enemy() -> None:
    hand = ["removal-a", "4/1/0", "1/1/2", "1/0/3", "1/1/1"]
    state = skirmish.State(hands=(hand, hand))
    assert [str(r.move) for r in representatives(state)] == ["place 4/1/0", "place 4/1/0", "place 1/0/3"]
    for event in ("place 1/1/2", "rest 1/1/2"):
        state.apply(event)
    assert [str(r.move) for r in representatives(state)] == [
        "remove 1/1/2 by removal-a",
        "place 4/1/0",
        "place 1/0/3",
    ]


@pytest.mark.parametrize("real_root", [False, True])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_values_are_those_of_the_game_of_averages(depth: int, real_root: bool) -> None:
    searched = 0
    for seed in range(150):
        state = skirmish_position(30_000 + seed, (5, 15))
        how: dict[str, Any] = {"moves": "representative", "real_root": real_root, "depth": depth}
        found = expectimax(state, player=seed % 2, max_nodes=700, **how, **EVERY_LEAF)
        if not found.complete or state.is_chance:
            continue
        searched += 1
        value = average_value(AverageTable(state, real_root), seed % 2, depth)
        full = expectimax(state, player=seed % 2, **how, **EVERY_LEAF)
        assert full.value == pytest.approx(float(value), abs=1e-9), f"p{seed % 2}\n{state}"
    assert searched >= (80, 40, 10)[depth - 1]


def test_the_move_found_is_a_real_one() -> None:
    for state in placements(60, first_seed=2000):
        for moves, real_root in (("representative", False), ("representative", True), ("clustered", False)):
            found = expectimax(state, depth=1, moves=moves, real_root=real_root)
            assert state.is_legal(found.best)
            if not real_root:
                clustered = moves == "clustered"
                played = [r.move for r in representatives(state, clustered=clustered)]
                assert str(found.best) == "keep" or found.best in played


def test_representatives_of_the_other_phases_are_all_moves() -> None:
    state = skirmish.State(seed=1)
    state.apply(next(a for a in state.legal_actions() if a.kind == "place"))
    assert state.phase == "act" and representatives(state) == []
    drawing = skirmish.State(skirmish.Rules(hand_limit=25), seed=1)
    assert drawing.phase == "draw" and representatives(drawing) == []


def test_representatives_leave_one_leaf_of_many_thousands() -> None:
    found = expectimax(representative_start(), depth=3, moves="representative", **EVERY_LEAF)
    assert found.leaves == 4810 and found.leaves * 1000 < FULL_LEAVES


def test_the_leaves_of_the_papers_starting_hand_two_turns_deep() -> None:
    reference = SkirmishLookahead(0)
    value = reference.value(full_start(), 2)
    found = expectimax(full_start(), player=0, depth=2, **EVERY_LEAF)
    assert found.leaves == reference.leaves == 182_356
    assert found.value == pytest.approx(value, abs=1e-9)


# ---- Clusters
# -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("classes", [1, 2, 3, 4])
def test_clusters_are_means_of_the_cards_nearest_to_them(classes: int) -> None:
    for state in placements(80, first_seed=500 * classes):
        me = state.current
        weights = dict.fromkeys(state.hand(me), 2) | dict.fromkeys(state.deck(me), 1)
        found = representatives(state, clustered=True, classes=classes)
        assert found == representatives(state, clustered=True, classes=classes)
        different = len({printed(card) for card in weights})
        assert len(found) == min(classes, different)
        assert [r.of for r in found] == [f"cluster {i + 1}" for i in range(len(found))]
        means = [r.average for r in found]
        members: list[list[str]] = [[] for _ in means]
        for card in weights:
            distances = [
                sum((a - float(b)) ** 2 for a, b in zip(mean, printed(card), strict=True)) for mean in means
            ]
            members[distances.index(min(distances))].append(card)
        for mean, cards in zip(means, members, strict=True):
            weight = sum(weights[card] for card in cards)
            expected = [float(sum(weights[c] * printed(c)[i] for c in cards) / weight) for i in range(3)]
            assert mean == pytest.approx(expected, abs=6e-4), "to a thousandth"


def test_of_a_cluster_a_member_in_the_hand_is_played() -> None:
    checked = 0
    for state in placements(150, first_seed=4000):
        me = state.current
        enemies = state.field(1 - me)
        placeable = [c for c in state.hand(me) if enemies or not c.startswith("removal")]
        found = representatives(state, clustered=True)
        for representative in found:
            assert state.is_legal(representative.move)
            if not placeable:
                assert str(representative.move) == "keep"
                continue

            def distance(card: str, mean: Any = representative.average) -> float:
                return sum((a - float(b)) ** 2 for a, b in zip(mean, printed(card), strict=True))

            others = [r.average for r in found if r.of != representative.of]
            members = [c for c in placeable if all(distance(c) <= distance(c, o) - 0.01 for o in others)]
            if members:
                assert distance(representative.move.card) == pytest.approx(
                    min(map(distance, members)), abs=1e-9
                )
                checked += 1
    assert checked > 100


def test_one_cluster_is_the_weighted_mean_of_all_cards() -> None:
    state = representative_start()
    (only,) = representatives(state, clustered=True, classes=1)
    assert only.average == pytest.approx(
        [r.average[i] for i, r in enumerate(representatives(state))], abs=6e-4
    )


def test_more_clusters_are_searched_in_more_leaves() -> None:
    state = representative_start()
    leaves = [
        expectimax(state, depth=2, moves="clustered", classes=k, lean=False, **PLAIN).leaves
        for k in (1, 2, 3, 4)
    ]
    assert leaves == sorted(leaves) and len(set(leaves)) == 4
