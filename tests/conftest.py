"""What holds for all tests: a marker per layer, what `make quick` runs, and which skips CI allows.

Hypothesis looks at the same examples in every run and takes the time it needs.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from fake_clock import CLOCK, FakeClock

if TYPE_CHECKING:
    from cli.running import CommandLine

settings.register_profile("longroad", deadline=None, derandomize=True)
settings.load_profile("longroad")

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small networks in PyTorch: more threads wait for each other

HERE = Path(__file__).resolve().parent

#: The marker of each folder under tests/, lowest layer first. pytest -m rules, -m "search or agents", ...
LAYERS = {
    "rules": "every rule of Catan by name",
    "values": "boards, rules, notation, generators and positions as Python values",
    "perft": "counts of positions as data",
    "playthroughs": "golden games as text",
    "property": "invariants over random games; views never leak",
    "reference": "the plain-Python reference of the rules",
    "lockstep": "the engine in lockstep with the reference",
    "differential": "the engine beside catanatron 3.2.1",
    "belief": "counting cards: exact, sound, nothing leaks",
    "codecs": "policy indices and masks",
    "encodings": "observations",
    "records": "games as text",
    "drawing": "boards and games as SVG",
    "skirmish": "the second game, all its layers",
    "jobs": "work in pieces, and who does it",
    "options": "everything a person can set",
    "search": "searches against plain-Python references",
    "batch": "vector environments",
    "agents": "who picks a move",
    "arena": "matches, statistics, tournaments, archives, reports",
    "openings": "where to settle",
    "analysis": "what coach and review say: true, from what may be known, the same every time",
    "nets": "networks and their export",
    "train": "learning",
    "experiments": "published results",
    "adapters": "other libraries' environments, players and servers",
    "scale": "the same work on a Ray cluster",
    "web": "the table: live games, their API, the seat for language models, the terminal",
    "cli": "the command line",
    "packaging": "cores to choose from, other systems, how Longroad is started",
    "docs": "what the pages show is true",
    "signatures": "recorded behaviour that must not change unnoticed",
    "fuzz": "whatever is read from outside: valid, changed and once found inputs",
    "checks": "the checks of the tree themselves",
    "doctests": "examples in docstrings",
}
#: Layers that `make quick` runs whole, but for tests marked long. Of every other file it runs the first test.
QUICK = ("rules", "property", "perft", "playthroughs", "signatures", "checks")
#: A line per skip that CI allows: a pattern of test ids, then " # " and the reason.
ALLOWED_SKIPS = HERE / "allowed_skips.txt"


def pytest_configure(config: pytest.Config) -> None:
    for name, words in LAYERS.items():
        config.addinivalue_line("markers", f"{name}: {words}")
    config.addinivalue_line("markers", "quick: what make quick runs (assigned here)")
    config.addinivalue_line("markers", "long: takes several seconds of CPU; only make test-all runs it")
    if os.environ.get("CI") == "true" and not hasattr(config, "workerinput"):
        config.pluginmanager.register(
            UnlistedSkips(allowed_skips(ALLOWED_SKIPS.read_text())), "unlisted-skips"
        )


def layer_of(path: Path) -> str:
    """The layer of a test file; those outside tests/ hold examples in docstrings."""
    if not path.is_relative_to(HERE):
        return "doctests"
    folder = path.relative_to(HERE).parts[0]
    if folder not in LAYERS:
        raise pytest.UsageError(f"tests/{folder} has no layer: add it to LAYERS in tests/conftest.py")
    return folder


def pytest_runtest_setup() -> None:
    """Experiments and trainings set PyTorch's threads for the whole process: not for the next test."""
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    begun: set[Path] = set()
    for item in items:
        layer = layer_of(item.path)
        item.add_marker(layer)
        if item.get_closest_marker("long"):
            continue
        if layer in QUICK or (layer != "doctests" and item.path not in begun):
            item.add_marker("quick")
            begun.add(item.path)


def allowed_skips(text: str) -> list[str]:
    """The patterns of the list; ValueError for a line without a reason."""
    patterns = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            pattern, mark, reason = line.partition(" # ")
            if not mark or not reason.strip():
                raise ValueError(f"{ALLOWED_SKIPS.name}: {line!r} has no reason")
            patterns.append(pattern.strip())
    return patterns


class UnlistedSkips:
    """In CI a skip that is not on the list fails the run: otherwise a missing package hides its tests."""

    def __init__(self, allowed: list[str]) -> None:
        self._allowed = allowed
        self._found: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        expected_to_fail = hasattr(report, "wasxfail")
        if (
            report.skipped
            and not expected_to_fail
            and not any(fnmatch(report.nodeid, p) for p in self._allowed)
        ):
            why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self._found[report.nodeid] = why

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._found and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(wrapper=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
        yield
        for test, why in sorted(self._found.items()):
            terminalreporter.write_line(
                f"SKIP NOT ALLOWED {test}: {why} (see {ALLOWED_SKIPS.name})", red=True
            )


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium: the system's, or the one that `playwright install` has fetched."""
    sync = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync.sync_playwright() as playwright:
        found = (
            shutil.which("chromium")
            or shutil.which("chromium-browser")
            or playwright.chromium.executable_path
        )
        if not Path(found).exists():
            pytest.skip(
                "Chromium is not installed: `apt-get install chromium` or `playwright install chromium`"
            )
        launched = playwright.chromium.launch(executable_path=found, args=flags)
        yield launched
        launched.close()


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line, run in this process."""
    from cli.running import CommandLine

    return CommandLine(capsys, monkeypatch)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """Time stands still but for ``clock.spend``."""
    for name in ("perf_counter", "thread_time", "process_time"):
        monkeypatch.setattr(time, name, lambda: CLOCK.now)
    return CLOCK
