"""Where finished games stand: a file per game, and an index beside them that can be made anew at any time."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from longroad.errors import NoSuchGameError, RecordError
from longroad.files import sync_folder, write_text
from longroad.web.library.finished import FinishedGame, FinishedSeat, dumped

#: Of the tables below; another one is made anew from the records.
_VERSION = 1
_TABLES = """
CREATE TABLE games
  (id TEXT PRIMARY KEY, date TEXT, winner INT, reason TEXT, rated INT, series TEXT, told TEXT);
CREATE TABLE seats
  (game TEXT, seat INT, name TEXT COLLATE NOCASE, agent TEXT, person INT, place INT, won INT);
CREATE INDEX by_date ON games (date);
CREATE INDEX by_series ON games (series);
CREATE INDEX by_name ON seats (name);
CREATE INDEX by_game ON seats (game);
"""
_LOG = logging.getLogger(__name__)
#: Games of one answer at most.
MOST_FOUND = 500
_RESULTS = ("won", "lost", "unfinished")


@dataclass(frozen=True)
class Query:
    """What is looked for; everything that is set must hold.

    ``result`` is that of ``player`` if one is named: ``won`` or ``lost``; ``unfinished`` games have no
    winner. ``agent`` is the beginning of a spec. Dates are texts: ``2026-11`` is a month.
    """

    player: str | None = None
    agent: str | None = None
    result: str | None = None
    since: str | None = None
    until: str | None = None
    rated: bool | None = None
    series: str | None = None
    limit: int = 50
    offset: int = 0

    def __post_init__(self) -> None:
        if self.result not in (None, *_RESULTS):
            raise ValueError(f"result: one of {', '.join(_RESULTS)}")
        if not 0 < self.limit <= MOST_FOUND or self.offset < 0:
            raise ValueError(f"limit: 1 to {MOST_FOUND}; offset: 0 or more")


class Shelf:
    """The finished games of a folder. Its methods may be called from any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "games"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._index = sqlite3.connect(folder / "index.sqlite", check_same_thread=False)
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            _LOG.warning("the index of games is made anew: %s", error)
            self._index.close()
            (folder / "index.sqlite").unlink()
            self._index = sqlite3.connect(folder / "index.sqlite", check_same_thread=False)
            self._prepare()

    def close(self) -> None:
        """No more of it."""
        with self._lock:
            self._index.close()

    def add(self, record: str) -> FinishedGame:
        """Keeps the record of a finished game, on the disk when this returns. Adding it again changes
        nothing."""
        game = FinishedGame.of_record(record)
        path = self._path(game.id)
        write_text(path, record + "\n")
        _sync(path)
        with self._lock:
            self._put(game)
            self._index.commit()
        return game

    def record(self, id: str) -> str:
        """The record of a game, one line; raises NoSuchGameError."""
        path = self._path(id)
        if not id.isalnum() or not path.is_file():
            raise NoSuchGameError(f"there is no finished game {id[:40]!a}")
        return path.read_text(encoding="utf-8").strip()

    def game(self, id: str) -> FinishedGame:
        """What there is to know of a game; raises NoSuchGameError."""
        with self._lock:
            found = self._index.execute("SELECT told FROM games WHERE id = ?", (id,)).fetchone()
        if found is None:
            raise NoSuchGameError(f"there is no finished game {id[:40]!a}")
        return _read(found[0])

    def find(self, query: Query) -> tuple[list[FinishedGame], int]:
        """The games that a query asks for, the newest first, and how many there are in all."""
        where, values = _conditions(query)
        with self._lock:
            count = self._index.execute(f"SELECT COUNT(*) FROM games {where}", values).fetchone()[0]
            found = self._index.execute(
                f"SELECT told FROM games {where} ORDER BY date DESC, id LIMIT ? OFFSET ?",
                (*values, query.limit, query.offset),
            ).fetchall()
        return [_read(told) for (told,) in found], int(count)

    def rated(self) -> list[FinishedGame]:
        """All rated games, the oldest first."""
        with self._lock:
            found = self._index.execute("SELECT told FROM games WHERE rated ORDER BY date, id").fetchall()
        return [_read(told) for (told,) in found]

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}.jsonl"

    def _prepare(self) -> None:
        """The tables, and a row for every file that has none; rows whose file is gone go, too."""
        with self._lock:
            if self._index.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                for (name,) in self._index.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table'"
                ).fetchall():
                    self._index.execute(f'DROP TABLE "{name}"')
                self._index.executescript(_TABLES)
                self._index.execute(f"PRAGMA user_version = {_VERSION}")
            known = {id for (id,) in self._index.execute("SELECT id FROM games")}
            files = {path.stem: path for path in self._folder.glob("*.jsonl")}
            for id in known - files.keys():
                self._remove(id)
            for id in sorted(files.keys() - known):
                try:
                    self._put(FinishedGame.of_record(files[id].read_text(encoding="utf-8").strip()))
                except (RecordError, OSError, UnicodeDecodeError) as error:
                    _LOG.warning("%s is left out of the index: %s", files[id], error)
            self._index.commit()

    def _put(self, game: FinishedGame) -> None:
        self._remove(game.id)
        self._index.execute(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)",
            (game.id, game.date, game.winner, game.reason, game.rated, game.series, dumped(game)),
        )
        self._index.executemany(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (game.id, number, seat.name, seat.agent, seat.is_person, seat.rank, game.is_won_by(number))
                for number, seat in enumerate(game.seats)
            ],
        )

    def _remove(self, id: str) -> None:
        for table, column in (("games", "id"), ("seats", "game")):
            self._index.execute(f"DELETE FROM {table} WHERE {column} = ?", (id,))


def _conditions(query: Query) -> tuple[str, list[Any]]:
    parts: list[str] = []
    values: list[Any] = []

    def add(part: str, *given: Any) -> None:
        parts.append(part)
        values.extend(given)

    if query.player is not None:
        won = {"won": " AND won", "lost": " AND NOT won"}.get(query.result or "", "")
        add(f"id IN (SELECT game FROM seats WHERE person AND name = ?{won})", query.player)
    if query.result == "unfinished":
        add("winner IS NULL")
    elif query.result is not None:
        add("winner IS NOT NULL")
    if query.agent is not None:
        add(
            "id IN (SELECT game FROM seats WHERE NOT person AND substr(agent, 1, ?) = ?)",
            len(query.agent),
            query.agent,
        )
    if query.since is not None:
        add("date >= ?", query.since)
    if query.until is not None:
        add("substr(date, 1, ?) <= ?", len(query.until), query.until)
    if query.rated is not None:
        add("rated = ?", query.rated)
    if query.series is not None:
        add("series = ?", query.series)
    return (f"WHERE {' AND '.join(parts)}" if parts else ""), values


def _read(told: str) -> FinishedGame:
    facts = json.loads(told)
    return FinishedGame(**{**facts, "seats": tuple(FinishedSeat(**seat) for seat in facts["seats"])})


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    sync_folder(path.parent)
