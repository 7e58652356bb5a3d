"""``longroad show``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from longroad.catan import LAYOUTS, Board, State, View, read_records
from longroad.catan.drawing import svg, terminal
from longroad.cli.options import Seed
from longroad.errors import RecordError, RulesError
from longroad.files import write_text


def show(
    record: Annotated[
        Path | None, typer.Argument(help="A file of records, one game a line; without it a board is drawn.")
    ] = None,
    game: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    at: Annotated[
        int | None, typer.Option("--at", min=0, help="After how many events; the end without it.")
    ] = None,
    view: Annotated[
        int | None, typer.Option("--view", min=0, max=3, help="Only what this player may know.")
    ] = None,
    board: Annotated[
        str, typer.Option("--board", help=f"One of {', '.join(LAYOUTS)}, or a board's text.")
    ] = "spiral",
    seed: Seed = 0,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Write an SVG there instead of drawing in the terminal."),
    ] = None,
    labels: Annotated[
        bool, typer.Option("--labels", help="In an SVG, name all intersections, paths and hexes.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="No colours in the terminal.")] = False,
) -> None:
    """Draw a board, or a position of a recorded game, in the terminal or as an SVG picture.

    Examples: `longroad show --seed 7`, `longroad show --board beginner -o board.svg`, `longroad show games.jsonl --game 3 --at 40`
    """
    if out is not None and out.suffix != ".svg":
        raise typer.BadParameter(f"{out}: pictures are written as .svg", param_hint="--out")
    thing = _board(board, seed, at, view) if record is None else _seen(_position(record, game, at), view)
    if out is not None:
        write_text(out, svg(thing, labels=labels))
        print(f"wrote {out}", file=sys.stderr)
    else:
        print(terminal(thing, color=not plain and sys.stdout.isatty()))


def _board(board: str, seed: int, at: int | None, view: int | None) -> Board:
    if at is not None or view is not None:
        raise typer.BadParameter(
            "only a recorded game has moments and views: name its file", param_hint="--at / --view"
        )
    return Board.generate(board, seed=seed) if board in LAYOUTS else Board(board)


def _seen(state: State, view: int | None) -> State | View:
    if view is not None and view >= state.players:
        raise RulesError(f"--view {view}: the game has {state.players} players, 0 to {state.players - 1}")
    return state if view is None else state.view(view)


def _position(path: Path, game: int, at: int | None) -> State:
    try:
        for number, state in enumerate(read_records(path), start=1):
            if number == game:
                return state if at is None else _after(state, at)
    except RecordError as error:
        raise RecordError(f"{path}, {error}") from error
    raise RecordError(f"{path} has no game {game}")


def _after(state: State, events: int) -> State:
    """The position after the first events of a game."""
    played = state.events()
    if events > len(played):
        raise RulesError(f"--at {events}: the game has {len(played)} events")
    earlier = State(state.rules, board=state.board)
    for event in played[:events]:
        earlier.apply(event)
    return earlier
