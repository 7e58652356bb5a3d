"""``longroad rate``."""

from __future__ import annotations

from typing import Annotated

import typer

from longroad.arena.play.rating import RatingResult
from longroad.arena.play.rating import rate as play_up_and_down
from longroad.arena.sheets import rating_sheet
from longroad.cli.cluster import AllowTimed, Ray, Ship, working_place
from longroad.cli.completion import complete_agents
from longroad.cli.debugging import DEBUG_HINT, Debug, check_debug, debugging, leave_after
from longroad.cli.options import Json, MoveSeconds, Seed, Threads, playing, print_json
from longroad.cli.progress import progress
from longroad.cli.tables import print_sheet


def rate(
    agent: Annotated[str, typer.Argument(help="The agent to rate.", autocompletion=complete_agents)],
    players: Annotated[int, typer.Option("--players", min=2, max=4, help="Players at a table.")] = 2,
    within: Annotated[
        float, typer.Option("--within", min=1, help="Stop when the 95% interval reaches so far, in Elo.")
    ] = 50.0,
    most: Annotated[int, typer.Option("--max-games", min=80, help="Give up after this many games.")] = 4000,
    seed: Seed = 0,
    move_seconds: MoveSeconds = None,
    debug: Debug = False,
    threads: Threads = 0,
    ray: Ray = None,
    allow_timed: AllowTimed = False,
    ship: Ship = None,
    as_json: Json = False,
) -> None:
    """Play an agent up and down the ladder of built-in agents, and say where it stands.

    It meets the rungs nearest to where it seems to stand, in rounds of ten boards and all rotations of the
    seats, by the official rules. Elo as in docs/results/ladder.md, one scale for two players, another for
    three and four.

    Examples: `longroad rate value`, `longroad rate python:my_bot.MyBot --players 4 --within 80`
    """
    check_debug(debug, as_json)
    with (
        debugging(),
        playing(as_json),
        working_place(
            ray, [agent], threads=threads, allow_timed=allow_timed, ship=ship, debug=debug
        ) as place,
        progress(hidden=as_json) as bar,
    ):
        show = place.beside(bar)

        def told(now: RatingResult) -> None:
            assert now.placement is not None, "told after a round"
            show(
                now.games, None, f"games, {now.placement.elo:.0f} Elo, give or take {now.placement.reach:.0f}"
            )

        result = play_up_and_down(
            agent,
            players=players,
            within=within,
            most_games=most,
            seed=seed,
            threads=threads or None,
            move_seconds=move_seconds,
            stop_at_failure=debug,
            progress=told,
            runner=place.runner,
        )
    if as_json:
        print_json(result.to_dict())
    else:
        print_sheet(rating_sheet(result))
        if result.forfeits:
            print(DEBUG_HINT)
    leave_after(f"{result.games} games", result.interrupted, result.all_forfeited)
