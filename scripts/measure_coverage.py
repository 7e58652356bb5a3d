"""Which lines of Python and C++ the tests run: a core with counters, the tests, a page.

    python scripts/measure_coverage.py                         everything, anew
    python scripts/measure_coverage.py --layers rules values   adds these layers to what was measured before
    python scripts/measure_coverage.py --layers                only page and HTML, of what was measured

Needs the extra ``trust`` (coverage, gcovr) beside what the tests need, and GCC. The page is
docs/results/coverage.md, line by line in out/coverage/. Exit code 1 if a test failed or if Python or C++ is
below 90% of lines.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "coverage"
PACKAGE = BUILD / "src" / "longroad"
OUT = ROOT / "out" / "coverage"
PAGE = ROOT / "docs" / "results" / "coverage.md"
BAR = 90.0
#: Rooms of the core that are shown by their folders.
DIVIDED = {"catan"}

#: Lines there are and lines that ran, by file.
Lines = dict[str, tuple[int, int]]


def build() -> None:
    """The extension with counters, beside a copy of the Python files; what `make build` made stays."""
    cmake = shutil.which("cmake", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}") or "cmake"
    options = ["-G", "Ninja", "-DLONGROAD_COVERAGE=ON", f"-DPython_EXECUTABLE={sys.executable}"]
    subprocess.run([cmake, "-S", str(ROOT), "-B", str(BUILD), *options], check=True)
    subprocess.run([cmake, "--build", str(BUILD)], check=True)
    for old in PACKAGE.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
        elif not old.name.startswith("_native."):
            old.unlink()
    ignore = shutil.ignore_patterns("_native.*", "__pycache__")
    shutil.copytree(ROOT / "src" / "longroad", PACKAGE, dirs_exist_ok=True, ignore=ignore)


def forget() -> None:
    """Removes what was measured before."""
    shutil.rmtree(OUT, ignore_errors=True)
    for counts in BUILD.rglob("*.gcda"):
        counts.unlink()


def environment() -> dict[str, str]:
    """That of the tests: the package with counters comes first."""
    path = os.pathsep.join(filter(None, (str(BUILD / "src"), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path, "COVERAGE_FILE": str(OUT / "data" / "python")}


def run(layers: Sequence[str] | None, workers: int) -> bool:
    """Runs these layers (None: all); whether all tests passed."""
    (OUT / "data").mkdir(parents=True, exist_ok=True)
    chosen = ["tests"] if layers is None else [f"tests/{layer}" for layer in layers if layer != "doctests"]
    if layers is None or "doctests" in layers:
        chosen += ["--pyargs", "longroad"]
    command = [sys.executable, "-m", "coverage", "run", "-m", "pytest", *chosen]
    command += ["-n", str(workers), "-m", "not long", "-rfE", "--durations=5"]
    return subprocess.run(command, cwd=ROOT, env=environment()).returncode == 0


def python_lines() -> Lines:
    """Also writes the HTML."""
    tool = [sys.executable, "-m", "coverage"]
    for words in (
        ["combine", "--keep", "--quiet"],
        ["json", "--quiet", "-o", str(OUT / "python.json")],
        ["html", "--quiet", "-d", str(OUT / "python")],
    ):
        subprocess.run([*tool, *words], cwd=ROOT, env=environment(), check=True)
    files = json.loads((OUT / "python.json").read_text())["files"]
    return {
        name.removeprefix("src/"): (told["summary"]["num_statements"], told["summary"]["covered_lines"])
        for name, told in files.items()
    }


def native_lines() -> Lines:
    """Also writes the HTML."""
    (OUT / "cpp").mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "gcovr", "-r", str(ROOT), "--filter", "cpp/", "-j", "2"]
    command += ["--merge-mode-functions=separate", "--gcov-ignore-parse-errors=all"]
    command += ["--json-summary", str(OUT / "cpp.json"), "--html-nested", str(OUT / "cpp" / "index.html")]
    subprocess.run([*command, str(BUILD)], cwd=ROOT, check=True)
    files = json.loads((OUT / "cpp.json").read_text())["files"]
    return {told["filename"]: (told["line_total"], told["line_covered"]) for told in files}


def room_of(name: str) -> str:
    """The room of a file: the folder below longroad/ or cpp/, one further for rooms that are divided."""
    _, *folders = name.split("/")[:-1]
    if not folders:
        return "(top)"
    return "/".join(folders[: 2 if folders[0] in DIVIDED and name.startswith("cpp/") else 1])


def percent(lines: int, ran: int) -> float:
    """NaN-free: no lines are all covered."""
    return 100.0 * ran / lines if lines else 100.0


def table(files: Lines) -> list[str]:
    """A Markdown table per room, the sum last."""
    rooms: dict[str, tuple[int, int]] = {}
    for name, (lines, ran) in files.items():
        before = rooms.get(room_of(name), (0, 0))
        rooms[room_of(name)] = (before[0] + lines, before[1] + ran)
    rows = [("| room | lines | ran | share |"), ("| --- | ---: | ---: | ---: |")]
    for room, (lines, ran) in sorted(rooms.items()):
        rows.append(f"| `{room}` | {lines:,} | {ran:,} | {percent(lines, ran):.1f}% |")
    lines, ran = totals(files)
    rows.append(f"| **all** | **{lines:,}** | **{ran:,}** | **{percent(lines, ran):.1f}%** |")
    return rows


def totals(files: Lines) -> tuple[int, int]:
    """Lines there are and lines that ran."""
    return sum(lines for lines, _ in files.values()), sum(ran for _, ran in files.values())


def least(files: Lines, most: int = 8) -> list[str]:
    """The files with most lines that did not run, if they are below the bar."""
    below = [(lines - ran, name) for name, (lines, ran) in files.items() if percent(lines, ran) < BAR]
    return [
        f"- `{name}`: {percent(*files[name]):.0f}%, {missed} lines did not run"
        for missed, name in sorted(below, reverse=True)[:most]
    ]


def page(python: Lines, native: Lines, how: dict[str, Any]) -> str:
    """The page, as Markdown."""
    shares = [percent(*totals(files)) for files in (python, native)]
    parts = [
        "# Coverage",
        "",
        f"The tests run {shares[0]:.1f}% of the lines of Python and {shares[1]:.1f}% of the lines of C++.",
        "",
        f"Measured {how['date']} at commit `{how['commit']}` by `make coverage` ({how['machine']}), "
        f"{how['tests']}.",
        "Tests marked `long` and the programs of `tests/sanitize` did not run. coverage.py and gcov count:",
        "a process that a test kills takes its counts with it, and templates that nothing uses are not in",
        "the sum.",
    ]
    for title, files in (("Python", python), ("C++", native)):
        parts += ["", f"## {title}", "", *table(files)]
        if worst := least(files):
            parts += ["", f"Files below {BAR:.0f}%, those with most lines left first:", "", *worst]
    return "\n".join(parts) + "\n"


def main() -> int:
    """Exit code."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--layers", nargs="*", help="layers of tests to add; by default all, anew")
    ask.add_argument("--workers", type=int, default=2, help="processes of pytest (default: 2)")
    asked = ask.parse_args()
    build()
    passed = True
    if asked.layers is None:
        forget()
    if asked.layers != []:
        passed = run(asked.layers, asked.workers)
    python, native = python_lines(), native_lines()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    how = {
        "date": date.today().isoformat(),
        "commit": commit.stdout.strip() or "unknown",
        "machine": f"Python {platform.python_version()}, {platform.system()} {platform.machine()}",
        "tests": "all layers" if asked.layers is None else "layer by layer",
    }
    PAGE.write_text(page(python, native, how))
    for name, files in (("Python", python), ("C++", native)):
        print(f"{name}: {percent(*totals(files)):.1f}% of {totals(files)[0]:,} lines")
    return 0 if passed and all(percent(*totals(files)) >= BAR for files in (python, native)) else 1


if __name__ == "__main__":
    sys.exit(main())
