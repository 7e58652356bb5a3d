"""``longroad match``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from longroad.agents import extras_of
from longroad.arena import MatchResult, play_match
from longroad.arena.data.archive import archive
from longroad.arena.sheets import match_sheet
from longroad.cli.cluster import AllowTimed, Place, Ray, Ship, working_place
from longroad.cli.completion import complete_agents
from longroad.cli.debugging import DEBUG_HINT, Debug, check_debug, debugging, leave_after
from longroad.cli.options import (
    INTERRUPTED,
    Game,
    Json,
    MoveSeconds,
    RulesText,
    Seed,
    Threads,
    game_rules,
    interrupted_file,
    playing,
    print_json,
)
from longroad.cli.progress import progress
from longroad.cli.tables import print_sheet
from longroad.extras import require
from longroad.games import GAMES
from longroad.wording import counted


def match(
    specs: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT AGENT [AGENT AGENT]",
            help="Agent specs, one per player; see `longroad agents`.",
            autocompletion=complete_agents,
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many games; rounded up to full blocks.")
    ] = 1000,
    seed: Seed = 0,
    rules: RulesText = None,
    game: Game = "catan",
    records: Annotated[
        Path | None,
        typer.Option("--records", help="Keep every game in this file, such as games.jsonl.gz."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw the distribution of points into this PNG.")
    ] = None,
    move_seconds: MoveSeconds = None,
    debug: Debug = False,
    threads: Threads = 0,
    ray: Ray = None,
    allow_timed: AllowTimed = False,
    ship: Ship = None,
    as_json: Json = False,
) -> None:
    """Play agents against each other and print win rates with intervals.

    A block is one board and one seed of chance, played once for every rotation of the seats, so no agent
    profits from its seat or its luck with the board; the intervals are over blocks. Domestic trade is off
    unless --rules turns it on.

    Examples: `longroad match expectimax:depth=2 weighted --games 200 --seed 1`,
    `longroad match --game skirmish expectimax:depth=5,moves=representative expectimax:depth=2`
    """
    check_debug(debug, as_json)
    seats = GAMES[game].seats
    if len(specs) not in seats:
        numbers = f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else str(seats[0])
        given = counted(len(specs), "agent")
        raise typer.BadParameter(
            f"{given}: a game of {GAMES[game].title} needs {numbers}, one per player", param_hint="AGENT"
        )
    if plot:
        if plot.suffix != ".png":
            raise typer.BadParameter(f"{plot}: pictures of a match are written as .png", param_hint="--plot")
        require("a match with a plot", ["plots", *extras_of(specs)])
    to_write = {file: interrupted_file(file) for file in (records, plot) if file}
    result: MatchResult | None = None

    def instead(file: Path) -> Path | None:
        return to_write[file] if result is not None and result.interrupted else None

    try:
        with ExitStack() as stack:
            keep = stack.enter_context(archive(records, lambda: instead(records))) if records else None
            stack.enter_context(debugging())
            stack.enter_context(playing(as_json))
            place = stack.enter_context(
                working_place(
                    ray, specs, game=game, threads=threads, allow_timed=allow_timed, ship=ship, debug=debug
                )
            )
            told = stack.enter_context(_progress(specs, games, as_json, place))
            result = play_match(
                specs,
                games=games,
                seed=seed,
                rules=game_rules(game, rules, len(specs)),
                threads=threads or None,
                move_seconds=move_seconds,
                stop_at_failure=debug,
                progress=told,
                keep=keep,
                runner=place.runner,
            )
    except KeyboardInterrupt:
        print("longroad: interrupted before any game was over; nothing was kept", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    if plot:
        from longroad.arena.report.match_plot import draw_points

        draw_points(instead(plot) or plot, result)
    written = [instead(file) or file for file in to_write]
    for file in written:
        print(f"wrote {file}", file=sys.stderr)
    if as_json:
        print_json(result.to_dict())
    else:
        print_sheet(match_sheet(result))
        if result.forfeits:
            print(DEBUG_HINT)
    kept = f"kept these in {', '.join(map(str, written))}" if written else "wrote no file"
    all_forfeited = len(result.forfeits) == result.games
    leave_after(f"{result.games} of {games} games", result.interrupted, all_forfeited, kept)


@contextmanager
def _progress(
    specs: list[str], games: int, hidden: bool, place: Place
) -> Iterator[Callable[[int, int, list[int]], None]]:
    with progress(total=games, hidden=hidden) as bar:
        show = place.beside(bar)

        def told(done: int, total: int, wins: list[int]) -> None:
            rates = (f"{spec} {w / done:.1%}" for spec, w in zip(specs, wins, strict=True))
            show(done, total, "  ".join(rates))

        yield told
