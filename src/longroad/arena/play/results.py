"""What came of some games: the columns of ``_native.result_columns()``, from the native call to the JSON of a
tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad.arena.data.archive import KeptGame
from longroad.failures import one_line, printable, words_of

#: The columns by name: their type, and whether they have an entry per agent beside that per game.
COLUMNS: dict[str, tuple[np.dtype[Any], bool]] = {
    name: (np.dtype(kind), by_agent) for name, kind, by_agent in _native.result_columns()
}
#: What columns were called in files of version 0.1.
_OLD_NAMES = {"agent_seconds": "seconds"}
#: What a file may say beside the winners; health can end below 0.
_LIMITS = {
    "turns": (0, 10**6),
    "rolls": (0, 10**6),
    "points": (-(10**4), 10**4),
    "decisions": (0, 2**31 - 1),
    "agent_seconds": (0, 10**9),
}
#: Different tracebacks that a file keeps.
MOST_TRACEBACKS = 5


@dataclass(frozen=True)
class Forfeit:
    """A game that ended because an agent failed."""

    game: int
    agent: int
    reason: str
    #: Of the agent's own files, or where it was when it was killed; empty if it raised nothing.
    traceback: str = field(default="", repr=False, compare=False)


class Results:
    """Games in the order of blocks and rotations, agents as numbered in their job."""

    #: The agent who won, and its seat; -1 if nobody did.
    winner: npt.NDArray[np.int32]
    winner_seat: npt.NDArray[np.int32]
    turns: npt.NDArray[np.int32]
    #: How often the dice were rolled; 0 in a game without dice.
    rolls: npt.NDArray[np.int32]
    #: What the agents had in the end: victory points, health.
    points: npt.NDArray[np.int32]
    decisions: npt.NDArray[np.int32]
    #: CPU time an agent spent on its decisions; 0 for native agents that draw.
    agent_seconds: npt.NDArray[np.float32]

    def __init__(
        self,
        columns: Mapping[str, Any],
        *,
        forfeits: Sequence[Forfeit] = (),
        signatures: npt.NDArray[np.uint64] | None = None,
        signature: int = 0,
        kept: Sequence[KeptGame] = (),
    ) -> None:
        for name, (kind, by_agent) in COLUMNS.items():
            column = np.asarray(columns[name], dtype=kind)
            if column.ndim != 1 + by_agent:
                raise ValueError(f"column {name} has {column.ndim} dimensions, not {1 + by_agent}")
            setattr(self, name, column)
        self.forfeits: list[Forfeit] = list(forfeits)
        #: Of each game; None if only the hash over them is known, as from a file.
        self.signatures = signatures
        #: A hash over all games.
        self.signature: int = signature if signatures is None else _native.chained(signatures)
        self.kept: list[KeptGame] = list(kept)

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.winner)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """All columns by name."""
        return {name: getattr(self, name) for name in COLUMNS}

    @staticmethod
    def joined(parts: Sequence[Results]) -> Results:
        """One after the other. Forfeits name their games as the parts do."""
        each = [part.signatures for part in parts if part.signatures is not None]
        return Results(
            {name: np.concatenate([getattr(part, name) for part in parts]) for name in COLUMNS},
            forfeits=[forfeit for part in parts for forfeit in part.forfeits],
            signatures=np.concatenate(each) if len(each) == len(parts) else None,
            kept=[game for part in parts for game in part.kept],
        )

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON. The kept games are not in it, and only ``MOST_TRACEBACKS`` different tracebacks."""
        data: dict[str, Any] = {name: column.tolist() for name, column in self.columns().items()}
        data["agent_seconds"] = np.round(self.agent_seconds.astype(np.float64), 6).tolist()
        data["forfeits"] = [[f.game, f.agent, f.reason] for f in self.forfeits]
        data["tracebacks"] = _tracebacks(self.forfeits)
        data["signature"] = f"{self.signature:016x}"
        return data

    @staticmethod
    def from_dict(data: object, *, players: int, games: int | None = None) -> Results:
        """The opposite of to_dict, for games of so many players; takes files of version 0.1, too.

        Raises ValueError for what cannot be the results of games (of so many games, if that is known).
        """
        if not isinstance(data, dict):
            raise ValueError("it is not a JSON object")
        found = {name: data.get(name, data.get(_OLD_NAMES.get(name, name))) for name in COLUMNS}
        columns = {name: _column(name, found[name], players) for name in COLUMNS}
        played = len(columns["winner"])
        for name, column in columns.items():
            if len(column) != played:
                raise ValueError(f"{name} has {len(column)} games, winner {played}")
        if games is not None and played != games:
            raise ValueError(f"it has {played} games, not {games}")
        if played % players:
            raise ValueError(f"{played} games are not full blocks of {players}")
        _check_winners(columns["winner"], columns["winner_seat"], players)
        signature = data.get("signature")
        if not isinstance(signature, str) or not re.fullmatch("[0-9a-f]{16}", signature):
            raise ValueError("signature must be 16 hexadecimal digits")
        forfeits = _forfeits(data.get("forfeits"), columns["winner"], players)
        forfeits = _with_tracebacks(forfeits, data.get("tracebacks", []))
        return Results(columns, forfeits=forfeits, signature=int(signature, 16))


