"""What the records of all games share: lines of a file, the head of a record, the replay of its events."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from os import PathLike
from typing import Any, BinaryIO, Generic, Protocol, TypeVar

from longroad.errors import IllegalActionError, NotationError, RecordError

#: The games that have records, as their key ``"longroad"`` names them, and their titles.
GAMES = {"catan": "Catan", "skirmish": "Skirmish"}
#: A longer line is taken for damage, not for a record, so that memory stays bounded. Random games of four
#: players who may make ten offers per turn, the longest there are, take less than a tenth of it.
MOST_BYTES = 8 * 2**20

_GZIP = b"\x1f\x8b"
_PIECE = 2**16


class _Replayed(Protocol):
    def apply(self, action: str, /) -> None: ...


Replayed = TypeVar("Replayed", bound=_Replayed)


def write_line(record: Mapping[str, Any], extra: Mapping[str, Any]) -> str:
    """A record as one line of JSON, with the extra keys behind its own."""
    if taken := record.keys() & extra.keys():
        raise ValueError(f"a record's own keys cannot be given: {', '.join(sorted(taken))}")
    return json.dumps({**record, **extra})


def lines(path: str | PathLike[str]) -> Iterator[tuple[int, str]]:
    """The lines of a file, compressed by gzip or not, with their numbers, from 1; empty ones are passed over.

    One line at a time is in memory. A RecordError tells where a file is damaged.
    """
    with _opened(path) as file:
        for number in count(1):
            line = _next_line(file, number)
            if not line:
                return
            if line.strip():
                yield number, _text(line, number)


def game_of(line: str) -> str | None:
    """Which game a line says it is a record of; None if it does not say.

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
            f'line {number}: not a record of a {GAMES[game]} game ("longroad": "{game}" is missing)'
        )
    if type(record.get("version")) is not int or record["version"] != version:
        raise RecordError(
            f"line {number}: version {record.get('version')!r}; this Longroad reads version {version}"
        )
    for key, kind in keys.items():
        if not isinstance(record.get(key), kind):
            raise RecordError(f"line {number}: '{key}' is missing or of the wrong kind")
    return dict(record)


@dataclass(frozen=True)
class RecordFormat(Generic[Replayed]):
    """The records of one game: what they hold beside their head, and where a game begins."""

    game: str
    version: int
    #: Keys and the types of their values.
    keys: Mapping[str, type]
    #: The first position of a record. Raises ValueError for one that cannot be.
    start: Callable[[Mapping[str, Any]], Replayed]

    def text(self, record: Mapping[str, Any], extra: Mapping[str, Any]) -> str:
        """A record as one line, without the newline; ``extra`` keys are added as they are."""
        return write_line({"longroad": self.game, "version": self.version, **record}, extra)

    def read(self, line: str, number: int = 1) -> Replayed:
        """The state at the end of a record. ``number`` is the line's number in its file, for the message."""
        record = parse(line, number, self.game, self.version, self.keys)
        try:
            state = self.start(record)
        except ValueError as error:
            raise RecordError(f"line {number}: {one_line(error)}") from error
        replay(state, record["events"], number)
        return state

    def read_all(self, path: str | PathLike[str]) -> Iterator[Replayed]:
        """The games of a file, one per line; empty lines are passed over."""
        for number, line in lines(path):
            yield self.read(line, number)


def replay(state: _Replayed, events: str, number: int) -> None:
    """Carries out the events of a record, checked one by one."""
    for i, text in enumerate(filter(None, _pieces(events))):
        if not text.isascii():
            raise RecordError(f"line {number}, event {i + 1}: {text!a} is not an action")
        try:
            state.apply(text)
        except (IllegalActionError, NotationError) as error:
            raise RecordError(f"line {number}, event {i + 1}: {one_line(error)}") from error


def one_line(error: Exception) -> str:
    """What an error says, without line breaks."""
    return " ".join(str(error).split())


@contextmanager
def _opened(path: str | PathLike[str]) -> Iterator[BinaryIO | gzip.GzipFile]:
    """Compressed or not is told by the first bytes, not by the name."""
    with open(path, "rb") as file:
        if file.peek(len(_GZIP))[: len(_GZIP)] != _GZIP:
            yield file
            return
        with gzip.GzipFile(fileobj=file) as unpacked:
            yield unpacked


def _next_line(file: BinaryIO | gzip.GzipFile, number: int) -> bytes:
    try:
        line = file.readline(MOST_BYTES + 1)
    except EOFError as error:
        raise RecordError(
            f"line {number}: the file is cut off here (the end of its gzip data is missing)"
        ) from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise RecordError(f"line {number}: the file is damaged here (gzip: {one_line(error)})") from error
    if len(line) > MOST_BYTES:
        raise RecordError(f"line {number}: longer than {MOST_BYTES:,} bytes: not a record of a game")
    return line


def _pieces(events: str) -> Iterator[str]:
    """What ``events.split("; ")`` gives, without a list of it all."""
    start = 0
    while start <= len(events):
        end = events.find("; ", start + _PIECE)
        end = len(events) if end < 0 else end
        yield from events[start:end].split("; ")
        start = end + 2


def _named(record: object) -> str | None:
    game = record.get("longroad") if isinstance(record, dict) else None
    return game if isinstance(game, str) and game in GAMES else None


def _text(line: bytes, number: int) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"line {number}: not UTF-8 text") from error
