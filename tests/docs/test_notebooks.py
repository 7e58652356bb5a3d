"""The notebooks run from top to bottom in small, and are committed as a full run has left them."""

from __future__ import annotations

import asyncio
import copy
import os
import re
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
NAMES = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))
#: The largest file in bytes: what GitHub shows at once, and what a clone should carry.
LARGEST = 300_000


def read(name: str) -> Any:
    return nbformat.read(NOTEBOOKS / name, as_version=4)


def in_small(notebook: Any) -> Any:
    """The notebook with the value that its cell of parameters names for tests."""
    small = copy.deepcopy(notebook)
    (cell,) = [cell for cell in small.cells if "parameters" in cell.metadata.get("tags", [])]
    cell.source, changed = re.subn(r'^size = "full"', 'size = "small"', cell.source)
    assert changed == 1, "the cell of parameters begins with the size"
    return small


def run(notebook: Any) -> None:
    """Runs it in a process of its own, in the folder of the notebooks; an assertion that fails raises."""
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOKS)}}
    )
    asyncio.run(client.async_execute())


@pytest.fixture(autouse=True)
def this_longroad(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel imports what this process imports."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_committed_as_a_full_run_has_left_it(name: str) -> None:
    notebook = read(name)
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert outputs and not any(output.output_type == "error" for output in outputs)
    assert not any(output.get("name") == "stderr" for output in outputs)
    text = (NOTEBOOKS / name).read_text(encoding="utf-8")
    assert len(text.encode()) < LARGEST
    assert re.findall(r"/(?:home|root|tmp|work|Users)/", text) == []


@pytest.mark.parametrize("name", NAMES)
def test_its_top_says_what_it_needs(name: str) -> None:
    first = read(name).cells[0]
    assert first.cell_type == "markdown"
    assert re.search(r"^Needs: `pip install 'longroad\[", first.source, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_it_runs_in_small_and_its_assertions_hold(name: str) -> None:
    run(in_small(read(name)))


def test_an_assertion_that_fails_fails_the_test() -> None:
    cells = [nbformat.v4.new_code_cell("assert 1 + 1 == 3")]
    with pytest.raises(CellExecutionError, match="AssertionError"):
        run(nbformat.v4.new_notebook(cells=cells))
