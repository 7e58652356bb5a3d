"""Positions of games, in rows: what a network sees of them, who won, and what the evaluation says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad.models.judge_file import INPUT_GROUPS

#: The number of a group's first input; rows hold inputs relative to it, in a byte.
FIRST_OF_GROUP = np.cumsum([0, *(size for _, size in INPUT_GROUPS)])[:-1].astype(np.int64)
INPUTS = int(sum(size for _, size in INPUT_GROUPS))
#: One game in so many is held out of training.
HELD_OUT = 20

Array = npt.NDArray[Any]


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
        return Positions(**{name: getattr(self, name)[which] for name in NAMES})

    def absolute_inputs(self) -> npt.NDArray[np.uint16]:
        """The inputs as the native network numbers them."""
        return (self.inputs.astype(np.int64) + FIRST_OF_GROUP).astype(np.uint16)


#: The columns of a row.
NAMES = tuple(Positions.__dataclass_fields__)


def joined(parts: Sequence[Positions]) -> Positions:
    """The rows of several, in order; there is at least one."""
    return Positions(**{name: np.concatenate([getattr(one, name) for one in parts]) for name in NAMES})
