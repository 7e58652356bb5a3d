"""How much of what ``longroad`` exports has a type that any checker reads the same: pyright's --verifytypes.

    python scripts/check_types.py            prints the score and what is below it; exit code 1 below 99%
    python scripts/check_types.py --bar 95

Needs the extra ``trust``. The package pyright fetches the checker by npm when it first runs; afterwards
nothing is fetched. Symbols that are unknown only because another library has no types do not count.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def report() -> dict[str, Any]:
    """What pyright says of the sources, with the libraries that this Python has."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src")}
    words = ["--verifytypes", "longroad", "--ignoreexternal", "--outputjson"]
    command = [sys.executable, "-m", "pyright", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    told: dict[str, Any] = json.loads(done.stdout)["typeCompleteness"]
    return told


def incomplete(told: dict[str, Any]) -> list[str]:
    """A line per exported symbol without a type of its own, with the first reason."""
    lines = []
    for symbol in told["symbols"]:
        if symbol["isExported"] and (not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]):
            reasons = [one["message"].split("\n")[0] for one in symbol["diagnostics"]]
            lines.append(f"{symbol['name']}: {reasons[0] if reasons else 'made of one of the others'}")
    return lines


def main() -> int:
    """Exit code."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--bar", type=float, default=99.0, help="least score in percent (default: 99)")
    bar = ask.parse_args().bar
    told = report()
    score = 100.0 * told["completenessScore"]
    for line in incomplete(told):
        print(line)
    counts = told["exportedSymbolCounts"]
    print(f"types: {score:.2f}% of {sum(counts.values())} exported symbols are complete (at least {bar:g}%)")
    return 0 if score >= bar else 1


if __name__ == "__main__":
    sys.exit(main())
