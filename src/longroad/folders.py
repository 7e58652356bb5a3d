"""Folders of files at any address: on this machine's disk, or wherever fsspec has a file system (``s3://``,
``gs://``, ``memory://``, ...). A file is whole or not there, as in ``longroad.files``."""

from __future__ import annotations

import errno
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

from longroad.errors import AddressError, LongroadError, MissingExtraError
from longroad.failures import described
from longroad.files import write_bytes, write_once

#: Where a file appears when all of it has been sent; elsewhere it is renamed once it is whole.
_WHOLE_PUTS = frozenset(
    ("s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", "oci", "oss", "r2", "memory")
)
#: File systems that are inside one process, or on one machine.
_OF_ONE_PROCESS = frozenset(("memory",))
_OF_ONE_MACHINE = ("file", "local")


class Folder(Protocol):
    """Files in a folder. What fails raises OSError, which names the file."""

    #: As a person wrote it, for messages.
    address: str
    #: Whether every machine finds the same files at this address, if it may.
    is_shared: bool

    def names(self) -> list[str]:
        """The names of all files in it, sorted; none if the folder is not there."""
        ...

    def exists(self, name: str) -> bool:
        """Whether it has this file."""
        ...

    def read(self, name: str) -> bytes:
        """The contents of a file. Raises FileNotFoundError if it is not there."""
        ...

    def write(self, name: str, data: bytes) -> None:
        """Makes or replaces a file, and the folder if need be."""
        ...

    def write_once(self, name: str, data: bytes) -> None:
        """Makes a file unless it is there. On a disk, of several writers one is the first; at other addresses
        two at the same moment may both write."""
        ...


def folder_at(address: str | PathLike[str]) -> Folder:
    """The folder at a path or an address; nothing is read or made. Raises AddressError for an address that is
    none, MissingExtraError if the library for it is not installed.

    >>> folder_at("data/first").is_shared, folder_at("file:///data/first").is_shared
    (False, False)
    """
    text = str(address)
    protocol, separator, path = text.partition("://")
    if not separator:
        return LocalFolder(Path(address))
    if protocol in _OF_ONE_MACHINE:
        return LocalFolder(Path(path))
    return RemoteFolder(text)


class LocalFolder:
    """A folder on a disk of this machine."""

    is_shared = False

    def __init__(self, path: Path) -> None:
        self.path: Path = path
        self.address: str = str(path)

    def names(self) -> list[str]:
        """The names of all files in it, sorted."""
        if not self.path.exists():
            return []
        return sorted(entry.name for entry in self.path.iterdir())

    def exists(self, name: str) -> bool:
        """Whether it has this file."""
        return (self.path / name).exists()

    def read(self, name: str) -> bytes:
        """The contents of a file."""
        return (self.path / name).read_bytes()

    def write(self, name: str, data: bytes) -> None:
        """Makes or replaces a file."""
        self.path.mkdir(parents=True, exist_ok=True)
        write_bytes(self.path / name, data)

    def write_once(self, name: str, data: bytes) -> None:
        """Makes a file unless it is there."""
        self.path.mkdir(parents=True, exist_ok=True)
        write_once(self.path / name, data)


class RemoteFolder:
    """A folder of one of fsspec's file systems."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._system, self._top = _system(address)
        self._protocols = _protocols(self._system)
        self.is_shared: bool = not self._protocols & _OF_ONE_PROCESS

    def names(self) -> list[str]:
        """The names of all files in it, sorted."""
        with self._errors_name(""):
            self._system.invalidate_cache()  # others write there, too
            try:
                found = self._system.ls(self._top, detail=False)
            except FileNotFoundError:
                return []
        names = (path.rstrip("/").rpartition("/")[2] for path in found)
        return sorted(name for name in names if name and not name.endswith(".part"))

    def exists(self, name: str) -> bool:
        """Whether it has this file."""
        with self._errors_name(name):
            self._system.invalidate_cache()
            return bool(self._system.exists(self._path(name)))

    def read(self, name: str) -> bytes:
        """The contents of a file."""
        with self._errors_name(name):
            return bytes(self._system.cat_file(self._path(name)))

    def write(self, name: str, data: bytes) -> None:
        """Makes or replaces a file."""
        with self._errors_name(name):
            if self._protocols & _WHOLE_PUTS:
                self._system.pipe_file(self._path(name), data)
                return
            self._system.makedirs(self._top, exist_ok=True)
            part = self._path(f".{name}.{secrets.token_hex(4)}.part")
            try:
                self._system.pipe_file(part, data)
                self._system.mv(part, self._path(name))
            except BaseException:
                if self._system.exists(part):
                    self._system.rm_file(part)
                raise

    def write_once(self, name: str, data: bytes) -> None:
        """Makes a file unless it is there."""
        if not self.exists(name):
            self.write(name, data)

    def _path(self, name: str) -> str:
        return f"{self._top.rstrip('/')}/{name}"

    @contextmanager
    def _errors_name(self, name: str) -> Iterator[None]:
        """A block in which whatever a file system raises becomes an OSError that names the file."""
        where = f"{self.address.rstrip('/')}/{name}"
        try:
            yield
        except FileNotFoundError:
            raise FileNotFoundError(errno.ENOENT, "No such file", where) from None
        except (LongroadError, KeyboardInterrupt):
            raise
        except Exception as error:
            raise OSError(f"{where}: {described(error)}") from error


def _system(address: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise MissingExtraError(f"{address}: needs fsspec: pip install 'longroad[data]'") from None
    try:
        system, path = url_to_fs(address)
    except ImportError as error:  # its text names the library for this kind of address
        raise MissingExtraError(f"{address}: {error}") from None
    except ValueError as error:
        raise AddressError(f"{address}: {error}") from None
    except Exception as error:
        raise AddressError(f"{address}: {described(error)}") from error
    return system, str(path)


def _protocols(system: Any) -> frozenset[str]:
    found = system.protocol
    return frozenset((found,) if isinstance(found, str) else found)
