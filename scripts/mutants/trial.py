"""Builds the rules with one change and runs the tests of the rules on them.

What is built is a small ``longroad._native``: the binding files of values, states and positions (core.cpp),
compiled once and without inlining, so that they call every rule through its symbol; and the headers of the
rules with all their functions (rules.cpp), compiled for every mutant and linked first, so that these
definitions are the ones that are called. A mutant of a header that declares types or constants also
compiles the bindings anew. So a mutant costs seconds of CPU, not the minutes of the whole extension.
"""

from __future__ import annotations

import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

import nanobind

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
#: The oracle, quickest first; pytest stops at the first failure.
TESTS = (
    "tests/rules",
    "tests/perft",
    "tests/playthroughs",
    "tests/values/test_board_rules_rng.py",
    "tests/values/test_notation.py",
    "tests/values/test_position.py",
    "tests/property/test_invariants.py",
    "tests/property/test_legal_moves.py",
    "tests/lockstep",
)
#: Tests in these files that need more than the rules.
LEFT_OUT = (
    "tests/rules/test_dice_deck.py::test_determinized_positions_have_it",
    "tests/rules/test_dice_deck.py::test_saved_games_of_many_go_on_with_it",
)
#: Binding files that are built once, from the unchanged rules: the tests above import what they bind, and
#: no more.
IMPORTED = ("codecs", "encodings", "network", "agents")
#: What calls the rules, and the headers that declare what it is compiled with.
CALLING = ("scripts/mutants/core.cpp", "cpp/bindings/settings.cpp", "cpp/bindings/batch.cpp")
DECLARING = ("dice.hpp", "state.hpp", "setup.hpp")
RULES = "scripts/mutants/rules.cpp"

