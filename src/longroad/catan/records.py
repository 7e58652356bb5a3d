"""Records: a game as one line of JSON that replays bit for bit.

``{"longroad": "catan", "version": 1, "rules": {...}, "board": "...", "events": "settle n23; road e24; ..."}``

Rules are the options that differ from the official game; events are all actions and outcomes of chance in the notation of
docs/rules.md. Other keys (names of players, dates) may be added and are kept out of the replay.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from os import PathLike
from typing import TYPE_CHECKING, Any

from longroad._native import Action
from longroad.catan.rules import Rules
from longroad.errors import BoardError, IllegalActionError, NotationError, RecordError, RulesError

if TYPE_CHECKING:
    from longroad.catan.state import State

VERSION = 1


def write_record(state: State, **extra: Any) -> str:
    """One line, without the newline. ``extra`` keys are added as they are.

    >>> from longroad import catan
    >>> state = catan.State(catan.Rules(players=2), board=catan.Board.generate("beginner"))
    >>> state.apply("settle n10")
    >>> print(write_record(state))  # doctest: +ELLIPSIS
    {"longroad": "catan", "version": 1, "rules": {"players": 2}, "board": "O10 ...", "events": "settle n10"}
    """
    record = {
        "longroad": "catan",
        "version": VERSION,
        "rules": state.rules.to_dict(),
        "board": state.board_text,
        "events": "; ".join(str(Action.from_int(word)) for word in state.event_words()),
    }
    if taken := record.keys() & extra.keys():
        raise ValueError(f"a record's own keys cannot be given: {', '.join(sorted(taken))}")
    return json.dumps({**record, **extra})


def read_record(line: str, number: int = 1) -> State:
    """The state at the end of a record. ``number`` is the line's number in its file, for the message."""
    from longroad.catan.state import State

    record = _parse(line, number)
    try:
        state = State(Rules.from_dict(record["rules"]), board=record["board"])
    except (RulesError, BoardError) as error:
        raise RecordError(f"line {number}: {_one_line(error)}") from error
    for i, text in enumerate(filter(None, record["events"].split("; "))):
        if not text.isascii():
            raise RecordError(f"line {number}, event {i + 1}: {text!a} is no action")
        try:
            state.apply(text)
        except (IllegalActionError, NotationError) as error:
            raise RecordError(f"line {number}, event {i + 1}: {_one_line(error)}") from error
    return state


def read_records(path: str | PathLike[str]) -> Iterator[State]:
    """The games of a file, one a line; empty lines are passed over."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield read_record(_text(line, number), number)


def _parse(line: str, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:  # broken, or numbers and nesting beyond measure
        raise RecordError(f"line {number}: not JSON: {error}") from error
    if not isinstance(record, dict) or record.get("longroad") != "catan":
        raise RecordError(f'line {number}: no record of a Catan game ("longroad": "catan" is missing)')
    if type(record.get("version")) is not int or record["version"] != VERSION:
        raise RecordError(
            f"line {number}: version {record.get('version')!r}; this Longroad reads version {VERSION}"
        )
    for key, kind in (("rules", dict), ("board", str), ("events", str)):
        if not isinstance(record.get(key), kind):
            raise RecordError(f"line {number}: '{key}' is missing or of the wrong kind")
    if not record["board"].isascii():
        raise RecordError(f"line {number}: {record['board']!a} is no board")
    return record


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _text(line: bytes, number: int) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"line {number}: not UTF-8 text") from error
