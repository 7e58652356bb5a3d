"""Resource cards that the server hides: what two others rob from each other, and what others discard.

Our engine plays with cards that have names, so hidden ones are guessed, and a guess lasts until something
seen contradicts it: a city cannot be built with ore that was discarded. The notes kept here say what was seen
of the hands; ``explain`` finds guesses that agree with all of them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb, prod

Hand = tuple[int, ...]
#: The hands of all players, one behind the other, five counts each.
Hands = tuple[int, ...]

#: Hands that are followed at the same time: few, and if they do not suffice, more.
_FEW, _MANY = 2_000, 20_000


@dataclass(frozen=True, slots=True)
class Change:
    """Cards that came and went openly: five counts per player, one player after the other."""

    gained: Hands

    def follow(self, hands: Hands) -> list[tuple[Hands, float, Hand | None]]:
        """What hands can have become, how likely each is, and the cards that nobody saw."""
        after = tuple(map(int.__add__, hands, self.gained))
        return [] if min(after) < 0 else [(after, 1.0, None)]


@dataclass(frozen=True, slots=True)
class Holds:
    """A player turned out to hold at least these cards."""

    player: int
    cards: Hand

    def follow(self, hands: Hands) -> list[tuple[Hands, float, Hand | None]]:
        """What hands can have become, how likely each is, and the cards that nobody saw."""
        held = _hand(hands, self.player)
        return [(hands, 1.0, None)] if all(map(int.__ge__, held, self.cards)) else []


@dataclass(frozen=True, slots=True)
class Theft:
    """A player robbed another of a card that we did not see."""

    thief: int
    victim: int

    def follow(self, hands: Hands) -> list[tuple[Hands, float, Hand | None]]:
        """What hands can have become, how likely each is, and the cards that nobody saw."""
        held = _hand(hands, self.victim)
        found: list[tuple[Hands, float, Hand | None]] = []
        for resource, cards in enumerate(held):
            if cards:
                after = list(hands)
                after[5 * self.victim + resource] -= 1
                after[5 * self.thief + resource] += 1
                found.append((tuple(after), cards / sum(held), _unit(resource)))
        return found


@dataclass(frozen=True, slots=True)
class Discard:
    """A player discarded half of its cards, which we did not see; any of them are held equally likely."""

    player: int
    cards: int

    def follow(self, hands: Hands) -> list[tuple[Hands, float, Hand | None]]:
        """What hands can have become, how likely each is, and the cards that nobody saw."""
        held = _hand(hands, self.player)
        found: list[tuple[Hands, float, Hand | None]] = []
        if sum(held) // 2 != self.cards:
            return found
        for gone, weight in _discards(held, self.cards):
            after = list(hands)
            for resource, cards in enumerate(gone):
                after[5 * self.player + resource] -= cards
            found.append((tuple(after), weight, gone))
        return found


@dataclass(frozen=True, slots=True)
class Monopoly:
    """A player took all cards of a resource; everybody saw how many it were, and who lost any."""

    player: int
    resource: int
    cards: int
    victims: frozenset[int]

    def follow(self, hands: Hands) -> list[tuple[Hands, float, Hand | None]]:
        """What hands can have become, how likely each is, and the cards that nobody saw."""
        lost = [
            0 if player == self.player else cards for player, cards in enumerate(hands[self.resource :: 5])
        ]
        if sum(lost) != self.cards or {player for player, cards in enumerate(lost) if cards} != self.victims:
            return []
        after = list(hands)
        for victim in self.victims:
            after[5 * victim + self.resource] = 0
        after[5 * self.player + self.resource] += self.cards
        return [(tuple(after), 1.0, None)]


@dataclass(frozen=True, slots=True)
class Size:
    """A player turned out to hold so many cards, at least and at most."""

    player: int
    least: int
    most: int = sys.maxsize

    def follow(self, hands: Hands) -> list[tuple[Hands, float, Hand | None]]:
        """What hands can have become, how likely each is, and the cards that nobody saw."""
        return [(hands, 1.0, None)] if self.least <= sum(_hand(hands, self.player)) <= self.most else []


Note = Change | Holds | Theft | Discard | Monopoly | Size


def explain(notes: Sequence[Note], players: int) -> list[Hand] | None:
    """What was stolen and discarded, five counts for each Theft and Discard in turn: the likeliest that
    agrees with all notes. None if nothing does."""
    for most in (_FEW, _MANY):
        found, complete = _followed(notes, players, most)
        if found is not None or complete:
            return found
    return None


def likely_discard(held: Hand, cards: int) -> Hand:
    """A first guess of what a player discards: of what it has most."""
    left = list(held)
    for _ in range(cards):
        left[left.index(max(left))] -= 1
    return tuple(map(int.__sub__, held, left))


_Path = tuple["_Path", Hand] | None


def _followed(notes: Sequence[Note], players: int, most: int) -> tuple[list[Hand] | None, bool]:
    """The best explanation among at most so many hands at a time, and whether none had to be left out."""
    possible: dict[Hands, tuple[float, _Path]] = {(0,) * (5 * players): (1.0, None)}
    complete = True
    for note in notes:
        after: dict[Hands, tuple[float, _Path]] = {}
        for hands, (weight, path) in possible.items():
            for reached, share, choice in note.follow(hands):
                likelihood = weight * share
                before = after.get(reached)
                if before is None or before[0] < likelihood:
                    after[reached] = likelihood, path if choice is None else (path, choice)
        if len(after) > most:
            kept = sorted(after.items(), key=lambda item: item[1][0], reverse=True)[:most]
            after, complete = dict(kept), False
        if not after:
            return None, complete
        possible = after
    path = max(possible.values(), key=lambda reached: reached[0])[1]
    choices: list[Hand] = []
    while path is not None:
        path, choice = path
        choices.append(choice)
    return choices[::-1], complete


@lru_cache(maxsize=1000)
def _discards(held: Hand, cards: int) -> list[tuple[Hand, float]]:
    all_ways = comb(sum(held), cards)
    return [
        (gone, prod(map(comb, held, gone)) / all_ways)
        for gone in product(*(range(min(count, cards) + 1) for count in held))
        if sum(gone) == cards
    ]


def _hand(hands: Hands, player: int) -> Hand:
    return hands[5 * player : 5 * player + 5]


def _unit(resource: int) -> Hand:
    return tuple(int(i == resource) for i in range(5))
