"""Development cards that others draw: guessed until they are played, or shown at the end.

A hidden card is taken for one that is not yet accounted for, a victory point only where nothing else is left or the end says so:
a guess must not win the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from longroad.catan import CARDS

#: The whole deck, in the order of CARDS.
DECK = (14, 5, 2, 2, 2)
VICTORY_POINT = CARDS.index("victory point")


@dataclass
class Draw:
    """A card somebody drew: ``card`` is what our engine is told, ``known`` whether it is more than a guess."""

    player: int
    turn: int
    card: int
    known: bool


class DrawnCards:
    """All cards drawn in a game."""

    def __init__(self) -> None:
        self.draws: list[Draw] = []

    def draw(self, player: int, turn: int, card: int | None) -> bool:
        """Notes a draw, hidden if the card is None. Says whether other guesses had to change."""
        if card is not None:
            self.draws.append(Draw(player, turn, card, known=True))
            return self._guess()
        self.draws.append(Draw(player, turn, -1, known=False))
        before = [draw.card for draw in self.draws[:-1]]
        self._guess()
        return before != [draw.card for draw in self.draws[:-1]]

    def play(self, player: int, turn: int, card: int) -> bool | None:
        """Another player plays a card of an earlier turn. Says whether guesses had to change; None if it cannot have one."""
        hidden = [
            draw for draw in self.draws if draw.player == player and not draw.known and draw.turn < turn
        ]
        if not hidden:
            return None
        played = next((draw for draw in hidden if draw.card == card), hidden[0])
        changed = played.card != card
        played.card, played.known = card, True
        return self._guess() or changed

    def reveal_points(self, player: int, points: int) -> bool | None:
        """At the end a player turns out to hold so many victory points. They are taken for its last draws, so that it does not
        win before it did. None if it has not drawn as many cards."""
        hidden = [draw for draw in self.draws if draw.player == player and not draw.known]
        known = sum(
            draw.player == player and draw.known and draw.card == VICTORY_POINT for draw in self.draws
        )
        points -= known
        if not 0 <= points <= len(hidden):
            return None
        before = [draw.card for draw in self.draws]
        for draw in hidden[len(hidden) - points :]:
            draw.card, draw.known = VICTORY_POINT, True
        self._guess()
        return before != [draw.card for draw in self.draws]

    def _guess(self) -> bool:
        """Makes the guesses fit what is left of the deck; says whether one changed."""
        left = list(DECK)
        for draw in self.draws:
            if draw.known:
                left[draw.card] -= 1
        changed = False
        for draw in self.draws:
            if draw.known:
                continue
            if draw.card in (-1, VICTORY_POINT) or left[draw.card] <= 0:
                guess = _likely(left)
                changed |= guess != draw.card
                draw.card = guess
            left[draw.card] -= 1
        return changed


def _likely(left: Sequence[int]) -> int:
    """The kind with most cards left, victory points last."""
    others = [kind for kind in range(len(left)) if kind != VICTORY_POINT and left[kind] > 0]
    return max(others, key=lambda kind: left[kind], default=VICTORY_POINT)
