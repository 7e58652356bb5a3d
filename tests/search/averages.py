"""The paper's representative moves for Skirmish in plain Python: averages as fractions, and a game of them
played on a table of its own. It shares nothing with the engine but the names of the cards."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from longroad import skirmish
from search.reference import win_worth

Values = tuple[Fraction, Fraction, Fraction]
#: Where average cards stand in the order of acting: after all printed ones, fight before heal before attack.
ORDER = {name: place for place, name in enumerate((*skirmish.CARDS, "fight", "heal", "attack"))}


def printed(name: str) -> Values:
    """A card's values; a removal counts as 5/0/0."""
    if name.startswith("removal"):
        return Fraction(5), Fraction(0), Fraction(0)
    fight, heal, attack = (Fraction(value) for value in name.split("/"))
    return fight, heal, attack


def average(state: skirmish.State, player: int, doubled: str = "weight") -> Values | None:
    """Over hand and deck, the cards in the hand counted double; None without cards."""
    cards = [*state.hand(player), *state.hand(player), *state.deck(player)]
    if not cards:
        return None
    number = len(cards) if doubled == "weight" else len(cards) - len(state.hand(player))
    fight, heal, attack = (sum(printed(card)[i] for card in cards) / number for i in range(3))
    return fight, heal, attack


def distance(hand: list[str], balance: str = "cards") -> Fraction:
    """What the factor for balanced hands takes away."""
    values = [printed(name) for name in hand]
    sums = [sum(v) for v in (values if balance == "cards" else zip(*values, strict=True))]
    return Fraction(max(sums) - min(sums)) if sums else Fraction(0)


@dataclass(frozen=True)
class Card:
    name: str
    fight: Fraction
    heal: Fraction
    attack: Fraction

    @property
    def total(self) -> Fraction:
        return self.fight + self.heal + self.attack


class AverageTable:
    """A position of the game that the look-ahead plays: nobody draws, and average cards are placed."""

    def __init__(self, state: skirmish.State, real_root: bool = False, **reading: Any) -> None:
        assert state.phase in ("place", "act")
        self.balance, self.win_bonus = reading.get("balance", "cards"), reading.get("win_bonus", True)
        self.keep, self.spend = reading.get("keep", True), reading.get("spend", False)
        self.hp = [Fraction(state.hp(p)) for p in (0, 1)]
        self.hands = [list(state.hand(p)) for p in (0, 1)]
        self.fields = [[Card(name, *printed(name)) for name in state.field(p)] for p in (0, 1)]
        self.waiting = [card for card in self.fields[state.current] if card.name in state.to_act]
        self.me, self.turn, self.cap = state.current, state.turn, state.rules.turn_cap
        self.placing = state.phase == "place"
        self.winner: int | None = None
        self.real = real_root
        self.averages = [average(state, p, reading.get("doubled", "weight")) for p in (0, 1)]

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.turn >= self.cap

    def worth(self, player: int) -> Fraction:
        field = sum(card.total for card in self.fields[player])
        return self.hp[player] + Fraction(field) / 3 - distance(self.hands[player], self.balance)

    def following(self) -> Iterator[AverageTable]:
        """All tables one decision on."""
        if not self.placing:
            yield from self._acts()
            return
        cards = self._placeable()
        if self.keep or self.real or not cards:
            yield self._placed(None)
        for card in cards:
            yield self._placed(card)
        if self.real:
            for name in (name for name in self.hands[self.me] if name.startswith("removal")):
                for target in self.fields[1 - self.me]:
                    after = self._copy()
                    after.hands[self.me].remove(name)
                    after.fields[1 - self.me].remove(target)
                    yield after._begun()

    def _placeable(self) -> list[Card]:
        if self.real:
            names = [name for name in self.hands[self.me] if not name.startswith("removal")]
            return [Card(name, *printed(name)) for name in names]
        values = self.averages[self.me]
        if values is None:
            return []
        fight, heal, attack = values
        nothing = Fraction(0)
        averages = [
            Card("fight", fight, nothing, nothing),
            Card("heal", nothing, heal, nothing),
            Card("attack", nothing, nothing, attack),
        ]
        return [card for card in averages if not self.spend or self._stood_for(card.name)]

    def _stood_for(self, aspect: str) -> str | None:
        """The card of the hand with the most of an aspect, the last of the catalogue among equals."""
        enemies, place = self.fields[1 - self.me], ("fight", "heal", "attack").index(aspect)
        names = [name for name in self.hands[self.me] if enemies or not name.startswith("removal")]
        return max(names, key=lambda name: (printed(name)[place], ORDER[name]), default=None)

    def _copy(self) -> AverageTable:
        other = copy.copy(self)
        other.hp, other.waiting = [*self.hp], [*self.waiting]
        other.hands, other.fields = [[*h] for h in self.hands], [[*f] for f in self.fields]
        return other

    def _placed(self, card: Card | None) -> AverageTable:
        after = self._copy()
        if card is not None:
            after.fields[self.me].append(card)
            after.fields[self.me].sort(key=lambda c: ORDER[c.name])
            spent = card.name if self.real else self._stood_for(card.name) if self.spend else None
            if spent is not None:
                after.hands[self.me].remove(spent)
        return after._begun()

    def _begun(self) -> AverageTable:
        self.placing, self.waiting = False, [*self.fields[self.me]]
        return self._gone_on()

    def _gone_on(self) -> AverageTable:
        if not self.waiting and self.winner is None:
            self.turn, self.me, self.placing, self.real = self.turn + 1, 1 - self.me, True, False
        return self

    def _acts(self) -> Iterator[AverageTable]:
        card, me, you = self.waiting[0], self.me, 1 - self.me
        for what in ("rest", "heal", "attack", *range(len(self.fields[you]))):
            after = self._copy()
            after.waiting.pop(0)
            if what == "heal":
                after.hp[me] += card.heal
            elif what == "attack":
                after.hp[you] -= card.attack
                after.winner = me if after.hp[you] <= 0 else None
            elif isinstance(what, int):
                target = after.fields[you][what]
                if card.fight <= target.fight:
                    after.fields[me].remove(card)
                if card.fight >= target.fight:
                    after.fields[you].remove(target)
            yield after._gone_on()


def average_value(table: AverageTable, player: int, plies: int) -> Fraction:
    """Expectiminimax over averages, as in search.reference."""
    if table.is_over or plies == 0:
        won = 0 if table.winner is None or not table.win_bonus else 1 if table.winner == player else -1
        return table.worth(player) - table.worth(1 - player) + won * win_worth(plies, len(table.waiting) + 1)
    best = max if table.me == player else min
    return best(
        average_value(after, player, plies - (after.turn - table.turn)) for after in table.following()
    )
