"""A table to test rules at: a game that plays scripts, passes turns and hands out cards by chosen dice.

There are two standing positions, both reached by the ordinary set-up.

**Homes** (the default). Every hex has one neighbour, so the dice choose who gets what:

    p0 at n19 and n2:   brick 2, lumber 3, ore 4, grain 5, wool 6; starts with brick and lumber
    p1 at n23 and n36:  brick and lumber 8; ore, grain and wool 9; starts with brick and lumber
    p2 at n40 and n27:  brick, lumber, grain and wool 10; starts with wool
    p3 at n43 and n6:   brick, lumber, grain and wool 11; starts with wool
    nobody:             12, and the desert h9 with the robber

**Lanes**. Each player has a row of intersections of its own to build roads along, and a 6 pays everyone one
card of all kinds but ore:

    p3 at n9 (and n4):   n7 .. n15,  the first road goes from n9 to n10
    p0 at n18 (and n37): n16 .. n26, from n18 to n19
    p1 at n32 (and n53): n27 .. n37, from n32 to n33
    p2 at n40 (and n27): n38 .. n46, from n40 to n41
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Self

import pytest

from longroad import catan
from longroad.catan import topology
from longroad.errors import IllegalActionError

HARBORS = "3 G O 3 W 3 3 B L"
HOMES = f"B2 L3 W11 / O4 G5 O9 G9 / W10 W6 D W9 B8 / B10 L10 B11 L8 / G10 L11 G11 | {HARBORS}"
HOMES_SETUP = [
    ("n19", "e19", "n2", "e7"),
    ("n23", "e30", "n36", "e47"),
    ("n40", "e55", "n27", "e33"),
    ("n43", "e58", "n6", "e9"),
]
LANES = f"B6 W6 D / L6 G6 B6 L6 / W6 B6 L6 W6 G6 / L6 G6 B6 L6 / B6 L6 W6 | {HARBORS}"
LANES_SETUP = [
    ("n18", "e25", "n37", "e38"),
    ("n32", "e44", "n53", "e71"),
    ("n40", "e56", "n27", "e39"),
    ("n9", "e12", "n4", "e4"),
]

PRICES = {
    "road": {"brick": 1, "lumber": 1},
    "settle": {"brick": 1, "lumber": 1, "grain": 1, "wool": 1},
    "city": {"ore": 3, "grain": 2},
    "card": {"ore": 1, "grain": 1, "wool": 1},
}


def five(**counts: int) -> tuple[int, ...]:
    """Counts of resources as the engine gives them: ``five(ore=2)`` is ``(0, 0, 2, 0, 0)``."""
    return _counts(catan.RESOURCES, counts)


def kinds(**counts: int) -> tuple[int, ...]:
    """Counts of development cards: ``kinds(knight=1, victory_point=2)``."""
    return _counts(catan.CARDS, {name.replace("_", " "): count for name, count in counts.items()})


def _counts(names: tuple[str, ...], counts: dict[str, int]) -> tuple[int, ...]:
    assert set(counts) <= set(names), f"one of {sorted(counts)} is none of {names}"
    return tuple(counts.get(name, 0) for name in names)


def way(*intersections: int) -> list[str]:
    """The roads along a row of intersections: ``way(0, 1, 2)`` is ``["road e0", "road e1"]``."""
    return [f"road e{topology.PATH_ENDS.index((min(pair), max(pair)))}" for pair in pairwise(intersections)]


def board(default: str = "D", **hexes: str) -> str:
    """A board with the given hexes (``h3="B6"``), all others as ``default``, and the beginners' harbors."""
    words = iter(hexes.get(f"h{h}", default) for h in range(19))
    rows = [" ".join(next(words) for _ in range(length)) for length in (3, 4, 5, 4, 3)]
    return " / ".join(rows) + " | " + HARBORS


