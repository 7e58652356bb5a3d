"""Archives: every game of a match or tournament, one per line, compressed.

A line is the game's record (longroad.catan.records, longroad.skirmish.records) with one more key,
``"played"``, which tells how the game came about:

``{"longroad": "catan", ..., "events": "...", "played": {"agents": ["weighted", "random"], "seed": 1, "block":
0, "rotation": 0, "winner": 1, "forfeit": null}}``

Agents and winner are by seat; a forfeit is ``{"seat": 0, "reason": "..."}``. Readers of records pass over the
key, so ``longroad show`` and ``read_records`` take an archive as it is. Plain records can be read as games,
too.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from types import NoneType
from typing import BinaryIO, NamedTuple, cast

from longroad import record_lines
from longroad.errors import RecordError
from longroad.files import replacing
from longroad.games import GAMES, State

_PLAYED: dict[str, tuple[type, ...]] = {
    "agents": (list,),
    "seed": (int,),
    "block": (int,),
    "rotation": (int,),
    "winner": (int, NoneType),
    "forfeit": (dict, NoneType),
}
_NO_TEXT = re.compile("[\ud800-\udfff]")  # JSON can write halves of characters
_FORFEIT: dict[str, tuple[type, ...]] = {"seat": (int,), "reason": (str,)}


class Forfeited(NamedTuple):
    """Whose agent failed in a game, which ended there, and why."""

    seat: int
    reason: str


@dataclass(frozen=True)
class KeptGame:
    """A game and how it was played. Only ``state`` checks it against the rules."""

    #: By seat; empty for a plain record, which does not name them.
    agents: tuple[str, ...]
    #: Board and chance follow from seed and block; agent (seat + rotation) mod n of the match sat in a seat.
    #: All three are None for a plain record.
    seed: int | None
    block: int | None
    rotation: int | None
    #: The seat that won; None if nobody did.
    winner: int | None
    forfeit: Forfeited | None
    #: What ``State.to_record`` gives.
    record: str = field(repr=False)
    #: File and line it was read from.
    source: str = field(default="", repr=False, compare=False)
    line: int = field(default=1, repr=False, compare=False)

    @property
    def game(self) -> str:
        """``catan`` or ``skirmish``."""
        return record_lines.game_of(self.record) or "catan"

    @property
    def where(self) -> str:
        """The game's file and line, for messages."""
        return f"{self.source}, line {self.line}" if self.source else f"line {self.line}"

    def events(self) -> list[str]:
        """Every action and outcome of chance in the game's notation, as the record has them: nothing is
        replayed."""
        return list(filter(None, json.loads(self.record)["events"].split("; ")))

    def state(self) -> State:
        """The end of the game, replayed and checked move by move; raises RecordError, naming file and
        line."""
        try:
            state = GAMES[self.game].read_record(self.record, self.line)
        except RecordError as error:
            raise RecordError(f"{self.source}, {error}" if self.source else str(error)) from error
        n = state.players
        if self.agents and len(self.agents) != n:
            raise RecordError(f"{self.where}: {len(self.agents)} agents in a game of {n} players")
        if self.forfeit is not None and (not 0 <= self.forfeit.seat < n or state.is_over):
            raise RecordError(f"{self.where}: p{self.forfeit.seat} cannot have forfeited this game")
        if self.winner != (winner := _winner(state, self.forfeit)):
            raise RecordError(f"{self.where}: said to be won by {_name(self.winner)}, not {_name(winner)}")
        return state

    def to_line(self) -> str:
        """The game's line in an archive, without the newline."""
        if not self.agents:
            return self.record
        played = {name: getattr(self, name) for name in _PLAYED}
        if self.forfeit is not None:
            played["forfeit"] = self.forfeit._asdict()
        return f'{self.record[:-1]}, "played": {json.dumps(played)}}}'


