"""A player who clicks: only what is lit on the board and what can be pressed, never a text of a move."""

from __future__ import annotations

import random
from typing import Any

from web.pages.served import Visit

#: What is pressed if it is there, the first first. One of several is drawn by lots.
WISHES = (
    ".sheet.discard [data-do=discard]:not([disabled])",
    ".sheet.discard .take:not([disabled])",
    ".sheet.plenty .picks button",
    ".sheet.monopoly .picks button",
    ".sheet.victim .buttons button",
    ".sheet.about-card .main:not([disabled])",
    ".sheet.offer [data-action=refuse]",
    ".sheet.offer [data-action=cancel]",
    ".spot.robber",
    ".spot.city",
    ".spot.settle",
    ".development.playable:not([aria-label*=victory])",
    ".go[data-action=roll]:not([disabled])",
    ".spot.road",
    ".build[data-kind=buy]:not([disabled])",
    ".go[data-action=end]:not([disabled])",
)
_FIND = "wishes => wishes.findIndex(wish => document.querySelector(wish))"


class Clicker:
    """Plays a seat until the game is over. ``press`` presses a locator: a click unless told otherwise;
    ``rest`` are milliseconds after a roll."""

    def __init__(self, visit: Visit, seed: int = 1, press: Any = None, rest: int = 0) -> None:
        self.visit, self.page = visit, visit.page
        self._rng = random.Random(seed)
        self._rest = rest
        self._press = press or (lambda found: found.click())
        #: What was pressed, by its selector.
        self.pressed: dict[str, int] = {}

    @property
    def is_over(self) -> bool:
        return bool(self.page.query_selector(".sheet.over"))

    def play(self, presses: int = 600) -> None:
        """Until the game is over, or so many presses were made."""
        for _ in range(presses):
            if not self.press_something():
                return

    def press_something(self) -> bool:
        """Waits until there is something, and presses it; False when the game is over."""
        self.page.wait_for_function(
            "wishes => wishes.some(wish => document.querySelector(wish))", arg=[".sheet.over", *WISHES]
        )
        if self.is_over:
            return False
        wish = WISHES[self.page.evaluate(_FIND, list(WISHES))]
        found = self.page.locator(wish)
        answered = self.visit.answered
        self._press(found.nth(self._rng.randrange(found.count())))
        self.pressed[wish] = self.pressed.get(wish, 0) + 1
        self.visit.await_answer(answered + 1)
        if "roll" in wish:  # a second tap at once would be taken for a double one
            self.page.wait_for_timeout(self._rest)
        return True
