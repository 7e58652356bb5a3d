"""Places, resources and cards: the server's numbers and ours.

The server's coordinates are two hexadecimal digits. A land hex has the corners and borders of the tables
below around it; where they stand on our board follows from the hexes, which come in reading order on both.
"""

from __future__ import annotations

from longroad.catan import CARDS, RESOURCES, topology

#: The server's coordinate of each of our hexes.
# fmt: off
HEX_COORDINATE = (
    0x37, 0x59, 0x7B,
    0x35, 0x57, 0x79, 0x9B,
    0x33, 0x55, 0x77, 0x99, 0xBB,
    0x53, 0x75, 0x97, 0xB9,
    0x73, 0x95, 0xB7,
)
# fmt: on
#: From a hex to its corners, clockwise from the top-left one as in our topology.
_CORNERS = (-0x10, 0x01, 0x12, 0x21, 0x10, -0x01)
#: From a hex to its borders: from each corner to the next.
_BORDERS = (-0x10, 0x01, 0x11, 0x10, -0x01, -0x11)

HEX = {theirs: ours for ours, theirs in enumerate(HEX_COORDINATE)}
INTERSECTION = {
    HEX_COORDINATE[hex_] + step: corner
    for hex_, corners in enumerate(topology.HEX_CORNERS)
    for corner, step in zip(corners, _CORNERS, strict=True)
}
PATH = {
    HEX_COORDINATE[hex_] + step: path
    for hex_, paths in enumerate(topology.HEX_PATHS)
    for path, step in zip(paths, _BORDERS, strict=True)
}
INTERSECTION_COORDINATE = {ours: theirs for theirs, ours in INTERSECTION.items()}
PATH_COORDINATE = {ours: theirs for theirs, ours in PATH.items()}

#: The server's names of our resources: it numbers clay, ore, sheep, wheat, wood from 1 on.
RESOURCE_NUMBER = {"brick": 1, "lumber": 5, "ore": 2, "grain": 4, "wool": 3}
#: Ours by the server's number.
RESOURCE = {number: RESOURCES.index(name) for name, number in RESOURCE_NUMBER.items()}
UNKNOWN_RESOURCE = 6
_ORDER = tuple(RESOURCE[number] for number in range(1, 6))

#: The server's number of each development card that can be played.
CARD_NUMBER = {"road building": 1, "year of plenty": 2, "monopoly": 3, "knight": 9}
UNKNOWN_CARD = 0
_CARD = {number: CARDS.index(name) for name, number in CARD_NUMBER.items()}
_VICTORY_POINTS = range(4, 9)


def card_of(number: int) -> int | None:
    """Our card for the server's number; None for a hidden one.

    >>> CARDS[card_of(9)], CARDS[card_of(6)], card_of(0)
    ('knight', 'victory point', None)
    """
    return CARDS.index("victory point") if number in _VICTORY_POINTS else _CARD.get(number)


def our_counts(theirs: tuple[int, ...]) -> tuple[int, int, int, int, int]:
    """Five counts in the server's order in ours.

    >>> our_counts((1, 2, 3, 4, 5))
    (1, 5, 2, 4, 3)
    """
    a, b, c, d, e = (theirs[RESOURCE_NUMBER[name] - 1] for name in RESOURCES)
    return a, b, c, d, e


def their_counts(ours: tuple[int, ...]) -> tuple[int, int, int, int, int]:
    """The opposite of our_counts."""
    a, b, c, d, e = (ours[resource] for resource in _ORDER)
    return a, b, c, d, e
