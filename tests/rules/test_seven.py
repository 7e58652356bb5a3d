"""A seven: who discards and how many, where the robber goes, whom it robs."""

from __future__ import annotations

import pytest

from longroad import catan
from rules.table import Table, board, five


def hand_of(player: int, size: int, players: int = 2, **options: int) -> Table:
    """It is p0's turn, not rolled yet, and the player holds this many cards (of several kinds)."""
    t = Table(players, **options)
    for name in ("ore", "grain", "wool", "brick", "lumber") * 4:
        if t.hand_size(player) < size:
            t.give(player, **{name: 1})
    assert t.hand_size(player) == size
    return t.before_roll_of(0)


# ---- Discarding -----------------------------------------------------------------------------------------


def test_more_than_seven_cards_are_halved() -> None:
    t = hand_of(0, 8).roll(7)
    assert (t.phase, t.actor) == ("discard", 0)
    for left in (4, 3, 2, 1):
        assert (t.phase, t.left) == ("discard", left)
        t.play_any()
    assert t.phase == "robber" and t.hand_size(0) == 4


def test_exactly_seven_cards_are_kept() -> None:
    t = hand_of(0, 7).roll(7)
    assert t.phase == "robber" and t.hand_size(0) == 7


def test_half_is_rounded_down() -> None:
    t = hand_of(0, 9).roll(7)
    for _ in range(4):
        t.play_any()
    assert t.phase == "robber" and t.hand_size(0) == 5


def test_discards_are_of_ones_own_choice() -> None:
    t = hand_of(0, 8).roll(7)  # two each of brick, lumber and ore; one each of grain and wool
    assert t.hand(0) == (2, 2, 2, 1, 1)
    assert t.legal() == {f"discard {name}" for name in catan.RESOURCES}
    t.play("discard wool; discard ore; discard ore")
    assert t.legal() == {"discard brick", "discard lumber", "discard grain"}
    t.refused("discard ore", "ore")
    t.play("discard brick")
    assert t.hand(0) == five(brick=1, lumber=2, grain=1)


def test_discards_go_to_the_bank() -> None:
    t = hand_of(0, 8).roll(7)
    before = t.bank
    t.play("discard wool; discard ore; discard ore; discard brick")
    assert t.bank == tuple(b + d for b, d in zip(before, (1, 0, 2, 0, 1), strict=True))


def test_an_opponent_with_more_than_seven_discards_too() -> None:
    t = hand_of(1, 8).roll(7)
    assert (t.phase, t.current, t.actor) == ("discard", 0, 1)
    assert t.legal() == {
        f"discard {name}" for name, count in zip(catan.RESOURCES, t.hand(1), strict=True) if count
    }
    for _ in range(4):
        assert t.actor == 1
        t.play_any()
    assert (t.phase, t.actor, t.hand_size(1)) == ("robber", 0, 4)


def test_the_roller_discards_first_then_the_others_in_turn_order() -> None:
    t = Table(4).give(2, brick=2).give(3, brick=2).give(0, ore=3, grain=3, wool=2).give(1, ore=2)
    t.before_roll_of(2)
    assert [t.hand_size(p) for p in range(4)] == [10, 8, 9, 9]
    t.roll(7)
    order = []
    while t.phase == "discard":
        order.append(t.actor)
        t.play_any()
    assert order == [2] * 4 + [3] * 4 + [0] * 5 + [1] * 4
    assert (t.phase, t.actor) == ("robber", 2)


def test_nothing_but_discarding_is_possible_while_cards_are_due() -> None:
    t = hand_of(0, 8).roll(7)
    for text in ("end", "robber h3", "road e12", "buy card", "roll"):
        t.refused(text, "discard")


def test_a_seven_pays_nobody() -> None:
    t = Table()
    before = [t.hand(0), t.hand(1)]
    t.roll(7)
    assert [t.hand(0), t.hand(1)] == before


# ---- The robber -----------------------------------------------------------------------------------------


def test_robber_moves_to_a_different_hex() -> None:
    t = Table().roll(7)
    assert t.robber == 9
    t.refused("robber h9", "different hex")
    hexes = {int(text.split()[1][1:]) for text in t.legal()}
    assert hexes == set(range(19)) - {9}


def test_robber_may_go_back_to_the_desert() -> None:
    t = Table().roll(7).play("robber h2; end").roll(7).play("robber h9")
    assert (t.robber, t.phase) == (9, "main")


def test_robber_moves_after_the_discards_and_then_the_turn_goes_on() -> None:
    t = hand_of(1, 8).roll(7)
    t.play("discard ore", "discard ore", "discard grain", "discard wool", "robber h2")
    assert (t.phase, t.actor, t.robber) == ("main", 0, 2)


def test_robber_must_move() -> None:
    t = Table().roll(7)
    for text in ("end", "road e12", "knight"):
        t.refused(text, "robber")


