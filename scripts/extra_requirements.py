"""Prints what extras of pyproject.toml require, a line each, to install them beside a package that is there.

python scripts/extra_requirements.py dev docs | pip install -r /dev/stdin
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path


def main() -> None:
    """The extras are the arguments, by themselves or with commas between."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    for name in " ".join(sys.argv[1:]).replace(",", " ").split():
        if name not in extras:
            sys.exit(f"pyproject.toml has no extra {name!r}; there are {', '.join(extras)}")
        print(*extras[name], sep="\n")


if __name__ == "__main__":
    main()
