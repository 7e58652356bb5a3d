"""Trade with the bank: four for one, three for one, two for one."""

from __future__ import annotations

import pytest

from longroad import catan
from rules.table import Table, five, way

OTHERS = {name: [r for r in catan.RESOURCES if r != name] for name in catan.RESOURCES}
THREE_TO_ONE = [*way(2, 1, 0), "settle n0"]
GRAIN_HARBOR = [*way(2, 3, 4), "settle n4"]


def at_harbor(*pieces: str, **options: str) -> Table:
    return Table(**options).build(0, *pieces)


def test_four_for_one_is_always_possible() -> None:
    t = Table().give(0, ore=4).main_of(0)
    assert t.legal("trade") == {f"trade 4 ore for 1 {name}" for name in OTHERS["ore"]}
    bank = t.bank
    t.play("trade 4 ore for 1 wool")
    assert t.hand(0) == five(brick=1, lumber=1, wool=1)
    assert t.bank == (bank[0], bank[1], bank[2] + 4, bank[3], bank[4] - 1)
    assert t.phase == "main"


def test_three_cards_are_too_few_without_a_harbor() -> None:
    t = Table().give(0, ore=3).main_of(0)
    assert not t.legal("trade")
    t.refused("trade 4 ore for 1 wool", "only 3 ore")
    t.refused("trade 3 ore for 1 wool", "harbor")
    t.refused("trade 2 ore for 1 wool", "harbor")


def test_general_harbor_takes_three_of_any_kind() -> None:
    t = at_harbor(*THREE_TO_ONE).give(0, ore=3, wool=3).main_of(0)
    assert t.harbor_access(0) == [5]
    trades = [f"trade 3 {name} for 1 {other}" for name in ("ore", "wool") for other in OTHERS[name]]
    assert t.legal("trade") == set(trades)
    t.play("trade 3 ore for 1 wool")
    assert t.hand(0)[2] == 0


def test_special_harbor_takes_two_of_its_own_kind_only() -> None:
    t = at_harbor(*GRAIN_HARBOR).give(0, ore=3, grain=2).main_of(0)
    assert t.harbor_access(0) == [3]
    assert t.legal("trade") == {f"trade 2 grain for 1 {name}" for name in OTHERS["grain"]}
    t.refused("trade 2 ore for 1 wool", "harbor")
    t.play("trade 2 grain for 1 wool")


@pytest.mark.parametrize("intersection", [3, 4])
def test_both_ends_of_the_harbors_path_have_it(intersection: int) -> None:
    setup = [("n19", "e19", f"n{intersection}", "e3"), ("n23", "e30", "n36", "e47")]
    assert Table(setup=setup).harbor_access(0) == [3]


def test_starting_settlements_have_their_harbors() -> None:
    setup = [("n0", "e0", "n4", "e3"), ("n23", "e30", "n36", "e47")]
    assert Table(setup=setup).harbor_access(0) == [3, 5]


def test_a_road_to_the_harbor_is_not_enough() -> None:
    assert at_harbor(*way(2, 1, 0), *way(2, 3, 4)).harbor_access(0) == []


def test_a_city_keeps_the_harbor() -> None:
    assert at_harbor(*GRAIN_HARBOR, "city n4").harbor_access(0) == [3]


def test_an_opponents_harbor_is_of_no_use() -> None:
    t = at_harbor(*THREE_TO_ONE).give(1, ore=3).main_of(1)
    assert t.harbor_access(1) == [] and not t.legal("trade")
    t.refused("trade 3 ore for 1 wool", "harbor")


def test_one_chooses_among_the_rates_one_has() -> None:
    t = at_harbor(*THREE_TO_ONE, *GRAIN_HARBOR).give(0, grain=4).main_of(0)
    rates = {text.split()[1] for text in t.legal("trade") if "grain for" in text}
    assert rates == {"2", "3", "4"}
    t.play("trade 4 grain for 1 ore")


def test_the_bank_must_hold_the_card_asked_for() -> None:
    t = Table(bank=5).give(0, wool=5, ore=4).main_of(0)
    assert t.bank[4] == 0
    assert t.legal("trade 4 ore") == {f"trade 4 ore for 1 {name}" for name in ("brick", "lumber", "grain")}
    t.refused("trade 4 ore for 1 wool", "bank")


def test_one_does_not_trade_a_resource_for_itself() -> None:
    t = Table().give(0, ore=4).main_of(0)
    t.refused("trade 4 ore for 1 ore", "must differ")


def test_bank_trades_are_not_limited_in_number() -> None:
    t = Table().give(0, ore=12).main_of(0)
    t.play("trade 4 ore for 1 wool", "trade 4 ore for 1 wool", "trade 4 ore for 1 wool")
    assert t.hand(0) == five(brick=1, lumber=1, wool=3)
