"""Building: what it costs, where it may stand, and how many pieces there are."""

from __future__ import annotations

import pytest

from rules.table import PRICES, Table, board, five, way


def rich(player: int = 0, *pieces: str, players: int = 2) -> Table:
    """The player has rolled and holds the price of these pieces and more."""
    return Table(players).pay_for(player, *pieces).main_of(player)


# ---- Prices ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "price"),
    [("road e12", PRICES["road"]), ("city n19", PRICES["city"]), ("buy card", PRICES["card"])],
)
def test_price_goes_to_the_bank(text: str, price: dict[str, int]) -> None:
    t = rich(0, "road", "city", "card")
    hand, bank = t.hand(0), t.bank
    t.play(text)
    assert t.hand(0) == tuple(h - c for h, c in zip(hand, five(**price), strict=True))
    assert t.bank == tuple(b + c for b, c in zip(bank, five(**price), strict=True))


def test_settlement_costs_brick_lumber_grain_and_wool() -> None:
    t = Table().build(0, *way(2, 1, 0)).pay_for(0, "settle").main_of(0)
    hand = t.hand(0)
    t.play("settle n0")
    assert t.hand(0) == tuple(h - c for h, c in zip(hand, (1, 1, 0, 1, 1), strict=True))
    assert t.settlements(0) == [0, 2, 19] and t.points(0) == 3


@pytest.mark.parametrize("missing", ["brick", "lumber", "grain", "wool"])
def test_settlement_needs_every_card_of_its_price(missing: str) -> None:
    t = Table().build(0, *way(2, 1, 0))
    for name in PRICES["settle"]:
        if name != missing:
            t.give(0, **{name: 2})
    t.main_of(0)
    assert not t.legal("settle")
    t.refused("settle n0", "cannot pay 1 brick + 1 lumber + 1 grain + 1 wool")


@pytest.mark.parametrize(("ore", "grain"), [(2, 2), (3, 1), (2, 5), (9, 1)])
def test_city_needs_three_ore_and_two_grain(ore: int, grain: int) -> None:
    t = Table().give(0, ore=ore, grain=grain).main_of(0)
    assert not t.legal("city")
    t.refused("city n19", "3 ore + 2 grain")


def test_road_needs_brick_and_lumber() -> None:
    t = Table().build(0, "road e12").give(0, brick=3).main_of(0)
    assert not t.legal("road")
    t.refused("road e13", "1 brick + 1 lumber")


# ---- Roads ----------------------------------------------------------------------------------------------


def test_road_touches_ones_own_road_or_building() -> None:
    t = rich(0, "road")
    # From n19: e25, e26; along e19 to n9: e11, e12; from n2: e1, e2; along e7 to n10: e12, e13.
    assert t.legal("road") == {f"road e{e}" for e in (1, 2, 11, 12, 13, 25, 26)}
    t.refused("road e40", "touch")
    t.refused("road e31", "touch")  # touches p1's road and nothing of p0's


def test_road_goes_on_from_a_road_of_ones_own() -> None:
    t = rich(0, "road", "road").play("road e26", "road e35")
    assert t.roads(0) == [7, 19, 26, 35]


def test_path_with_a_road_is_not_free() -> None:
    t = rich(0, "road")
    t.refused("road e19", "taken")
    t = Table().build(1, *way(23, 22, 21)).build(0, *way(19, 20, 21)).pay_for(0, "road").main_of(0)
    assert "road e20" in t.legal()
    t.refused("road e28", "taken")


def test_road_cannot_pass_through_an_opponents_building() -> None:
    # p1 settles n21, at which p0's road from n20 ends; p0 may not build on from there.
    t = (
        Table()
        .build(1, *way(23, 22, 21), "settle n21")
        .build(0, *way(19, 20, 21))
        .pay_for(0, "road")
        .main_of(0)
    )
    assert t.roads(0) == [7, 19, 26, 27]
    assert "road e20" not in t.legal()
    t.refused("road e20", "opponent")


def test_road_may_end_at_an_opponents_building() -> None:
    t = Table().build(1, *way(23, 22, 21), "settle n21").build(0, *way(19, 20)).pay_for(0, "road").main_of(0)
    assert "road e27" in t.legal()
    t.play("road e27")


def test_road_cannot_pass_an_opponents_city() -> None:
    t = Table().build(1, *way(23, 22, 21), "settle n21", "city n21").build(0, *way(19, 20, 21))
    t.pay_for(0, "road").main_of(0).refused("road e20", "pass through an opponent's building")


def test_road_may_reach_the_path_behind_a_building_another_way() -> None:
    t = Table().build(1, *way(23, 22, 21), "settle n21").build(0, *way(19, 20, 21), *way(9, 10, 11))
    t.pay_for(0, "road").main_of(0)
    assert "road e20" in t.legal()  # n11-n21, from n11


def test_road_passes_ones_own_building() -> None:
    Table().build(0, *way(9, 10, 11), *way(11, 12), "settle n11", *way(12, 13))


def test_road_may_cross_an_intersection_that_only_an_opponents_road_touches() -> None:
    t = Table().build(1, *way(23, 22, 21)).build(0, *way(19, 20, 21))
    t.pay_for(0, "road").main_of(0).play("road e20")


