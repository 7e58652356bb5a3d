"""Data sets of positions: games of native agents, generated ahead of time and written as shards, so that
training never waits for players.

A folder holds ``positions.json`` (how it was made) and shards ``games-00000000.npz``, each of a fixed number
of games. Shard by shard the same settings give the same positions; a shard that is there is not made again,
so a killed run resumes, and several processes can share the work.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad._native import sample_positions
from longroad.catan.native_agents import native_agent
from longroad.catan.rules import Rules
from longroad.errors import TrainingError
from longroad.files import write_once, write_text
from longroad.games import game_of
from longroad.models.judge_file import INPUT_GROUPS
from longroad.options import Options, option, options

GAMES_PER_SHARD = 500
#: The number of a group's first input; a shard stores inputs relative to it, in a byte.
FIRST_OF_GROUP = np.cumsum([0, *(size for _, size in INPUT_GROUPS)])[:-1].astype(np.int64)
INPUTS = int(sum(size for _, size in INPUT_GROUPS))
#: One game in so many is held out of training.
HELD_OUT = 20

Array = npt.NDArray[Any]


@options(TrainingError, label="setting")
class PositionSettings(Options):
    """How positions are made."""

    agent: str = option("planner", "The native agent that plays all seats.")
    other: str = option(
        "none", "An agent that takes one seat of every fourth game instead, so that others are met too."
    )
    rules: str = option("players=2,offers_per_turn=0", "The rules: a preset, and options of Rules.")
    turns: int = option(8, "Positions kept of a game at most.", low=0, high=1000)
    explore: float = option(
        0.03, "The probability that a decision is replaced by a random move.", low=0, high=1
    )
    siblings: int = option(
        0, "Moves of one decision per game that are played out and compared; 0 for none.", low=0, high=16
    )
    playouts: int = option(2, "Games per sibling, with the same dice for all.", low=1, high=1000)
    seed: int = option(1, "Seed of boards, dice and agents.", low=0, high=2**40)


@dataclass(frozen=True)
class Positions:
    """Rows of games with one number of players."""

    inputs: Array  # (rows, players, groups), uint8: relative to FIRST_OF_GROUP
    won: Array  # (rows, players): the share of games that each seat won from here
    worths: Array  # (rows, players, 2): the hand-written evaluation, turns to the target
    points: Array  # (rows, players)
    sibling_of: Array  # (rows): the seat that decided between siblings; -1: not one of them
    turn: Array  # (rows)
    game: Array  # (rows): the same for rows of one game, and for no others

    def __len__(self) -> int:
        return len(self.turn)

    @property
    def players(self) -> int:
        """How many take part."""
        return int(self.won.shape[1])

    @property
    def held_out(self) -> npt.NDArray[np.bool_]:
        """The rows that are not trained on."""
        held: npt.NDArray[np.bool_] = self.game % HELD_OUT == 0
        return held

    @property
    def is_sibling(self) -> npt.NDArray[np.bool_]:
        """The rows that are siblings."""
        sibling: npt.NDArray[np.bool_] = self.sibling_of >= 0
        return sibling

    def rows(self, which: Array) -> Positions:
        """Some of the rows."""
        return Positions(**{name: getattr(self, name)[which] for name in _NAMES})

    def absolute_inputs(self) -> npt.NDArray[np.uint16]:
        """The inputs as the native network numbers them."""
        return (self.inputs.astype(np.int64) + FIRST_OF_GROUP).astype(np.uint16)


_NAMES = tuple(Positions.__dataclass_fields__)


def generate(
    folder: Path,
    settings: PositionSettings,
    games: int,
    threads: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Makes the positions of ``games`` games, rounded up to whole shards; returns the number of games in the
    folder. Raises TrainingError if the folder holds positions made in another way."""
    rules = Rules.from_text(settings.rules)
    agents = [native_agent(settings.agent)] * rules.players
    guest = None if settings.other == "none" else native_agent(settings.other)
    _begin(folder, settings)
    setup = game_of(rules).setup(rules)
    for first in range(0, games, GAMES_PER_SHARD):
        path = folder / f"games-{first:08d}.npz"
        if not path.exists():
            seats = [guest, *agents[1:]] if guest and first // GAMES_PER_SHARD % 4 == 0 else agents
            made = sample_positions(
                setup,
                seats,
                settings.seed,
                first,
                GAMES_PER_SHARD,
                settings.turns,
                settings.explore,
                settings.siblings,
                settings.playouts,
                threads,
            )
            write_once(path, _packed(made, settings.seed))
        progress(min(first + GAMES_PER_SHARD, games))
    return len(list(folder.glob("games-*.npz"))) * GAMES_PER_SHARD


def read(folders: Iterable[Path]) -> dict[int, Positions]:
    """All positions of some folders, by the number of players. Raises TrainingError for what is damaged or
    was made for other inputs."""
    found: dict[int, list[Positions]] = {}
    for number, folder in enumerate(folders):
        header = _header(folder)
        if header["inputs"] != _inputs():
            raise TrainingError(f"{folder}: made for other inputs than those of this version of Longroad")
        shards = sorted(folder.glob("games-*.npz"))
        if not shards:
            raise TrainingError(f"{folder}: no positions there; `longroad positions` makes them")
        for path in shards:
            one = _unpacked(path, number)
            found.setdefault(one.players, []).append(one)
    return {
        players: Positions(**{name: np.concatenate([getattr(p, name) for p in parts]) for name in _NAMES})
        for players, parts in sorted(found.items())
    }


def _inputs() -> list[list[Any]]:
    return [list(group) for group in INPUT_GROUPS]


def _begin(folder: Path, settings: PositionSettings) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {"settings": settings.to_dict(), "games_per_shard": GAMES_PER_SHARD, "inputs": _inputs()}
    path = folder / "positions.json"
    if not path.exists():
        if any(folder.iterdir()):
            raise TrainingError(f"{folder}: holds other files; name an empty folder or a new one")
        write_text(path, json.dumps(wanted, indent=2) + "\n")
    elif _header(folder) != wanted:
        raise TrainingError(f"{folder}: holds positions made with other settings; name another folder")


def _header(folder: Path) -> dict[str, Any]:
    try:
        header = json.loads((folder / "positions.json").read_text())
    except (OSError, ValueError):
        raise TrainingError(f"{folder}: not a folder of positions; `longroad positions` makes one") from None
    if not isinstance(header, dict) or "inputs" not in header:
        raise TrainingError(f"{folder}: positions.json is damaged")
    return header


def _packed(made: dict[str, Array], seed: int) -> bytes:
    arrays = dict(made, inputs=(made["inputs"].astype(np.int64) - FIRST_OF_GROUP).astype(np.uint8))
    arrays["seed"] = np.array(seed)
    data = io.BytesIO()
    np.savez_compressed(data, allow_pickle=False, **arrays)
    return data.getvalue()


def _unpacked(path: Path, folder: int) -> Positions:
    try:
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: found[name] for name in _NAMES}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise TrainingError(f"{path}: damaged; delete it and make it again") from None
    # Games without a winner teach nothing.
    rows = arrays["won"].sum(axis=1) > 0.99
    arrays["game"] = arrays["game"] + folder * 10**9
    return Positions(**{name: array[rows] for name, array in arrays.items()})
