"""An offer while it is put together, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from longroad.catan import RESOURCES, Action
from longroad.errors import LongroadError
from longroad.web.pages.situation import Situation

#: The most cards of a kind that an offer can name.
_MOST = 19


@dataclass
class Draft:
    """What one would give and get: counts of the five resources."""

    give: list[int] = field(default_factory=lambda: [0] * 5)
    get: list[int] = field(default_factory=lambda: [0] * 5)

    def clear(self) -> None:
        """Nothing for nothing."""
        self.give, self.get = [0] * 5, [0] * 5

    def change(self, side: str, resource: int, by: int, hand: Sequence[int]) -> None:
        """One card more or less on a side. No kind is on both sides, and nothing is given that is not held.

        >>> draft = Draft()
        >>> for side in ("give", "get", "give"):
        ...     draft.change(side, 2, 1, (0, 0, 2, 0, 0))
        >>> draft.give, draft.get
        ([0, 0, 1, 0, 0], [0, 0, 0, 0, 0])
        """
        counts, other = (self.give, self.get) if side == "give" else (self.get, self.give)
        most = min(_MOST, hand[resource]) if side == "give" else _MOST
        counts[resource] = max(0, min(most, counts[resource] + by))
        if counts[resource]:
            other[resource] = 0

    @property
    def is_complete(self) -> bool:
        """Whether there are cards on both sides."""
        return any(self.give) and any(self.get)

    def text(self, kind: str) -> str:
        """The move: ``offer`` or ``counter``."""
        return f"{kind} {_bundle(self.give)} for {_bundle(self.get)}"

    def bank_trade(self, situation: Situation) -> Action | None:
        """The trade with the bank that this is, if it is one."""
        wanted = tuple(self.give), tuple(self.get)
        trades = situation.may.get("trade", ())
        return next((trade for trade in trades if (trade.give, trade.get) == wanted), None)

    def refusal(self, situation: Situation, kind: str) -> str | None:
        """Why it cannot be said; None if it can."""
        if kind not in situation.may:
            return _NOT_NOW[kind]
        if not self.is_complete:
            return "choose cards on both sides"
        try:
            Action.parse(self.text(kind))
        except LongroadError as error:
            return str(error)
        return None


_NOT_NOW = {
    "offer": "no more offers can be made in this turn",
    "counter": "a counter-offer is not possible",
}


def rates(situation: Situation) -> list[int]:
    """The best rate at which each resource goes to the bank, by the viewer's harbors."""
    harbors = () if situation.seat is None else situation.sight.harbor_access(situation.seat)
    return [2 if resource in harbors else 3 if 5 in harbors else 4 for resource in range(len(RESOURCES))]


def _bundle(counts: Sequence[int]) -> str:
    return " + ".join(f"{count} {RESOURCES[kind]}" for kind, count in enumerate(counts) if count)
