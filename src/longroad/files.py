"""Files are written whole or not at all."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from longroad.locks import lock

_MOST_LINKS = 40  # as the kernel
#: Windows neither renames nor deletes a file that is open, so there nobody deletes one that is in use.
_OPEN_FILES_STAY = os.name == "nt"


def write_text(path: Path, text: str) -> None:
    """Replaces the file by the text in one step; a crash leaves the old one."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """The same for bytes."""
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: Path, instead: Callable[[], Path | None] = lambda: None) -> Iterator[BinaryIO]:
    """A file to write to, piece by piece, that takes the place of ``path`` at the end of the block; or of the
    path that ``instead`` then returns.

    If the block raises, the old file stays as it was and nothing else is left behind; what a killed process
    left behind, the next one that writes the same file deletes. Symbolic links are followed. What is written
    to a pipe or a character device is there at once. Raises OSError for anything else that is not a file.
    """
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder, not a file to write")
    if path.exists() and not path.is_file():
        if not (path.is_fifo() or path.is_char_device()):
            raise OSError(f"{path}: can be neither replaced nor written to: name a file or a pipe")
        with path.open("wb") as stream:
            yield stream
        return
    target = _target(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(f"{path}: there is no folder {target.parent}")
    with _temporary(target, path) as new:
        with new.opened() as file:
            yield file
        other = instead()
        with _errors_name(path if other is None else other):
            os.chmod(new.name, 0o666 & ~_umask())
            new.let_go()
            os.replace(new.name, target if other is None else _target(other))


def write_once(path: Path, data: bytes) -> bool:
    """Writes a file that does not exist yet, in one step, and says whether it did: of several writers one is
    the first."""
    with _temporary(path, path) as new:
        with new.opened() as file:
            file.write(data)
        try:
            with _errors_name(path):
                os.chmod(new.name, 0o666 & ~_umask())
                new.let_go()
                os.link(new.name, path)
        except FileExistsError:
            return False
    return True


def sync_folder(folder: Path) -> None:
    """What was made, renamed or deleted in a folder is on the disk when this returns; on Windows, where
    nobody can wait for that, it is on its way."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _target(path: Path) -> Path:
    """The file that symbolic links lead to; it may not exist yet."""
    for _ in range(_MOST_LINKS):
        if re.fullmatch(r"/proc/\d+(/task/\d+)?/fd", os.path.realpath(path.parent)):
            raise OSError(f"{path}: is a file that is open already: name the file itself")
        if not path.is_symlink():
            return path
        path = path.parent / path.readlink()
    raise OSError(f"{path}: its symbolic links lead nowhere")


@contextmanager
def _errors_name(asked: Path) -> Iterator[None]:
    """A block whose errors name the file that was asked for instead of a temporary one."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            raise
        raise OSError(error.errno, error.strerror, str(asked)) from error


class _Temporary:
    """A new file, open and locked."""

    def __init__(self, handle: int, name: str) -> None:
        self._handle: int | None = handle
        self.name = name

    def opened(self) -> BinaryIO:
        """To write to; to be closed before ``let_go``."""
        assert self._handle is not None, "it is open"
        return os.fdopen(os.dup(self._handle), "wb")

    def let_go(self) -> None:
        """It is about to get another name: where that needs it, it is closed."""
        if _OPEN_FILES_STAY:
            self.close()

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


@contextmanager
def _temporary(path: Path, asked: Path) -> Iterator[_Temporary]:
    """A new file beside ``path``. At the end of the block it is deleted unless renamed, and locked until
    then: a file that is not locked was left by a process that was killed. ``asked`` is what errors name."""
    _delete_abandoned(path)
    while True:
        with _errors_name(asked):
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        with suppress(OSError):  # a file system without locks: there nothing is deleted
            lock(handle, wait=True)
        if os.path.exists(name):  # else it was taken for an abandoned one before it was locked
            break
        os.close(handle)
    new = _Temporary(handle, name)
    try:
        yield new
    finally:
        new.let_go()
        with suppress(FileNotFoundError):
            os.unlink(name)
        new.close()


def _delete_abandoned(path: Path) -> None:
    pattern = re.compile(rf"\.{re.escape(path.name)}\.[a-z0-9_]{{8}}\.part")
    with suppress(PermissionError):  # a folder that we may write to, but not list
        for entry in list(os.scandir(path.parent)):
            if pattern.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                _delete_unlocked(entry.path)


def _delete_unlocked(name: str) -> None:
    with suppress(OSError):  # it is in use, somebody else's, or gone
        if _OPEN_FILES_STAY:
            os.unlink(name)
            return
        handle = os.open(name, os.O_RDWR)
        try:
            lock(handle, wait=False)
            os.unlink(name)
        finally:
            os.close(handle)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
