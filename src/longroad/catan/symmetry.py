"""The twelve symmetries of the board, as tables that move observations, masks and policies of many games at
once.

Symmetry k turns the board clockwise by k x 60 degrees; from 6 on it is first mirrored left to right, then
turned by (k - 6) x 60. Symmetry 0 changes nothing.

``HEXES``, ``PATHS`` and ``INTERSECTIONS`` tell where things go: hex h goes to ``HEXES[k, h]``.
``OBSERVATION`` (encoding ``general``) and ``ACTIONS`` (both codecs) are to be indexed with, so they tell
where things come from:

    moved_observation = observation[..., OBSERVATION[k]]
    moved_mask = mask[..., ACTIONS["gendre2020"][k]]

A policy that is asked about the moved position answers in moved indices. ``ACTIONS[codec][k, moved_index]``
is the index in the position as it stands, and ``logits[..., ACTIONS[codec][INVERSE[k]]]`` are its logits
there.

Terrain, tokens, pieces and harbors move; players, cards and the rest stay. The harbors of a real board stand
in fixed places that only half of the symmetries keep (``KEEPS_HARBORS``): the others give positions with the
coast turned, which obey the same rules but cannot be set up in this engine.

>>> HEXES[1, :3].tolist(), KEEPS_HARBORS.tolist().count(True)
([2, 6, 11], 6)
>>> import numpy as np
>>> (OBSERVATION[0] == np.arange(407)).all()
np.True_
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from longroad.catan.codecs import CODECS, Codec
from longroad.catan.encodings import ENCODINGS, Encoding
from longroad.catan.topology import HARBOR_PATHS, HEX_CELL, HEX_CORNERS, PATH_ENDS

Sources = npt.NDArray[np.int64]
#: A place on the plane: two of three coordinates whose sum is zero (the axes are 120 degrees apart), six
#: units per hex.
Place = tuple[int, int]

COUNT = 12


def _hex_place(row: int, column: int) -> Place:
    """Of a hex by row and column of its left border; the middle one is at the origin."""
    down, right = row - 2, column - 4  # `right` counts half hexes
    return 6 * (right - down) // 2, 6 * down


_HEX_PLACES = [_hex_place(*cell) for cell in HEX_CELL]
# From the middle of a hex to its corners, clockwise from the top-left one.
_CORNERS = ((-2, -2), (2, -4), (4, -2), (2, 2), (-2, 4), (-4, 2))
_INTERSECTION_PLACES: dict[int, Place] = {
    node: (q + dq, r + dr)
    for (q, r), corners in zip(_HEX_PLACES, HEX_CORNERS, strict=True)
    for node, (dq, dr) in zip(corners, _CORNERS, strict=True)
}


def _middle(a: int, b: int) -> Place:
    (q, r), (s, t) = _INTERSECTION_PLACES[a], _INTERSECTION_PLACES[b]
    return (q + s) // 2, (r + t) // 2


def _moved(place: Place, k: int) -> Place:
    q, r = place
    if k >= COUNT // 2:
        q = -q - r  # left and right change places, the row stays
    for _ in range(k % 6):
        q, r = -r, q + r
    return q, r


def _permutations(places: Sequence[Place]) -> Sources:
    number = {place: i for i, place in enumerate(places)}
    return _frozen([[number[_moved(place, k)] for place in places] for k in range(COUNT)])


def _frozen(rows: npt.ArrayLike) -> Sources:
    table = np.array(rows, dtype=np.int64)
    table.flags.writeable = False
    return table


#: Where each hex, path and intersection goes: [12, 19], [12, 72], [12, 54].
HEXES = _permutations(_HEX_PLACES)
PATHS = _permutations([_middle(*ends) for ends in PATH_ENDS])
INTERSECTIONS = _permutations([_INTERSECTION_PLACES[node] for node in range(len(_INTERSECTION_PLACES))])
#: The symmetry that undoes each one: [12].
INVERSE = _frozen(
    [[(HEXES[j][HEXES[k]] == HEXES[0]).all() for j in range(COUNT)].index(True) for k in range(COUNT)]
)
#: Whether harbors go to places of harbors: [12].
KEEPS_HARBORS: npt.NDArray[np.bool_] = np.array(
    [set(row[list(HARBOR_PATHS)]) == set(HARBOR_PATHS) for row in PATHS]
)
KEEPS_HARBORS.flags.writeable = False


def _sources(numbered: Codec | Encoding, places: Mapping[str, Sources]) -> Sources:
    """Where each index or number comes from. `places` says of what its blocks on the board have a row for
    each; all others stay."""
    table = np.tile(np.arange(numbered.size), (COUNT, 1))
    for name, goes_to in places.items():
        block = numbered.block(name)
        comes_from, width = goes_to[INVERSE], block.count // goes_to.shape[1]
        for i in range(width):
            table[:, block.first + i : block.first + block.count : width] = (
                block.first + comes_from * width + i
            )
    return _frozen(table)


#: Where each byte of a moved ``general`` encoding comes from: [12, 407].
OBSERVATION = _sources(
    ENCODINGS["general"],
    {
        "terrain": HEXES,
        "token": HEXES,
        "robber": HEXES,
        "road": PATHS,
        "building": INTERSECTIONS,
        "harbor": INTERSECTIONS,
    },
)
_BUILDING = {"settle": INTERSECTIONS, "city": INTERSECTIONS, "road": PATHS}
#: Where each policy index comes from, by codec: [12, 523] and [12, 335].
ACTIONS = {
    "general": _sources(CODECS["general"], {**_BUILDING, "robber": HEXES}),
    "gendre2020": _sources(CODECS["gendre2020"], {**_BUILDING, "steal": HEXES, "move": HEXES}),
}
