"""Which core is loaded. The package is laid out as in a wheel for x86-64, with the core of this installation
in both places; what it is built for makes no difference here (scripts/try_wheel.py tries real wheels)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import longroad
from longroad import _native
from longroad.cores import NAMES, CoreError, choose, installed

WHERE = "from longroad import _native; print(_native.__spec__.origin)"
BOTH = ("x86-64-v3", "baseline")


@pytest.mark.parametrize(
    ("wanted", "cores", "runs", "chosen"),
    [
        ("", BOTH, BOTH, "x86-64-v3"),
        ("", BOTH, ["baseline"], "baseline"),
        ("baseline", BOTH, BOTH, "baseline"),
        ("x86-64-v3", BOTH, BOTH, "x86-64-v3"),
        ("", [], [], None),
    ],
)
def test_the_fastest_one_that_runs_unless_another_is_wanted(
    wanted: str, cores: list[str], runs: list[str], chosen: str | None
) -> None:
    assert choose(wanted, cores, lambda core: core in runs) == chosen


@pytest.mark.parametrize(
    ("wanted", "cores", "runs", "words"),
    [
        ("avx9", BOTH, BOTH, "LONGROAD_CORE=avx9: there is no such core; there are x86-64-v3, baseline"),
        ("x86-64-v3", BOTH, ["baseline"], "this processor cannot run it; it can run baseline"),
        ("baseline", [], [], "this installation has one core, there is no choice: unset it"),
    ],
)
def test_what_cannot_be_loaded_is_refused(wanted: str, cores: list[str], runs: list[str], words: str) -> None:
    with pytest.raises(CoreError) as error:
        choose(wanted, cores, lambda core: core in runs)
    assert words in str(error.value)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to import longroad from: all its files are links, but for the cores. The variable RUNS_V3 says
    what the processor can do."""
    place = tmp_path_factory.mktemp("wheel")
    package, real = place / "longroad", Path(longroad.__file__).parent
    (package / "cores").mkdir(parents=True)
    for entry in real.iterdir():
        if entry.name not in ("cores", "__init__.py", "__pycache__") and not entry.name.startswith(
            "_native."
        ):
            (package / entry.name).symlink_to(entry)
    shutil.copy(real / "__init__.py", package)
    shutil.copy(real / "cores" / "__init__.py", package / "cores")
    (package / "cores" / "_cpu.py").write_text(
        "import os\ndef x86_64_v3():\n    return os.environ['RUNS_V3'] == 'yes'\n"
    )
    core = Path(_native.__file__)
    for name in NAMES:
        (package / "cores" / name).mkdir()
        (package / "cores" / name / core.name).symlink_to(core)
    return place


def run(wheel: Path, *words: str, core: str = "", v3: str = "yes") -> subprocess.CompletedProcess[str]:
    here = {**os.environ, "PYTHONPATH": str(wheel), "LONGROAD_CORE": core, "RUNS_V3": v3}
    return subprocess.run(
        [sys.executable, "-P", *words], env=here, cwd=wheel, capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize(
    ("core", "v3", "loaded"),
    [("", "yes", "x86-64-v3"), ("", "no", "baseline"), ("baseline", "yes", "baseline")],
)
def test_python_loads_it(wheel: Path, core: str, v3: str, loaded: str) -> None:
    done = run(wheel, "-c", WHERE, core=core, v3=v3)
    origin = done.stdout.strip()
    assert Path(origin).parent == wheel / "longroad" / "cores" / loaded, done.stderr


def test_all_cores_are_found(wheel: Path) -> None:
    assert installed(wheel / "longroad" / "cores") == NAMES
    assert installed(wheel) == ()


@pytest.mark.parametrize(
    ("core", "words"),
    [
        ("sse5", "longroad: LONGROAD_CORE=sse5: there is no such core; there are x86-64-v3, baseline\n"),
        (
            "x86-64-v3",
            "longroad: LONGROAD_CORE=x86-64-v3: this processor cannot run it; it can run baseline\n",
        ),
    ],
)
def test_the_command_line_refuses_in_one_sentence(wheel: Path, core: str, words: str) -> None:
    done = run(wheel, "-m", "longroad", "bench", core=core, v3="no")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", words)


def test_a_program_gets_the_typed_error(wheel: Path) -> None:
    program = (
        "import longroad\n"
        "from longroad.cores import CoreError\n"
        "try:\n    from longroad import catan\n"
        "except CoreError as error:\n    print(type(error).__mro__[1].__name__, error)\n"
    )
    assert run(wheel, "-c", program, core="sse5").stdout.startswith("ImportError LONGROAD_CORE=sse5: ")
