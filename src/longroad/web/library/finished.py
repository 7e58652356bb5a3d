"""A finished game: its record, and what a list shows of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from longroad import record_lines
from longroad.catan.records import VERSION
from longroad.errors import RecordError


@dataclass(frozen=True)
class FinishedSeat:
    """Who played somewhere, and how it went."""

    name: str
    #: ``person``, ``link`` or ``agent`` as it was planned, and the spec of the agent that played at the end.
    kind: str
    agent: str
    rank: int
    points: int
    #: ``resigned`` or ``time`` if the person did not play to the end.
    gave_up: str | None = None

    @property
    def is_person(self) -> bool:
        """Whether it was a person's game."""
        return self.kind != "agent"

    @property
    def label(self) -> str:
        """What ratings know it by: a person by its name, an agent by its spec."""
        return self.name if self.is_person else self.agent


@dataclass(frozen=True)
class FinishedGame:
    """What there is to know of a finished game without replaying it."""

    id: str
    #: When it ended, as ``2026-11-18T05:10:00Z``.
    date: str
    seats: tuple[FinishedSeat, ...]
    winner: int | None
    #: ``points``, ``turns``, ``resigned``, ``time`` or ``ended``.
    reason: str
    turns: int
    rated: bool
    series: str
    #: Moves that were taken back.
    taken_back: int

    def is_won_by(self, seat: int) -> bool:
        """Whether who sat there has won: not somebody who gave up, for whom an agent won."""
        return seat == self.winner and self.seats[seat].gave_up is None

    def to_dict(self) -> dict[str, Any]:
        """In plain types, ready for JSON."""
        return {**asdict(self), "seats": [asdict(seat) for seat in self.seats]}

    @staticmethod
    def of_record(line: str, number: int = 1) -> FinishedGame:
        """Of a record that a live game became; raises RecordError for any other."""
        record = record_lines.parse(line, number, "catan", VERSION, {"events": str, "table": dict})
        try:
            return _parsed(record["table"])
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(f"line {number}: 'table' is damaged: {record_lines.one_line(error)}") from error


def iso_date(seconds: float) -> str:
    """A moment as records have it.

    >>> iso_date(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _parsed(table: Mapping[str, Any]) -> FinishedGame:
    seats = tuple(FinishedSeat(**seat) for seat in table["seats"])
    given = {name: table[name] for name in ("id", "date", "winner", "reason", "turns", "rated")}
    return FinishedGame(**given, seats=seats, series=table["series"], taken_back=table["taken_back"])


def players_line(game: FinishedGame) -> str:
    """Who played, in a line.

    >>> seats = (FinishedSeat("Ann", "person", "", 1, 10), FinishedSeat("Blue", "agent", "planner", 2, 7))
    >>> players_line(FinishedGame("1", iso_date(0), seats, 0, "points", 70, False, "", 0))
    'Ann 10, Blue (planner) 7'
    """
    named = (f"{seat.name} ({seat.agent})" if seat.agent else seat.name for seat in game.seats)
    return ", ".join(f"{name} {seat.points}" for name, seat in zip(named, game.seats, strict=True))


def dumped(game: FinishedGame) -> str:
    """As one JSON text."""
    return json.dumps(game.to_dict())
