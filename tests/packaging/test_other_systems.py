"""macOS and Windows, as far as Linux can tell: what they lack is taken away. That is no trial there."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import longroad
from longroad import files
from longroad.arena import play_match
from longroad.cli.bench import signature
from longroad.locks import lock

PROGRAM = Path(__file__).with_name("without_posix.py")
PACKAGE = Path(longroad.__file__).parent
#: Modules of the standard library that Windows does not have.
POSIX = {"fcntl", "grp", "pwd", "readline", "resource", "termios", "tty", "pty", "posix", "syslog", "curses"}


@pytest.mark.parametrize("system", ["macos", "windows"])
def test_everyday_use_needs_nothing_that_is_missing_there(system: str, tmp_path: Path) -> None:
    here = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run(
        [sys.executable, str(PROGRAM), system, str(tmp_path)], env=here, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert f"signature {signature()}" in told
    assert f"match {play_match(['value', 'random'], games=4, seed=1).signature:016x}" in told
    [house] = [words for words in told if words.startswith("house: ")]
    assert "is in use by another `longroad play`" in house and told[-1] == "resumed with 1 entry"
    [program] = [words for words in told if words.startswith("exec: ")]
    assert program == "exec: started" if system == "macos" else program.endswith("need Linux or macOS")


def test_no_module_needs_posix_to_be_imported() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in PACKAGE.rglob("*.py")
        for name in _needed(ast.parse(path.read_text("utf-8")).body)
        if name in POSIX
    ]
    assert found == []


def _needed(body: list[ast.stmt]) -> Iterator[str]:
    """The modules that statements import, but for those of functions and of ``try``."""
    for statement in body:
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            yield statement.module or ""
        elif isinstance(statement, ast.ClassDef | ast.If | ast.With):
            yield from _needed(statement.body)


def test_a_lock_is_held_until_its_file_is_closed(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("wb") as first, (tmp_path / "lock").open("rb+") as second:
        lock(first.fileno(), wait=False)
        with pytest.raises(OSError):
            lock(second.fileno(), wait=False)
        first.close()
        lock(second.fileno(), wait=True)


def test_files_are_closed_before_they_get_their_name_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_OPEN_FILES_STAY", True)
    for name in ("replace", "link", "unlink"):
        monkeypatch.setattr(os, name, _refusing_open_files(getattr(os, name)))
    files.write_text(tmp_path / "a", "one")
    files.write_text(tmp_path / "a", "two")
    with pytest.raises(ZeroDivisionError), files.replacing(tmp_path / "a") as file:
        file.write(b"%d" % (1 // 0))
    assert files.write_once(tmp_path / "b", b"four") and not files.write_once(tmp_path / "b", b"five")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a": "two", "b": "four"}


def _refusing_open_files(really):  # type: ignore[no-untyped-def]
    """A function of os, for files that this process has not open."""

    def checked(path, *rest):  # type: ignore[no-untyped-def]
        for handle in Path("/proc/self/fd").iterdir():
            if handle.exists() and os.path.exists(path) and handle.samefile(path):
                raise PermissionError(13, "is open", str(path))
        return really(path, *rest)

    return checked
