"""Standard output in an encoding without the characters of drawings and tables: plain ones instead of a
traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from longroad.catan import Board

BUGGY = """from longroad.agents import Agent

class Buggy(Agent):
    def choose(self, view, actions):
        raise ValueError("no idea: \u65e5")
"""
OPENINGS = ("openings", "--seed", "7", "--play", "build", "--flat", "1", "--top", "2")
MATCH = ("match", "python:buggy.Buggy", "random", "--games", "2", "--debug")


def printed(folder: Path, encoding: str, *arguments: str, code: int = 0) -> str:
    here = {
        **os.environ,
        "PYTHONIOENCODING": encoding,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "COLUMNS": "80",
    }
    program = [sys.executable, "-c", "from longroad.cli import main; main()", *arguments]
    ran = subprocess.run(program, cwd=folder, env=here, capture_output=True)
    assert ran.returncode == code and b"UnicodeEncodeError" not in ran.stderr, ran.stderr.decode()
    return ran.stdout.decode(encoding.partition(":")[0])


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_board_is_drawn_in_plain_characters(encoding: str, tmp_path: Path) -> None:
    drawn = printed(tmp_path, encoding, "show", "--seed", "7")
    expected = Board.generate(seed=7)
    if encoding == "ascii":
        assert "'..   ..'" in drawn and "*****" in drawn and drawn.isascii() and "?" not in drawn
    pips = "\u2022" if encoding == "cp1252" else "*"
    assert drawn.count(pips) == sum(6 - abs(7 - token) for token in expected.tokens if token)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_failed_game_and_openings_are_no_traceback_of_ours(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "buggy.py").write_text(BUGGY, encoding="utf-8")
    told = printed(tmp_path, encoding, *MATCH, code=1)
    assert "ValueError: no idea: ?" in told and "*****" in told
    assert "1,359 placements" in printed(tmp_path, encoding, *OPENINGS)


def test_what_can_be_encoded_stays_and_a_handler_that_was_chosen_too(tmp_path: Path) -> None:
    assert "\u00b7" in printed(tmp_path, "utf-8", "show") and "\u2022" in printed(tmp_path, "utf-8", "show")
    assert "\\u2022" in printed(tmp_path, "ascii:backslashreplace", "show")
