"""How long people may think, and what is left of it.

A clock runs while a person is asked. Time is read from ``time.perf_counter``; the seconds that a decision
took are part of the log, so what is left survives a restart. The time of a decision that a restart interrupts
begins anew.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from longroad.web.games.plan import ClockPlan

#: Decisions in a row that may be made for somebody by the clock of kind ``move``; then the game is lost.
MOST_MISSED = 3


def now() -> float:
    """Seconds, from some moment on."""
    return time.perf_counter()


class Clocks:
    """Those of one game."""

    def __init__(self, plan: ClockPlan, players: int) -> None:
        self._plan = plan
        #: Seconds left for the game, by seat; None with another kind of clock.
        self.left: list[float] | None = [plan.seconds] * players if plan.kind == "game" else None
        self._missed = [0] * players
        self._asked: int | None = None
        self._since = 0.0

    @property
    def asked(self) -> int | None:
        """Whose time runs."""
        return self._asked

    def ask(self, seat: int | None) -> None:
        """From now on this seat's time runs, or nobody's."""
        if seat != self._asked:
            self._asked, self._since = seat, now()

    @property
    def taken(self) -> float:
        """Seconds that who is asked has taken so far; 0 if nobody is."""
        return now() - self._since if self._asked is not None else 0.0

    def answered(self) -> None:
        """The decision is made; the time of the next one begins with ``ask``."""
        self._asked = None

    def charge(self, seat: int, spent: float, missed: bool) -> None:
        """A decision took so long, or was ``missed``: it was made by the clock."""
        self._missed[seat] = self._missed[seat] + 1 if missed else 0
        if self.left is not None:
            self.left[seat] = max(0.0, self.left[seat] - spent)

    def turn_ended(self, seat: int) -> None:
        """Brings the increment."""
        if self.left is not None:
            self.left[seat] += self._plan.increment

    def forgive(self, seats: Iterable[int]) -> None:
        """A game that was taken back has nothing missed."""
        for seat in seats:
            self._missed[seat] = 0

    @property
    def remaining(self) -> float | None:
        """Seconds until the time of who is asked is up; None if it never is."""
        if self._asked is None or self._plan.kind == "none":
            return None
        limit = self._plan.seconds if self.left is None else self.left[self._asked]
        return limit - self.taken

    @property
    def is_up(self) -> bool:
        """Whether somebody's time has run out."""
        remaining = self.remaining
        return remaining is not None and remaining <= 0

    def loses(self, seat: int) -> bool:
        """Whether a seat whose time is up has lost, or has its move made for it."""
        return self._plan.kind == "game" or self._missed[seat] + 1 >= MOST_MISSED

    def shown(self) -> dict[str, object] | None:
        """What is shown of them: seconds left by seat (of the decision, or of the game), and whose time
        runs."""
        if self._plan.kind == "none":
            return None
        left = [self._plan.seconds] * len(self._missed) if self.left is None else list(self.left)
        remaining = self.remaining
        if self._asked is not None and remaining is not None:
            left[self._asked] = max(0.0, remaining)
        return {"left": [round(seconds, 1) for seconds in left], "running": self._asked}
