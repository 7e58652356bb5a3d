"""The cards of Skirmish."""

from __future__ import annotations

from typing import NamedTuple

from longroad._native import skirmish as _native


class Card(NamedTuple):
    """A card: its name and its three values. A removal counts as 5/0/0, as in the paper.

    >>> CARDS["4/0/3"].attack, CARDS["removal-a"].is_removal
    (3, True)
    """

    name: str
    fight: int
    heal: int
    attack: int

    @property
    def is_removal(self) -> bool:
        """Whether it removes an enemy card instead of going to the field."""
        return self.name.startswith("removal")

    @property
    def total(self) -> int:
        """The sum of the three values, by which the catalogue is ordered."""
        return self.fight + self.heal + self.attack


#: Every card there is by its name, the weakest first: the order of all lists of cards, and in which they act.
CARDS = {card[0]: Card(*card) for card in _native.CATALOGUE}

#: The soldiers of the paper's Table 1, as they stand there, and the two removals: the deck of either player.
TABLE_1 = (
    *("1/1/1", "1/1/2", "1/0/3"),
    *("2/2/2", "3/2/2", "0/4/4"),
    *("3/3/3", "1/1/5", "4/4/0"),
    *("4/4/4", "6/0/0", "3/3/0"),
    *("4/0/3", "3/3/2", "1/3/3"),
    *("2/4/2", "4/0/4", "4/1/1"),
    *("0/0/7", "2/4/1", "6/6/6"),
    *("4/1/0", "5/1/0"),
    *("removal-a", "removal-b"),
)

#: How many cards each player is dealt.
STARTING_HAND = _native.STARTING_HAND
