"""``longroad tournament``."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from longroad.arena.play.runner import Threads as ThreadsRunner
from longroad.arena.tournament.folder import Tournament
from longroad.arena.tournament.plan import FORMATS, Plan
from longroad.arena.tournament.standings import Standings, standings
from longroad.cli.options import (
    INTERRUPTED,
    Game,
    Json,
    RulesText,
    Seed,
    Threads,
    game_rules,
    playing,
    print_json,
    progress_bar,
    usable_cores,
)
from longroad.errors import TournamentError


def tournament(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[AGENT]...", help="Agent specs; without any, the tournament in --out resumes."
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="The folder of the tournament.")] = Path(
        "out/tournament"
    ),
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Games of each pairing, rounded up to full blocks.")
    ] = 400,
    players: Annotated[int, typer.Option("--players", min=2, max=4, help="Players at a table.")] = 2,
    format_: Annotated[str, typer.Option("--format", help=f"One of: {', '.join(FORMATS)}.")] = "round-robin",
    rules: RulesText = None,
    game: Game = "catan",
    records: Annotated[bool, typer.Option("--records", help="Keep every game.")] = False,
    move_seconds: Annotated[
        float | None,
        typer.Option("--move-seconds", min=0.0, help="A Python agent that thinks longer forfeits the game."),
    ] = None,
    seed: Seed = 0,
    threads: Threads = 0,
    as_json: Json = False,
) -> None:
    """Let agents play each other, and rate them.

    Results are written into a folder, each block's only once. After a kill the same command resumes; several
    processes can share the work. `longroad report DIR` makes a page of it.

    Examples: `longroad tournament random weighted expectimax:depth=1 expectimax:depth=2 --games 400`,
    `longroad tournament weighted expectimax:depth=2 --players 4 --format one-against-copies`, `longroad
    tournament --out out/tournament`
    """
    plan = None
    if agents:
        options = {k: v for k, v in game_rules(game, rules, players).to_dict().items() if k != "players"}
        plan = Plan(
            tuple(agents),
            games,
            players,
            format_,
            tuple(sorted(options.items())),
            seed,
            records,
            move_seconds,
            game,
        )
    with playing(as_json):
        opened = Tournament.open(out, plan)
    interrupted = False
    with progress_bar(as_json) as bar, playing(as_json):
        task = bar.add_task("playing")
        try:
            opened.play(
                ThreadsRunner(threads or usable_cores()),
                lambda done, total: bar.update(task, completed=done, total=total),
            )
        except KeyboardInterrupt:
            interrupted = True
            kept = f"kept the results so far in {out}; the same command resumes from there"
            print(f"longroad: interrupted; {kept}", file=sys.stderr)
    try:
        now = standings(opened)
    except TournamentError as error:
        if not interrupted:
            raise
        print(f"longroad: {error}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print_json(standings_dict(now))
    else:
        print_standings(now)
        print(f"longroad report {out} makes a page of it", file=sys.stderr)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def print_standings(now: Standings) -> None:
    """Leaderboard and cross table."""
    console = Console()
    unit = "Elo" if now.plan.players == 2 else "Elo (openskill)"
    table = Table(title=f"{now.games} games{'' if now.complete else ' so far'}, {now.plan.players} players")
    table.add_column("agent", overflow="fold", min_width=18)
    for column in (unit, "won", "95% interval", "points", "ms"):
        table.add_column(column, justify="right", no_wrap=True)
    for i, one in enumerate(now.agents):
        low, high = one.interval
        table.add_row(
            escape(one.agent),
            f"{now.ratings.rating[i]:+.0f} ± {(now.ratings.high[i] - now.ratings.low[i]) / 2:.0f}",
            f"{one.score:.1%}",
            f"{low:.1%} - {high:.1%}",
            f"{one.points / one.games:.2f}",
            f"{one.ms_per_decision:.3f}" if one.ms_per_decision else "-",
        )
    console.print(table)
    console.print("Elo with its 95% interval; ms: CPU time per decision")
    cross = Table(title="share of games won by the first agent of each pairing")
    cross.add_column("pairing", overflow="fold")
    for column in ("won", "95% interval", "turns"):
        cross.add_column(column, justify="right", no_wrap=True)
    for match in now.pairings:
        if match.games:
            low, high = match.interval
            cross.add_row(
                escape(" | ".join(match.pairing.agents)),
                f"{match.score:.1%}",
                f"{low:.1%} - {high:.1%}",
                f"{match.turns / match.games:.1f}",
            )
    console.print(cross)
    for pairing, forfeit in now.forfeits[:10]:
        print(f"forfeit: {pairing.agents[forfeit.agent]}, game {forfeit.game}: {forfeit.reason}")
    if len(now.forfeits) > 10:
        print(f"and {len(now.forfeits) - 10} more forfeits")


def finite(value: float) -> float | None:
    """A number for JSON; None for an end of an interval that one block cannot tell."""
    return round(value, 2) if math.isfinite(value) else None


def standings_dict(now: Standings) -> dict[str, Any]:
    """The figures of ``--json``."""
    return {
        "plan": now.plan.to_dict(),
        "games": now.games,
        "complete": now.complete,
        "leaderboard": [
            {
                "agent": one.agent,
                "rating": round(now.ratings.rating[i], 2),
                "rating_ci95": [finite(now.ratings.low[i]), finite(now.ratings.high[i])],
                "games": one.games,
                "wins": one.wins,
                "win_rate": round(one.score, 6),
                "ci95": [round(x, 6) for x in one.interval],
                "mean_points": round(one.points / one.games, 4),
                "ms_per_decision": round(one.ms_per_decision, 5),
                "forfeits": one.forfeits,
            }
            for i, one in enumerate(now.agents)
        ],
        "pairings": [
            {
                "agents": list(match.pairing.agents),
                "games": match.games,
                "wins": match.wins,
                "wins_by_seat": match.wins_by_seat,
                "win_rate": round(match.score, 6),
                "ci95": [round(x, 6) for x in match.interval] if match.games else None,
                "unfinished": match.unfinished,
            }
            for match in now.pairings
        ],
        "seat": {name: finite(value) for name, value in now.ratings.extra.items()},
        "forfeits": [
            {"agent": pairing.agents[f.agent], "game": f.game, "reason": f.reason}
            for pairing, f in now.forfeits
        ],
    }
