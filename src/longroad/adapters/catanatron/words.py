"""catanatron's names of resources and cards in our order, and counts in its orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Five = tuple[int, int, int, int, int]

#: catanatron's names in our order.
RESOURCES = ("BRICK", "WOOD", "ORE", "WHEAT", "SHEEP")
CARDS = ("KNIGHT", "VICTORY_POINT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY")
#: The order of its bank, and of the cards of a year of plenty.
BANK = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")


def to_bank_order(counts: Sequence[int]) -> list[int]:
    """Our five counts of resources in the order of its bank.

    >>> to_bank_order((1, 2, 3, 4, 5))
    [2, 1, 5, 4, 3]
    """
    return [counts[RESOURCES.index(name)] for name in BANK]


def from_bank_order(counts: Sequence[int]) -> Five:
    """Its bank as our five counts.

    >>> from_bank_order([2, 1, 5, 4, 3])
    (1, 2, 3, 4, 5)
    """
    return five(counts[BANK.index(name)] for name in RESOURCES)


def five(counts: Iterable[int]) -> Five:
    """Five counts as a tuple."""
    a, b, c, d, e = counts
    return a, b, c, d, e
