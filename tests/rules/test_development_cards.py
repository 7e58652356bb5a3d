"""Development cards: buying, when they may be played, and what each does."""

from __future__ import annotations

import pytest

from longroad import catan
from rules.table import Table, board, five, kinds, way

DECK = (14, 5, 2, 2, 2)
PLAYS = {
    "knight": "knight",
    "road building": "road building",
    "year of plenty": "year of plenty",
    "monopoly": "monopoly ore",
}


def holding(*cards: str, players: int = 2, **options: int) -> Table:
    """p0 has bought these cards in earlier turns and has not rolled yet."""
    return Table(players, **options).buy(0, *cards).before_roll_of(0)


# ---- Buying ---------------------------------------------------------------------------------------------


def test_deck_has_twenty_five_cards_and_draws_by_count() -> None:
    t = Table().pay_for(0, "card").main_of(0)
    assert t.deck == DECK
    t.play("buy card")
    assert (t.phase, t.actor, t.legal()) == ("draw", None, set())
    outcomes = {str(action): chance for action, chance in t.chance_outcomes()}
    expected = {f"drew {card}": count / 25 for card, count in zip(catan.CARDS, DECK, strict=True)}
    assert outcomes == pytest.approx(expected, abs=1e-15)


def test_drawn_cards_leave_the_deck() -> None:
    t = Table().buy(0, "monopoly", "monopoly").pay_for(0, "card").main_of(0).play("buy card")
    assert t.deck == (14, 5, 2, 2, 0) and t.cards(0) == kinds(monopoly=2)
    outcomes = {str(action): chance for action, chance in t.chance_outcomes()}
    assert outcomes["drew knight"] == pytest.approx(14 / 23, abs=1e-15)
    assert "drew monopoly" not in outcomes
    t.refused("drew monopoly", "impossible")


def test_card_costs_ore_grain_and_wool() -> None:
    t = Table().build(0, "road e12").pay_for(0, "card").main_of(0).play("buy card; drew knight")
    assert t.hand(0) == five() and t.bank[2:] == (19, 19, 19)


@pytest.mark.parametrize("missing", ["ore", "grain", "wool"])
def test_card_needs_every_card_of_its_price(missing: str) -> None:
    t = Table()
    for name in {"ore", "grain", "wool"} - {missing}:
        t.give(0, **{name: 2})
    t.main_of(0).refused("buy card", "1 ore + 1 grain + 1 wool")


def test_no_card_from_an_empty_deck() -> None:
    deck = [card for card, count in zip(catan.CARDS, DECK, strict=True) for _ in range(count)]
    t = Table(target_points=20).buy(0, *deck).pay_for(0, "card").main_of(0)
    assert t.deck_size == 0 and t.card_count(0) == 25
    assert "buy card" not in t.legal()
    t.refused("buy card", "deck")


def test_several_cards_may_be_bought_in_a_turn() -> None:
    t = Table().pay_for(0, "card", "card").main_of(0).play("buy card; drew knight; buy card; drew monopoly")
    assert t.bought == kinds(knight=1, monopoly=1)


# ---- When a card may be played --------------------------------------------------------------------------


@pytest.mark.parametrize("card", PLAYS)
def test_card_bought_this_turn_cannot_be_played(card: str) -> None:
    t = Table().buy(0, card)
    assert t.cards(0) == kinds(**{card.replace(" ", "_"): 1}) == t.bought
    assert not t.legal(PLAYS[card])
    t.refused(PLAYS[card], "bought")
    t.play("end").before_roll_of(0)
    assert PLAYS[card] in t.legal() and t.bought == kinds()


@pytest.mark.parametrize("card", PLAYS)
def test_card_bought_this_turn_cannot_be_played_but_an_older_one_can(card: str) -> None:
    t = Table().buy(0, card).before_roll_of(0).buy(0, card)
    assert PLAYS[card] in t.legal()
    t.play(PLAYS[card])
    assert sum(t.cards(0)) == 1


def test_a_new_card_of_another_kind_does_not_make_an_old_one_new() -> None:
    t = Table().buy(0, "knight").before_roll_of(0).buy(0, "monopoly")
    assert "knight" in t.legal() and not t.legal("monopoly")


@pytest.mark.parametrize("card", PLAYS)
def test_card_may_be_played_before_the_roll_and_after_it(card: str) -> None:
    assert PLAYS[card] in holding(card).legal()
    assert PLAYS[card] in holding(card).roll().legal()