CXX = os.environ.get("CXX", "g++")
FLAGS = ["-std=c++20", "-O0", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-w"]
EVERY_FUNCTION = "-fkeep-inline-functions"
#: A mutant hangs if it takes three times the CPU of the unchanged rules, and some seconds, or if one test
#: takes half of what all tests take there.
PATIENCE, GRACE, OF_ONE_TEST = 3.0, 20, 0.5
MOST_MEMORY = 6 << 30


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: killed, survived, timed out, did not compile."""

    status: str
    why: str
    seconds: float


class Workshop:
    """A folder with the objects of the unchanged rules, where mutants are built and tried."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        nano = Path(nanobind.include_dir())
        ext = nano.parent / "ext/robin_map/include"
        self._nano_source = nano.parent / "src/nb_combined.cpp"
        python = sysconfig.get_paths()["include"]
        self._include = [f"-I{ROOT / 'cpp'}", f"-I{nano}", f"-I{ext}", f"-I{python}"]
        self._base = folder / f"base-{_sources_hash()}"
        self._limit = self._of_one_test = 3600.0
        self._places: Queue[Path] = Queue()

    def prepare(self, jobs: int) -> float:
        """Builds what all mutants share, makes room for so many at a time, and runs the tests on the
        unchanged rules; the CPU seconds these took. Raises RuntimeError if they fail there."""
        self._base.mkdir(exist_ok=True)
        for name in IMPORTED:
            self._object(ROOT / f"cpp/bindings/{name}.cpp", self._base / f"{name}.o")
        for source in CALLING:
            self._object(ROOT / source, self._base / f"{Path(source).stem}.o")
        self._object(self._nano_source, self._base / "nanobind.o", "-DNDEBUG", "-O2")
        for number in range(jobs):
            self._places.put(self._folder / f"building-{number}")
        place = self._folder / "unchanged"
        known = self._base / f"passed-{_tests_hash()}"
        if known.exists():
            return self._allow(float(known.read_text()))
        said = self._build(place, None, "", False)
        if said is not None:
            raise RuntimeError(f"the unchanged rules do not compile:\n{said}")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        status, why = self._test(place / "_native.so")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if status != "survived":
            raise RuntimeError(f"the tests fail on the unchanged rules: {why}")
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        known.write_text(f"{used:.1f}")
        return self._allow(used)

    def _allow(self, used: float) -> float:
        self._limit, self._of_one_test = PATIENCE * used + GRACE, OF_ONE_TEST * used
        return used

    def try_out(self, file: str, changed: str, declares: bool) -> Verdict:
        """Tries one file of the rules (relative to the root) with a changed text; ``declares`` for a change
        of what the bindings are compiled with. May be called from several threads, as many as there is room
        for."""
        start = time.monotonic()
        place = self._places.get()
        try:
            said = self._build(place, file, changed, declares)
            status, why = ("did not compile", said) if said is not None else self._test(place / "_native.so")
        finally:
            self._places.put(place)
        return Verdict(status, why, time.monotonic() - start)

    def _build(self, place: Path, file: str | None, changed: str, declares: bool) -> str | None:
        """The small module with one file changed, in a folder, or what the compiler says."""
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        include = []
        if file is not None:
            overlay = place / "cpp" / Path(file).relative_to("cpp")
            overlay.parent.mkdir(parents=True)
            overlay.write_text(changed, encoding="utf-8")
            include = [f"-I{place / 'cpp'}"]
        objects = []
        for source in (RULES, *CALLING):
            target = place / f"{Path(source).stem}.o"
            if source != RULES and not declares:
                target = self._base / target.name
            elif said := self._compile(
                ROOT / source, target, *include, *([EVERY_FUNCTION] * (source == RULES))
            ):
                return said
            objects.append(target)
        objects += [self._base / f"{name}.o" for name in (*IMPORTED, "nanobind")]
        # Of a function that several objects hold the linker takes the first.
        subprocess.run(
            [CXX, "-shared", "-o", place / "_native.so", *objects], check=True, capture_output=True
        )
        return None

    def _object(self, source: Path, target: Path, *flags: str) -> None:
        if not target.exists():
            said = self._compile(source, target.with_suffix(".part"), *flags)
            if said is not None:
                raise RuntimeError(f"{source.name}: {said}")
            target.with_suffix(".part").replace(target)

    def _compile(self, source: Path, target: Path, *flags: str) -> str | None:
        command = [CXX, *FLAGS, *flags, *self._include, "-c", str(source), "-o", str(target)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        except subprocess.TimeoutExpired:
            return "the compiler was stopped after 600 s"
        if done.returncode == 0:
            return None
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        return re.sub(r"^.*?error: ", "", errors[0]) if errors else "the compiler failed"

    def _test(self, module: Path) -> tuple[str, str]:
        paths = os.pathsep.join((str(ROOT / "src"), str(ROOT / "scripts")))
        environment = {**os.environ, "RULES_CORE": str(module.resolve()), "PYTHONPATH": paths}
        environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        environment["TEST_SECONDS"] = f"{self._of_one_test:.0f}"
        environment.pop("CI", None)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "-p", "mutants.small_core"]
        command += ["-p", "no:cacheprovider", "--no-header", "--tb=no", "-m", "not long", *TESTS]
        command += [f"--deselect={test}" for test in LEFT_OUT]

        def limit() -> None:
            seconds = int(self._limit)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, preexec_fn=limit
        )
        if done.returncode == 0:
            return "survived", ""
        if -done.returncode in (signal.SIGKILL, signal.SIGXCPU, signal.SIGPROF):
            return "timed out", f"signal {-done.returncode} after too much CPU time"
        if done.returncode < 0:
            return "killed", f"crashed with signal {-done.returncode}"
        failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
        if not failed and "mutants.small_core" not in done.stderr:
            return "killed", (done.stdout + done.stderr).strip().splitlines()[-1][:200]
        return "killed", failed[0] if failed else "the module cannot be imported"


def declaring(file: str, line: str) -> bool:
    """Whether a line of a header is something that the bindings are compiled with."""
    return Path(file).name in DECLARING or line.startswith("constexpr")


def _tests_hash() -> str:
    """Of the tests and what they run on, but for the core."""
    sha = hashlib.sha256()
    for path in sorted(path for top in ("tests", "src") for path in (ROOT / top).rglob("*.py")):
        sha.update(path.read_bytes())
    return sha.hexdigest()[:12]


def _sources_hash() -> str:
    sha = hashlib.sha256(" ".join([CXX, *FLAGS, nanobind.__version__]).encode())
    for path in [*sorted((ROOT / "cpp").rglob("*.?pp")), *sorted(HERE.glob("*.cpp"))]:
        sha.update(path.read_bytes())
    return sha.hexdigest()[:12]