@contextmanager
def archive(
    path: str | PathLike[str], instead: Callable[[], Path | None] = lambda: None
) -> Iterator[Callable[[Iterable[KeptGame]], int]]:
    """An archive to write games into, as they come: whole once the block ends, not at all if it fails.
    Compressed if its name ends in ``.gz``. Yields what takes games and returns the number of games so far.
    The same games give the same bytes. ``instead`` as in longroad.files.replacing.
    """
    number = 0
    with replacing(Path(path), instead) as file, _packed(file, str(path)) as packed:

        def add(games: Iterable[KeptGame]) -> int:
            nonlocal number
            for game in games:
                number += 1
                line = game.to_line().encode() + b"\n"
                if len(line) > record_lines.MOST_BYTES:
                    raise RecordError(
                        f"game {number}: its record is longer than {record_lines.MOST_BYTES:,} bytes; "
                        "a lower turn_cap or offers_per_turn makes games shorter"
                    )
                packed.write(line)
            return number

        yield add


def write_games(path: str | PathLike[str], games: Iterable[KeptGame]) -> int:
    """Writes an archive and returns its number of games. They are taken one by one and none is kept in
    memory."""
    with archive(path) as add:
        return add(games)


def read_games(path: str | PathLike[str]) -> Iterator[KeptGame]:
    """The games of a file, compressed or not, one at a time in memory. Plain records are replayed to see who
    won.

    Raises RecordError, naming file and line, where the file is damaged. Whether the events of an archive
    follow the rules is for ``KeptGame.state`` to say.
    """
    try:
        for number, line in record_lines.lines(path):
            yield _parsed(line, str(path), number)
    except RecordError as error:
        raise RecordError(f"{path}, {error}") from error


def files_of(path: str | PathLike[str]) -> list[Path]:
    """A file, or all files ``*.jsonl`` and ``*.jsonl.gz`` below a folder, sorted by their paths."""
    top = Path(path)
    if not top.is_dir():
        return [top]
    found = (file for pattern in ("*.jsonl", "*.jsonl.gz") for file in top.rglob(pattern))
    return sorted(file for file in found if file.is_file())


def games_of(path: str | PathLike[str]) -> Iterator[KeptGame]:
    """The games of ``files_of`` a path."""
    for file in files_of(path):
        yield from read_games(file)


def count_games(path: str | PathLike[str]) -> int:
    """How many games ``games_of`` will give. Reads every file to its end, and so finds those that are cut
    off."""
    number = 0
    for file in files_of(path):
        try:
            number += sum(1 for _ in record_lines.lines(file))
        except RecordError as error:
            raise RecordError(f"{file}, {error}") from error
    return number


@contextmanager
def _packed(file: BinaryIO, name: str) -> Iterator[BinaryIO]:
    if not name.endswith(".gz"):
        yield file
        return
    with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0) as packed:
        yield cast(BinaryIO, packed)


def _parsed(line: str, source: str, number: int) -> KeptGame:
    game = record_lines.game_of(line) or "catan"
    record = record_lines.parse(line, number, game, GAMES[game].module.records.VERSION, {"events": str})
    played = record.pop("played", None)
    if played is None:
        winner = GAMES[game].read_record(line, number).winner
        return KeptGame((), None, None, None, winner, None, json.dumps(record), source, number)
    _check(played, _PLAYED, f"line {number}: played")
    agents, forfeit = played["agents"], played["forfeit"]
    if not agents or not all(type(name) is str and _NO_TEXT.search(name) is None for name in agents):
        raise RecordError(f"line {number}: played: 'agents' must be names")
    if not 0 <= played["block"] < 2**63 or not 0 <= played["rotation"] < len(agents):
        raise RecordError(f"line {number}: played: no block or rotation of a match of {len(agents)} agents")
    if forfeit is not None:
        _check(forfeit, _FORFEIT, f"line {number}: forfeit")
        forfeit = Forfeited(forfeit["seat"], forfeit["reason"])
    values = {name: played[name] for name in _PLAYED} | {"agents": tuple(agents), "forfeit": forfeit}
    return KeptGame(**values, record=json.dumps(record), source=source, line=number)


def _check(found: object, kinds: dict[str, tuple[type, ...]], where: str) -> None:
    for name, allowed in kinds.items():
        if not isinstance(found, dict) or name not in found or type(found[name]) not in allowed:
            raise RecordError(f"{where}: '{name}' is missing or of the wrong kind")


def _winner(state: State, forfeit: Forfeited | None) -> int | None:
    if forfeit is None:
        return state.winner
    return 1 - forfeit.seat if state.players == 2 else None


def _name(seat: int | None) -> str:
    return "nobody" if seat is None else f"p{seat}"