def test_a_victim_is_named_when_there_is_one() -> None:
    t = Table().roll(7)
    assert t.legal("robber h5") == {"robber h5 steal p1"}
    t.refused("robber h5", "name whom to steal from")
    t.play("robber h5 steal p1")
    assert (t.phase, t.robber, t.actor) == ("steal", 5, None)


def test_the_roller_chooses_among_several_victims() -> None:
    setup = [
        ("n0", "e0", "n2", "e7"),
        ("n20", "e35", "n50", "e68"),
        ("n22", "e36", "n48", "e67"),
        ("n32", "e44", "n46", "e61"),
    ]
    t = Table(4, board=board("W6", h3="D"), setup=setup).roll(7)
    assert t.legal("robber h9") == {"robber h9 steal p1", "robber h9 steal p2", "robber h9 steal p3"}
    t.play("robber h9 steal p2; stole wool")
    assert [t.hand_size(p) for p in range(4)] == [3, 1, 0, 1]


def test_nobody_is_robbed_where_no_opponent_stands() -> None:
    t = Table().roll(7)
    assert t.legal("robber h2") == {"robber h2"}
    t.refused("robber h2 steal p1", "cannot be robbed")
    t.play("robber h2")
    assert t.phase == "main"


def test_one_does_not_rob_oneself() -> None:
    t = Table().roll(7)
    assert t.legal("robber h4") == {"robber h4"}  # p0's own hex
    t.refused("robber h4 steal p0", "p0 cannot be robbed")


def test_no_victim_without_cards_but_the_move_is_still_legal() -> None:
    t = Table(3).build(1, "road e37")  # spends p1's brick and lumber
    assert t.hand_size(1) == 0
    t.before_roll_of(2).roll(7)
    assert t.legal("robber h5") == {"robber h5"}
    t.refused("robber h5 steal p1", "cannot be robbed")
    before = [t.hand(p) for p in range(3)]
    t.play("robber h5")
    assert t.phase == "main" and [t.hand(p) for p in range(3)] == before


def test_a_victim_without_cards_is_passed_over_for_one_with_cards() -> None:
    setup = [("n0", "e0", "n2", "e7"), ("n20", "e35", "n50", "e68"), ("n22", "e36", "n44", "e60")]
    t = Table(3, board=board("W6", h3="D", h17="D"), setup=setup).roll(7)
    assert [t.hand_size(p) for p in range(3)] == [2, 0, 3]
    assert t.legal("robber h9") == {"robber h9 steal p2"}
    t.refused("robber h9 steal p1", "p1 cannot be robbed")


def test_a_city_can_be_robbed() -> None:
    t = Table().build(1, "city n23").before_roll_of(0).roll(7)
    assert t.legal("robber h5") == {"robber h5 steal p1"}


def test_a_victim_with_two_buildings_at_the_hex_is_listed_once() -> None:
    setup = [("n0", "e0", "n2", "e7"), ("n20", "e35", "n22", "e36")]
    t = Table(board=board("W6", h3="D"), setup=setup).roll(7)
    assert t.legal("robber h9") == {"robber h9 steal p1"}


def test_a_stolen_card_is_random_among_the_cards_held() -> None:
    t = Table().give(1, ore=3).before_roll_of(0).roll(7)
    t.play("discard grain; discard ore; discard wool; discard wool; discard lumber")
    hand = t.hand(1)
    assert hand == five(brick=1, ore=2, grain=2, wool=1)
    t.play("robber h5 steal p1")
    outcomes = {str(action): chance for action, chance in t.chance_outcomes()}
    expected = {
        f"stole {name}": count / 6 for name, count in zip(catan.RESOURCES, hand, strict=True) if count
    }
    assert outcomes == pytest.approx(expected, abs=1e-15)


def test_only_a_card_that_is_held_can_be_stolen() -> None:
    t = Table().roll(7).play("robber h5 steal p1")
    assert [str(action) for action, _ in t.chance_outcomes()] == ["stole brick", "stole lumber"]
    t.refused("stole ore", "impossible")


def test_the_stolen_card_changes_hands() -> None:
    t = Table().roll(7).play("robber h5 steal p1; stole lumber")
    assert t.hand(0) == five(brick=1, lumber=2) and t.hand(1) == five(brick=1)
    assert (t.phase, t.actor, t.bank) == ("main", 0, five(brick=17, lumber=17, ore=19, grain=19, wool=19))


def test_only_one_card_is_stolen() -> None:
    t = Table().roll(7).play("robber h5 steal p1; stole lumber")
    assert not t.legal("robber")
    t.refused("stole brick", "the phase is 'main'")


def test_a_victim_discards_before_it_is_robbed() -> None:
    t = hand_of(1, 8).roll(7)
    t.play("discard ore; discard ore; discard grain; discard wool; robber h5 steal p1")
    assert t.hand_size(1) == 4
    assert "stole ore" not in [str(action) for action, _ in t.chance_outcomes()]
