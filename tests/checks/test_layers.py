"""Markers and skips, as tests/conftest.py assigns and watches them: pytest is run on small trees with that
conftest."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
TWO = "def test_first(): pass\ndef test_second(): pass\n"
LONG_FIRST = f"import pytest\n@pytest.mark.long\ndef test_long(): pass\n{TWO}"
SKIPS = "import pytest\ndef test_runs(): pass\ndef test_skips(): pytest.skip('no camera')\n"
NOT_COLLECTED = "import pytest\npytest.importorskip('no_such_package')\n"


def run_pytest(
    tree: Path, *words: str, files: dict[str, str], allowed: str = "", ci: str = "true"
) -> tuple[int, str]:
    """Exit code and output of pytest on a tree with these files."""
    for name, text in files.items():
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text(text)
    for name in ("conftest.py", "fake_clock.py"):
        shutil.copy(TESTS / name, tree)
    (tree / "allowed_skips.txt").write_text(allowed)
    (tree / "pytest.ini").write_text(
        "[pytest]\npythonpath = .\naddopts = --strict-markers --import-mode=importlib\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    here = {**os.environ, "CI": ci, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tree, env=here, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def collected(tree: Path, expression: str) -> set[str]:
    files = {"rules/test_a.py": LONG_FIRST, "arena/test_b.py": LONG_FIRST, "cli/test_c.py": TWO}
    _, told = run_pytest(tree, "-q", "--collect-only", "-m", expression, files=files)
    return {line for line in told.splitlines() if "::" in line}


def test_the_folder_gives_the_marker(tmp_path: Path) -> None:
    assert collected(tmp_path, "cli") == {"cli/test_c.py::test_first", "cli/test_c.py::test_second"}


def test_quick_is_some_layers_whole_and_one_test_of_every_other_file(tmp_path: Path) -> None:
    assert collected(tmp_path, "quick") == {
        "rules/test_a.py::test_first",
        "rules/test_a.py::test_second",
        "arena/test_b.py::test_first",
        "cli/test_c.py::test_first",
    }


def test_a_folder_without_a_layer_is_an_error(tmp_path: Path) -> None:
    code, told = run_pytest(tmp_path, files={"attic/test_a.py": TWO})
    assert code == pytest.ExitCode.USAGE_ERROR and "tests/attic has no layer" in told


@pytest.mark.parametrize("words", [(), ("-p", "xdist", "-n", "1")], ids=["one process", "workers"])
def test_in_ci_a_skip_that_is_not_listed_fails(tmp_path: Path, words: tuple[str, ...]) -> None:
    files = {"cli/test_a.py": SKIPS, "cli/test_b.py": NOT_COLLECTED}
    code, told = run_pytest(tmp_path, *words, files=files)
    assert code == pytest.ExitCode.TESTS_FAILED and "1 passed, 2 skipped" in told
    assert "SKIP NOT ALLOWED cli/test_a.py::test_skips: Skipped: no camera" in told
    assert "SKIP NOT ALLOWED cli/test_b.py: Skipped: could not import 'no_such_package'" in told


def test_listed_skips_pass(tmp_path: Path) -> None:
    code, told = run_pytest(
        tmp_path,
        files={"cli/test_a.py": SKIPS, "cli/test_b.py": NOT_COLLECTED},
        allowed="# a comment\n\ncli/test_a.py::test_skips # no camera here\ncli/test_b.py # rare\n",
    )
    assert code == 0 and "NOT ALLOWED" not in told


def test_outside_ci_skips_pass(tmp_path: Path) -> None:
    assert run_pytest(tmp_path, files={"cli/test_a.py": SKIPS}, ci="")[0] == 0


def test_a_listed_skip_has_a_reason(tmp_path: Path) -> None:
    code, told = run_pytest(tmp_path, files={"cli/test_a.py": TWO}, allowed="cli/test_a.py\n")
    assert code != 0 and "'cli/test_a.py' has no reason" in told
