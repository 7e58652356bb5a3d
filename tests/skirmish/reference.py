"""Skirmish in plain Python, written from docs/reference/skirmish.md alone: slow, obvious, and sharing nothing
with the engine."""

from __future__ import annotations

#: Every card in the order in which cards act: fight, heal, attack; a removal has no values.
ORDER = [
    "1/1/1",
    "1/1/2",
    "1/0/3",
    "2/1/1",
    "4/1/0",
    "removal-a",
    "removal-b",
    "2/2/2",
    "6/0/0",
    "3/3/0",
    "4/1/1",
    "5/1/0",
    "3/2/2",
    "2/3/2",
    "1/1/5",
    "4/0/3",
    "1/3/3",
    "0/0/7",
    "2/4/1",
    "0/4/4",
    "4/4/0",
    "3/3/2",
    "2/4/2",
    "4/0/4",
    "3/3/3",
    "4/4/4",
    "6/6/6",
]


def value(card: str, place: int) -> int:
    return int(card.split("/")[place])


def fight(card: str) -> int:
    return value(card, 0)


def in_order(cards: set[str]) -> list[str]:
    return [card for card in ORDER if card in cards]


class Reference:
    """A game; events are texts."""

    def __init__(self, hand_limit: int, starting_hp: int, turn_cap: int, deck: tuple[str, ...]) -> None:
        self.hand_limit, self.turn_cap = hand_limit, turn_cap
        self.hp = [starting_hp, starting_hp]
        self.decks: list[set[str]] = [set(deck), set(deck)]
        self.hands: list[set[str]] = [set(), set()]
        self.fields: list[set[str]] = [set(), set()]
        self.phase, self.me, self.turn = "deal", 0, 0
        self.winner: int | None = None
        self.waiting: list[str] = []  # the cards still to act, the next one first

    @property
    def you(self) -> int:
        return 1 - self.me

    def drawer(self) -> int | None:
        """Who draws now."""
        if self.phase == "deal":
            return 0 if len(self.hands[0]) < 5 else 1
        return self.me if self.phase == "draw" else None

    def outcomes(self) -> set[str]:
        drawer = self.drawer()
        return set() if drawer is None else {f"draw {card}" for card in self.decks[drawer]}

    def legal(self) -> set[str]:
        enemies = self.fields[self.you]
        if self.phase == "place":
            moves = {"keep"}
            for card in self.hands[self.me]:
                if card.startswith("removal"):
                    moves |= {f"remove {enemy} by {card}" for enemy in enemies}
                else:
                    moves.add(f"place {card}")
            return moves
        if self.phase == "act":
            card = self.waiting[0]
            return {f"rest {card}", f"heal {card}", f"attack {card}"} | {
                f"battle {card} with {enemy}" for enemy in enemies
            }
        return set()

    def apply(self, text: str) -> None:
        assert text in self.legal() | self.outcomes()
        kind, *words = text.split()
        if kind == "draw":
            self._draw(words[0])
        elif self.phase == "place":
            self._place(kind, words)
            self.waiting = in_order(self.fields[self.me])
            self._go_on()
        else:
            self._act(kind, words)
            self.waiting.pop(0)
            if self.hp[self.you] <= 0:
                self.phase, self.winner, self.waiting = "over", self.me, []
            else:
                self._go_on()

    def _draw(self, card: str) -> None:
        drawer = self.drawer()
        assert drawer is not None
        self.decks[drawer].remove(card)
        self.hands[drawer].add(card)
        if self.phase == "draw":
            self.phase = "place"
        elif len(self.hands[1]) == 5:
            self._begin_turn()

    def _place(self, kind: str, words: list[str]) -> None:
        if kind == "place":
            self.hands[self.me].remove(words[0])
            self.fields[self.me].add(words[0])
        elif kind == "remove":
            enemy, _, removal = words
            self.hands[self.me].remove(removal)
            self.fields[self.you].remove(enemy)

    def _act(self, kind: str, words: list[str]) -> None:
        card = words[0]
        if kind == "heal":
            self.hp[self.me] += value(card, 1)
        elif kind == "attack":
            self.hp[self.you] -= value(card, 2)
        elif kind == "battle":
            enemy = words[2]
            if fight(card) <= fight(enemy):
                self.fields[self.me].remove(card)
            if fight(enemy) <= fight(card):
                self.fields[self.you].remove(enemy)

    def _go_on(self) -> None:
        """To the next card, or to the other player's turn."""
        if self.waiting:
            self.phase = "act"
            return
        self.turn += 1
        if self.turn == self.turn_cap:
            self.phase = "over"
        else:
            self.me = self.you
            self._begin_turn()

    def _begin_turn(self) -> None:
        draws = self.decks[self.me] and len(self.hands[self.me]) + 1 <= self.hand_limit
        self.phase = "draw" if draws else "place"
