"""``longroad tournament``."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from longroad.arena.sheets import leaderboard_sheet, pairings_sheet
from longroad.arena.tournament.folder import Tournament
from longroad.arena.tournament.plan import FORMATS, Plan
from longroad.arena.tournament.standings import Standings, standings
from longroad.cli.cluster import AllowTimed, Ray, Ship, working_place
from longroad.cli.completion import among, complete_agents
from longroad.cli.debugging import Debug, check_debug, debugging
from longroad.cli.options import (
    INTERRUPTED,
    Game,
    Json,
    MoveSeconds,
    RulesText,
    Seed,
    Threads,
    game_rules,
    playing,
    print_json,
    usable_cores,
)
from longroad.cli.progress import progress
from longroad.cli.tables import print_sheet
from longroad.errors import TournamentError
from longroad.jobs import Here
from longroad.wording import counted, listed


def tournament(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[AGENT]...",
            help="Agent specs; without any, the tournament in --out resumes.",
            autocompletion=complete_agents,
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="The folder of the tournament.")] = Path(
        "out/tournament"
    ),
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Games of each pairing, rounded up to full blocks.")
    ] = 400,
    players: Annotated[int, typer.Option("--players", min=2, max=4, help="Players at a table.")] = 2,
    format_: Annotated[
        str, typer.Option("--format", help=f"One of: {', '.join(FORMATS)}.", autocompletion=among(FORMATS))
    ] = "round-robin",
    rules: RulesText = None,
    game: Game = "catan",
    records: Annotated[bool, typer.Option("--records", help="Keep every game.")] = False,
    move_seconds: MoveSeconds = None,
    debug: Debug = False,
    seed: Seed = 0,
    threads: Threads = 0,
    ray: Ray = None,
    allow_timed: AllowTimed = False,
    ship: Ship = None,
    as_json: Json = False,
) -> None:
    """Let agents play each other, and rate them.

    Results are written into a folder, each block's only once. After a kill the same command resumes; several
    processes can share the work. `longroad report DIR` turns it into a web page.

    Examples: `longroad tournament random weighted expectimax:depth=1 expectimax:depth=2 --games 400`,
    `longroad tournament weighted expectimax:depth=2 --players 4 --format one-against-copies`, `longroad
    tournament --out out/tournament`
    """
    check_debug(debug, as_json)
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
    with (
        debugging(),
        playing(as_json),
        working_place(
            ray,
            opened.plan.agents,
            game=opened.plan.game,
            threads=threads,
            allow_timed=allow_timed,
            ship=ship,
            debug=debug,
        ) as place,
        progress(hidden=as_json) as bar,
    ):
        show = place.beside(bar)
        try:
            opened.play(
                place.runner or Here(threads or usable_cores()),
                lambda done, total: show(done, total, "playing"),
                stop_at_failure=debug,
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
        print(f"longroad report {out} turns it into a web page", file=sys.stderr)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if failing := now.failing_agents:
        print(f"longroad: every game of {listed(failing)} was forfeited", file=sys.stderr)
        raise typer.Exit(1)


def print_standings(now: Standings) -> None:
    """Leaderboard and cross table."""
    print_sheet(leaderboard_sheet(now))
    print_sheet(pairings_sheet(now))
    for pairing, forfeit in now.forfeits[:10]:
        print(f"forfeit: {pairing.agents[forfeit.agent]}, game {forfeit.game + 1}: {forfeit.reason}")
    if len(now.forfeits) > 10:
        print(f"and {counted(len(now.forfeits) - 10, 'more forfeit')}")


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
