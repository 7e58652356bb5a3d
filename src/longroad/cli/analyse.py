"""``longroad analyse``."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from longroad.adapters.recorded_games import read_recorded_game
from longroad.analysis import Review, review_game
from longroad.analysis.archive import Manner
from longroad.analysis.page import page_html
from longroad.analysis.terminal import chart_lines, sheets
from longroad.cli.analyse_all import review_all, seats_of
from longroad.cli.cluster import AllowTimed, Ray, working_place
from longroad.cli.options import Json, Threads, print_json, usable_cores
from longroad.cli.progress import progress
from longroad.cli.tables import print_sheet
from longroad.errors import ScaleError
from longroad.files import replacing


def analyse(
    record: Annotated[
        Path,
        typer.Argument(
            metavar="RECORD",
            help="A file of records or an archive, gzip or not, or a game that catanatron has saved as JSON; "
            "with --all also a folder of archives.",
        ),
    ],
    game: Annotated[
        int | None,
        typer.Option("--game", min=1, help="Which game of the file; default: the first.", show_default=False),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="All games, with a summary; the same command resumes after a kill.")
    ] = False,
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
            "--json none. With --all the folder.",
            show_default=False,
        ),
    ] = None,
    worst: Annotated[int, typer.Option("--worst", min=0, help="How many of the worst moves to print.")] = 10,
    ray: Ray = None,
    allow_timed: AllowTimed = False,
    as_json: Json = False,
) -> None:
    """Review a recorded game: who was ahead when, which decisions lost how much, and what was luck.

    Prints a chart, tables and the worst moves, and writes one HTML file with the board, all events, the
    graded decisions and a search for better moves. Every decision is judged by what its player could know.
    With --all every game of an archive is reviewed, several at a time: a JSON file and a page per game, and
    `summary.json` with what they come to.

    Examples: `longroad analyse games.jsonl.gz --game 3`, `longroad analyse game.jsonl --player blue --ms
    100`, `longroad analyse game.jsonl --json > review.json`, `longroad analyse games.jsonl.gz --all --out
    reviews`
    """
    if every:
        if game is not None:
            raise typer.BadParameter("one of the two: --all reviews every game", param_hint="--game / --all")
        if ray is not None and ms is not None and not allow_timed:
            raise ScaleError(
                "--ms: a review by the clock depends on the worker it is made on; limit it by --sims, or add "
                "--allow-timed"
            )
        folder, how = out or Path(_folder_name(record)), Manner(sims, ms, seed)
        with working_place(ray, threads=threads, allow_timed=allow_timed) as place:
            review_all(record, folder, how, player or [], threads or usable_cores(), place, worst, as_json)
        return
    if ray is not None or allow_timed:
        raise typer.BadParameter("it goes with --all: a single game is reviewed here", param_hint="--ray")
    game = game or 1
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
            players=seats_of(player or [], recorded),
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
    return f"{_stem(record)}-{game}-review.html" if game > 1 else f"{_stem(record)}-review.html"


def _folder_name(record: Path) -> str:
    """A name for the folder of all reviews.

    >>> _folder_name(Path("out/games.jsonl.gz"))
    'games-reviews'
    """
    return f"{_stem(record)}-reviews"


def _stem(record: Path) -> str:
    return record.absolute().name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(".json")


def _print(review: Review, worst: int) -> None:
    color = sys.stdout.isatty()
    print("\n".join(chart_lines(review, color=color)))
    for number, point in enumerate(review.turning_points, start=1):
        print(f"{number}. Turn {point.turn}: {point.text}")
    for sheet in sheets(review, worst):
        print_sheet(sheet)
    for note in review.notes:
        print(note)
