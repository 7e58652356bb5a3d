"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    """The value of a position, the best move, and what it took to find them."""

    #: For the player the search was made for, in the evaluation's own measure.
    value: float
    #: The best move if that player is to decide, else None.
    best: Any
    #: The deepest search that was finished, in plies.
    depth: int
    #: Whether that is the depth asked for; a limit of time or nodes may have come before.
    complete: bool
    #: Positions visited, leaves included.
    nodes: int
    #: Positions evaluated.
    leaves: int
    #: Positions left early by exact pruning.
    cuts: int
    #: Values found in the transposition table.
    hits: int
    #: CPU time.
    seconds: float

    @property
    def leaves_per_second(self) -> float:
        """Evaluations per second."""
        return self.leaves / self.seconds if self.seconds else float("inf")
