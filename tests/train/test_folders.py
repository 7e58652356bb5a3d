"""Folders at any address: the same files, whole or not there; what cannot be reached is named."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from longroad.errors import AddressError, MissingExtraError
from longroad.folders import RemoteFolder, folder_at

fsspec = pytest.importorskip("fsspec")


@pytest.fixture(params=["{}", "file://{}", "dir::file://{}", "memory://{}"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(request.param.format(tmp_path / "data"))


def test_files_come_back(address: str) -> None:
    folder = folder_at(address)
    assert folder.names() == [] and not folder.exists("a")
    folder.write_once("b", b"first")
    folder.write_once("b", b"second")
    folder.write("a", b"one")
    folder.write("a", b"two")
    again = folder_at(address)
    assert again.names() == ["a", "b"] and again.exists("a")
    assert (again.read("a"), again.read("b")) == (b"two", b"first")
    with pytest.raises(FileNotFoundError, match=r"data/c"):
        folder.read("c")


def test_only_what_every_machine_finds_is_shared(tmp_path: Path) -> None:
    shared = [folder_at(f"{way}{tmp_path}").is_shared for way in ("", "file://", "memory://", "dir::file://")]
    assert shared == [False, False, False, True]


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_at(f"dir::file://{tmp_path}/data")
    assert isinstance(folder, RemoteFolder)

    def refuse(*arguments: object, **options: object) -> None:
        raise RuntimeError("the line is cut")

    with monkeypatch.context() as patch:
        patch.setattr(type(folder._system), "mv", refuse)
        with pytest.raises(OSError, match="data/a: RuntimeError: the line is cut"):
            folder.write("a", b"half")
    assert folder.names() == [] and not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_what_a_killed_run_left_behind_is_no_file(tmp_path: Path) -> None:
    folder = folder_at(f"dir::file://{tmp_path}/data")
    folder.write("a", b"whole")
    (kept,) = tmp_path.rglob("a")
    kept.with_name(".b.12345678.part").write_bytes(b"half")
    assert folder.names() == ["a"]


@pytest.mark.parametrize(
    ("address", "missing", "words"),
    [
        ("s3://bucket/data", "s3fs", "s3://bucket/data: Install s3fs"),
        ("gs://bucket/data", "gcsfs", "install gcsfs"),
        ("memory://data", "fsspec.core", r"memory://data: needs fsspec: pip install 'longroad\[data\]'"),
    ],
)
def test_a_library_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, address: str, missing: str, words: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtraError, match=words):
        folder_at(address)


def test_an_address_of_no_kind_is_refused() -> None:
    with pytest.raises(AddressError, match=r"nowhere://data: Protocol not known: nowhere"):
        folder_at("nowhere://data")
