"""The server's board as a Longroad board."""

from __future__ import annotations

from collections.abc import Sequence

from longroad.adapters.jsettlers.coordinates import HEX, PATH, RESOURCE
from longroad.catan import Board, topology
from longroad.errors import ProtocolError

#: All 37 hexes of the layout message, rows north to south, the water around the land included.
# fmt: off
LAYOUT_HEXES = (
    0x17, 0x39, 0x5B, 0x7D,
    0x15, 0x37, 0x59, 0x7B, 0x9D,
    0x13, 0x35, 0x57, 0x79, 0x9B, 0xBD,
    0x11, 0x33, 0x55, 0x77, 0x99, 0xBB, 0xDD,
    0x31, 0x53, 0x75, 0x97, 0xB9, 0xDB,
    0x51, 0x73, 0x95, 0xB7, 0xD9,
    0x71, 0x93, 0xB5, 0xD7,
)
# fmt: on
_TOKENS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
_LETTERS = "BLOGW"
_DESERT, _WATER, _GENERAL_HARBORS, _SPECIAL_HARBORS = 0, 6, range(7, 13), range(16, 7 * 16)
#: From a water hex to the border that its harbor faces, 1 (north-east) to 6 (north-west).
_FACING = (0x01, 0x11, 0x10, -0x01, -0x11, -0x10)


def board_text(numbers: Sequence[int]) -> str:
    """The text of the board that a layout message describes, the robber on its hex. Raises ProtocolError for
    one that is not a board.

    >>> board_text([6] * 75)
    Traceback (most recent call last):
      ...
    longroad.errors.ProtocolError: board: 6 is not a land hex
    """
    count = len(LAYOUT_HEXES)
    if len(numbers) != 2 * count + 1:
        raise ProtocolError(f"board: {len(numbers)} numbers, not {2 * count + 1}")
    kinds = dict(zip(LAYOUT_HEXES, numbers, strict=False))
    codes = dict(zip(LAYOUT_HEXES, numbers[count:], strict=False))
    robber = numbers[-1]
    if robber not in HEX:
        raise ProtocolError(f"board: the robber stands on {robber:#x}, which is not a land hex")
    cells = [_cell(kinds[hex_], codes[hex_]) + ("*" if hex_ == robber else "") for hex_ in HEX]
    harbors = _harbors(kinds)
    rows = (cells[0:3], cells[3:7], cells[7:12], cells[12:16], cells[16:19])
    text = " / ".join(" ".join(row) for row in rows) + " | " + " ".join(harbors)
    try:
        return str(Board(text))
    except ValueError as error:
        raise ProtocolError(f"board: {error}") from error


def _cell(kind: int, code: int) -> str:
    if kind == _DESERT:
        return "D"
    if kind not in RESOURCE:
        raise ProtocolError(f"board: {kind} is not a land hex")
    if not 0 <= code < len(_TOKENS):
        raise ProtocolError(f"board: {code} is not a token")
    return f"{_LETTERS[RESOURCE[kind]]}{_TOKENS[code]}"


def _harbors(kinds: dict[int, int]) -> list[str]:
    """The letter of each of our nine harbors."""
    found: dict[int, str] = {}
    for hex_, kind in kinds.items():
        if kind in _GENERAL_HARBORS:
            facing, letter = kind - 6, "3"
        elif kind in _SPECIAL_HARBORS and kind & 15 in RESOURCE:
            facing, letter = kind >> 4, _LETTERS[RESOURCE[kind & 15]]
        else:
            continue
        path = PATH.get(hex_ + _FACING[facing - 1])
        if path is None:
            raise ProtocolError(f"board: the harbor on {hex_:#x} does not face the land")
        found[path] = letter
    if set(found) != set(topology.HARBOR_PATHS):
        raise ProtocolError("board: the harbors do not stand where they do on the standard board")
    return [found[path] for path in topology.HARBOR_PATHS]
