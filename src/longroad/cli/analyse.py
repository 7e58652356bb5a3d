"""``longroad analyse``."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from longroad.adapters.recorded_games import RecordedGame, read_recorded_game
from longroad.analysis import Review, review_game
from longroad.analysis.page import page_html
from longroad.analysis.terminal import chart_lines, sheets
from longroad.cli.options import Json, Threads, print_json, usable_cores
from longroad.cli.progress import progress
from longroad.cli.tables import print_sheet
from longroad.drawing.palette import LIVERIES
from longroad.errors import AnalysisError
from longroad.files import replacing


def analyse(
    record: Annotated[
        Path,
        typer.Argument(
            metavar="RECORD",
            help="A file of records or an archive, gzip or not, or a game that catanatron has saved as JSON.",
        ),
    ],
    game: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "-p",
            help="Grade the decisions of this player only: a seat, a colour or a name; may be given more "
            "than once. Default: all players (on a JSettlers server: ours).",
            show_default=False,
        ),
    ] = None,
    sims: Annotated[
        int,
        typer.Option("--sims", min=16, help="Simulations per decision; the review is the same every time."),
    ] = 400,
    ms: Annotated[
        float | None,
        typer.Option("--ms", min=1, help="Milliseconds per decision instead.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the simulations.")] = 0,
    threads: Threads = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="The HTML file to write; default: named after the record, in the current folder; with "
            "--json none.",
            show_default=False,
        ),
    ] = None,
    worst: Annotated[int, typer.Option("--worst", min=0, help="How many of the worst moves to print.")] = 10,
    as_json: Json = False,
) -> None:
    """Review a recorded game: who was ahead when, which decisions lost how much, and what was luck.

    Prints a chart, tables and the worst moves, and writes one HTML file with the board, all events, the
    graded decisions and a search for better moves. Every decision is judged by what its player could know.

    Examples: `longroad analyse games.jsonl.gz --game 3`, `longroad analyse game.jsonl --player blue --ms
    100`, `longroad analyse game.jsonl --json > review.json`
    """
    recorded = read_recorded_game(record, game)
    page = out or (None if as_json else Path(_page_name(record, game)))
    with ExitStack() as stack:
        # a wrong path shows before the work
        file = stack.enter_context(replacing(page)) if page else None
        show = stack.enter_context(progress("reviewing", hidden=as_json))
        review = review_game(
            recorded.record,
            sims=sims,
            ms=ms,
            players=_seats(player, recorded),
            threads=threads or usable_cores(),
            seed=seed,
            names=recorded.names or None,
            agents=recorded.agents or None,
            notes=recorded.notes,
            progress=show,
        )
        if file:
            file.write(page_html(review).encode())
    if as_json:
        print_json(review.to_dict())
    else:
        _print(review, worst)
    if page:
        print(f"wrote {page}", file=sys.stderr)


def _page_name(record: Path, game: int) -> str:
    """A name for the page.

    >>> _page_name(Path("out/games.jsonl.gz"), 3)
    'games-3-review.html'
    """
    stem = record.name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(".json")
    return f"{stem}-{game}-review.html" if game > 1 else f"{stem}-review.html"


def _seats(wanted: list[str] | None, recorded: RecordedGame) -> list[int] | None:
    if not wanted:
        return None if recorded.known is None else list(recorded.known)
    return [_seat(name, recorded) for name in wanted]


def _seat(name: str, recorded: RecordedGame) -> int:
    colours = [livery.name for livery in LIVERIES]
    for names in (
        list(recorded.names),
        colours,
        [f"p{seat}" for seat in range(4)],
        [str(s) for s in range(4)],
    ):
        if name in names:
            return names.index(name)
    known = ", ".join(recorded.names or colours)
    raise AnalysisError(f"--player {name}: no such player; there are {known}, or p0 to p3")


def _print(review: Review, worst: int) -> None:
    color = sys.stdout.isatty()
    print("\n".join(chart_lines(review, color=color)))
    for number, point in enumerate(review.turning_points, start=1):
        print(f"{number}. Turn {point.turn}: {point.text}")
    for sheet in sheets(review, worst):
        print_sheet(sheet)
    for note in review.notes:
        print(note)
