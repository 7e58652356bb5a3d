"""Development cards that others draw: guessed until they are played, or shown at the end.

A hidden card is taken for one that is not yet accounted for, a victory point only where nothing else is left
or the end says so: a guess must not win the game, unless no guess is left that does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from longroad.catan import CARDS
from longroad.errors import DesynchronisedError

#: The whole deck, in the order of CARDS.
DECK = (14, 5, 2, 2, 2)
VICTORY_POINT = CARDS.index("victory point")


@dataclass(eq=False)
class Draw:
    """A card somebody drew: ``card`` is what our engine is told, ``known`` whether it is more than a guess.
    ``room`` is how many victory points its player could hide at most, in any of its turns since, without
    winning."""

    player: int
    turn: int
    card: int
    known: bool
    room: int


class DrawnCards:
    """All cards drawn in a game."""

    def __init__(self) -> None:
        self.draws: list[Draw] = []

    def draw(self, player: int, turn: int, card: int | None, room: int) -> bool:
        """Notes a draw, hidden if the card is None. Says whether guesses of earlier draws had to change."""
        self.draws.append(Draw(player, turn, -1 if card is None else card, card is not None, room))
        before = [draw.card for draw in self.draws[:-1]]
        self.guess(player)
        return before != [draw.card for draw in self.draws[:-1]]

    def limit(self, player: int, room: int) -> None:
        """In a turn of its own a player can hide so many victory points without winning."""
        for draw in self.draws:
            if draw.player == player:
                draw.room = min(draw.room, room)

    def play(self, player: int, turn: int, card: int) -> bool | None:
        """Another player plays a card of an earlier turn: its first one, so that late draws can be the
        victory points. Says whether guesses had to change; None if it cannot have one."""
        played = next((draw for draw in self._hidden(player) if draw.turn < turn), None)
        if played is None:
            return None
        changed = played.card != card
        played.card, played.known = card, True
        return self.guess(player) or changed

    def reveal_points(self, player: int, points: int) -> bool | None:
        """At the end a player turns out to hold so many victory points. They are taken for its last draws, so
        that it does not win before it did. None if it has not drawn as many cards."""
        hidden = self._hidden(player)
        if not 0 <= points <= len(hidden):
            return None
        before = [draw.card for draw in hidden]
        for number, draw in enumerate(hidden):
            draw.known = number >= len(hidden) - points
            draw.card = VICTORY_POINT if draw.known else draw.card
        return before != [draw.card for draw in hidden]

    def guess(self, current: int) -> bool:
        """Makes the guesses fit what is left of the deck, and nobody win by them; only if that cannot be, the
        player whose turn it is has won. Says whether a guess changed."""
        hidden = [draw for draw in self.draws if not draw.known]
        before = [draw.card for draw in hidden]
        left = list(DECK)
        for draw in self.draws:
            if draw.known:
                left[draw.card] -= 1
        points = len(hidden) - (sum(left) - left[VICTORY_POINT])
        kept = self._points(max(points, 0), current)
        for draw in hidden:
            if draw in kept:
                draw.card = VICTORY_POINT
            elif draw.card in (-1, VICTORY_POINT) or left[draw.card] <= 0:
                draw.card = _likely(left)
            left[draw.card] -= 1
        return before != [draw.card for draw in hidden]

    def _hidden(self, player: int) -> list[Draw]:
        return [draw for draw in self.draws if draw.player == player and not draw.known]

    def _points(self, points: int, current: int) -> list[Draw]:
        """Where victory points must be, since nothing else is left: with those who have most room, in their
        last draws."""
        hidden = {player: self._hidden(player) for player in {draw.player for draw in self.draws}}
        room = {player: _most_points(draws) for player, draws in hidden.items()}
        held = dict.fromkeys(hidden, 0)
        for _ in range(points):
            player = max(held, key=lambda player: room[player] - held[player])
            if held[player] >= room[player]:
                player = current  # no other explanation: it has won
            if player not in held or held[player] >= len(hidden[player]):
                raise DesynchronisedError("more victory points are hidden than anybody can hold")
            held[player] += 1
        return [draw for player, draws in hidden.items() for draw in draws[len(draws) - held[player] :]]


def _most_points(hidden: list[Draw]) -> int:
    """How many of a player's last draws can be victory points without a win in any of its turns."""
    for points in range(len(hidden), 0, -1):
        last = hidden[len(hidden) - points :]
        if all(number <= draw.room for number, draw in enumerate(last, 1)):
            return points
    return 0


def _likely(left: Sequence[int]) -> int:
    """The kind with most cards left, victory points last."""
    others = [kind for kind in range(len(left)) if kind != VICTORY_POINT and left[kind] > 0]
    return max(others, key=lambda kind: left[kind], default=VICTORY_POINT)
