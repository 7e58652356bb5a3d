"""What a coach is to the table: it follows a game as its player sees it, and says what it would do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from longroad.catan import Action, Rules, View


class Hint(Protocol):
    """A move that is proposed."""

    @property
    def action(self) -> Action:
        """The move."""

    @property
    def win_probability(self) -> float:
        """Of the player, after it."""

    @property
    def reason(self) -> str:
        """A sentence."""


class Advice(Protocol):
    """What there is to say of a position."""

    @property
    def moves(self) -> Sequence[Hint]:
        """The best first."""


class Adviser(Protocol):
    """Advises one player. It is told every event from the first settlement on, as an agent that follows."""

    def observe(self, before: View, event: Action, after: View) -> None:
        """An event: the player's views before and after it, and what it saw."""

    def advise(self, view: View) -> Advice:
        """What to do, and why."""


#: Makes one for a game: rules, the player's seat, the names of all players.
Coaching = Callable[[Rules, int, Sequence[str]], Adviser]
