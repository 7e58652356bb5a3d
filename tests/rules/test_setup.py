"""The set-up: snake order, the distance rule, the road at the new settlement, the first cards."""

from __future__ import annotations

import pytest

from longroad import catan
from longroad.catan import topology
from rules.table import HOMES, Table, board, five


class Start(Table):
    """A game at its very beginning."""

    def __init__(self, players: int = 2, board: str = HOMES, **options: int) -> None:
        super().__init__(players, board=board, setup=[], **options)

    def place(self, intersection: int) -> None:
        """A settlement and the first road beside it."""
        self.play(f"settle n{intersection}")
        self.play_any()


FAR_APART = [1, 5, 17, 26, 22, 40, 49, 36, 20, 12, 43, 28]


def order_of(players: int, starting_settlements: int) -> list[int]:
    t = Start(players, starting_settlements=starting_settlements)
    order = []
    for intersection in FAR_APART[: players * starting_settlements]:
        assert t.phase == "setup settlement" and t.actor == t.current
        order.append(t.current)
        t.play(f"settle n{intersection}")
        assert t.phase == "setup road" and t.actor == t.current == order[-1]
        t.play_any()
    assert (t.phase, t.current, t.turn, t.rolled, t.last_roll) == ("before roll", 0, 0, False, 0)
    return order


def test_order_is_a_snake() -> None:
    assert order_of(2, 2) == [0, 1, 1, 0]
    assert order_of(3, 2) == [0, 1, 2, 2, 1, 0]
    assert order_of(4, 2) == [0, 1, 2, 3, 3, 2, 1, 0]


def test_third_starting_round_goes_first_to_last_again() -> None:
    assert order_of(2, 3) == [0, 1, 1, 0, 0, 1]
    assert order_of(4, 3) == [0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3]


def test_first_settlement_may_stand_on_every_intersection() -> None:
    assert Start().legal() == {f"settle n{n}" for n in range(54)}


def test_distance_rule_closes_the_neighbouring_intersections() -> None:
    t = Start().play("settle n20; road e26")
    assert set(topology.INTERSECTION_NEIGHBOURS[20]) == {19, 21, 31}
    for neighbour in (19, 21, 31):
        t.refused(f"settle n{neighbour}", "too close to n20", "distance rule")
    t.refused("settle n20", "taken")
    assert set(t.legal()) == {f"settle n{n}" for n in range(54)} - {f"settle n{n}" for n in (19, 20, 21, 31)}


def test_distance_rule_holds_for_ones_own_settlement_too() -> None:
    t = Start().play("settle n20; road e26; settle n0; road e0; settle n50; road e68")
    assert t.current == 0
    t.refused("settle n21", "too close to n20", "distance rule")


def test_two_paths_away_is_far_enough() -> None:
    Start().play("settle n20; road e26; settle n22; road e28; settle n9; road e19")


def test_first_road_touches_the_settlement() -> None:
    t = Start().play("settle n20")
    assert t.legal() == {"road e26", "road e27", "road e35"}
    t.refused("road e0", "n20")
    assert t.legal() == {"road e26", "road e27", "road e35"}


def test_second_road_touches_the_second_settlement_not_the_first() -> None:
    t = Start().play("settle n20; road e26; settle n0; road e0; settle n50; road e68; settle n43")
    assert t.legal() == {"road e58", "road e59", "road e64"}
    t.refused("road e27", "n43")  # touches n20, the first one
    t.refused("road e25", "n43")  # continues from the first road


def test_starting_roads_may_join() -> None:
    t = Start(starting_settlements=3).play("settle n20; road e26; settle n0; road e0; settle n50; road e68")
    t.play("settle n18")
    assert t.legal() == {"road e24", "road e25", "road e34"}
    t.play("road e25")
    assert t.road_length(0) == 2


def test_nothing_else_is_possible_in_setup() -> None:
    t = Start()
    for text in (
        "road e0",
        "roll",
        "end",
        "buy card",
        "knight",
        "city n3",
        "robber h3",
        "dice 8",
        "offer 1 ore for 1 wool",
    ):
        t.refused(text, "setup settlement")
    t.play("settle n20")
    for text in ("settle n3", "roll", "end"):
        t.refused(text, "setup road")


def test_last_settlement_pays_one_card_for_each_adjacent_hex() -> None:
    t = Start().play("settle n19; road e19; settle n23; road e30; settle n36; road e47; settle n2; road e7")
    assert t.hand(0) == five(brick=1, lumber=1)  # n2 lies at B2 and L3
    assert t.hand(1) == five(brick=1, lumber=1)  # n36 lies at B8 and L8
    assert t.bank == five(brick=17, lumber=17, ore=19, grain=19, wool=19)


def test_first_settlement_pays_nothing() -> None:
    t = Start().play("settle n19")
    assert t.hand(0) == five() and t.bank == (19, 19, 19, 19, 19)


def test_desert_pays_nothing_in_setup() -> None:
    t = Start().play("settle n19; road e19; settle n32")
    assert t.hand(1) == five()
    t.play("road e44; settle n21")  # at G5, O9 and the desert
    assert t.hand(1) == five(ore=1, grain=1)


def test_two_hexes_of_a_kind_pay_two_cards() -> None:
    t = Start(board=board(h0="O5", h3="O5", h4="O9")).play(
        "settle n40; road e55; settle n43; road e58; settle n9"
    )
    assert t.hand(1) == five(ore=3)


def test_robbers_hex_pays_in_setup() -> None:
    # The first cards are not production: they come for each adjacent hex, wherever the robber stands.
    t = Start(board=board(h0="O5*", h3="G5", h4="W5")).play(
        "settle n40; road e55; settle n43; road e58; settle n9"
    )
    assert t.hand(1) == five(ore=1, grain=1, wool=1)


def test_only_the_third_of_three_starting_settlements_pays() -> None:
    t = Start(starting_settlements=3)
    t.play("settle n19; road e19; settle n23; road e30; settle n36; road e47; settle n2; road e7")
    assert t.hand(0) == t.hand(1) == five()
    t.play("settle n40; road e55; settle n43; road e58")
    assert t.hand(0) == five(brick=1, lumber=1, grain=1)
    assert t.hand(1) == five(brick=1, lumber=1, grain=1)


def test_bank_pays_the_first_cards_as_far_as_it_can() -> None:
    ore = board("O5", h18="W5")
    t = Start(board=ore, bank=1).play("settle n19; road e19; settle n23; road e30; settle n44")
    assert t.hand(1) == five(ore=1, wool=1)  # owed two ore and a wool
    t.play("road e60; settle n40")
    assert t.hand(0) == five()  # owed three ore, and the bank has none left
    assert t.bank == five(brick=1, lumber=1, grain=1)


def test_nobody_wins_during_setup() -> None:
    t = Start(target_points=3, starting_settlements=3)
    for intersection in (19, 23, 36, 2, 40):
        t.place(intersection)
    assert t.points(0) == 3 and not t.is_over
    t.play("settle n43")
    assert t.points(1) == 3 and not t.is_over
    t.play_any()
    assert t.is_over and t.winner == 0  # p0's first turn has begun


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_starts_with_two_points(players: int) -> None:
    t = Table(players)
    assert [t.points(p) for p in range(players)] == [2] * players
    assert [len(t.roads(p)) for p in range(players)] == [2] * players
    assert t.legal() == {"roll"}
    assert catan.State(catan.Rules(players=players)).players == players
