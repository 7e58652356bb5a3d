"""Games that can be reviewed: the finished ones of the library, and files that people bring. A game that is
still played is none of them, whoever asks: its record does not exist before it is over."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
import tempfile
import zlib
from dataclasses import asdict, dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path

from longroad import record_lines
from longroad.adapters.recorded_games import RecordedGame, read_recorded_game
from longroad.errors import AnalysisError, LongroadError, NoSuchGameError, NotNowError, RecordError
from longroad.files import write_text
from longroad.web.games import House
from longroad.web.library import Shelf

#: Bytes of a file that is brought, and what it may be when unpacked.
MOST_BYTES, MOST_UNPACKED = 8 * 2**20, 64 * 2**20
#: Games of a file that can be chosen from, events of a game, files that are kept.
MOST_GAMES, MOST_EVENTS, MOST_KEPT = 1000, 6000, 200
_GZIP = b"\x1f\x8b"
#: What stands before the name of a game that was brought; those of the table are hexadecimal.
_BROUGHT = "u"
_MOST_NAME = 60


@dataclass(frozen=True)
class Reviewable:
    """A finished game, and what a page shows above its review."""

    id: str
    recorded: RecordedGame
    #: Who played, or the name of the file.
    title: str
    #: Of the table's own games: when it ended.
    date: str = ""

    @property
    def is_brought(self) -> bool:
        """Whether it came as a file."""
        return self.id.startswith(_BROUGHT)


async def reviewable(house: House, id: str) -> Reviewable:
    """A finished game by its name. Raises NotNowError while it is played, and NoSuchGameError."""
    if id.startswith(_BROUGHT):
        return await asyncio.to_thread(_brought, house.folder, id)
    live = next((game for game in house.games() if game.id == id), None)
    if live is not None and live.course.result is None:
        raise NotNowError("this game is still being played; it can be reviewed when it is over")
    if live is not None:
        await house.kept(live)
    return await asyncio.to_thread(_finished, house.library, id)


def _finished(library: Shelf, id: str) -> Reviewable:
    game, record = library.game(id), library.record(id)
    names, agents = tuple(seat.name for seat in game.seats), tuple(seat.agent for seat in game.seats)
    return Reviewable(id, RecordedGame(record, names, agents), ", ".join(names), game.date)


# -- files


def games_in(data: bytes, name: str) -> int:
    """How many games a file has that somebody brings, at most MOST_GAMES. Raises RecordError."""
    with _File(data, name) as path:
        try:
            return sum(1 for _ in islice(record_lines.lines(path), MOST_GAMES)) if _is_lines(path) else 1
        except RecordError as error:
            raise RecordError(f"{name}, {error}") from error


def bring(folder: Path, data: bytes, name: str, number: int = 1) -> Reviewable:
    """Keeps one game of a file for a review. Raises RecordError, AnalysisError or MissingExtraError with the
    reason, and keeps nothing, for a file that cannot be reviewed."""
    with _File(data, name) as path:
        try:
            recorded = read_recorded_game(path, number)
        except LongroadError as error:
            raise type(error)(str(error).replace(str(path), name)) from error
    events = recorded.record.count("; ") + 1
    if events > MOST_EVENTS:
        raise AnalysisError(f"{name}: the game has {events:,} events; {MOST_EVENTS:,} can be reviewed here")
    names = tuple(one[:_MOST_NAME] for one in recorded.names)
    agents = tuple(one[:_MOST_NAME] for one in recorded.agents)
    kept = {**asdict(recorded), "names": names, "agents": agents, "title": name, "number": number}
    text = json.dumps(kept)
    id = _BROUGHT + hashlib.sha256(text.encode()).hexdigest()[:12]
    uploads = folder / "uploads"
    uploads.mkdir(exist_ok=True)
    write_text(uploads / f"{id}.json", text)
    _forget_oldest(uploads)
    return _brought(folder, id)


def _brought(folder: Path, id: str) -> Reviewable:
    path = folder / "uploads" / f"{id}.json"
    if not id.isalnum() or not path.is_file():
        raise NoSuchGameError(
            f"there is no game {id[:40]!a} here; files that were brought are kept for a while"
        )
    kept = json.loads(path.read_text(encoding="utf-8"))
    known = None if kept["known"] is None else tuple(kept["known"])
    recorded = RecordedGame(
        kept["record"], tuple(kept["names"]), tuple(kept["agents"]), known, tuple(kept["notes"])
    )
    title = kept["title"] if kept["number"] == 1 else f"{kept['title']}, game {kept['number']}"
    return Reviewable(id, recorded, title)


def _forget_oldest(uploads: Path) -> None:
    """The newest files stay; a review of one that is gone goes with it."""
    kept = sorted(uploads.glob(f"{_BROUGHT}*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in kept[MOST_KEPT:]:
        (uploads.parent / "reviews" / f"{old.stem}.json.gz").unlink(missing_ok=True)
        old.unlink(missing_ok=True)


class _File:
    """A file with the data, unpacked, as long as the block lasts."""

    def __init__(self, data: bytes, name: str) -> None:
        if len(data) > MOST_BYTES:
            raise RecordError(f"{name} is too large: at most {MOST_BYTES >> 20} MB can be reviewed")
        if not data.strip():
            raise RecordError(f"{name} is empty")
        self._data = _unpacked(data, name)

    def __enter__(self) -> Path:
        handle, path = tempfile.mkstemp(prefix="longroad-")
        with os.fdopen(handle, "wb") as file:
            file.write(self._data)
        self._path = Path(path)
        return self._path

    def __exit__(self, *_: object) -> None:
        self._path.unlink(missing_ok=True)


def _unpacked(data: bytes, name: str) -> bytes:
    """Bounded, whatever a small file claims to hold. Damage is left to the reader of records, which names
    its place."""
    if not data.startswith(_GZIP):
        return data
    try:
        with gzip.open(BytesIO(data)) as packed:
            found = packed.read(MOST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error):
        return data
    if len(found) > MOST_UNPACKED:
        raise RecordError(f"{name} is too large: at most {MOST_UNPACKED >> 20} MB unpacked can be reviewed")
    return found


def _is_lines(path: Path) -> bool:
    """Whether it is one record per line; catanatron's games are one JSON text of many lines or one."""
    with open(path, "rb") as file:
        first = file.readline(record_lines.MOST_BYTES)
    return record_lines.game_of(first.decode("utf-8", "replace")) is not None or first[:2] == _GZIP