def test_at_most_one_card_a_turn() -> None:
    t = holding("monopoly", "monopoly", "knight").play("monopoly ore")
    assert t.card_played
    assert t.legal() == {"roll"}
    t.refused("knight", "already played")
    t.roll()
    assert not t.legal("knight") and not t.legal("monopoly")
    t.refused("monopoly wool", "already played")
    t.before_roll_of(0)
    assert "knight" in t.legal() and not t.card_played


def test_only_ones_own_cards_are_played() -> None:
    t = Table().buy(0, "knight").before_roll_of(1)
    assert t.legal() == {"roll"}
    t.refused("knight", "p1")


def test_a_played_card_is_gone() -> None:
    t = holding("monopoly").play("monopoly ore")
    assert t.cards(0) == kinds() and t.deck_size == 24
    t.roll().before_roll_of(0).refused("monopoly ore", "no monopoly")


def test_victory_points_count_at_once_and_are_never_played() -> None:
    t = Table().buy(0, "victory point")
    assert (t.points(0), t.public_points(0)) == (3, 2)
    t.before_roll_of(0)
    assert t.legal() == {"roll"}


def test_the_turn_goes_on_where_the_card_was_played() -> None:
    for card, rest in (
        ("knight", ["robber h2"]),
        ("monopoly", []),
        ("year of plenty", ["take ore; take ore"]),
    ):
        for rolled in (False, True):
            t = holding(card).roll() if rolled else holding(card)
            t.play(PLAYS[card], *rest)
            assert t.phase == ("main" if rolled else "before roll")


# ---- Knight ---------------------------------------------------------------------------------------------


def test_knight_moves_the_robber_and_steals() -> None:
    t = holding("knight").play("knight")
    assert (t.phase, t.actor, t.knights(0)) == ("robber", 0, 1)
    t.refused("robber h9", "different hex")  # where it stands
    t.play("robber h5 steal p1; stole brick")
    assert (t.robber, t.phase, t.hand(1)) == (5, "before roll", five(lumber=1))


def test_knight_makes_nobody_discard() -> None:
    t = holding("knight").give(0, brick=9).give(1, ore=3).before_roll_of(0)
    sizes = [t.hand_size(0), t.hand_size(1)]
    assert min(sizes) > 7
    t.play("knight")
    assert t.phase == "robber" and [t.hand_size(0), t.hand_size(1)] == sizes


def test_a_seven_after_a_knight_moves_the_robber_again() -> None:
    t = holding("knight").play("knight; robber h2").roll(7)
    assert t.phase == "robber"
    t.refused("robber h2", "different hex")
    t.play("robber h9")


# ---- Road building --------------------------------------------------------------------------------------


def test_road_building_builds_two_free_roads() -> None:
    t = holding("road building")
    hand, bank = t.hand(0), t.bank
    t.play("road building")
    assert (t.phase, t.actor, t.left) == ("free roads", 0, 2)
    assert t.legal() == {f"road e{e}" for e in (1, 2, 11, 12, 13, 25, 26)}
    t.play("road e26")
    assert t.phase == "free roads" and "road e35" in t.legal()  # the first road opens places for the second
    t.play("road e35")
    assert (t.phase, t.roads(0), t.hand(0), t.bank) == ("before roll", [7, 19, 26, 35], hand, bank)


def test_free_roads_keep_the_rules_of_roads() -> None:
    t = holding("road building").play("road building")
    t.refused("road e40", "touch")
    t.refused("road e30", "e30 is taken")  # by p1
    for text in ("roll", "end", "settle n9"):
        t.refused(text, "free roads")


NEARLY_ALL_ROADS = [*way(9, 10), *way(19, 18, 17, 16, 27, 28, 29), *way(2, 1, 0), *way(2, 3, 4), *way(19, 20)]


def test_road_building_gives_one_road_when_one_piece_is_left() -> None:
    t = Table().build(0, *NEARLY_ALL_ROADS).buy(0, "road building").before_roll_of(0).play("road building")
    assert len(t.roads(0)) == 14
    t.play_any()
    assert len(t.roads(0)) == 15 and t.phase == "before roll"


def test_road_building_is_not_played_without_a_piece() -> None:
    t = Table().build(0, *NEARLY_ALL_ROADS, *way(20, 21)).buy(0, "road building").before_roll_of(0)
    assert t.legal() == {"roll"}
    t.refused("road building", "all 15 roads")


