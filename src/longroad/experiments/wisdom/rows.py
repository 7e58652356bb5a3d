"""What is read off the games: tables of numbers, a row per seat, robber move, deal and so on."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad.catan import RESOURCES
from longroad.errors import ExperimentError
from longroad.files import write_bytes

#: Changes with what is read: rows of another version are made again.
VERSION = 2
#: After so many rounds the outlook is noted; 0 is the end of the set-up.
ROUNDS = (0, 4, 8, 12, 16)
#: Rounds that count as early.
EARLY = 10


def _each(name: str) -> tuple[str, ...]:
    return tuple(f"{name}_{resource}" for resource in RESOURCES)


#: The columns of each table.
TABLES: dict[str, tuple[str, ...]] = {
    "games": ("game", "rotation", "winner", "turns", "sevens", "rolls"),
    # One row per seat and game. Set-up: pips per resource of both settlements, harbors. surplus: cards from
    # the dice less those expected of them; early is within the first rounds. luck: what chance changed in win
    # probability. v and p: win probability and public points after so many rounds.
    "seats": (
        *("game", "seat", "won", "points", "settlements", "cities", "victory_cards", "road", "army"),
        *("knights", "bought", "bank_trades", "deals_made", "deals_taken", "given", "got"),
        *_each("pips"),
        *("numbers", "first_pips", "second_pips", "harbor_any"),
        *_each("harbor"),
        *_each("cards"),
        *_each("surplus"),
        *_each("early"),
        *("blocked", "robbed", "robs", "discarded"),
        *("luck_dice", "luck_steals", "luck_draws", "luck_early"),
        *(f"v{rounds}" for rounds in ROUNDS),
        *(f"p{rounds}" for rounds in ROUNDS),
    ),
    # One row per robber move with a victim. leads: the victim alone has most visible points; led: somebody
    # but the mover has. before: the victim's win probability had the robber gone to a hex where the victim
    # does not live; gain: what it changes that it did not.
    "robber": (
        *("game", "turn", "knight", "mover", "victim", "pips", "leads", "led", "before"),
        *("gain_mover", "gain_victim"),
    ),
    # One row per change of hands of longest road (0) or largest army (1); -1: nobody's. start and end: of
    # the win probability of the new and the old owner at the start and the end of that turn.
    "titles": (*("game", "turn", "title", "owner", "old", "points", "start", "end", "old_start", "old_end"),),
    # Deals of some games. before: had they not dealt; gain: what the deal changes.
    "deals": (
        *("game", "turn", "mover", "partner", "gives", "gets", "leads_mover", "leads_partner"),
        *("before_mover", "before_partner", "gain_mover", "gain_partner", "gain_others"),
    ),
    # Turns of some games in which a city or a card could be paid, but not both. chosen: 1 city, 2 card, 0
    # neither.
    "choices": ("game", "turn", "player", "points", "cities", "chosen", "city", "card"),
    # Some games played again from their set-up: who won then; with new dice, and with the same dice.
    "again": ("game", "winner", "new_dice", "same_dice"),
}


@dataclass
class Rows:
    """The tables as arrays, a row per entry; columns by ``column``."""

    tables: dict[str, npt.NDArray[np.float32]]

    def column(self, table: str, name: str) -> npt.NDArray[np.float64]:
        """One column of a table."""
        return self.tables[table][:, TABLES[table].index(name)].astype(np.float64)

    def columns(self, table: str, *names: str) -> npt.NDArray[np.float64]:
        """Several columns of a table, side by side."""
        places = [TABLES[table].index(name) for name in names]
        return self.tables[table][:, places].astype(np.float64)

    def seats(self, name: str) -> npt.NDArray[np.float64]:
        """A column of the seats as (game, seat)."""
        return self.column("seats", name).reshape(-1, 4)

    @property
    def games(self) -> int:
        """How many there are."""
        return len(self.tables["games"])


def empty() -> dict[str, list[dict[str, Any]]]:
    """Tables to put rows into."""
    return {name: [] for name in TABLES}


def save(path: Path, found: Mapping[str, list[dict[str, Any]]]) -> None:
    """Writes tables, whole or not at all. Every row has every column."""
    arrays = {
        name: np.array([[row[column] for column in columns] for row in found[name]], np.float32).reshape(
            -1, len(columns)
        )
        for name, columns in TABLES.items()
    }
    buffer = io.BytesIO()
    np.savez_compressed(buffer, version=np.array(VERSION), **arrays)  # type: ignore[arg-type]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, buffer.getvalue())


def is_current(path: Path) -> bool:
    """Whether a file holds rows of this version."""
    if not path.exists():
        return False
    try:
        with np.load(path) as data:
            return int(data["version"]) == VERSION
    except (OSError, ValueError, KeyError) as error:
        raise ExperimentError(f"{path}: is damaged ({error}): delete it, it will be made again") from error


def load(paths: Iterable[Path]) -> Rows:
    """The rows of several files, in their order."""
    parts: dict[str, list[npt.NDArray[np.float32]]] = {name: [] for name in TABLES}
    for path in paths:
        with np.load(path) as data:
            for name in TABLES:
                parts[name].append(data[name])
    return Rows({name: np.concatenate(found) for name, found in parts.items()})
