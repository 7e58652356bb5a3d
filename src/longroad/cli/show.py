"""``longroad show``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from longroad import catan, record_lines, skirmish
from longroad.catan import LAYOUTS, Board, View
from longroad.cli.completion import among
from longroad.cli.options import Seed
from longroad.cli.pictures import check_picture, picture_bytes
from longroad.errors import RecordError, RulesError
from longroad.files import write_bytes

#: A recorded game, and all that can be shown.
State = catan.State | skirmish.State
Thing = State | View | Board


def show(
    record: Annotated[
        Path | None,
        typer.Argument(
            help="A file of records or an archive of games, one per line, gzip or not; without it a "
            "board is drawn."
        ),
    ] = None,
    game: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    at: Annotated[
        int | None, typer.Option("--at", min=0, help="After how many events; default: at the end.")
    ] = None,
    view: Annotated[
        int | None, typer.Option("--view", min=0, max=3, help="Only what this player may know.")
    ] = None,
    board: Annotated[
        str,
        typer.Option(
            "--board", help=f"One of {', '.join(LAYOUTS)}, or a board's text.", autocompletion=among(LAYOUTS)
        ),
    ] = "spiral",
    seed: Seed = 0,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Write an SVG or PNG there instead of drawing in the terminal."),
    ] = None,
    labels: Annotated[
        bool, typer.Option("--labels", help="In a picture, name all intersections, paths and hexes.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="No colours in the terminal.")] = False,
) -> None:
    """Draw a board, or a position of a recorded game, in the terminal or as a picture.

    Examples: `longroad show --seed 7`, `longroad show --board beginner -o board.png`, `longroad show
    games.jsonl.gz --game 3 --at 40`
    """
    if out is not None:
        check_picture(out)
    thing = _board(board, seed, at, view) if record is None else _seen(_position(record, game, at), view)
    if out is not None:
        write_bytes(out, picture_bytes(out, _picture(thing, labels)))
        print(f"wrote {out}", file=sys.stderr)
    else:
        print(_text(thing, color=not plain and sys.stdout.isatty()))


def _picture(thing: Thing, labels: bool) -> str:
    if isinstance(thing, skirmish.State):
        return skirmish.drawing.svg(thing)
    return catan.drawing.svg(thing, labels=labels)


def _text(thing: Thing, color: bool) -> str:
    if isinstance(thing, skirmish.State):
        return skirmish.drawing.terminal(thing, color=color)
    return catan.drawing.terminal(thing, color=color)


def _board(board: str, seed: int, at: int | None, view: int | None) -> Board:
    if at is not None or view is not None:
        raise typer.BadParameter(
            "only a recorded game has moments and views: name its file", param_hint="--at / --view"
        )
    return Board.generate(board, seed=seed) if board in LAYOUTS else Board(board)


def _seen(state: State, view: int | None) -> State | View:
    if view is not None and view >= state.players:
        raise RulesError(f"--view {view}: the game has {state.players} players, 0 to {state.players - 1}")
    if view is None or isinstance(state, skirmish.State):  # where all is open, a player sees all
        return state
    return state.view(view)


def _position(path: Path, game: int, at: int | None) -> State:
    try:
        for count, (number, line) in enumerate(record_lines.lines(path), start=1):
            if count == game:
                of_skirmish = record_lines.game_of(line) == "skirmish"
                state = (skirmish if of_skirmish else catan).read_record(line, number)
                return state if at is None else _after(state, at)
    except RecordError as error:
        raise RecordError(f"{path}, {error}") from error
    raise RecordError(f"{path} has no game {game}")


def _after(state: State, events: int) -> State:
    """The position after the first events of a game."""
    played = state.events()
    if events > len(played):
        raise RulesError(f"--at {events}: the game has {len(played)} events")
    earlier = _start(state)
    for event in played[:events]:
        earlier.apply(str(event))
    return earlier


def _start(state: State) -> State:
    if isinstance(state, skirmish.State):
        return skirmish.State(state.rules)
    return catan.State(state.rules, board=state.board)
