"""Encodings: a view as numbers for a network.

| name | shape | type | version | games | history |
| --- | --- | --- | --- | --- | --- |
| ``general`` | 407 | bytes | general-1 | 2-4 players | 1: first |
| ``gendre2020`` | 17 x 11 x 21 planes, then 45 scalars | bytes | gendre2020-1 | 2 players | 1: first |
| ``casher2024`` | 1,782: position 256 x 6, move 246 | floats | casher2024-1 | 2-4 players | 1: first |

This is the table of ``cpp/catan/codecs/encodings.hpp``; ``encode_*.hpp`` beside it hold the meaning of every
number. ``encoding.layout`` names them all, so that nobody need write offsets down. An encoding is made from a
View, so it cannot contain what the player does not know; the viewer comes first, then the others in turn
order. Only ``casher2024`` takes a move: it shows a position together with one. None of them shows the options
in ``UNSEEN_OPTIONS``: a network plays by those only if it was trained with them.

>>> from longroad import catan
>>> view = catan.State(catan.Rules(players=2), seed=1).view()
>>> ENCODINGS["general"].encode(view).shape
(407,)
>>> planes, scalars = gendre_parts(ENCODINGS["gendre2020"].encode(view))
>>> planes.shape, scalars.shape
((17, 11, 21), (45,))
>>> seats = ENCODINGS["general"].block("seats")
>>> seats.first, seats.shape, seats.field("hand", row=1)
(237, (4, 24), range(265, 270))
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad._native import Encoding
from longroad.catan.rules import Rules

__all__ = [
    "ENCODINGS",
    "UNSEEN_OPTIONS",
    "Encoding",
    "blocks",
    "gendre_parts",
    "general_blocks",
    "unseen_options",
]

ENCODINGS: dict[str, Encoding] = {name: Encoding(name) for name in _native.ENCODINGS}

#: Options of the rules of which no encoding shows anything. The hexes that a friendly robber keeps off are
#: missing from the mask of legal actions; what is left of the dice deck is nowhere to be seen.
UNSEEN_OPTIONS = ("friendly_robber", "dice_deck")


def unseen_options(rules: Rules) -> tuple[str, ...]:
    """Of these options, the ones that are on.

    >>> unseen_options(Rules.preset("duel"))
    ('friendly_robber',)
    """
    return tuple(name for name in UNSEEN_OPTIONS if getattr(rules, name))


def blocks(encoding: Encoding, encoded: npt.NDArray[np.generic]) -> dict[str, npt.NDArray[np.generic]]:
    """The named blocks of one or many encoded positions, as views of the same memory."""
    lead = encoded.shape[:-1]
    return {
        block.name: encoded[..., block.first : block.first + block.count].reshape(*lead, *block.shape)
        for block in encoding.layout
    }


def general_blocks(encoded: npt.NDArray[np.generic]) -> dict[str, npt.NDArray[np.generic]]:
    """The named blocks of one or many general encodings, as views of the same memory."""
    return blocks(ENCODINGS["general"], encoded)


def gendre_parts(encoded: npt.NDArray[np.generic]) -> tuple[npt.NDArray[np.generic], npt.NDArray[np.generic]]:
    """Planes and scalars of one or many gendre2020 encodings, as views of the same memory."""
    parts = blocks(ENCODINGS["gendre2020"], encoded)
    return parts["planes"], parts["scalars"]
