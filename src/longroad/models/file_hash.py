"""The hash of an ONNX file over its stored bytes, by which a damaged file is found out.

It is the file's last metadata entry, ``longroad.file_hash``: the SHA-256 of all bytes before that entry.
Files that Longroad 0.1 exported have none.
"""

from __future__ import annotations

import hashlib

from longroad.errors import NetworkError

_NAME, _DIGITS = b"longroad.file_hash", 64
#: An entry of ONNX's metadata, as Protocol Buffers write it: field 14 of a model, with a key and a value.
_ENTRY = b"\n%c%b\x12%c" % (len(_NAME), _NAME, _DIGITS)
_START = b"\x72%c%b" % (len(_ENTRY) + _DIGITS, _ENTRY)


def with_file_hash(content: bytes) -> bytes:
    """A model's bytes with the entry behind them.

    >>> sealed = with_file_hash(b"model")
    >>> check_file_hash("mine.onnx", sealed)
    >>> check_file_hash("mine.onnx", b"M" + sealed[1:])
    Traceback (most recent call last):
        ...
    longroad.errors.NetworkError: mine.onnx: the file is damaged: its bytes do not match its hash
    """
    return content + _START + _digest(content)


def check_file_hash(file: str, content: bytes) -> None:
    """Raises NetworkError if the bytes of a file do not match its hash; a file without one passes."""
    end = len(content) - len(_START) - _DIGITS
    if _NAME not in content:
        return
    if end < 0 or content[end:] != _START + _digest(content[:end]):
        raise NetworkError(f"{file}: the file is damaged: its bytes do not match its hash")


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
