"""``longroad match``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from longroad import skirmish
from longroad.arena import MatchResult, SkirmishMatch, play_match, play_skirmish_match
from longroad.arena.data.archive import archive
from longroad.cli.options import (
    CATAN_RULES,
    Game,
    Json,
    Seed,
    Threads,
    print_json,
    progress_bar,
    rules_from_text,
)
from longroad.plots import require_matplotlib


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
        str | None,
        typer.Option(
            "--rules",
            help=f"Preset and options, as in `gendre2020,target_points=8`; without it `{CATAN_RULES}` "
            "(Skirmish: `official`).",
            show_default=False,
        ),
    ] = None,
    game: Game = "catan",
    records: Annotated[
        Path | None,
        typer.Option("--records", help="Keep every game in this file, such as games.jsonl.gz (Catan)."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw the distribution of points into this PNG (Catan).")
    ] = None,
    move_seconds: Annotated[
        float | None,
        typer.Option("--move-seconds", min=0.0, help="A Python agent that thinks longer forfeits the game."),
    ] = None,
    threads: Threads = 0,
    as_json: Json = False,
) -> None:
    """Play agents against each other and print win rates with intervals.

    A block is one board and one seed of chance, played once for every rotation of the seats, so no agent
    profits from its seat or its luck with the board; the intervals are over blocks. Domestic trade is off
    unless --rules turns it on.

    Examples: `longroad match expectimax:depth=2 weighted --games 200 --seed 1`,
    `longroad match --game skirmish expectimax:depth=5,moves=representative expectimax:depth=2`
    """
    most = 4 if game == "catan" else 2
    if not 2 <= len(specs) <= most:
        range_ = "2 to 4" if most == 4 else "2"
        raise typer.BadParameter(f"a game has {range_} players: name as many agents", param_hint="AGENT")
    if game != "catan" and (records or plot or move_seconds is not None):
        raise typer.BadParameter(
            "these are for matches of Catan", param_hint="--records / --plot / --move-seconds"
        )
    if plot:
        if plot.suffix != ".png":
            raise typer.BadParameter(f"{plot}: pictures of a match are written as .png", param_hint="--plot")
        require_matplotlib()
    result: MatchResult | SkirmishMatch
    with ExitStack() as stack:
        keep = stack.enter_context(archive(records)) if records else None
        progress = stack.enter_context(_progress_bar(specs, games, as_json))
        if game == "catan":
            catan_rules = rules_from_text(rules or CATAN_RULES, len(specs))
            result = play_match(
                specs,
                games=games,
                seed=seed,
                rules=catan_rules,
                threads=threads or None,
                move_seconds=move_seconds,
                progress=progress,
                keep=keep,
            )
        else:
            skirmish_rules = skirmish.Rules.from_text(rules or "official")
            result = play_skirmish_match(
                specs,
                games=games,
                seed=seed,
                rules=skirmish_rules,
                threads=threads or None,
                progress=progress,
            )
    if plot and isinstance(result, MatchResult):
        from longroad.arena.report.match_plot import draw_points

        draw_points(plot, result)
    for written in filter(None, (records, plot)):
        print(f"wrote {written}", file=sys.stderr)
    if result.interrupted:
        print(f"longroad: interrupted after {result.games} of {games} games", file=sys.stderr)
    if as_json:
        print_json(result.to_dict())
    elif isinstance(result, MatchResult):
        _print_catan(result)
    else:
        _print_skirmish(result)


@contextmanager
def _progress_bar(
    specs: list[str], games: int, hidden: bool
) -> Iterator[Callable[[int, int, list[int]], None]]:
    with progress_bar(hidden) as bar:
        task = bar.add_task("playing", total=games)

        def progress(done: int, total: int, wins: list[int]) -> None:
            rates = "  ".join(f"{spec} {w / done:.1%}" for spec, w in zip(specs, wins, strict=True))
            bar.update(task, completed=done, total=total, description=rates)

        yield progress


def _table(title: str, columns: tuple[str, ...]) -> Table:
    table = Table(title=title)
    table.add_column("agent", overflow="fold")
    for column in ("wins", "win rate", "95% interval", *columns):
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _print_catan(result: MatchResult) -> None:
    figures = result.to_dict()
    title = f"{result.games} games, {result.rules.players} players, seed {result.seed}"
    table = _table(title, ("points", "ms"))
    for i, spec in enumerate(result.agents):
        low, high = figures["ci95_blocks"][i]
        table.add_row(
            spec,
            str(figures["wins"][i]),
            f"{figures['win_rate'][i]:.1%}",
            f"{low:.1%} - {high:.1%}",
            f"{figures['mean_points'][i]:.2f}",
            f"{figures['ms_per_decision'][i]:.3f}" if figures["ms_per_decision"][i] else "-",
        )
    console = Console()
    console.print(table)
    seats = ", ".join(
        f"p{seat} {wins / result.games:.1%}" for seat, wins in enumerate(figures["wins_by_seat"])
    )
    unfinished = f"; {figures['unfinished']} games without a winner" if figures["unfinished"] else ""
    length = f"{figures['mean_turns']:.1f} turns and {figures['mean_rolls']:.1f} rolls a game"
    console.print(f"by seat: {seats}; {length}{unfinished}")
    for forfeit in result.forfeits[:5]:
        console.print(f"forfeit: {result.agents[forfeit.agent]} in game {forfeit.game + 1}: {forfeit.reason}")
    if len(result.forfeits) > 5:
        console.print(f"and {len(result.forfeits) - 5} more forfeits")
    console.print(f"{figures['games_per_second']:,.0f} games/s, signature {figures['signature']}")


def _print_skirmish(result: SkirmishMatch) -> None:
    figures = result.to_dict()
    table = _table(
        f"{result.games} games of Skirmish, seed {result.seed}", ("HP, games won", "ms a decision")
    )
    for i, spec in enumerate(result.players):
        low, high = figures["ci95"][i]
        hp = figures["mean_hp_when_winning"][i]
        table.add_row(
            spec,
            str(figures["wins"][i]),
            f"{figures['win_rate'][i]:.1%}",
            f"{low:.1%} - {high:.1%}",
            "-" if hp is None else f"{hp:.1f}",
            f"{figures['ms_per_decision'][i]:.3f}",
        )
    console = Console()
    console.print(table)
    first, second = (wins / result.games for wins in figures["wins_by_seat"])
    unfinished = f"; {figures['unfinished']} games without a winner" if figures["unfinished"] else ""
    console.print(
        f"first player {first:.1%}, second {second:.1%}; {figures['mean_turns']:.1f} turns a game{unfinished}"
    )
    console.print(f"{figures['games_per_second']:,.1f} games/s, signature {figures['signature']}")
