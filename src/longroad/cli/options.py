"""Options that several subcommands share."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.markup import escape
from rich.table import Table

from longroad.catan import Rules
from longroad.cli.completion import complete_rules
from longroad.errors import RulesError
from longroad.games import GAMES
from longroad.games import Rules as AnyRules
from longroad.options import REQUIRED, Declared

Seed = Annotated[int, typer.Option("--seed", help="Seed of boards and chance.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object on standard output, nothing else.")]
Game = Annotated[
    Literal["catan", "skirmish"], typer.Option("--game", help="Which game is played.", show_default=True)
]
Threads = Annotated[
    int,
    typer.Option("--threads", min=0, max=1024, help="Threads; 0 means all cores. Results stay the same."),
]
MoveSeconds = Annotated[
    float | None,
    typer.Option(
        "--move-seconds",
        min=0.0,
        help="An agent that thinks longer forfeits the game; a Python agent that hangs is killed.",
    ),
]

#: What is played unless --rules says otherwise.
CATAN_RULES = "official,offers_per_turn=0"
RulesText = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help=f"Preset ({', '.join(Rules.presets)}) and options, as in `duel,target_points=12`; default: "
        f"`{CATAN_RULES}` (Skirmish: `official`). docs/reference/rules.md has the options.",
        show_default=False,
        autocompletion=complete_rules,
    ),
]

#: The exit code of a run that was interrupted from the keyboard.
INTERRUPTED = 130


def option_table(declared: Iterable[Declared], *, title: str = "", first: str = "option") -> Table:
    """Options with their defaults, what they can be, and what they are for."""
    table = Table(first, "default", "allowed", "what it is for", title=title)
    for one in declared:
        default = "must be given" if one.default is REQUIRED else one.show(one.default)
        table.add_row(*(escape(text) for text in (one.name, default or "-", one.allowed, one.about.help)))
    return table


def usable_cores() -> int:
    """The number of threads when nobody says another."""
    return os.cpu_count() or 1


def print_json(data: dict[str, Any]) -> None:
    """The one JSON object of ``--json``."""
    print(json.dumps(data))


@contextmanager
def playing(as_json: bool) -> Iterator[None]:
    """A block in which agents are made and play: with ``--json``, what they print goes to standard error,
    also from outside Python."""
    if not as_json or sys.stdout is None or sys.stderr is None:
        yield
        return
    with redirect_stdout(sys.stderr):
        _flush()
        standard_output = os.dup(1)
        os.dup2(2, 1)
        try:
            yield
        finally:
            _flush()
            os.dup2(standard_output, 1)
            os.close(standard_output)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr, sys.__stdout__):
        if stream is not None and not stream.closed:
            stream.flush()


def interrupted_file(path: Path) -> Path | None:
    """Where an interrupted run writes what it has if ``path`` exists already, which may be complete; None if
    it does not exist.

    >>> interrupted_file(Path("/dev/games.jsonl.gz")) is None
    True
    """
    if not path.is_file():
        return None
    suffix = "".join(path.suffixes[-2:]) if path.suffix == ".gz" else path.suffix
    return path.with_name(f"{path.name.removesuffix(suffix)}.interrupted{suffix}")


def game_rules(game: str, text: str | None, players: int) -> AnyRules:
    """The rules of a match: what ``--rules`` says, or those of a match that names none. RulesError if the
    game is not for that many players.

    >>> game_rules("skirmish", "starting_hp=20", 2).to_dict()
    {'starting_hp': 20}
    """
    if players not in GAMES[game].seats:
        seats = " or ".join(map(str, GAMES[game].seats))
        raise RulesError(f"{players} players: {GAMES[game].title} is played by {seats}")
    if game == "catan":
        return Rules.for_players(text or CATAN_RULES, players)
    rules: AnyRules = GAMES[game].module.Rules.from_text(text or "official")
    return rules
