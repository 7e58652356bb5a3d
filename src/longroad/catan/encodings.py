"""Encodings: a view as numbers for a network.

| name | shape | type | version | games | history |
| --- | --- | --- | --- | --- | --- |
| ``general`` | 407 | bytes | general-1 | 2-4 players | 1: first |
| ``gendre2020`` | 17 x 11 x 21 planes, then 45 scalars | bytes | gendre2020-1 | 2 players | 1: first |
| ``casher2024`` | 1,782: position 256 x 6, move 246 | floats | casher2024-1 | 2-4 players | 1: first |

``cpp/catan/encode_*.hpp`` hold the meaning of every number. An encoding is made from a View, so it cannot
contain what the player does not know; the viewer comes first, then the others in turn order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad._native import Action
from longroad.catan.state import View

#: The blocks of the general encoding: name, first byte, shape.
GENERAL_BLOCKS: tuple[tuple[str, int, tuple[int, ...]], ...] = (
    ("terrain", 0, (19,)),
    ("token", 19, (19,)),
    ("robber", 38, (19,)),
    ("road", 57, (72,)),
    ("building", 129, (54,)),
    ("harbor", 183, (54,)),
    ("seats", 237, (4, 24)),
    ("own", 333, (11,)),
    ("table", 344, (20,)),
    ("offer", 364, (10,)),
    ("replies", 374, (3, 11)),
)
GENDRE_PLANES = (_native.gendre.PLANES, 11, 21)
GENDRE_SCALARS = _native.gendre.SCALARS


@dataclass(frozen=True)
class Encoding:
    """A fixed lay-out of numbers.

    >>> from longroad import catan
    >>> view = catan.State(catan.Rules(players=2), seed=1).view()
    >>> ENCODINGS["general"].encode(view).shape
    (407,)
    >>> planes, scalars = gendre_parts(ENCODINGS["gendre2020"].encode(view))
    >>> planes.shape, scalars.shape
    ((17, 11, 21), (45,))
    """

    name: str
    version: str
    size: int
    dtype: str

    def encode(self, view: View, move: Action | None = None) -> npt.NDArray[np.generic]:
        """The numbers of a view. Only ``casher2024`` takes a move: it rates a position together with one."""
        if self.name == "casher2024":
            features = np.empty(self.size, dtype=np.float32)
            _native.casher.encode(view, move, features)
            return features
        if move is not None:
            raise ValueError(f"encoding '{self.name}' does not take a move")
        out = np.empty(self.size, dtype=np.uint8)
        (_native.general if self.name == "general" else _native.gendre).encode(view, out)
        return out

    def encode_many(self, views: Sequence[View]) -> npt.NDArray[np.generic]:
        """The numbers of many views, a row each; those of a move are zeros."""
        if self.name == "casher2024":
            rows = [self.encode(view) for view in views]
            return np.stack(rows) if rows else np.empty((0, self.size), dtype=np.float32)
        out = np.empty((len(views), self.size), dtype=np.uint8)
        (_native.general if self.name == "general" else _native.gendre).encode_many(views, out)
        return out

    def encode_moves(self, view: View, moves: Sequence[Action]) -> npt.NDArray[np.generic]:
        """The numbers of a view with each of several moves, a row each: ``encode`` for all of them at
        once."""
        if self.name != "casher2024":
            raise ValueError(f"encoding '{self.name}' does not take a move")
        out = np.empty((len(moves), self.size), dtype=np.float32)
        _native.casher.encode_moves(view, moves, out)
        return out


def general_blocks(encoded: npt.NDArray[np.generic]) -> dict[str, npt.NDArray[np.generic]]:
    """The named blocks of one or many general encodings, as views of the same memory."""
    lead = encoded.shape[:-1]
    return {
        name: encoded[..., first : first + int(np.prod(shape))].reshape(*lead, *shape)
        for name, first, shape in GENERAL_BLOCKS
    }


def gendre_parts(encoded: npt.NDArray[np.generic]) -> tuple[npt.NDArray[np.generic], npt.NDArray[np.generic]]:
    """Planes and scalars of one or many gendre2020 encodings, as views of the same memory."""
    cells = int(np.prod(GENDRE_PLANES))
    return encoded[..., :cells].reshape(*encoded.shape[:-1], *GENDRE_PLANES), encoded[..., cells:]


ENCODINGS = {
    "general": Encoding("general", "general-1", _native.general.BYTES, "uint8"),
    "gendre2020": Encoding(
        "gendre2020", "gendre2020-1", int(np.prod(GENDRE_PLANES)) + GENDRE_SCALARS, "uint8"
    ),
    "casher2024": Encoding("casher2024", "casher2024-1", _native.casher.FEATURES, "float32"),
}
