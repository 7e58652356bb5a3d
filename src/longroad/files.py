"""Files are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_text(path: Path, text: str) -> None:
    """Replaces the file by the text in one step; a crash leaves the old one."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """The same for bytes."""
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, piece by piece, that takes the place of ``path`` at the end of the block.

    If the block raises, the old file stays as it was and nothing else is left behind.
    """
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder, not a file to write")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path}: there is no folder {path.parent}")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def write_once(path: Path, data: bytes) -> bool:
    """Writes a file that does not exist yet, in one step, and says whether it did: of several writers one is
    the first."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o666 & ~_umask())
        os.link(name, path)
    except FileExistsError:
        return False
    finally:
        os.unlink(name)
    return True


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
