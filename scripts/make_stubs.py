"""Writes the type stubs of the native module, or checks (--check) that they are up to date."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

STUBS = Path(__file__).parent.parent / "src" / "longroad" / "_native"


def generate(folder: Path) -> dict[str, str]:
    """File name to text, from the module that is importable now."""
    command = [
        sys.executable,
        "-m",
        "nanobind.stubgen",
        "-q",
        "-m",
        "longroad._native",
        "-r",
        "-O",
        str(folder),
    ]
    subprocess.run(command, check=True)
    return {path.name: _typed(path.read_text()) for path in sorted((folder / "_native").glob("*.pyi"))}


def _typed(text: str) -> str:
    """Module attributes come out as bare tuples; say what is in them."""
    rows = r"^((?:HEX_(?:CORNERS|PATHS|NEIGHBOURS)|INTERSECTION_(?:HEXES|NEIGHBOURS))): tuple =.*?\n\n"
    pairs = r"^((?:PATH_ENDS|INTERSECTION_CELL|HEX_CELL|BRICK_\w+)): tuple =.*?\n\n"
    text = re.sub(rows, r"\1: tuple[tuple[int, ...], ...]\n\n", text + "\n\n", flags=re.S | re.M)
    text = re.sub(pairs, r"\1: tuple[tuple[int, int], ...]\n\n", text, flags=re.S | re.M)
    text = re.sub(r"^(HARBOR_PATHS): tuple =.*?\n\n", r"\1: tuple[int, ...]\n\n", text, flags=re.S | re.M)
    text = re.sub(
        r"^(CATALOGUE): tuple =.*?\n\n",
        r"\1: tuple[tuple[str, int, int, int], ...]\n\n",
        text,
        flags=re.S | re.M,
    )
    text = re.sub(
        r"^(SPACES): tuple =.*?\n\n", r"\1: tuple[tuple[str, str], ...]\n\n", text, flags=re.S | re.M
    )
    text = re.sub(
        r"^(KINDS|CODECS|ENCODINGS): tuple =.*?\n\n", r"\1: tuple[str, ...]\n\n", text, flags=re.S | re.M
    )
    return re.sub(r"^(COMPILER|CORE): str =.*$", r"\1: str", text, flags=re.M).rstrip() + "\n"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        fresh = generate(Path(folder))
    if "--check" in sys.argv:
        stale = [
            name
            for name, text in fresh.items()
            if not (STUBS / name).exists() or (STUBS / name).read_text() != text
        ]
        if stale:
            print(f"stubs out of date: {', '.join(stale)}; run python scripts/make_stubs.py", file=sys.stderr)
        return 1 if stale else 0
    STUBS.mkdir(exist_ok=True)
    for name, text in fresh.items():
        (STUBS / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