def _tracebacks(forfeits: Sequence[Forfeit]) -> list[list[Any]]:
    """The first different tracebacks, each with the games in which they were raised."""
    found: dict[str, list[int]] = {}
    for forfeit in forfeits:
        if forfeit.traceback and (forfeit.traceback in found or len(found) < MOST_TRACEBACKS):
            found.setdefault(forfeit.traceback, []).append(forfeit.game)
    return [[text, games] for text, games in found.items()]


def _with_tracebacks(forfeits: list[Forfeit], entries: Any) -> list[Forfeit]:
    found: dict[int, str] = {}
    if not isinstance(entries, list):
        raise ValueError("tracebacks must be a list")
    for entry in entries:
        if not isinstance(entry, list) or [type(part) for part in entry] != [str, list]:
            raise ValueError("a traceback must be a text and its games")
        text, games = entry
        if not all(type(game) is int for game in games):
            raise ValueError("the games of a traceback must be whole numbers")
        found |= dict.fromkeys(games, printable(text))
    if not found.keys() <= {forfeit.game for forfeit in forfeits}:
        raise ValueError("a traceback must be of a game that was forfeited")
    return [replace(forfeit, traceback=found.get(forfeit.game, "")) for forfeit in forfeits]


def _column(name: str, values: Any, players: int) -> npt.NDArray[Any]:
    """A column of a file, checked."""
    kind, by_agent = COLUMNS[name]
    shape = f"a list of {players} numbers per game" if by_agent else "a list of numbers"
    if not isinstance(values, list):
        raise ValueError(f"{name} must be {shape}")
    rows = values if by_agent else [values]
    if not all(isinstance(row, list) and (len(row) == players or not by_agent) for row in rows):
        raise ValueError(f"{name} must be {shape}")
    low, high = _LIMITS.get(name, (-1, players - 1))
    types = (int, float) if kind.kind == "f" else (int,)
    for value in (value for row in rows for value in row):
        if type(value) not in types or not low <= value <= high:
            numbers = "a number" if kind.kind == "f" else "a whole number"
            raise ValueError(f"{name} has {words_of(value, repr)}: must be {numbers} from {low} to {high}")
    column = np.array(values, dtype=kind)
    return column.reshape(-1, players) if by_agent else column


def _check_winners(winner: npt.NDArray[Any], seat: npt.NDArray[Any], players: int) -> None:
    for game, (agent, sat) in enumerate(zip(winner.tolist(), seat.tolist(), strict=True)):
        expected = -1 if sat < 0 else (sat + game % players) % players
        if agent != expected:
            raise ValueError(f"game {game}: agent {agent} cannot have won in seat {sat} of {players}")


def _forfeits(entries: Any, winner: npt.NDArray[Any], players: int) -> list[Forfeit]:
    if not isinstance(entries, list):
        raise ValueError("forfeits must be a list")
    forfeits: dict[int, Forfeit] = {}
    for entry in entries:
        if not isinstance(entry, list) or [type(part) for part in entry] != [int, int, str]:
            raise ValueError("a forfeit must be a game, an agent and a reason")
        game, agent, reason = entry
        possible = 0 <= game < len(winner) and 0 <= agent < players and game not in forfeits
        if not possible or winner[game] == agent:
            raise ValueError(f"game {game} cannot have been forfeited by agent {agent}")
        forfeits[game] = Forfeit(game, agent, one_line(reason))
    return list(forfeits.values())
