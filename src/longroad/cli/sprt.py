"""``longroad sprt``."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from longroad.arena.play.sequential import SequentialResult, run_sprt
from longroad.arena.sheets import forfeit_notes
from longroad.arena.statistics.sprt import Sprt
from longroad.cli.cluster import AllowTimed, Ray, Ship, working_place
from longroad.cli.completion import complete_agents
from longroad.cli.debugging import DEBUG_HINT, Debug, check_debug, debugging, leave_after
from longroad.cli.options import (
    Game,
    Json,
    MoveSeconds,
    RulesText,
    Seed,
    Threads,
    game_rules,
    playing,
    print_json,
)
from longroad.cli.progress import progress


def sprt(
    agent: Annotated[str, typer.Argument(help="The agent that is tested.", autocompletion=complete_agents)],
    opponent: Annotated[
        str, typer.Argument(help="Its opponent, in all other seats.", autocompletion=complete_agents)
    ],
    elo0: Annotated[float, typer.Option("--elo0", help="H0: the agent is this much better, in Elo.")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="H1: it is this much better, in Elo.")] = 20.0,
    alpha: Annotated[
        float, typer.Option("--alpha", help="Probability of accepting H1 when H0 holds.")
    ] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="Probability of accepting H0 when H1 holds.")] = 0.05,
    players: Annotated[
        int, typer.Option("--players", min=2, max=4, help="With more than 2, copies of the opponent.")
    ] = 2,
    most: Annotated[int, typer.Option("--max-games", min=2, help="Give up after this many games.")] = 100_000,
    seed: Seed = 0,
    rules: RulesText = None,
    game: Game = "catan",
    move_seconds: MoveSeconds = None,
    debug: Debug = False,
    threads: Threads = 0,
    ray: Ray = None,
    allow_timed: AllowTimed = False,
    ship: Ship = None,
    as_json: Json = False,
) -> None:
    """Play until a sequential test decides: is the agent elo1 better than its opponent, or only elo0?

    A generalized sequential probability ratio test over blocks (one board, all rotations of the seats),
    looked at every ten blocks. It stops as soon as one of the two bounds is reached.

    Example: `longroad sprt expectimax:depth=2,moves=representative expectimax:depth=2 --elo0 0 --elo1 20`
    """
    check_debug(debug, as_json)
    test = Sprt(elo0, elo1, alpha, beta, opponents=players - 1)
    chosen = game_rules(game, rules, players)
    agents = [agent, *[opponent] * (players - 1)]
    with (
        debugging(),
        playing(as_json),
        working_place(
            ray, agents, game=game, threads=threads, allow_timed=allow_timed, ship=ship, debug=debug
        ) as place,
        progress(hidden=as_json) as bar,
    ):
        show = place.beside(bar)

        def told(now: Sprt) -> None:
            words = f"score {now.score:.1%}, LLR {now.llr:.2f} [{now.lower:.2f}, {now.upper:.2f}]"
            show(now.blocks * players, None, f"games, {words}")

        result = run_sprt(
            test,
            agents,
            rules=chosen,
            seed=seed,
            most_games=most,
            threads=threads or None,
            move_seconds=move_seconds,
            stop_at_failure=debug,
            progress=told,
            runner=place.runner,
        )
    if as_json:
        print_json(result.to_dict())
    else:
        _print(result)
    leave_after(f"{result.games} games", result.interrupted, result.all_forfeited)


def _print(result: SequentialResult) -> None:
    d: dict[str, Any] = result.to_dict()
    low, high = d["elo_interval"]
    elo, low, high = ("unknown" if x is None else f"{x:+.1f}" for x in (d["elo"], low, high))
    console = Console(highlight=False)
    console.print(
        f"{d['agents'][0]} against {d['agents'][1]}: {d['games']} games, score {d['score']:.1%}", markup=False
    )
    console.print(f"Elo {elo} ({low} to {high}); LLR {d['llr']:.2f} in {d['bounds']}")
    if result.all_forfeited:
        console.print("no decision: every game was forfeited")
    elif d["decision"] is None:
        why = "interrupted" if result.interrupted else "the limit of games came first"
        console.print(f"no decision: {why}")
    else:
        accepted, other = (d["elo1"], d["elo0"]) if d["decision"] == "H1" else (d["elo0"], d["elo1"])
        console.print(f"{d['decision']} accepted: {accepted:+g} Elo rather than {other:+g}")
    for note in forfeit_notes(result):
        print(note)
    if result.forfeits:
        print(DEBUG_HINT)
