"""Locks on open files. They end with the process that holds them, however it ends."""

from __future__ import annotations

import importlib
import os
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

#: On Windows a byte is locked, which nobody can then read: one where no file has any.
_BYTE = 2**31 - 2


def lock(handle: int, wait: bool) -> None:
    """Holds an open file alone until it is closed. Raises OSError where another holder has it (with ``wait``
    only on Windows, after ten seconds) or where its file system has no locks."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    msvcrt: Any = importlib.import_module("msvcrt")
    at = os.lseek(handle, 0, os.SEEK_CUR)
    try:
        os.lseek(handle, _BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    finally:
        os.lseek(handle, at, os.SEEK_SET)
