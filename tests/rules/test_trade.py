"""Trade among players: offers, replies, counters, deals. Trade with the bank is in test_maritime_trade.py."""

from __future__ import annotations

import pytest

from longroad import catan
from longroad.errors import NotationError
from rules.table import Table, five

OTHERS = {name: [r for r in catan.RESOURCES if r != name] for name in catan.RESOURCES}

# ---- Offers ---------------------------------------------------------------------------------------------


def test_an_accepted_offer_is_carried_out_when_the_offerer_deals() -> None:
    t = Table().give(1, ore=1).main_of(0).play("offer 1 brick for 1 ore")
    assert (t.phase, t.current, t.actor, t.offer) == ("respond", 0, 1, (five(brick=1), five(ore=1)))
    t.play("accept")
    assert (t.phase, t.actor, t.replies) == ("choose", 0, [None, "accept"])
    assert t.legal() == {"deal p1", "cancel"}
    t.play("deal p1")
    assert t.hand(0) == five(lumber=1, ore=1)
    assert t.hand(1) == five(brick=2, lumber=1, grain=1, wool=1)
    assert (t.phase, t.actor, t.offer, t.replies) == ("main", 0, None, [None, None])


def test_the_offerer_may_cancel_an_accepted_offer() -> None:
    t = Table().give(1, ore=1).main_of(0)
    before = [t.hand(0), t.hand(1)]
    t.play("offer 1 brick for 1 ore; accept; cancel")
    assert [t.hand(0), t.hand(1)] == before
    assert (t.phase, t.offer, t.offers_made) == ("main", None, 1)


def test_an_offer_all_refuse_leads_back_at_once() -> None:
    t = Table(4).main_of(0).play("offer 1 brick for 1 ore; refuse; refuse; refuse")
    assert (t.phase, t.actor, t.offer) == ("main", 0, None)


def test_opponents_reply_in_turn_order_after_the_offerer() -> None:
    t = Table(4).give(2, brick=1).main_of(2).play("offer 1 brick for 1 ore")
    order = []
    while t.phase == "respond":
        order.append(t.actor)
        t.play("refuse")
    assert order == [3, 0, 1]


def test_opponents_without_cards_are_passed_over() -> None:
    t = Table(3).build(1, "road e37").main_of(0)
    assert t.hand_size(1) == 0
    t.play("offer 1 brick for 1 wool")
    assert t.actor == 2
    t.play("accept")
    assert (t.phase, t.replies) == ("choose", [None, None, "accept"])


def test_no_offer_when_no_opponent_holds_a_card() -> None:
    t = Table().build(1, "road e37").main_of(0)
    assert t.hand_size(1) == 0 and not t.legal("offer")
    t.refused("offer 1 brick for 1 wool", "card")


def test_the_offerer_picks_among_those_who_accepted() -> None:
    t = Table(4).main_of(0).play("offer 1 brick for 1 wool; refuse; accept; accept")
    assert t.legal() == {"deal p2", "deal p3", "cancel"}
    t.refused("deal p1", "p1 did not agree")
    t.play("deal p3")
    assert [t.hand(p) for p in (0, 2, 3)] == [five(lumber=1, wool=1), five(wool=1), five(brick=1)]


def test_both_sides_give_at_least_one_card() -> None:
    t = Table().main_of(0)
    for text in (
        "offer 1 brick for",
        "offer for 1 ore",
        "offer 1 brick",
        "offer 0 brick for 1 ore",
        "offer 1 brick for 0 ore",
    ):
        with pytest.raises(NotationError):
            t.apply(text)


def test_the_same_resource_may_not_stand_on_both_sides() -> None:
    t = Table().give(0, brick=2).give(1, brick=2).main_of(0)
    for text in (
        "offer 1 brick for 2 brick",
        "offer 1 brick + 1 lumber for 1 brick",
        "offer 2 brick for 1 brick + 1 ore",
    ):
        t.refused(text, "both sides")


def test_the_offerer_holds_what_it_gives() -> None:
    t = Table().main_of(0)
    for text in ("offer 2 brick for 1 ore", "offer 1 ore for 1 brick", "offer 1 brick + 1 grain for 1 ore"):
        t.refused(text, "p0 does not hold")


def test_an_offer_may_ask_for_more_than_anyone_holds() -> None:
    t = Table().main_of(0).play("offer 1 brick for 19 ore")
    assert "accept" not in t.legal()
    t.refused("accept", "p1 does not hold")
    t.play("refuse")


def test_no_count_is_above_nineteen() -> None:
    with pytest.raises(ValueError, match="offer 1 brick for 20 ore"):
        Table().main_of(0).apply("offer 1 brick for 20 ore")


def test_any_bundles_may_be_offered() -> None:
    t = Table().give(1, ore=2).give(0, grain=1).main_of(0)
    t.play("offer 1 brick + 1 lumber + 1 grain for 2 ore + 1 wool; accept; deal p1")
    assert t.hand(0) == five(ore=2, wool=1)
    assert t.hand(1) == five(brick=2, lumber=2, grain=3, wool=1)


def test_listed_offers_are_one_kind_against_another_up_to_three_each() -> None:
    t = Table().give(0, brick=1).main_of(0)
    listed = [
        f"offer {give} {name} for {get} {other}"
        for name, held in (("brick", 2), ("lumber", 1))
        for other in OTHERS[name]
        for give in range(1, held + 1)
        for get in (1, 2, 3)
    ]
    assert t.legal("offer") == set(listed)


