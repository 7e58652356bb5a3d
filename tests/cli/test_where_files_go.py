"""What is written to: files behind links, pipes and devices, and what a killed run left behind."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import longroad
from cli.running import CommandLine, Ran
from longroad.arena.data.archive import read_games
from longroad.files import replacing, write_once, write_text

RULES = ("--rules", "offers_per_turn=0,turn_cap=20")


def kept_in(line: CommandLine, path: Path) -> Ran:
    return line("match", "random", "random", "--games", 2, *RULES, "--records", path)


def test_a_link_stays_a_link_and_its_file_is_written(line: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    there = tmp_path / "data" / "games.jsonl"
    (tmp_path / "first").symlink_to("second")
    (tmp_path / "second").symlink_to(Path("data") / "games.jsonl")
    for _ in range(2):  # where nothing is yet, and over a file
        assert kept_in(line, tmp_path / "first").code == 0
        assert (tmp_path / "first").is_symlink() and (tmp_path / "second").is_symlink()
        assert not there.is_symlink() and len(list(read_games(there))) == 2
    assert os.listdir(tmp_path / "data") == ["games.jsonl"]


def test_a_pipe_is_written_to(line: CommandLine, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert kept_in(line, pipe).code == 0
    assert pipe.is_fifo()
    reader.join(timeout=10)
    assert got[0].count(b"\n") == 2 and os.listdir(tmp_path) == ["pipe"]


def test_a_device_is_written_to(line: CommandLine, tmp_path: Path) -> None:
    null = tmp_path / "null"
    null.symlink_to(os.devnull)
    assert kept_in(line, null).code == 0
    assert null.is_symlink() and Path(os.devnull).is_char_device()


def test_what_cannot_be_written_is_refused_before_a_game(line: CommandLine, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        ran = kept_in(line, tmp_path / "socket")
        assert ran.complaint.endswith("name a file or a pipe") and (tmp_path / "socket").is_socket()
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert "symbolic links lead nowhere" in kept_in(line, tmp_path / "a").complaint
    with (tmp_path / "open").open("wb") as file:
        assert "is open already" in kept_in(line, Path(f"/proc/self/fd/{file.fileno()}")).complaint
    assert sorted(os.listdir(tmp_path)) == ["a", "b", "open", "socket"]


KILLED = """
import os, signal, sys
from pathlib import Path
from longroad.files import replacing

with replacing(Path(sys.argv[1])) as file:
    file.write(b"half of it")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("fails", ["tempfile.mkstemp", "os.chmod", "os.replace"])
def test_an_error_names_the_file_that_was_asked_for(
    line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """Not the temporary one beside it."""

    def refuse(*arguments: object, **options: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(tmp_path / ".b.svg.12345678.part"))

    (tmp_path / "link.svg").symlink_to("b.svg")
    monkeypatch.setattr(fails, refuse)
    for name in ("b.svg", "link.svg"):
        ran = line("show", "--out", tmp_path / name)
        assert ran.code == 1 and ran.complaint == f"{tmp_path / name}: Permission denied"
    if fails != "os.replace":
        with pytest.raises(PermissionError) as caught:
            write_once(tmp_path / "plan.json", b"{}")
        assert caught.value.filename == str(tmp_path / "plan.json")
    assert os.listdir(tmp_path) == ["link.svg"]


def test_an_error_of_the_block_stays_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught, replacing(tmp_path / "b.svg"):
        (tmp_path / "other").read_bytes()
    assert caught.value.filename == str(tmp_path / "other")


@pytest.mark.parametrize("write", [write_text, lambda path, text: write_once(path, text.encode())])
def test_the_next_run_deletes_what_a_killed_one_left(tmp_path: Path, write: object) -> None:
    path = tmp_path / "games.jsonl"
    here = {**os.environ, "PYTHONPATH": str(Path(longroad.__file__).parents[1])}
    subprocess.run([sys.executable, "-c", KILLED, str(path)], env=here, check=False)
    assert len(os.listdir(tmp_path)) == 1 and not path.exists()
    write_text(tmp_path / "other.jsonl", "x")
    assert len(os.listdir(tmp_path)) == 2, "files of other names are left alone"
    write(path, "whole")  # type: ignore[operator]
    assert sorted(os.listdir(tmp_path)) == ["games.jsonl", "other.jsonl"]


def test_the_file_of_a_run_that_still_writes_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    (tmp_path / ".games.jsonl.original").write_text("mine")
    with replacing(path) as file:
        file.write(b"first")
        write_text(path, "second")
        assert path.read_text() == "second"
    assert path.read_text() == "first"
    assert sorted(os.listdir(tmp_path)) == [".games.jsonl.original", "games.jsonl"]
