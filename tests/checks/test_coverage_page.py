"""The page that `make coverage` writes, of counts that are given."""

from __future__ import annotations

import measure_coverage as measuring

PYTHON = {
    "longroad/files.py": (10, 10),
    "longroad/arena/a.py": (60, 40),
    "longroad/arena/play/b.py": (40, 40),
}
NATIVE = {"cpp/catan/rules/rules.hpp": (200, 190), "cpp/core/rng.hpp": (50, 50)}
HOW = {"date": "2026-11-20", "commit": "abc", "machine": "a machine", "tests": "all layers"}


def test_rooms_are_summed() -> None:
    assert measuring.table(PYTHON)[2:] == [
        "| `(top)` | 10 | 10 | 100.0% |",
        "| `arena` | 100 | 80 | 80.0% |",
        "| **all** | **110** | **90** | **81.8%** |",
    ]
    assert "| `catan/rules` | 200 | 190 | 95.0% |" in measuring.table(NATIVE)


def test_only_files_below_the_bar_are_named() -> None:
    assert measuring.least(PYTHON) == ["- `longroad/arena/a.py`: 67%, 20 lines did not run"]
    assert measuring.least(NATIVE) == []


def test_the_page_says_how_it_was_measured() -> None:
    page = measuring.page(PYTHON, NATIVE, HOW)
    assert "81.8% of the lines of Python and 96.0% of the lines of C++" in page
    assert "2026-11-20 at commit `abc`" in page and "all layers" in page
    assert max(map(len, page.splitlines())) <= 140
