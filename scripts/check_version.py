"""The version is the same everywhere it is written, and the tag of a release names it.

python scripts/check_version.py            pyproject.toml, longroad.__version__ and CITATION.cff agree
python scripts/check_version.py v0.2.0     also with this tag, and CHANGELOG.md has a section for it
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def _matched(pattern: str, path: Path) -> str:
    found = re.search(pattern, path.read_text(), re.MULTILINE)
    return found[1] if found else "none"


def versions(root: Path = ROOT) -> dict[str, str]:
    """The version by the file that states it."""
    return {
        "pyproject.toml": tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"],
        "src/longroad/__init__.py": _matched(
            r'^__version__ = "(.*)"$', root / "src" / "longroad" / "__init__.py"
        ),
        "CITATION.cff": _matched(r'^version: "?([^"\s]*)"?$', root / "CITATION.cff"),
    }


def findings(tag: str | None, root: Path = ROOT) -> Iterator[str]:
    """What does not agree, a sentence each."""
    stated = versions(root)
    wanted = stated["pyproject.toml"]
    for name, version in stated.items():
        if version != wanted:
            yield f"{name} says {version}, pyproject.toml {wanted}"
    if tag is not None:
        if tag != f"v{wanted}":
            yield f"the tag {tag} is not v{wanted}, the version of pyproject.toml"
        if not re.search(rf"^## {re.escape(wanted)}\b", (root / "CHANGELOG.md").read_text(), re.MULTILINE):
            yield f"CHANGELOG.md has no section ## {wanted}"


def main(arguments: list[str]) -> int:
    """Exit code."""
    wrong = list(findings(arguments[0] if arguments else None))
    print("\n".join(wrong) or f"version {versions()['pyproject.toml']} everywhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
