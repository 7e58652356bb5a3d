"""What a game is to be: who sits where, by which rules, with which clock."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from longroad.catan import Rules
from longroad.catan.words import COLORS
from longroad.errors import TableError

SeatKind = Literal["person", "link", "agent"]
ClockKind = Literal["none", "move", "game"]
SEAT_KINDS: tuple[SeatKind, ...] = ("person", "link", "agent")
CLOCK_KINDS: tuple[ClockKind, ...] = ("none", "move", "game")
#: The longest name of a person, spec of an agent and name of a series.
MOST_NAME, MOST_SPEC, MOST_SERIES = 40, 300, 60
#: Seconds: the longest pause before an agent's move, and what a clock can be set to.
MOST_PACE, MOST_CLOCK = 60.0, 24 * 3600.0


def checked_name(name: str) -> str:
    """A person's name without blanks around it; raises TableError for one that cannot be shown.

    >>> checked_name(" Ann ")
    'Ann'
    """
    name = name.strip()
    if not 0 < len(name) <= MOST_NAME or not name.isprintable():
        raise TableError(f"a name has 1 to {MOST_NAME} printable characters")
    if name.casefold() == "you":
        raise TableError("'you' is how the game speaks to everybody; choose another name")
    return name


@dataclass(frozen=True)
class SeatPlan:
    """Who sits somewhere: a person here, a person who comes by a link, or an agent by its spec."""

    kind: SeatKind
    #: By default the colour of the seat.
    name: str = ""
    agent: str = ""

    def __post_init__(self) -> None:
        if self.kind not in SEAT_KINDS:
            raise TableError(f"a seat is one of {', '.join(SEAT_KINDS)}, not {self.kind!r}")
        if bool(self.agent) != (self.kind == "agent"):
            raise TableError("a seat of kind 'agent' names its agent, and no other does")
        if len(self.agent) > MOST_SPEC:
            raise TableError(f"an agent's spec has at most {MOST_SPEC} characters")
        if self.name:
            object.__setattr__(self, "name", checked_name(self.name))

    @classmethod
    def person(cls, name: str = "") -> Self:
        """Somebody who plays here."""
        return cls("person", name)

    @classmethod
    def link(cls, name: str = "") -> Self:
        """Somebody who is sent an invitation."""
        return cls("link", name)

    @classmethod
    def of_agent(cls, spec: str, name: str = "") -> Self:
        """An agent."""
        return cls("agent", name, spec)


@dataclass(frozen=True)
class ClockPlan:
    """How long people may think. With ``move``, ``seconds`` per decision: then the move is made for them, and
    who lets it happen three times in a row has lost. With ``game``, ``seconds`` for the whole game and
    ``increment`` more after each of their turns: who has none left has lost."""

    kind: ClockKind = "none"
    seconds: float = 0.0
    increment: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in CLOCK_KINDS:
            raise TableError(f"a clock is one of {', '.join(CLOCK_KINDS)}, not {self.kind!r}")
        for name, low in (("seconds", 1.0 if self.kind != "none" else 0.0), ("increment", 0.0)):
            value = getattr(self, name)
            if not math.isfinite(value) or not low <= value <= MOST_CLOCK:
                raise TableError(f"{name} of a clock: between {low:g} and {MOST_CLOCK:g}, not {value:g}")
        if self.increment and self.kind != "game":
            raise TableError("an increment belongs to a clock of kind 'game'")


@dataclass(frozen=True)
class GamePlan:
    """A game to be played.

    >>> plan = GamePlan((SeatPlan.person("Ann"), SeatPlan.of_agent("planner")))
    >>> plan.rules.players, plan.names, plan.is_for_agents
    (2, ('Ann', 'Blue'), False)
    """

    seats: tuple[SeatPlan, ...]
    rules: Rules = field(default_factory=Rules)
    #: Draws the board, unless the rules name one; None for any.
    seed: int | None = None
    clock: ClockPlan = field(default_factory=ClockPlan)
    #: Counts for the ratings of the people in it; nothing can be taken back.
    rated: bool = False
    #: Seconds that pass before an agent's move is made, so that people can follow.
    pace: float = 0.6
    #: Whether others may look on, and find the game in the list. By default where agents play alone.
    spectators: bool | None = None
    #: A name that games which belong together share.
    series: str = ""

    def __post_init__(self) -> None:
        if len(self.seats) not in (2, 3, 4):
            raise TableError(f"Catan is played by 2 to 4, not by {len(self.seats)}")
        object.__setattr__(self, "rules", self.rules.replace(players=len(self.seats)))
        if not 0 <= self.pace <= MOST_PACE:
            raise TableError(f"pace: between 0 and {MOST_PACE:g} seconds, not {self.pace:g}")
        if len(self.series) > MOST_SERIES or (self.series and not self.series.isprintable()):
            raise TableError(f"the name of a series has at most {MOST_SERIES} printable characters")
        if self.rated and self.is_for_agents:
            raise TableError("a rated game needs a person; agents are rated by `longroad tournament`")
        if self.rated and any("open=" in seat.agent for seat in self.seats):
            raise TableError("no agent of a rated game may be shown the hands of others (open=on)")
        if len(set(self.names)) < len(self.names):
            raise TableError(f"two players have the same name: {', '.join(self.names)}")

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(seat.name or COLORS[number] for number, seat in enumerate(self.seats))

    @property
    def is_for_agents(self) -> bool:
        """Whether agents play alone, and people watch: then all hands may be shown."""
        return all(seat.kind == "agent" for seat in self.seats)

    @property
    def may_be_watched(self) -> bool:
        """Whether others may look on."""
        return self.is_for_agents if self.spectators is None else self.spectators

    def to_dict(self) -> dict[str, Any]:
        """In plain types; the opposite of ``from_dict``."""
        return {
            "seats": [{"kind": seat.kind, "name": seat.name, "agent": seat.agent} for seat in self.seats],
            "rules": self.rules.to_dict(),
            "seed": self.seed,
            "clock": {
                "kind": self.clock.kind,
                "seconds": self.clock.seconds,
                "increment": self.clock.increment,
            },
            "rated": self.rated,
            "pace": self.pace,
            "spectators": self.spectators,
            "series": self.series,
        }

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Self:
        """Of a game that was written down."""
        seats: Sequence[Mapping[str, Any]] = told["seats"]
        return cls(
            tuple(SeatPlan(**seat) for seat in seats),
            Rules.from_dict(told["rules"]),
            told["seed"],
            ClockPlan(**told["clock"]),
            told["rated"],
            told["pace"],
            told["spectators"],
            told["series"],
        )
