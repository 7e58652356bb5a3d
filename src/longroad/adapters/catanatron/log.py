"""Our events as catanatron's log, as far as one player saw them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from longroad.adapters.catanatron.actions import to_theirs, year_of_plenty
from longroad.adapters.catanatron.versions import CHOOSES_DISCARDS, Done, PeerAction, discard_type, raw_entry
from longroad.adapters.catanatron.words import CARDS, RESOURCES
from longroad.catan import Action

#: Outcomes of chance: they complete the entry before.
_OUTCOMES = ("dice", "stole", "drew")


class Log:
    """Grows event by event. A card that the player did not see stands as None.

    Dice are given as two numbers of the right sum: we know the sum only.
    """

    def __init__(self, colors: Sequence[Any]) -> None:
        #: In the form in which the installed catanatron keeps its log.
        self.raw: list[Any] = []
        self._last: Done | None = None
        self._colors = colors
        self._taken: list[int] = []  # so far in a year of plenty

    def add(self, actor: int | None, event: Action) -> None:
        """An event and who decided it, None for chance."""
        if event.kind in _OUTCOMES:
            self._complete(event)
            return
        assert actor is not None, "chance brings outcomes only"
        color = self._colors[actor]
        if event.kind == "take":
            self._take(color, event)
        elif event.kind == "discard" and not CHOOSES_DISCARDS:
            self._discard(color, event)
        else:
            self._taken = []
            self._append(Done(to_theirs(event, color, self._colors), None))

    def _append(self, entry: Done) -> None:
        self._last = entry
        self.raw.append(raw_entry(entry))

    def _change_last(self, entry: Done) -> None:
        self._last = entry
        self.raw[-1] = raw_entry(entry)

    def _complete(self, event: Action) -> None:
        assert self._last is not None, "an outcome comes after an action"
        self._change_last(Done(self._last.action, _result(event)))

    def _take(self, color: Any, event: Action) -> None:
        assert event.resource is not None
        self._taken.append(event.resource)
        self._change_last(Done(year_of_plenty(color, self._taken), None))

    def _discard(self, color: Any, event: Action) -> None:
        """3.2.1 has all cards of a player in one entry."""
        assert event.resource is not None
        assert self._last is not None
        card, last = RESOURCES[event.resource], self._last.action
        if last.action_type is discard_type() and last.color is color:
            self._change_last(Done(last._replace(value=[*last.value, card]), None))
        else:
            self._append(Done(PeerAction(color, discard_type(), [card]), None))


def two_dice(total: int) -> tuple[int, int]:
    """Two dice of a sum.

    >>> two_dice(11), two_dice(2)
    ((6, 5), (1, 1))
    """
    first = min(6, total - 1)
    return first, total - first


def _result(event: Action) -> Any:
    if event.kind == "dice":
        assert event.sum is not None
        return two_dice(event.sum)
    if event.kind == "stole":
        return _named(RESOURCES, event.resource)
    return _named(CARDS, event.card)


def _named(names: Sequence[str], number: int | None) -> str | None:
    """None for a card that was not seen, whose number is not one of our resources."""
    return None if number is None or number >= len(names) else names[number]
