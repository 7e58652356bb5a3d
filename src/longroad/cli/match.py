"""``longroad match``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from longroad.arena import MatchResult, play_match
from longroad.cli.options import Json, Seed, Threads, print_json, progress_console, rules_from_text


def match(
    specs: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT AGENT [AGENT AGENT]", help="Agent specs, one a player; see `longroad agents`."
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many games; rounded up to full blocks.")
    ] = 1000,
    seed: Seed = 0,
    rules: Annotated[
        str, typer.Option("--rules", help="Preset and options, as in `gendre2020,target_points=8`.")
    ] = "official,offers_per_turn=0",
    threads: Threads = 0,
    as_json: Json = False,
) -> None:
    """Play agents against each other and print win rates with intervals.

    A block is one board and one seed of chance, played once for every rotation of the seats, so no agent profits from
    its seat or its luck with the board. Domestic trade is off unless --rules turns it on.

    Example: `longroad match weighted random --games 2000 --seed 1`
    """
    if not 2 <= len(specs) <= 4:
        raise typer.BadParameter("a game has 2 to 4 players: name as many agents", param_hint="AGENT")
    chosen = rules_from_text(rules, len(specs))
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=progress_console,
        disable=as_json or not progress_console.is_terminal,
    ) as bar:
        task = bar.add_task("playing", total=games)

        def progress(done: int, total: int, wins: list[int]) -> None:
            rates = "  ".join(f"{spec} {w / done:.1%}" for spec, w in zip(specs, wins, strict=True))
            bar.update(task, completed=done, total=total, description=rates)

        result = play_match(
            specs, games=games, seed=seed, rules=chosen, threads=threads or None, progress=progress
        )
    if result.interrupted:
        print(f"longroad: interrupted after {result.games} of {games} games", file=sys.stderr)
    if as_json:
        print_json(result.to_dict())
    else:
        _print_table(result)


def _print_table(result: MatchResult) -> None:
    figures = result.to_dict()
    table = Table(title=f"{result.games} games, {result.rules.players} players, seed {result.seed}")
    for column, justify in (
        ("agent", "left"),
        ("wins", "right"),
        ("win rate", "right"),
        ("95% interval", "right"),
        ("points", "right"),
    ):
        table.add_column(column, justify=justify)  # type: ignore[arg-type]
    for i, spec in enumerate(result.agents):
        low, high = figures["ci95"][i]
        table.add_row(
            spec,
            str(figures["wins"][i]),
            f"{figures['win_rate'][i]:.1%}",
            f"{low:.1%} - {high:.1%}",
            f"{figures['mean_points'][i]:.2f}",
        )
    console = Console()
    console.print(table)
    seats = ", ".join(
        f"p{seat} {wins / result.games:.1%}" for seat, wins in enumerate(figures["wins_by_seat"])
    )
    unfinished = f"; {figures['unfinished']} games without a winner" if figures["unfinished"] else ""
    console.print(f"by seat: {seats}; {figures['mean_turns']:.1f} turns a game{unfinished}")
    console.print(f"{figures['games_per_second']:,.0f} games/s, signature {figures['signature']}")
