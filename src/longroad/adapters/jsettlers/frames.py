"""Frames: how the server's messages lie in a stream of bytes.

A frame is two bytes of length, most significant first, and as many bytes of text, as Java's ``writeUTF``
writes it: UTF-8, but with a NUL as two bytes and characters outside the first plane as two surrogates. So no
frame is longer than 65,537 bytes.
"""

from __future__ import annotations

import asyncio

from longroad.errors import ProtocolError

#: The longest text of a frame, in bytes.
MOST_BYTES = 0xFFFF
_HEAD = 2


def pack(text: str) -> bytes:
    """A text as a frame.

    >>> pack("1031|game")
    b'\\x00\\t1031|game'
    """
    data = _encoded(text)
    if len(data) > MOST_BYTES:
        raise ProtocolError(f"a message of {len(data):,} bytes; a frame holds {MOST_BYTES:,}")
    return len(data).to_bytes(_HEAD, "big") + data


async def read_text(reader: asyncio.StreamReader) -> str | None:
    """The text of the next frame; None where the stream ends between two frames. Raises ProtocolError for
    anything that is not a frame."""
    try:
        head = await reader.readexactly(_HEAD)
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise ProtocolError("the stream ends within the length of a frame") from error
        return None
    length = int.from_bytes(head, "big")
    try:
        return unpack(await reader.readexactly(length))
    except asyncio.IncompleteReadError as error:
        raise ProtocolError(
            f"the stream ends after {len(error.partial)} of a frame's {length} bytes"
        ) from error


def unpack(data: bytes) -> str:
    """The text of a frame, without its length."""
    try:
        text = data.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeError as error:
        raise ProtocolError(f"a frame of {len(data)} bytes is not text") from error


def _encoded(text: str) -> bytes:
    if text.isascii() and "\0" not in text:
        return text.encode()
    pairs = text.encode("utf-16-be", "surrogatepass")
    units = (chr(int.from_bytes(pairs[i : i + 2], "big")) for i in range(0, len(pairs), 2))
    return b"".join(b"\xc0\x80" if unit == "\0" else unit.encode("utf-8", "surrogatepass") for unit in units)
