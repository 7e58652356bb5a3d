"""``longroad report``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from longroad.arena.report import write_report


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a tournament.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="The folder to write to; default: the tournament's own.")
    ] = None,
) -> None:
    """Turn a tournament into a web page: leaderboard, cross table, pictures, and how it was measured.

    Writes `report.html`, one self-contained page, and `report.md` with its pictures beside it. A
    tournament that is still running is reported as far as it got.

    Examples: `longroad report out/tournament`, `longroad report out/tournament --out docs/results/ladder`
    """
    page = write_report(folder, out)
    print(f"wrote {page}, report.md and its pictures", file=sys.stderr)
