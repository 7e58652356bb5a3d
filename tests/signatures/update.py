"""Writes tests/signatures.toml anew: ``make signatures``. Says what changed; CHANGELOG.md must say why."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from signatures.hashes import SIGNATURES

FILE = Path(__file__).parents[1] / "signatures.toml"
HEAD = "# What Longroad does, as hashes (tests/signatures/hashes.py). `make signatures` writes this file.\n"


def main() -> None:
    known = tomllib.loads(FILE.read_text()) if FILE.exists() else {}
    lines, changed = [HEAD], 0
    for section, entries in SIGNATURES.items():
        lines.append(f"\n[{section}]\n")
        for name, make in entries.items():
            found, before = make(), known.get(section, {}).get(name)
            lines.append(f'"{name}" = "{found}"\n')
            if before != found:
                changed += 1
                print(f"{section}: {name}: {before or 'new'} -> {found}")
    FILE.write_text("".join(lines))
    print(f"{changed} signatures changed; say why in CHANGELOG.md" if changed else "no signature changed")


if __name__ == "__main__":
    main()
