"""Data sets of positions: a folder, at any address, with ``positions.json`` (how it was made) and shards
``games-00000000.parquet``, each of a fixed number of games and named after its first."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np

from longroad.errors import TrainingError
from longroad.folders import Folder, folder_at
from longroad.train.judge.positions import NAMES, Positions, joined
from longroad.train.judge.shards import FORMAT, inputs_table, unpacked

_HEADER = "positions.json"
#: What sets the games of data sets apart that are read together.
_MOST_GAMES = 10**9


class DataSet:
    """A data set that is there. ``number`` tells its games from those of others that are read with it."""

    def __init__(self, folder: Folder, number: int = 0) -> None:
        self.folder: Folder = folder
        self.number: int = number

    @cached_property
    def header(self) -> Mapping[str, Any]:
        """How it was made. Raises TrainingError if the folder holds none that this version reads."""
        try:
            header = json.loads(self.folder.read(_HEADER))
        except FileNotFoundError:
            raise TrainingError(
                f"{self.folder.address}: not a folder of positions; `longroad positions` makes one"
            ) from None
        except ValueError:
            header = None
        if not isinstance(header, dict) or "inputs" not in header:
            raise TrainingError(f"{self.folder.address}: {_HEADER} is damaged")
        if header.get("format") != FORMAT or type(header.get("players")) is not int:
            raise TrainingError(
                f"{self.folder.address}: made by another version of Longroad, whose shards this one does not "
                "read; make it again with `longroad positions`"
            )
        return header

    def check(self) -> None:
        """Raises TrainingError if it was made for other inputs."""
        if self.header["inputs"] != inputs_table():
            raise TrainingError(
                f"{self.folder.address}: made for other inputs than those of this version of Longroad"
            )

    @property
    def players(self) -> int:
        """How many play in its games."""
        return int(self.header["players"])

    def shards(self) -> list[str]:
        """The names of its shards. Raises TrainingError if there is none."""
        found = shards_in(self.folder)
        if not found:
            raise TrainingError(f"{self.folder.address}: no positions there; `longroad positions` makes them")
        return found

    def read(self, shard: str) -> Positions:
        """The positions of a shard. Games without a winner teach nothing and are left out."""
        rows = unpacked(self.folder.read(shard), f"{self.folder.address.rstrip('/')}/{shard}")
        if rows.players != self.players:
            raise TrainingError(f"{self.folder.address}: {shard} is of {rows.players} players")
        arrays = {name: getattr(rows, name) for name in NAMES}
        arrays["game"] = rows.game + self.number * _MOST_GAMES
        return Positions(**arrays).rows(np.flatnonzero(rows.won.sum(axis=1) > 0.99))


def shard_name(first: int) -> str:
    """The file of the shard whose first game has this number."""
    return f"games-{first:08d}.parquet"


def shards_in(folder: Folder) -> list[str]:
    """The names of the shards that are there, in order."""
    return [name for name in folder.names() if name.startswith("games-") and name.endswith(".parquet")]


def begin(folder: Folder, settings: Mapping[str, Any], players: int, games_per_shard: int) -> None:
    """Makes the folder a data set, or finds that it is this one. Raises TrainingError if it holds something
    else, which stays as it is."""
    wanted = {
        "format": FORMAT,
        "settings": dict(settings),
        "players": players,
        "games_per_shard": games_per_shard,
        "inputs": inputs_table(),
    }
    there = folder.names()
    if there and _HEADER not in there:
        raise TrainingError(f"{folder.address}: holds other files; name an empty folder or a new one")
    folder.write_once(_HEADER, (json.dumps(wanted, indent=2) + "\n").encode())
    if DataSet(folder).header != wanted:
        raise TrainingError(
            f"{folder.address}: holds positions made with other settings; name another folder"
        )


def data_sets(addresses: Iterable[str | PathLike[str]]) -> dict[int, list[DataSet]]:
    """The data sets at some addresses, by the number of players. Raises TrainingError for what is none, or
    was made for other inputs."""
    found: dict[int, list[DataSet]] = {}
    for number, address in enumerate(addresses):
        one = DataSet(folder_at(address), number)
        one.check()
        found.setdefault(one.players, []).append(one)
    return dict(sorted(found.items()))


def read(addresses: Iterable[str | PathLike[str]]) -> dict[int, Positions]:
    """All positions of some data sets, by the number of players. Raises TrainingError for what is damaged or
    was made for other inputs."""
    return {players: read_all(sets) for players, sets in data_sets(addresses).items()}


def read_all(sets: Iterable[DataSet]) -> Positions:
    """All positions of data sets with one number of players."""
    return joined([one.read(shard) for one in sets for shard in one.shards()])
