"""The roll and what it pays, and what happens when the bank runs out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from longroad import catan
from rules.table import Table, board, five

# p0 and p1 both stand at h4 (n9, n21) and each at one more hex of its own; h18 is nobody's.
SHARED_SETUP = [("n9", "e12", "n52", "e70"), ("n21", "e27", "n28", "e49")]


def shared(bank: int = 19, **hexes: str) -> Table:
    """Two players at h4, ore on a 6 unless given; their second settlements lie at h18 and at h7 and h12."""
    return Table(board=board(**{"h4": "O6", **hexes}), setup=SHARED_SETUP, bank=bank)


def test_a_settlement_is_paid_one_card() -> None:
    t = Table().roll(4)
    assert t.hand(0) == five(brick=1, lumber=1, ore=1)


def test_a_city_is_paid_two_cards() -> None:
    t = Table().build(0, "city n19")
    before = t.hand(0)
    t.play("end").roll(4)
    assert t.hand(0)[2] == before[2] + 2
    t.play("end").roll(2)
    assert t.hand(0)[0] == before[0] + 1  # the settlement at n2 is still paid one


def test_everyone_at_the_hex_is_paid_whoever_rolls() -> None:
    t = shared().roll(6)
    assert t.current == 0
    assert t.hand(0) == five(ore=1) and t.hand(1) == five(ore=1)
    t.play("end").roll(6)
    assert t.current == 1
    assert t.hand(0) == five(ore=2) and t.hand(1) == five(ore=2)


def test_two_buildings_at_one_hex_are_both_paid() -> None:
    t = Table(board=board(h4="O6"), setup=[("n9", "e12", "n21", "e27"), ("n52", "e70", "n28", "e49")])
    assert t.hand(0) == five(ore=1)
    t.roll(6)
    assert t.hand(0) == five(ore=3)


def test_all_hexes_with_the_number_pay() -> None:
    t = shared(h0="W6", h3="G6", h5="B6", h9="L6").roll(6)
    assert t.hand(0) == five(ore=1, wool=1, grain=1)
    assert t.hand(1) == five(ore=1, brick=1, lumber=1)


def test_other_numbers_pay_nothing() -> None:
    for number in (2, 3, 4, 5, 8, 9, 10, 11, 12):
        t = shared().roll(number)
        assert t.hand(0) == t.hand(1) == five()
        assert t.last_roll == number


def test_robbers_hex_pays_nothing() -> None:
    t = shared(h3="G6").roll(7).play("robber h4; end").roll(6)
    assert t.hand(0) == five(grain=1)
    assert t.hand(1) == five()


def test_hex_pays_again_when_the_robber_has_left() -> None:
    t = shared().roll(7).play("robber h4; end").roll(7).play("robber h0; end").roll(6)
    assert t.hand(0) == t.hand(1) == five(ore=1)


def test_paid_cards_come_from_the_bank() -> None:
    t = shared().roll(6)
    assert t.bank == (19, 19, 17, 19, 19)


# ---- Shortage -------------------------------------------------------------------------------------------


def test_shortage_nobody_is_paid_when_two_are_owed() -> None:
    t = shared(bank=1).roll(6)
    assert t.hand(0) == t.hand(1) == five()
    assert t.bank[2] == 1


def test_bank_that_holds_just_enough_pays_everyone() -> None:
    t = shared(bank=2).roll(6)
    assert t.hand(0) == t.hand(1) == five(ore=1)
    assert t.bank[2] == 0


def test_shortage_a_single_creditor_gets_what_is_left() -> None:
    # Only p0 stands at the ore hexes: n9 lies at all three, n18 at one of them.
    setup = [("n9", "e12", "n18", "e24"), ("n52", "e70", "n28", "e49")]
    t = Table(board=board(h0="O6", h3="O6", h4="O6"), setup=setup, bank=6)
    assert t.hand(0) == five(ore=1)  # n18's first card, five ore are left
    t.roll(6)  # owed four
    assert t.hand(0) == five(ore=5) and t.bank[2] == 1
    t.play("end").roll(6)
    assert t.hand(0) == five(ore=6) and t.bank[2] == 0
    t.play("end").roll(6)
    assert t.hand(0) == five(ore=6)


def test_shortage_a_city_alone_gets_the_last_card() -> None:
    t = Table(bank=5).build(0, "city n19")
    t.play("end").roll(6).play("end").roll(6)
    assert t.bank[4] == 1
    held = t.hand(0)[4]
    t.play("end").roll(6)  # owed two, one is left
    assert t.hand(0)[4] == held + 1 and t.bank[4] == 0


def test_shortage_each_resource_is_judged_on_its_own() -> None:
    # On a 6 both are owed ore, p0 alone wool: with one card of each kind left, ore is withheld and wool paid.
    t = shared(bank=1, h3="W6").roll(6)
    assert t.hand(0) == five(wool=1) and t.hand(1) == five()
    assert t.bank == (1, 1, 1, 1, 0)


def test_shortage_counts_one_player_owed_by_two_hexes_as_one_creditor() -> None:
    setup = [("n9", "e12", "n52", "e70"), ("n42", "e57", "n28", "e49")]
    t = Table(board=board(h0="O6", h4="O6"), setup=setup, bank=1).roll(6)
    assert t.hand(0) == five(ore=1) and t.bank[2] == 0


def test_shortage_counts_all_hexes_of_the_roll_together() -> None:
    # p0 is owed by h0, p1 by h9, different hexes of the same kind: two creditors, nobody is paid.
    t = shared(bank=1, h4="D", h0="O6", h9="O6").roll(6)
    assert t.hand(0) == t.hand(1) == five()


def test_shortage_a_robbed_hex_makes_no_creditor() -> None:
    t = shared(bank=1, h4="D", h0="O6", h9="O6").roll(7).play("robber h9; end").roll(6)
    assert t.hand(0) == five(ore=1) and t.hand(1) == five()


def test_shortage_ends_when_cards_come_back() -> None:
    t = shared(bank=3, h0="G9", h3="W9").roll(6).play("end").roll(6)  # three ore: one each, then nobody
    assert (t.hand(0)[2], t.hand(1)[2], t.bank[2]) == (1, 1, 1)
    t.play("end").roll(9).play("buy card; drew knight; end").roll(6)
    assert (t.hand(0)[2], t.hand(1)[2], t.bank[2]) == (1, 2, 0)


# ---- The dice -------------------------------------------------------------------------------------------


def test_dice_have_the_chances_of_two_dice() -> None:
    t = Table().play("roll")
    assert (t.phase, t.is_chance, t.actor, t.legal()) == ("dice", True, None, set())
    outcomes = {str(action): chance for action, chance in t.chance_outcomes()}
    assert list(outcomes) == [f"dice {n}" for n in range(2, 13)]
    for n in range(2, 13):
        assert outcomes[f"dice {n}"] == pytest.approx(float(Fraction(6 - abs(n - 7), 36)), abs=1e-15)


def test_sampled_dice_follow_their_chances() -> None:
    t, rng = Table().play("roll"), catan.Rng(1)
    counts = dict.fromkeys(range(2, 13), 0)
    for _ in range(36_000):
        counts[t.sample_chance(rng).sum] += 1
    for n, count in counts.items():
        assert count == pytest.approx(1000 * (6 - abs(n - 7)), rel=0.12)


def test_impossible_dice_are_refused() -> None:
    t = Table()
    t.refused("dice 8", "the phase is 'before roll'")  # nobody has rolled yet
    t.play("roll")
    for text in ("roll", "end", "road e0", "stole ore", "drew knight"):
        t.refused(text, "dice")


def test_dice_are_rolled_once_a_turn() -> None:
    t = Table().roll(12)
    assert t.rolled
    t.refused("roll", "main")
    t.play("end")
    assert not t.rolled and t.legal() == {"roll"}


def test_nothing_is_built_bought_traded_or_ended_before_the_roll() -> None:
    t = Table().give(0, brick=5, lumber=1, grain=3, wool=1, ore=3).give(1, brick=1).before_roll_of(0)
    for text in (
        "road e12",
        "city n19",
        "buy card",
        "trade 4 brick for 1 ore",
        "offer 1 brick for 1 ore",
        "end",
    ):
        t.refused(text, "before roll")
    assert t.legal() == {"roll"}