def test_accept_needs_the_cards_asked_for() -> None:
    t = Table().main_of(0).play("offer 1 brick for 1 ore")
    assert "accept" not in t.legal()
    t.refused("accept", "does not hold")
    t = Table().give(1, ore=1).main_of(0).play("offer 1 brick for 2 ore")
    t.refused("accept", "p1 does not hold")


def test_only_the_player_whose_turn_it_is_makes_offers() -> None:
    t = Table().give(1, ore=1).main_of(0).play("offer 1 brick for 1 ore")
    t.refused("offer 1 ore for 1 brick", "respond")  # p1 replies, it does not offer
    for text in ("end", "road e12", "deal p1", "cancel"):
        t.refused(text, "the phase is 'respond', p1 decides")


# ---- Counters -------------------------------------------------------------------------------------------


def test_a_counter_is_carried_out_as_its_speaker_said() -> None:
    t = (
        Table()
        .give(1, ore=1)
        .main_of(0)
        .play("offer 1 brick for 1 ore", "counter 1 ore for 1 brick + 1 lumber")
    )
    assert t.replies == [None, (five(ore=1), five(brick=1, lumber=1))]
    assert t.legal() == {"deal p1", "cancel"}
    t.play("deal p1")
    assert t.hand(0) == five(ore=1)
    assert t.hand(1) == five(brick=2, lumber=2, grain=1, wool=1)


def test_a_counter_is_not_the_offer_itself() -> None:
    t = Table().give(1, ore=1).main_of(0).play("offer 1 brick for 1 ore")
    assert "counter 1 ore for 1 brick" not in t.legal()
    t.refused("counter 1 ore for 1 brick", "offer")
    t.play("counter 1 ore for 2 brick")


def test_the_reverse_of_an_offer_is_a_counter_of_its_own() -> None:
    t = (
        Table()
        .give(1, ore=1)
        .give(0, ore=1)
        .main_of(0)
        .play("offer 1 brick for 1 ore", "counter 1 brick for 1 ore", "deal p1")
    )
    assert t.hand(0) == five(brick=2, lumber=1)


def test_the_speaker_of_a_counter_holds_what_it_gives() -> None:
    t = Table().main_of(0).play("offer 1 brick for 1 ore")
    t.refused("counter 1 ore for 2 brick", "p1 does not hold 1 ore")
    t.refused("counter 2 lumber for 1 brick", "p1 does not hold 2 lumber")
    t.play("counter 1 lumber for 1 brick")


def test_a_counter_has_no_resource_on_both_sides() -> None:
    t = Table().main_of(0).play("offer 1 brick for 1 ore")
    t.refused("counter 1 lumber for 1 brick + 1 lumber", "both sides")


def test_a_counter_the_offerer_cannot_pay_is_no_deal() -> None:
    t = Table().give(1, ore=1).main_of(0).play("offer 1 brick for 1 ore", "counter 1 ore for 2 brick")
    assert (t.phase, t.legal()) == ("choose", {"cancel"})
    t.refused("deal p1", "p0 cannot pay")
    t.play("cancel")
    assert t.phase == "main"


def test_listed_counters_are_the_payable_ones_without_the_offer() -> None:
    t = Table().main_of(0).play("offer 1 lumber for 1 brick")  # p1 holds a brick and a lumber
    listed = [f"counter 1 {n} for {k} {o}" for n in ("brick", "lumber") for o in OTHERS[n] for k in (1, 2, 3)]
    listed.remove("counter 1 brick for 1 lumber")
    assert t.legal() == {"accept", "refuse", *listed}


def test_counters_and_acceptances_stand_side_by_side() -> None:
    t = Table(4).main_of(0).play("offer 1 brick for 1 wool; counter 1 lumber for 1 brick; accept; refuse")
    assert t.legal() == {"deal p1", "deal p2", "cancel"}
    t.play("deal p1")
    assert t.hand(0) == five(lumber=2) and t.hand(2) == five(wool=1)


# ---- How often ------------------------------------------------------------------------------------------


def test_offers_are_limited_a_turn() -> None:
    t = (
        Table(offers_per_turn=2)
        .main_of(0)
        .play("offer 1 brick for 1 ore; refuse; offer 1 brick for 1 ore; refuse")
    )
    assert t.offers_made == 2 and not t.legal("offer")
    t.refused("offer 1 brick for 1 wool", "offers")
    t.play("end").roll()
    assert t.offers_made == 0 and t.legal("offer")


def test_no_domestic_trade_with_no_offers() -> None:
    t = Table(offers_per_turn=0).main_of(0)
    assert not t.legal("offer")
    t.refused("offer 1 brick for 1 ore", "domestic trade is off")


def test_a_trade_may_be_followed_by_a_build_and_another_trade() -> None:
    t = Table().give(1, ore=1).main_of(0).play("offer 1 lumber for 1 ore; accept; deal p1")
    t.play("offer 1 ore for 1 lumber; accept; deal p1; road e12; end")


def test_trades_do_not_touch_the_bank() -> None:
    t = Table().give(1, ore=1).main_of(0)
    bank = t.bank
    t.play("offer 1 brick for 1 ore; accept; deal p1")
    assert t.bank == bank
