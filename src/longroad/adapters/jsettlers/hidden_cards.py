"""Development cards that others draw: guessed until they are played, or shown at the end.

A hidden card is taken for one that is not yet accounted for, a victory point only where nothing else is left
or the end says so: a guess must not win the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from longroad.catan import CARDS

#: The whole deck, in the order of CARDS.
DECK = (14, 5, 2, 2, 2)
VICTORY_POINT = CARDS.index("victory point")


@dataclass(eq=False)
class Draw:
    """A card somebody drew: ``card`` is what our engine is told, ``known`` whether it is more than a
    guess."""

    player: int
    turn: int
    card: int
    known: bool


class DrawnCards:
    """All cards drawn in a game.

    ``room`` says of each player how many victory points it can hide without having won.
    """

    def __init__(self) -> None:
        self.draws: list[Draw] = []

    def draw(self, player: int, turn: int, card: int | None, room: Sequence[int]) -> bool:
        """Notes a draw, hidden if the card is None. Says whether guesses of earlier draws had to change."""
        before = [draw.card for draw in self.draws]
        self.draws.append(Draw(player, turn, -1 if card is None else card, known=card is not None))
        self.guess(room)
        return before != [draw.card for draw in self.draws[:-1]]

    def play(self, player: int, turn: int, card: int, room: Sequence[int]) -> bool | None:
        """Another player plays a card of an earlier turn. Says whether guesses had to change; None if it
        cannot have one."""
        hidden = [draw for draw in self._hidden(player) if draw.turn < turn]
        if not hidden:
            return None
        played = next((draw for draw in hidden if draw.card == card), hidden[0])
        changed = played.card != card
        played.card, played.known = card, True
        return self.guess(room) or changed

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

    def guess(self, room: Sequence[int]) -> bool:
        """Makes the guesses fit what is left of the deck; says whether one changed."""
        hidden = [draw for draw in self.draws if not draw.known]
        before = [draw.card for draw in hidden]
        left = list(DECK)
        for draw in self.draws:
            if draw.known:
                left[draw.card] -= 1
        points = len(hidden) - (sum(left) - left[VICTORY_POINT])
        kept = self._points(hidden, points, list(room))
        for draw in hidden:
            if draw in kept:
                draw.card = VICTORY_POINT
            elif draw.card in (-1, VICTORY_POINT) or left[draw.card] <= 0:
                draw.card = _likely(left)
            left[draw.card] -= 1
        return before != [draw.card for draw in hidden]

    def _hidden(self, player: int) -> list[Draw]:
        return [draw for draw in self.draws if draw.player == player and not draw.known]

    @staticmethod
    def _points(hidden: list[Draw], points: int, room: list[int]) -> list[Draw]:
        """Where victory points must be, since nothing else is left: with those who have most room, late draws
        first."""
        kept: list[Draw] = []
        for _ in range(points):
            draw = max(
                (draw for draw in hidden if draw not in kept), key=lambda draw: (room[draw.player], draw.turn)
            )
            room[draw.player] -= 1
            kept.append(draw)
        return kept


def _likely(left: Sequence[int]) -> int:
    """The kind with most cards left, victory points last."""
    others = [kind for kind in range(len(left)) if kind != VICTORY_POINT and left[kind] > 0]
    return max(others, key=lambda kind: left[kind], default=VICTORY_POINT)
