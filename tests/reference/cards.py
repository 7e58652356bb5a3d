"""Cards: the resources, the development cards, prices, and exchanges of resources written as text.

A `Bundle` maps resources to counts. Hands and the bank list all five resources; the two sides of an
exchange list only those with a positive count, so that equal sides are equal dicts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

Bundle = dict[str, int]

RESOURCES = ["brick", "lumber", "ore", "grain", "wool"]

KNIGHT = "knight"
VICTORY_POINT = "victory point"
ROAD_BUILDING = "road building"
YEAR_OF_PLENTY = "year of plenty"
MONOPOLY = "monopoly"
DECK = {KNIGHT: 14, VICTORY_POINT: 5, ROAD_BUILDING: 2, YEAR_OF_PLENTY: 2, MONOPOLY: 2}
CARDS = list(DECK)

ROAD_PRICE: Bundle = {"brick": 1, "lumber": 1}
SETTLEMENT_PRICE: Bundle = {"brick": 1, "lumber": 1, "grain": 1, "wool": 1}
CITY_PRICE: Bundle = {"ore": 3, "grain": 2}
CARD_PRICE: Bundle = {"ore": 1, "grain": 1, "wool": 1}

# The largest count of one resource that an offer or a counter may name.
MOST_IN_EXCHANGE = 19


# ---- Bundles --------------------------------------------------------------------------------------------


def total(bundle: Bundle) -> int:
    return sum(bundle.values())


def holds(hand: Bundle, price: Bundle) -> bool:
    """Whether `price` can be paid from `hand`."""
    return all(hand[resource] >= count for resource, count in price.items())


def move_cards(bundle: Bundle, source: Bundle, target: Bundle) -> None:
    """Every card that changes place does so here, so that none appears or vanishes."""
    if not holds(source, bundle):
        raise AssertionError(f"{source} does not hold {bundle}")
    for resource, count in bundle.items():
        source[resource] -= count
        target[resource] += count


def resource_list(bundle: Bundle) -> list[int]:
    """Five counts in the order of `RESOURCES`, zeros included."""
    return [bundle.get(resource, 0) for resource in RESOURCES]


def card_list(cards: dict[str, int]) -> list[int]:
    """Five counts in the order of `CARDS`."""
    return [cards[card] for card in CARDS]


# ---- Exchanges ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exchange:
    """What an offer or a counter says. The speaker hands over `give` and receives `get`."""

    give: Bundle
    get: Bundle

    def seen_from_other_side(self) -> Exchange:
        return Exchange(give=self.get, get=self.give)

    @cached_property
    def text(self) -> str:
        return f"{bundle_text(self.give)} for {bundle_text(self.get)}"

    def as_lists(self) -> list[list[int]]:
        return [resource_list(self.give), resource_list(self.get)]

    def objection(self, hand: Bundle) -> str | None:
        """Why the holder of `hand` may not propose this, or None when it may."""
        if not self.give or not self.get:
            return "both sides give at least one card"
        if self.give.keys() & self.get.keys():
            return "the same resource may not stand on both sides"
        if max(*self.give.values(), *self.get.values()) > MOST_IN_EXCHANGE:
            return f"no count may be above {MOST_IN_EXCHANGE}"
        if not holds(hand, self.give):
            return "the speaker does not hold what it gives"
        return None


def bundle_text(bundle: Bundle) -> str:
    return " + ".join(f"{bundle[resource]} {resource}" for resource in RESOURCES if bundle.get(resource))


def parse_bundle(text: str) -> Bundle:
    """Read `1 wool + 2 grain`. Any order of resources is understood; no resource may come twice."""
    bundle: Bundle = {}
    for part in text.split(" + "):
        found = re.fullmatch(r"([1-9][0-9]*) ([a-z]+)", part, re.ASCII)
        if found is None or found[2] not in RESOURCES:
            raise ValueError(f"{part!r} is not a count and a resource")
        if found[2] in bundle:
            raise ValueError(f"{found[2]} stands twice in {text!r}")
        bundle[found[2]] = int(found[1])
    return bundle


def parse_exchange(text: str) -> Exchange:
    """Read `1 wool for 1 ore`."""
    sides = text.split(" for ")
    if len(sides) != 2:
        raise ValueError(f"{text!r} is not 'BUNDLE for BUNDLE'")
    return Exchange(parse_bundle(sides[0]), parse_bundle(sides[1]))


#: One kind against another, 1 to 3 cards against 1 to 3, by what is given.
SINGLE_KIND_EXCHANGES = {
    (given, give_count): [
        Exchange({given: give_count}, {gotten: get_count})
        for gotten in RESOURCES
        for get_count in range(1, 4)
        if gotten != given
    ]
    for given in RESOURCES
    for give_count in range(1, 4)
}


def representative_exchanges(hand: Bundle) -> list[Exchange]:
    """The listed ones: of the single-kind exchanges, those payable from `hand`."""
    payable = [
        exchanges for (given, count), exchanges in SINGLE_KIND_EXCHANGES.items() if hand[given] >= count
    ]
    return [exchange for exchanges in payable for exchange in exchanges]