# ---- Settlements ----------------------------------------------------------------------------------------


def test_settlement_keeps_the_distance_rule_to_ones_own_buildings() -> None:
    t = rich(0, "road", "settle").play("road e12")  # joins n9 and n10
    assert not t.legal("settle")
    t.refused("settle n9", "too close to n19", "distance rule")
    t.refused("settle n10", "too close to n2", "distance rule")


def test_settlement_keeps_the_distance_rule_to_opponents_buildings() -> None:
    t = (
        Table()
        .build(1, *way(23, 22, 21), "settle n21")
        .build(0, *way(19, 20))
        .pay_for(0, "settle")
        .main_of(0)
    )
    t.refused("settle n20", "distance rule")


def test_settlement_keeps_the_distance_rule_to_cities() -> None:
    t = Table().build(1, *way(23, 22, 21), "settle n21", "city n21").build(0, *way(10, 11))
    t.pay_for(0, "settle").main_of(0).refused("settle n11", "too close to n21", "distance rule")


def test_settlement_does_not_stand_on_a_building() -> None:
    t = (
        Table()
        .build(1, *way(23, 22, 21), "settle n21")
        .build(0, *way(19, 20, 21))
        .pay_for(0, "settle")
        .main_of(0)
    )
    t.refused("settle n21", "taken")
    t.refused("settle n19", "taken")


def test_settlement_touches_ones_own_road() -> None:
    t = Table().build(1, *way(23, 22, 21)).pay_for(0, "settle").main_of(0)
    t.refused("settle n42", "road")  # far from everything
    t.refused("settle n21", "road")  # at p1's road only


def test_settlement_may_stand_where_an_opponents_road_passes() -> None:
    t = Table().build(1, *way(23, 22, 21, 11)).build(0, "road e13").pay_for(0, "settle").main_of(0)
    assert t.legal("settle") == {"settle n11"}
    t.play("settle n11")


# ---- Cities ---------------------------------------------------------------------------------------------


def test_city_replaces_a_settlement_of_ones_own() -> None:
    t = rich(0, "city")
    assert t.legal("city") == {"city n2", "city n19"}
    t.play("city n19")
    assert (t.settlements(0), t.cities(0), t.points(0)) == ([2], [19], 3)


def test_city_is_built_on_nothing_but_ones_own_settlement() -> None:
    t = rich(0, "city", "city")
    t.play("city n19")
    assert t.legal("city") == {"city n2"}
    for text in ("city n19", "city n23", "city n0"):  # a city, an opponent's settlement, nothing
        t.refused(text, "settlement")


# ---- Out of pieces --------------------------------------------------------------------------------------

FIFTEEN_ROADS = [
    *way(9, 10),
    *way(19, 18, 17, 16, 27, 28, 29),
    *way(2, 1, 0),
    *way(2, 3, 4),
    *way(19, 20, 21),
]


def test_out_of_roads() -> None:
    t = Table().build(0, *FIFTEEN_ROADS).pay_for(0, "road").main_of(0)
    assert len(t.roads(0)) == 15
    assert not t.legal("road")
    t.refused("road e28", "all 15 roads")


def test_the_fifteenth_road_can_be_built() -> None:
    t = Table().build(0, *FIFTEEN_ROADS[:-1]).pay_for(0, "road").main_of(0)
    assert len(t.roads(0)) == 14
    assert FIFTEEN_ROADS[-1] in t.legal()


def five_settlements() -> Table:
    """p0 has five settlements, and a road to n28, where a sixth might stand."""
    roads = [*way(19, 18, 17, 16, 27, 28), *way(2, 1, 0), *way(2, 3, 4)]
    return Table(target_points=20).build(0, *roads, "settle n17", "settle n0", "settle n4")


def test_out_of_settlements() -> None:
    t = five_settlements().pay_for(0, "settle").main_of(0)
    assert len(t.settlements(0)) == 5
    assert not t.legal("settle")
    t.refused("settle n27", "all 5 settlements")


def test_a_city_returns_its_settlement_to_the_supply() -> None:
    t = five_settlements().build(0, "city n17").pay_for(0, "settle").main_of(0)
    assert t.legal("settle") == {"settle n27", "settle n28"}
    t.play("settle n28")
    assert (len(t.settlements(0)), len(t.cities(0))) == (5, 1)


def test_out_of_cities() -> None:
    t = five_settlements()
    for n in (0, 2, 4, 17):
        t.build(0, f"city n{n}")
    t.pay_for(0, "city").main_of(0)
    assert (len(t.settlements(0)), len(t.cities(0))) == (1, 4)
    assert not t.legal("city")
    t.refused("city n19", "all 4 cities")


def test_everything_can_be_built_in_one_turn_in_any_order() -> None:
    t = Table().pay_for(0, "road", "road", "settle", "city", "card").main_of(0)
    t.play("buy card; drew knight; road e1; city n19; road e0; settle n0")
    assert (t.points(0), t.current, t.phase, t.hand(0)) == (4, 0, "main", five())


def test_a_board_of_one_resource_builds_nothing() -> None:
    t = Table(board=board("O6", h9="D")).give(0, ore=3).main_of(0)
    for text in ("road e12", "city n19", "buy card"):
        t.refused(text, "cannot pay", "has 7 ore")
