"""Records: a game as one line of JSON that replays bit for bit.

``{"longroad": "catan", "version": 1, "rules": {...}, "board": "...", "events": "settle n23; road e24; ..."}``

Rules are the options that differ from the official game; events are all actions and outcomes of chance in the
notation of docs/reference/rules.md. Other keys (names of players, dates) may be added and are kept out of the
replay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from longroad.catan.rules import Rules
from longroad.errors import BoardError, RecordError
from longroad.record_lines import RecordFormat

if TYPE_CHECKING:
    from longroad.catan.state import State

VERSION = 1


def write_record(state: State, **extra: Any) -> str:
    """One line, without the newline. ``extra`` keys are added as they are. Raises RecordError for a position
    without history.

    >>> from longroad import catan
    >>> state = catan.State(catan.Rules(players=2), board=catan.Board.generate("beginner"))
    >>> state.apply("settle n10")
    >>> print(write_record(state))  # doctest: +ELLIPSIS
    {"longroad": "catan", "version": 1, "rules": {"players": 2}, "board": "O10 ...", "events": "settle n10"}
    """
    if not state.has_history:
        raise RecordError("a position drawn from a belief has no history; a record needs the whole game")
    return record_text(state.rules, state.board_text, state.events_text(), **extra)


def record_text(rules: Rules, board: str, events: str, /, **extra: Any) -> str:
    """The record of a game on a board that had these events, in the notation."""
    return FORMAT.text({"rules": rules.to_dict(), "board": board, "events": events}, extra)


def read_record(line: str, number: int = 1) -> State:
    """The state at the end of a record. ``number`` is the line's number in its file, for the message."""
    return FORMAT.read(line, number)


def read_records(path: str | PathLike[str]) -> Iterator[State]:
    """The games of a file, one per line; empty lines are passed over."""
    return FORMAT.read_all(path)


def _start(record: Mapping[str, Any]) -> State:
    from longroad.catan.state import State

    if not record["board"].isascii():
        raise BoardError(f"{record['board']!a} is not a board")
    return State(Rules.from_dict(record["rules"]), board=record["board"])


FORMAT = RecordFormat("catan", VERSION, {"rules": dict, "board": str, "events": str}, _start)
