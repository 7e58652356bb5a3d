"""The first minute: `longroad` alone, and what is said at the end."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path

import pytest

import longroad
from cli.running import CommandLine
from longroad.cli import app, greeting

ROOT = Path(__file__).parents[2]


def test_longroad_alone_greets_with_five_commands_that_exist(line: CommandLine) -> None:
    ran = line()
    assert ran.code == 0 and ran.err == ""
    assert longroad.__version__ in ran.out and "longroad --help" in ran.out
    shown = [text.strip() for text in ran.out.splitlines() if text.startswith("  ")]
    assert len(shown) == len(greeting.FIRST) == 5
    known = {command.name for command in app.registered_commands}
    for text in shown:
        name, command, *_ = shlex.split(text.partition("   ")[0])
        assert name == "longroad" and command in known


@pytest.mark.parametrize("arguments", [arguments for arguments, _ in greeting.FIRST])
def test_what_is_proposed_is_understood(line: CommandLine, arguments: str) -> None:
    command, *rest = shlex.split(arguments)
    shown = " ".join(line(command, "--help").out.split())
    assert all(option in shown for option in rest if option.startswith("--"))


def test_help_still_lists_all_commands(line: CommandLine) -> None:
    ran = line("--help")
    assert ran.code == 0
    assert all(str(command.name) in ran.out for command in app.registered_commands)


def test_a_program_beside_the_current_folder_is_named_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "env" / "bin" / "longroad"
    script.parent.mkdir(parents=True)
    script.touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.argv", [str(script)])
    assert greeting.command() == "env/bin/longroad"
    assert "env/bin/longroad play" in greeting.after_playing(tmp_path)
    monkeypatch.setattr("sys.argv", [str(tmp_path / "longroad" / "__main__.py")])
    assert greeting.command() == "python -m longroad"


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == longroad.__version__