class Table(catan.State):
    """A game after the set-up, with helpers for scripts. Options of the rules are keyword arguments."""

    def __init__(
        self,
        players: int = 2,
        *,
        board: str = HOMES,
        setup: list[tuple[str, str, str, str]] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(catan.Rules(players=players, **options), board=board)
        homes = (HOMES_SETUP if setup is None else setup)[:players]
        for first, road, _, _ in homes:
            self.play(f"settle {first}", f"road {road}")
        for _, _, second, road in reversed(homes):
            self.play(f"settle {second}", f"road {road}")

    @staticmethod
    def lanes(players: int = 4, **options: Any) -> Table:
        """The second standing position, with a bank that does not run out."""
        return Table(players, board=LANES, setup=LANES_SETUP, **{"bank": 50, **options})

    # ---- Scripts ----------------------------------------------------------------------------------------

    def play(self, *lines: str) -> Self:
        """Applies events in turn; a line may hold several, divided by semicolons."""
        for line in lines:
            for text in line.split(";"):
                self.apply(text.strip())
        return self

    def legal(self, start: str = "") -> set[str]:
        """The listed legal actions whose text starts so; checks that each is listed once and is legal."""
        listed = self.legal_actions()
        assert len(set(listed)) == len(listed)
        assert all(self.is_legal(action) for action in listed)
        return {text for text in map(str, listed) if text.startswith(start)}

    def play_any(self) -> Self:
        """Plays the first of the legal actions in the order of their texts."""
        return self.play(min(self.legal()))

    def refused(self, text: str, *why: str) -> None:
        """Checks that an action is illegal, however one asks, changes nothing, and that the reason says
        ``why``: at least one text that it holds."""
        assert why, "the reason is part of the rule"
        before, events = self.copy(), len(self.event_words())
        action = catan.Action.parse(text)
        assert text not in self.legal()
        assert not self.is_legal(action)
        with pytest.raises(IllegalActionError) as caught:
            self.apply(text)
        assert self.same_position(before) and len(self.event_words()) == events
        reason = self.refusal(action)
        assert reason is not None and all(words in reason for words in why), reason
        assert str(caught.value) == f"{text}: {reason}"

    # ---- Turns ------------------------------------------------------------------------------------------

    def roll(self, dice: int | None = None) -> Self:
        """Rolls the number, or one that pays nobody."""
        return self.play("roll", f"dice {self.quiet_number() if dice is None else dice}")

    def quiet_number(self) -> int:
        for number in (12, 11, 10, 9, 8, 6, 5, 4, 3, 2):
            if not any(any(pay) for pay in self._payments(number)):
                return number
        raise AssertionError("every number pays somebody")

    def before_roll_of(self, player: int) -> Self:
        """Passes on to the next moment at which this player has not rolled yet."""
        while not (self.current == player and self.phase == "before roll"):
            self._pass()
        return self

    def main_of(self, player: int) -> Self:
        """Passes on until this player has rolled; stays in its turn when it has."""
        while not (self.current == player and self.phase == "main"):
            self._pass()
        return self

    def _pass(self) -> None:
        assert self.phase in ("before roll", "main"), f"nobody can pass in phase {self.phase}"
        if self.phase == "before roll":
            self.roll()
        else:
            self.play("end")

    # ---- Cards and pieces -------------------------------------------------------------------------------

    def give(self, player: int, **counts: int) -> Self:
        """Plays turns until the player got that many more cards of each kind (and what comes with them)."""
        wanted = {catan.RESOURCES.index(name): count for name, count in counts.items()}
        goal = {r: self.hand(player)[r] + count for r, count in wanted.items()}
        for r, count in goal.items():
            while self.hand(player)[r] < count:
                held = self.hand(player)[r]
                if self.phase == "main":
                    self.play("end")
                self.roll(self._number_for(player, r))
                assert self.hand(player)[r] > held, "the bank has run out"
        return self

    def build(self, player: int, *pieces: str) -> Self:
        """The player gets what each piece costs and builds it in a turn of its own."""
        for piece in pieces:
            self.pay_for(player, piece.split()[0]).main_of(player).play(piece)
        return self

    def pay_for(self, player: int, *pieces: str) -> Self:
        """Gives the player what these cost, as far as it does not hold it yet."""
        price = {name: sum(PRICES[piece].get(name, 0) for piece in pieces) for name in catan.RESOURCES}
        for name, count in price.items():
            held = self.hand(player)[catan.RESOURCES.index(name)]
            self.give(player, **{name: max(0, count - held)})
        return self

    def buy(self, player: int, *cards: str) -> Self:
        """The player buys these development cards, in one turn or several."""
        for card in cards:
            self.pay_for(player, "card").main_of(player).play("buy card", f"drew {card}")
        return self

    def _payments(self, number: int) -> list[tuple[int, ...]]:
        """What a number would pay each player from a full bank."""
        layout = self.board
        payments = [[0] * 5 for _ in range(self.players)]
        for h in range(19):
            if layout.tokens[h] == number and h != self.robber:
                for player in range(self.players):
                    corners = set(topology.HEX_CORNERS[h])
                    pay = len(corners & set(self.settlements(player))) + 2 * len(
                        corners & set(self.cities(player))
                    )
                    payments[player][layout.terrain[h]] += pay
        return [tuple(payment) for payment in payments]

    def _number_for(self, player: int, resource: int) -> int:
        """The number that pays the player this resource and least of all else."""
        paying = [n for n in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12) if self._payments(n)[player][resource]]
        assert paying, f"no number pays p{player} {catan.RESOURCES[resource]}"
        return min(paying, key=lambda n: sum(map(sum, self._payments(n))))
