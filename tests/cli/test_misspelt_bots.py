"""A spec that almost names a class in a file: the message says what to write instead."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli.running import CommandLine

BOT = """from longroad.agents import Agent

class Builder(Agent):
    def choose(self, view, actions):
        return actions[0]

class Needy(Builder):
    def __init__(self, a, b=2):
        self.a = a
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with a bot, in which the command line is run."""
    (tmp_path / "builder.py").write_text(BOT)
    (tmp_path / "random.py").write_text(BOT)
    (tmp_path / "graphlib.py").write_text(BOT)  # a name that nothing imports
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "deep.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.delitem(sys.modules, "builder", raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("python:bulider.Builder", "has no bulider.py, and none is installed; did you mean 'builder'?"),
        ("python:bots.deeep.Builder", "has no deeep.py, and none is installed; did you mean 'deep'?"),
        ("builder.Builder", "no such agent; did you mean 'python:builder.Builder'? There are random"),
        ("builder.py", "no such agent; did you mean 'python:builder.Builder'? There are random"),
        ("./builder.py", "did you mean 'python:builder.Builder'?"),
        ("builder", "did you mean 'python:builder.Builder'?"),
        ("builder.Needy,a=3", "did you mean 'python:builder.Needy,a=3'?"),
        ("builder.Needy:a=3", "did you mean 'python:builder.Needy,a=3'?"),
        ("bots/deep.py", "did you mean 'python:bots.deep.Builder'?"),
        ("elsewhere.py", "did you mean 'python:elsewhere.Class'?"),
        ("python:builder", "name the class as python:module.Class; did you mean 'python:builder.Builder'?"),
        (
            "python:builder.py",
            "name the class as python:module.Class; did you mean 'python:builder.Builder'?",
        ),
        (
            "python:builder:Needy",
            "name the class as python:module.Class; did you mean 'python:builder.Needy'?",
        ),
        ("python:bots/deep.py", "did you mean 'python:bots.deep.Builder'?"),
        ("python:builder.Needy:a=3", "options follow a comma; did you mean 'python:builder.Needy,a=3'?"),
        ("python:random.Builder", "random.py has the name of a module of Python's standard library: rename"),
        ("python:graphlib.Builder", "graphlib.py has the name of a module of Python's standard library"),
    ],
)
@pytest.mark.parametrize("command", [("match", "random"), ("agents",)])
def test_the_message_says_what_to_write(
    spec: str, told: str, command: tuple[str, ...], line: CommandLine
) -> None:
    ran = line(*command, spec)
    assert ran.code == 2 and told in ran.complaint


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("python:builder.Needy", "option a has no default: give it as python:builder.Needy,a=..."),
        ("python:builder.Needy,b=3", "option a has no default: give it as python:builder.Needy,b=3,a=..."),
    ],
)
def test_an_option_without_a_default_is_named(spec: str, told: str, line: CommandLine) -> None:
    ran = line("match", "random", spec)
    assert ran.code == 2 and ran.complaint == f"agent '{spec}': {told}"


def test_the_searched_folder_is_named(
    line: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder / "bots")
    ran = line("match", "random", "python:builder.Builder")
    assert f"No module named 'builder': {folder / 'bots'} has no builder.py" in ran.complaint
