"""What the records of all games share: lines of a file, the head of a record, the replay of its events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from os import PathLike
from typing import Any, Protocol

from longroad.errors import IllegalActionError, NotationError, RecordError

#: The games that have records, as their key ``"longroad"`` names them, and their titles.
GAMES = {"catan": "Catan", "skirmish": "Skirmish"}


class _Replayed(Protocol):
    def apply(self, action: str, /) -> None: ...


def write_line(record: Mapping[str, Any], extra: Mapping[str, Any]) -> str:
    """A record as one line of JSON, with the extra keys behind its own."""
    if taken := record.keys() & extra.keys():
        raise ValueError(f"a record's own keys cannot be given: {', '.join(sorted(taken))}")
    return json.dumps({**record, **extra})


def lines(path: str | PathLike[str]) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, from 1; empty ones are passed over."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield number, _text(line, number)


def game_of(line: str) -> str | None:
    """Which game a line is a record of, by its own word; None if it does not say.

    >>> game_of('{"longroad": "skirmish"}'), game_of("{}"), game_of("?")
    ('skirmish', None, None)
    """
    try:
        return _named(json.loads(line))
    except (ValueError, RecursionError):
        return None


def parse(line: str, number: int, game: str, version: int, keys: Mapping[str, type]) -> dict[str, Any]:
    """The record of a line: of this game and version, with keys of these types; else a RecordError.

    >>> parse('{"longroad": "catan"}', 3, "skirmish", 1, {})
    Traceback (most recent call last):
      ...
    longroad.errors.RecordError: line 3: this is a record of catan, not of skirmish
    """
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:  # broken, or numbers and nesting beyond measure
        raise RecordError(f"line {number}: not JSON: {error}") from error
    named = _named(record)
    if named not in (None, game):
        raise RecordError(f"line {number}: this is a record of {named}, not of {game}")
    if named is None:
        raise RecordError(
            f'line {number}: no record of a {GAMES[game]} game ("longroad": "{game}" is missing)'
        )
    if type(record.get("version")) is not int or record["version"] != version:
        raise RecordError(
            f"line {number}: version {record.get('version')!r}; this Longroad reads version {version}"
        )
    for key, kind in keys.items():
        if not isinstance(record.get(key), kind):
            raise RecordError(f"line {number}: '{key}' is missing or of the wrong kind")
    return dict(record)


def replay(state: _Replayed, events: str, number: int) -> None:
    """Carries out the events of a record, checked one by one."""
    for i, text in enumerate(filter(None, events.split("; "))):
        if not text.isascii():
            raise RecordError(f"line {number}, event {i + 1}: {text!a} is no action")
        try:
            state.apply(text)
        except (IllegalActionError, NotationError) as error:
            raise RecordError(f"line {number}, event {i + 1}: {one_line(error)}") from error


def one_line(error: Exception) -> str:
    """What an error says, without line breaks."""
    return " ".join(str(error).split())


def _named(record: object) -> str | None:
    game = record.get("longroad") if isinstance(record, dict) else None
    return game if isinstance(game, str) and game in GAMES else None


def _text(line: bytes, number: int) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"line {number}: not UTF-8 text") from error
