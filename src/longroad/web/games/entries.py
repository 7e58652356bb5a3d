"""The entries of a game's log. A game is what its entries make of it: they are written before anything is
shown, and reading them again gives the same game."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from longroad.catan import Action


@dataclass(frozen=True, slots=True)
class Moved:
    """An action of a player, or an outcome of chance."""

    player: int | None
    action: Action
    #: Who decided, if it was not who sits there: ``time`` (the clock ran out), ``planner`` (an agent's
    #: thinking was stopped).
    by: str | None = None
    #: Seconds that a person took.
    spent: float | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody has taken a seat that was kept for a person with an invitation."""

    seat: int
    name: str
    #: Of the new key; the invitation is used up.
    key_hash: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """An agent plays on in a seat. ``detail`` is for who runs the server: what another agent said when it
    failed may name its cards."""

    seat: int
    agent: str
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Undone:
    """A person has taken back: the game stands where it stood after so many events."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """A person has given up (``resigned``) or run out of time (``time``)."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """An agent's thinking was stopped; planner decides this once."""

    seat: int


@dataclass(frozen=True, slots=True)
class PaceSet:
    """Agents move at another speed."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Paused:
    """A game of agents stands still, or goes on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that everybody at the table should know."""

    words: str


@dataclass(frozen=True, slots=True)
class Over:
    """The end. ``reason`` is ``points``, ``turns`` (the cap), ``resigned``, ``time`` or ``ended`` (by the
    host)."""

    winner: int | None
    reason: str
    #: 1 is the best; equal ranks are ties.
    ranks: tuple[int, ...]
    points: tuple[int, ...]


What: TypeAlias = Moved | Joined | Replaced | Undone | Resigned | Stopped | PaceSet | Paused | Notice | Over
#: By the names that they have in logs and on the wire.
KINDS: dict[str, type[What]] = {
    "move": Moved,
    "joined": Joined,
    "replaced": Replaced,
    "undone": Undone,
    "resigned": Resigned,
    "stopped": Stopped,
    "pace": PaceSet,
    "paused": Paused,
    "notice": Notice,
    "over": Over,
}
_NAMES = {made: name for name, made in KINDS.items()}


@dataclass(frozen=True, slots=True)
class Entry:
    """The ``number``-th thing that happened, from 1, at a time (seconds since 1970)."""

    number: int
    at: float
    what: What

    @property
    def kind(self) -> str:
        """Its name in logs and on the wire."""
        return _NAMES[type(self.what)]

    def to_dict(self) -> dict[str, Any]:
        """In plain types, without what has its default."""
        told: dict[str, Any] = {"number": self.number, "at": self.at, "kind": self.kind}
        for one in fields(self.what):
            value = getattr(self.what, one.name)
            if value != one.default:
                told[one.name] = str(value) if isinstance(value, Action) else value
        return told

    @staticmethod
    def from_dict(told: Mapping[str, Any]) -> Entry:
        """The opposite of ``to_dict``; raises ValueError, TypeError or KeyError for what is no entry.

        >>> entry = Entry(3, 1.5, Moved(0, Action.parse("settle n23")))
        >>> Entry.from_dict(entry.to_dict()) == entry
        True
        """
        made = KINDS[told["kind"]]
        given = {one.name: told[one.name] for one in fields(made) if one.name in told}
        if "action" in given:
            given["action"] = Action.parse(given["action"])
        for name in ("ranks", "points"):
            if name in given:
                given[name] = tuple(given[name])
        needed = {one.name for one in fields(made) if one.default is dataclasses.MISSING}
        if missing := needed - given.keys():
            raise ValueError(f"an entry of kind {told['kind']} without {', '.join(sorted(missing))}")
        return Entry(int(told["number"]), float(told["at"]), made(**given))
