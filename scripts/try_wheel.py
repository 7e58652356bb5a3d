"""Tries an installed Longroad: run by the Python it is installed in, away from the sources.

    python scripts/try_wheel.py --signature b0ac42b4e8379687 --bare

Every core this machine can run must print the signature of ``longroad bench`` and play the same match; a core
that does not exist must be refused; ``python -m longroad --help`` and a picture must come out. The signature
is the one in tests/signatures.toml unless another is named. On Linux, what Longroad finds out of the
processor must be what the kernel says. ``--bare``: there must be no compiler on the PATH. Exit code 1 and a
sentence if something is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

PINNED = Path(__file__).resolve().parents[1] / "tests" / "signatures.toml"
#: What /proc/cpuinfo calls the parts of x86-64-v3 that x86-64 lacks.
V3 = {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "popcnt", "sse4_1", "sse4_2", "ssse3"}
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "clang-cl", "cl", "cmake", "ninja")
BENCH = (
    "from longroad import _native; from longroad.cli.bench import signature; print(_native.CORE, signature())"
)
MATCH = ("match", "value", "random", "--games", "20", "--seed", "1", "--json")


def main() -> None:
    parser = argparse.ArgumentParser(description="Tries an installed Longroad.")
    parser.add_argument("--signature", default=None, help="of longroad bench; default: the pinned one")
    parser.add_argument("--bare", action="store_true", help="there must be no compiler on the PATH")
    given = parser.parse_args()
    pinned = tomllib.loads(PINNED.read_text("utf-8"))["match"]["longroad bench"]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if given.bare:
            found = [name for name in COMPILERS if shutil.which(name)]
            check(not found, f"there are compilers on the PATH: {', '.join(found)}")
        try_here(given.signature or pinned)


def try_here(signature: str) -> None:
    """All trials, in the working folder."""
    import longroad
    from longroad import cores

    inside = Path(longroad.__file__).resolve().is_relative_to(Path(sys.prefix).resolve())
    check(inside, f"longroad is not the installed one: {longroad.__file__}")
    names = [core for core in cores.installed() if cores.can_run(core)]
    python = sys.version.split()[0]
    print(f"Python {python}, longroad {longroad.__version__}, cores: {', '.join(names) or 'one'}")
    if "x86-64-v3" in cores.installed() and Path("/proc/cpuinfo").exists():
        flags = next(
            line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags")
        )
        check(cores.can_run("x86-64-v3") == (set(flags.split()) >= V3), "the kernel knows another processor")
    matches = set()
    for core in ["", *names]:
        ran, found = run("-c", BENCH, core=core).split()
        expected = core or (names[0] if names else ran)
        check(ran == expected, f"core {ran} runs instead of {expected}")
        check(found == signature, f"core {ran}: signature {found} instead of {signature}")
        matches.add(json.loads(run("-m", "longroad", *MATCH, core=core))["signature"])
        print(f"{'LONGROAD_CORE=' + core if core else 'by itself'}: core {ran}, signature {found}")
    check(len(matches) == 1, f"the cores play different matches: {matches}")
    print(f"longroad {' '.join(MATCH)}: signature {matches.pop()}")
    refused = run("-m", "longroad", "bench", core="nonsense", code=2)
    check(refused.startswith("longroad: LONGROAD_CORE=nonsense: "), f"unknown core: {refused!r}")
    print(refused.strip())
    check("tournament" in run("-m", "longroad", "--help"), "longroad --help does not list its commands")
    run("-m", "longroad", "show", "--seed", "7", "--out", "board.svg")
    check(Path("board.svg").read_text("utf-8").startswith("<svg"), "board.svg is no picture")
    print(f"longroad show --seed 7 --out board.svg: {Path('board.svg').stat().st_size} bytes")


def run(*words: str, core: str = "", code: int = 0) -> str:
    """What this Python prints, on standard error if it is to fail."""
    here = {**os.environ, "LONGROAD_CORE": core, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, *words], env=here, capture_output=True, encoding="utf-8")
    check(
        done.returncode == code, f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    )
    return done.stderr if code else done.stdout


def check(holds: bool, words: str) -> None:
    """Ends the trial with a sentence unless something holds."""
    if not holds:
        sys.exit(f"try_wheel: {words}")


if __name__ == "__main__":
    main()