def pocket() -> Table:
    """p0 lives in two corners of the coast, shut in by three opponents; two places for roads are left.

    They are e6 (n0-n8) and e65 (n45-n53). All other paths at n1, n8, n45 and n52 carry opponents' roads.
    """
    setup = [
        ("n0", "e0", "n53", "e71"),
        ("n2", "e1", "n51", "e70"),
        ("n7", "e10", "n46", "e61"),
        ("n9", "e11", "n44", "e60"),
    ]
    t = Table(4, board=board(h0="G6", h18="O6"), setup=setup, bank=50)
    assert t.settlements(0) == [0, 53]
    return t


def test_road_building_ends_when_the_places_run_out() -> None:
    t = pocket().give(0, grain=7, ore=2).main_of(0)
    t.play("trade 4 grain for 1 wool; buy card; drew road building; end").before_roll_of(0)
    t.play("road building")
    assert t.legal() == {"road e6", "road e65"}
    t.play("road e6; road e65")
    assert t.phase == "before roll"
    t.give(0, grain=5, ore=1).main_of(0)
    t.play("trade 4 grain for 1 wool; buy card; drew road building; end").before_roll_of(0)
    assert t.legal() == {"roll"}
    t.refused("road building", "no place")


def test_road_building_gives_one_road_when_one_place_is_left() -> None:
    t = pocket().give(0, grain=16, ore=2).main_of(0)
    t.play("trade 4 grain for 1 wool; trade 4 grain for 1 brick; trade 4 grain for 1 lumber")
    t.play("road e6; buy card; drew road building; end").before_roll_of(0).play("road building")
    assert t.legal() == {"road e65"}
    t.play("road e65")
    assert t.phase == "before roll" and len(t.roads(0)) == 4


# ---- Year of plenty -------------------------------------------------------------------------------------


def test_year_of_plenty_takes_any_two_cards() -> None:
    t = holding("year of plenty")
    hand, bank = t.hand(0), t.bank
    t.play("year of plenty")
    assert (t.phase, t.legal()) == ("plenty", {f"take {name}" for name in catan.RESOURCES})
    t.play("take ore")
    assert (t.phase, t.left) == ("plenty", 1)
    t.play("take ore")
    assert (t.phase, t.left) == ("before roll", 0)
    assert t.hand(0) == (hand[0], hand[1], hand[2] + 2, hand[3], hand[4])
    assert t.bank == (bank[0], bank[1], bank[2] - 2, bank[3], bank[4])


def test_year_of_plenty_takes_only_what_the_bank_holds() -> None:
    t = holding("year of plenty", bank=3).give(0, ore=2, wool=3).before_roll_of(0).play("year of plenty")
    assert t.bank[2] == 1 and t.bank[4] == 0
    t.refused("take wool", "bank")
    t.play("take ore")
    assert t.legal() == {"take brick", "take lumber", "take grain"}
    t.refused("take ore", "the bank has no ore")
    t.play("take brick")


def test_year_of_plenty_takes_one_card_when_the_bank_holds_one() -> None:
    t = holding("year of plenty", bank=2).give(0, ore=2, wool=2, grain=1).before_roll_of(0)
    assert t.bank == five(grain=1)
    t.play("year of plenty; take grain")
    assert (t.bank, t.phase) == (five(), "before roll")


def test_year_of_plenty_is_not_played_on_an_empty_bank() -> None:
    t = holding("year of plenty", bank=2).give(0, ore=2, wool=2, grain=2).before_roll_of(0)
    assert t.bank == five() and t.legal() == {"roll"}
    t.refused("year of plenty", "bank")


# ---- Monopoly -------------------------------------------------------------------------------------------


def test_monopoly_takes_all_cards_of_a_kind_from_all_opponents() -> None:
    t = holding("monopoly", players=4).give(2, wool=2).give(3, wool=1).before_roll_of(0)
    wool = [t.hand(p)[4] for p in range(4)]
    assert wool[1:] == [0, 3, 2]
    others = [t.hand(p)[:4] for p in range(4)]
    bank = t.bank
    t.play("monopoly wool")
    assert [t.hand(p)[4] for p in range(4)] == [wool[0] + 5, 0, 0, 0]
    assert [t.hand(p)[:4] for p in range(4)] == others and t.bank == bank
    assert t.phase == "before roll"


def test_monopoly_may_take_nothing() -> None:
    t = holding("monopoly")
    assert t.hand(1)[2] == 0
    assert t.legal("monopoly") == {f"monopoly {name}" for name in catan.RESOURCES}
    hand = t.hand(0)
    t.play("monopoly ore")
    assert t.hand(0) == hand and t.card_played
