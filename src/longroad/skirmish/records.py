"""Records: a game as one line of JSON that replays bit for bit.

``{"longroad": "skirmish", "version": 1, "rules": {...}, "events": "draw 6/6/6; ...; place 6/6/6; ..."}``

Rules are the options that differ from the official game; events are all actions and outcomes of chance, the
deal included, in the notation of docs/reference/skirmish.md. Other keys (names of players, dates) may be
added and are kept out of the replay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from longroad.record_lines import RecordFormat
from longroad.skirmish.rules import Rules

if TYPE_CHECKING:
    from longroad.skirmish.state import State

VERSION = 1


def write_record(state: State, **extra: Any) -> str:
    """One line, without the newline. ``extra`` keys are added as they are.

    >>> from longroad import skirmish
    >>> state = skirmish.State(skirmish.Rules(starting_hp=20))
    >>> state.apply("draw 6/6/6")
    >>> print(write_record(state))
    {"longroad": "skirmish", "version": 1, "rules": {"starting_hp": 20}, "events": "draw 6/6/6"}
    """
    return record_text(state.rules, "", state.events_text(), **extra)


def record_text(rules: Rules, start: str, events: str, /, **extra: Any) -> str:
    """The record of a game that had these events, in the notation. ``start`` is empty: all games begin
    alike."""
    return FORMAT.text({"rules": rules.to_dict(), "events": events}, extra)


def read_record(line: str, number: int = 1) -> State:
    """The state at the end of a record. ``number`` is the line's number in its file, for the message."""
    return FORMAT.read(line, number)


def read_records(path: str | PathLike[str]) -> Iterator[State]:
    """The games of a file, one per line; empty lines are passed over."""
    return FORMAT.read_all(path)


def _start(record: Mapping[str, Any]) -> State:
    from longroad.skirmish.state import State

    return State(Rules.from_dict(record["rules"]))


FORMAT = RecordFormat("skirmish", VERSION, {"rules": dict, "events": str}, _start)
