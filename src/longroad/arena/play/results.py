"""What came of some games: the columns of ``_native.result_columns()``, from the native call to the JSON of a
tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad.arena.data.archive import KeptGame

#: The columns by name: their type, and whether they have an entry per agent beside that per game.
COLUMNS: dict[str, tuple[np.dtype[Any], bool]] = {
    name: (np.dtype(kind), by_agent) for name, kind, by_agent in _native.result_columns()
}
#: What columns were called in files of version 0.1.
_OLD_NAMES = {"agent_seconds": "seconds"}


@dataclass(frozen=True)
class Forfeit:
    """A game that ended because an agent failed."""

    game: int
    agent: int
    reason: str


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
        signature: int = 0,
        kept: Sequence[KeptGame] = (),
    ) -> None:
        for name, (kind, by_agent) in COLUMNS.items():
            column = np.asarray(columns[name], dtype=kind)
            if column.ndim != 1 + by_agent:
                raise ValueError(f"column {name} has {column.ndim} dimensions, not {1 + by_agent}")
            setattr(self, name, column)
        self.forfeits = list(forfeits)
        #: Chained over all games, from that of the games before.
        self.signature = signature
        self.kept = list(kept)

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
        return Results(
            {name: np.concatenate([getattr(part, name) for part in parts]) for name in COLUMNS},
            forfeits=[forfeit for part in parts for forfeit in part.forfeits],
            signature=parts[-1].signature,
            kept=[game for part in parts for game in part.kept],
        )

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; the kept games are not in it."""
        data: dict[str, Any] = {name: column.tolist() for name, column in self.columns().items()}
        data["agent_seconds"] = np.round(self.agent_seconds.astype(np.float64), 6).tolist()
        data["forfeits"] = [[f.game, f.agent, f.reason] for f in self.forfeits]
        data["signature"] = f"{self.signature:016x}"
        return data

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Results:
        """The opposite of to_dict; takes files of version 0.1, too."""
        columns = {name: data[name if name in data else _OLD_NAMES.get(name, name)] for name in COLUMNS}
        return Results(
            columns,
            forfeits=[Forfeit(*entry) for entry in data["forfeits"]],
            signature=int(data["signature"], 16),
        )
