"""Recorded games of any origin, for a review: our records and archives, those of games on a JSettlers server,
and games that catanatron has saved."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from longroad import record_lines
from longroad.arena.data.archive import files_of
from longroad.drawing.palette import LIVERIES
from longroad.errors import RecordError

#: Cards that nobody saw, in the notation.
_HIDDEN = ("stole ?", "drew ?")
_GUESSED = (
    "The game was played on a JSettlers server, which hides cards: what others stole from each other, "
    "discarded and drew is guessed from what followed. Only our player's decisions rest on what was seen."
)


@dataclass(frozen=True)
class RecordedGame:
    """A game to be reviewed: its record, what is known of its players, and what a reader has to know."""

    record: str
    names: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    #: Whose cards are all known; None for everybody's.
    known: tuple[int, ...] | None = None
    notes: tuple[str, ...] = field(default=())


def read_recorded_game(path: Path, number: int = 1) -> RecordedGame:
    """Game ``number`` of a file, compressed by gzip or not. Raises RecordError, naming file and line, for
    damaged files, games of Skirmish, and games with cards that nobody saw."""
    saved = _saved_by_catanatron(path)
    if saved is not None:
        if number != 1:
            raise RecordError(f"{path} holds one game, not {number}")
        return _of_catanatron(path, saved)
    try:
        for count, (line, text) in enumerate(record_lines.lines(path), start=1):
            if count == number:
                return _of_line(text, line)
    except RecordError as error:
        raise RecordError(f"{path}, {error}") from error
    raise RecordError(f"{path} has no game {number}")


def read_recorded_games(path: Path) -> Iterator[tuple[str, RecordedGame | RecordError]]:
    """All games of a file, or of the archives below a folder, in order: where each is, and the game, or why
    it cannot be reviewed. Of a damaged file the games before the damage are there, then the damage."""
    for file in files_of(path):
        if _saved_by_catanatron(file) is not None:
            yield str(file), _tried(read_recorded_game, file)
            continue
        number = 0
        try:
            for number, (line, text) in enumerate(record_lines.lines(file), start=1):
                yield f"{file}, game {number}", _tried(_of_line, text, line)
        except RecordError as error:
            yield f"{file}, game {number + 1}", error


def _tried(read: Callable[..., RecordedGame], *arguments: object) -> RecordedGame | RecordError:
    try:
        return read(*arguments)
    except RecordError as error:
        return error


def _saved_by_catanatron(path: Path) -> str | None:
    """The text of a file that looks like catanatron's; our records name themselves at their beginning."""
    with open(path, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(path) if packed else open(path, "rb") as stream:
            text = stream.read(record_lines.MOST_BYTES).decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError):
        return None  # damage is for the reader of records to name
    if not text.lstrip().startswith("{") or record_lines.game_of(text.split("\n", 1)[0]) is not None:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return text if isinstance(found, dict) and "tiles" in found else None


def _of_catanatron(path: Path, text: str) -> RecordedGame:
    from longroad.adapters.catanatron.saved_games import read_saved_game

    try:
        record = read_saved_game(text)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error
    seats = json.loads(record)["catanatron"]
    pairs = [f"{theirs} is {livery.name} here" for theirs, livery in zip(seats, LIVERIES, strict=False)]
    return RecordedGame(record, notes=(f"The game was saved by catanatron: {', '.join(pairs)}.",))


def _of_line(text: str, line: int) -> RecordedGame:
    if record_lines.game_of(text) == "skirmish":
        raise RecordError(f"line {line}: a game of Skirmish; reviews are of games of Catan")
    keys = {"rules": dict, "board": str, "events": str}
    record = record_lines.parse(text, line, "catan", 1, keys)
    for place, event in enumerate(record["events"].split("; "), start=1):
        if event in _HIDDEN:
            raise RecordError(
                f"line {line}, event {place}: '{event}': whoever made the record did not see this card; a "
                "review needs all of them"
            )
    names = record.get("names")
    played = record.get("played")
    played = played if isinstance(played, dict) else {}
    server = record.get("jsettlers")
    notes = _forfeit(played)
    if isinstance(server, dict):
        names, known = server.get("names"), _our_seat(server, played, line)
        return RecordedGame(text, _texts(names), _texts(played.get("agents")), (known,), (*notes, _GUESSED))
    names, agents = _at_table(record.get("table")) or (_texts(names), _texts(played.get("agents")))
    return RecordedGame(text, names, agents, None, notes)


def _at_table(table: object) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Who played a game of ``longroad play``, and with which agents."""
    seats = table.get("seats") if isinstance(table, dict) else None
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        return None
    return _texts([seat.get("name", "") for seat in seats]), _texts([seat.get("agent", "") for seat in seats])


def _our_seat(server: Mapping[str, Any], played: Mapping[str, Any], line: int) -> int:
    """Where our player sat in a game on a server. The cards that were hidden there are guesses: until the end
    has confirmed them there is no telling what anybody held."""
    if "problem" in server or not played:
        raise RecordError(
            f"line {line}: a game on a JSettlers server that broke off ({server.get('problem')}): cards that "
            "the server hid are guesses; only games that were finished can be reviewed"
        )
    agents, rotation = played.get("agents"), played.get("rotation")
    if not isinstance(agents, list) or not agents or type(rotation) is not int:
        raise RecordError(f"line {line}: played: 'agents' or 'rotation' is missing or of the wrong kind")
    return -rotation % len(agents)


def _forfeit(played: Mapping[str, Any]) -> tuple[str, ...]:
    forfeit = played.get("forfeit")
    if not isinstance(forfeit, dict):
        return ()
    return (f"The game ended by forfeit: p{forfeit.get('seat')}: {forfeit.get('reason')}",)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()
