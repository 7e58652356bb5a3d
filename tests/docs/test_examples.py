"""Every example says at its top what it needs and what it prints, and does print that."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from longroad.extras import EXTRAS

EXAMPLES = Path(__file__).parents[2] / "examples"
#: Arguments that make an example quick; the examples without a run of their own are run below.
ARGUMENTS = {
    "gymnasium_vector.py": ["400"],
    "open_spiel_mcts.py": ["2", "4"],
    "open_spiel_random.py": ["1"],
    "parquet_pandas.py": ["100"],
    "pettingzoo_random.py": ["2"],
    "pytorch_policy_gradient.py": ["1", "10"],
    "rllib_pettingzoo.py": ["1", "200", "2"],
    "stable_baselines3_maskable.py": ["256", "2"],
}


def words_of(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text()), clean=False) or ""


def run(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run([sys.executable, path, *arguments], env=environment, capture_output=True, text=True)


def without_figures(line: str) -> str:
    return re.sub(r"[-+]?\d[\d,.]*", "N", line.strip())


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.py")), ids=lambda path: path.name)
def test_its_top_says_what_it_needs_and_prints(path: Path) -> None:
    told = words_of(path)
    assert re.search("^Needs: ", told, re.MULTILINE) and re.search("^Prints ", told, re.MULTILINE)
    for extra in re.findall(r"longroad\[(.+?)\]", told):
        assert set(extra.split(",")) <= set(EXTRAS)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_it_prints_what_it_says(name: str) -> None:
    told = words_of(EXAMPLES / name).partition("\nPrints ")[2].splitlines()
    shown = [without_figures(line) for line in told if line.startswith("    ")]
    ran = run(EXAMPLES / name, *ARGUMENTS[name])
    assert ran.returncode == 0, ran.stderr
    printed = [without_figures(line) for line in ran.stdout.splitlines()]
    assert shown and set(shown) <= set(printed)


def test_catanatrons_command_line() -> None:
    """The pinned release has none: the example says what it needs."""
    ran = run(EXAMPLES / "catanatron_play.py")
    assert (ran.returncode, ran.stdout) == (1, "") and ran.stderr.count("\n") == 1
    assert "needs catanatron's development version" in ran.stderr


def test_all_examples_are_run() -> None:
    run_here = {*ARGUMENTS, "catanatron_play.py", "table_bot.py"}  # the last: tests/web
    assert {path.name for path in EXAMPLES.glob("*.py")} == run_here, "those in exec/: tests/agents"
