"""``--debug``: a bot's first failure, with all that its author needs to look at it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from longroad.arena.data.archive import write_games
from longroad.arena.play.failed_game import FailedGame
from longroad.cli.options import INTERRUPTED
from longroad.games import game_of

#: Where the game is written.
RECORD = Path("debug.jsonl")

#: What people are told after forfeits.
DEBUG_HINT = "--debug stops at the first forfeit and shows its traceback"

Debug = Annotated[
    bool,
    typer.Option(
        "--debug",
        help=f"Stop at the first failure of a bot: its traceback, the position, and a record in {RECORD}.",
    ),
]


def check_debug(debug: bool, as_json: bool) -> None:
    """Refuses what does not go together."""
    if debug and as_json:
        raise typer.BadParameter("it prints for people: leave out --json", param_hint="--debug")


def leave_after(games: str, interrupted: bool, all_forfeited: bool, kept: str = "wrote no file") -> None:
    """Ends a command whose games were interrupted, or all forfeited, with a word on what there is."""
    if interrupted:
        print(f"longroad: interrupted after {games}; {kept}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
    if all_forfeited:
        print("longroad: every game was forfeited", file=sys.stderr)
        raise typer.Exit(1)


@contextmanager
def debugging() -> Iterator[None]:
    """A block in which a FailedGame is shown, and is exit code 1."""
    try:
        yield
    except FailedGame as game:
        write_games(RECORD, [game.kept])
        print(_told(game, color=sys.stdout.isatty()))
        raise typer.Exit(1) from None


def _told(game: FailedGame, color: bool) -> str:
    state, failed = game.state, game.failed
    parts = [str(game)]
    if failed.traceback:
        parts.append(failed.traceback)
    parts.append(game_of(state).module.drawing.terminal(state, color=color))
    if failed.illegal:
        parts.append(f"legal moves: {'; '.join(map(str, state.legal_actions()))}")
    show = shlex.join(["longroad", "show", str(RECORD)])
    parts.append(
        f"wrote {RECORD}, which replays to this position:\n  {show}\n  {show} --view {failed.seat}"
        f"    # what p{failed.seat} may know"
    )
    return "\n\n".join(parts)
