"""``longroad export``."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer

from longroad.arena.data.archive import KeptGame, count_games, games_of
from longroad.arena.data.parquet import export_games
from longroad.cli.options import Json, print_json
from longroad.cli.progress import progress
from longroad.errors import RecordError
from longroad.extras import require


def export(
    games: Annotated[
        Path,
        typer.Argument(
            metavar="GAMES", help="An archive of games or a file of records, or a folder with such files."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The Parquet file to write.")],
    encoding: Annotated[
        Literal["general", "gendre2020", "casher2024", "skirmish"] | None,
        typer.Option(
            "--encoding",
            help="How observations are written; gendre2020 is for 2 players. Without it, the game's own.",
            show_default=False,
        ),
    ] = None,
    codec: Annotated[
        Literal["general", "gendre2020", "skirmish"] | None,
        typer.Option(
            "--codec",
            help="How actions are numbered; gendre2020: 2 players without trade. Without it, the game's own.",
            show_default=False,
        ),
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Add the actions in words.")] = False,
    as_json: Json = False,
) -> None:
    """Write the decisions of recorded games as a Parquet file, one row each, for data work and
    learning.

    A row holds what the player saw, what it could do and did, and how the game ended for it;
    docs/reference/data.md explains the columns. The files are `*.jsonl` and `*.jsonl.gz`, one game per line.

    Examples: `longroad export games.jsonl.gz --out games.parquet`,
    `longroad export out/tournament --out decisions.parquet --encoding gendre2020 --codec gendre2020`
    """
    if out.suffix != ".parquet":
        raise typer.BadParameter(f"{out}: data sets are written as .parquet", param_hint="--out")
    require("a Parquet file", ["data"])
    total = count_games(games)
    if not total:
        raise RecordError(f"{games}: no games there; they are looked for in *.jsonl and *.jsonl.gz files")
    own = "skirmish" if next(games_of(games)).game == "skirmish" else "general"
    started = time.perf_counter()
    with progress("games", total=total, hidden=as_json) as show:
        done = export_games(
            _all(games, total),
            out,
            codec=codec or own,
            encoding=encoding or own,
            text=text,
            progress=lambda games, decisions: show(games, total, f"games ({decisions:,} decisions)"),
        )
    seconds = time.perf_counter() - started
    if as_json:
        figures = {"games": done.games, "decisions": done.decisions, "bytes": done.bytes}
        rate = round(done.decisions / seconds)
        print_json({"out": str(out), **figures, "seconds": round(seconds, 3), "decisions_per_second": rate})
    else:
        print(
            f"wrote {out}: {done.decisions:,} decisions of {done.games:,} games, {done.bytes:,} bytes",
            file=sys.stderr,
        )


def _all(path: Path, total: int) -> Iterator[KeptGame]:
    """The games that were counted before, and no others."""
    number = 0
    for game in games_of(path):
        yield game
        number += 1
    if number != total:
        raise RecordError(f"{path}: {total} games at first, then {number}: name files that stay as they are")
