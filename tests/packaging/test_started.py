"""How Longroad is started."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import longroad
from cli.running import CommandLine

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())


def test_python_dash_m_is_the_command_line(line: CommandLine) -> None:
    words = ("match", "random", "random", "--games", "2", "--json")
    done = subprocess.run([sys.executable, "-m", "longroad", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert line(*words).json["signature"] in done.stdout


def test_wrong_words_exit_with_2() -> None:
    done = subprocess.run([sys.executable, "-m", "longroad", "dance"], capture_output=True, text=True)
    assert done.returncode == 2 and "dance" in done.stderr


def test_the_script_calls_what_exists() -> None:
    module, _, name = PROJECT["project"]["scripts"]["longroad"].partition(":")
    assert callable(getattr(import_module(module), name))


def test_one_version() -> None:
    assert PROJECT["project"]["version"] == longroad.__version__
