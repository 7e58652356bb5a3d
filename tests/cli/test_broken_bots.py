"""A bot file that cannot be imported or made: the user's file, line and message, and no frame of Longroad."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli.running import CommandLine

MAKES = """from longroad.agents import Agent

class Bot(Agent):
    def __init__(self):
        {line}

    def choose(self, view, actions):
        return actions[0]
"""


@pytest.fixture(autouse=True)
def importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """broken_bot is imported afresh, from the test's folder."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken_bot", raising=False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1\nclass Bot(\n", "line 2: SyntaxError: '(' was never closed"),
        ("\n\nimport nowhere_to_be_found\n", "line 3: ModuleNotFoundError: No module named 'nowhere_to_be"),
        ("def f():\n    raise OSError('no\\nfile')\n\nf()\n", "line 2: OSError: no file"),
        ("import json\njson.loads('{')\n", "line 2: JSONDecodeError: Expecting property name"),
        ("import sys\nsys.exit(0)\n", "line 2: SystemExit: 0"),
        ("raise BaseException('\\ud800' * 1000)\n", "line 1: BaseException: \\ud800"),
        ("raise ValueError('wrong')\n", "line 1: ValueError: wrong"),
        (MAKES.format(line="self.x = y"), "line 5: NameError: name 'y' is not defined"),
        (MAKES.format(line="raise SystemExit(3)"), "line 5: SystemExit: 3"),
    ],
)
@pytest.mark.parametrize("command", ["match", "sprt"])
def test_a_broken_bot_is_one_line_and_exit_2(
    line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str, command: str
) -> None:
    (tmp_path / "broken_bot.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    ran = line(command, "python:broken_bot.Bot", "random")
    assert ran.complaint.startswith(f"agent 'python:broken_bot.Bot': broken_bot.py, {told}")
    assert ran.code == 2 and len(ran.err) < 400


def test_the_options_of_a_broken_bot_are_no_traceback_either(line: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "broken_bot.py").write_text("1 / 0\n")
    ran = line("agents", "python:broken_bot.Bot")
    assert "broken_bot.py, line 1: ZeroDivisionError: division by zero" in ran.complaint and ran.code == 2
