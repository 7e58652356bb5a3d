"""``longroad positions``."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from longroad.cli.cluster import AllowTimed, Ray, working_place
from longroad.cli.options import Json, Threads, print_json, usable_cores
from longroad.cli.progress import progress
from longroad.train.judge.making import PositionSettings, generate

_USUAL = PositionSettings()


def positions(
    out: Annotated[
        str,
        typer.Option("--out", "-o", help="The folder of the data set, or an address as s3://bucket/name."),
    ],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games to play.")] = 10_000,
    agent: Annotated[
        str, typer.Option("--agent", help="The native agent in all seats, for example planner:eval=network.")
    ] = _USUAL.agent,
    other: Annotated[
        str, typer.Option("--other", help="An agent that takes one seat of every fourth 500 games.")
    ] = _USUAL.other,
    rules: Annotated[
        str, typer.Option("--rules", help="A preset of rules, and options of Rules.")
    ] = _USUAL.rules,
    turns: Annotated[int, typer.Option("--turns", help="Positions per game.")] = _USUAL.turns,
    explore: Annotated[
        float, typer.Option("--explore", help="Share of decisions that are random moves.")
    ] = _USUAL.explore,
    siblings: Annotated[
        int, typer.Option("--siblings", help="Moves of one decision per game to play out; 0 for none.")
    ] = _USUAL.siblings,
    playouts: Annotated[
        int, typer.Option("--playouts", help="Games per sibling, with the same dice.")
    ] = _USUAL.playouts,
    seed: Annotated[int, typer.Option("--seed", help="Seed of boards, dice and agents.")] = _USUAL.seed,
    threads: Threads = 0,
    ray: Ray = None,
    allow_timed: AllowTimed = False,
    as_json: Json = False,
) -> None:
    """Play games natively and keep positions of them, for `longroad fit` to learn from.

    Each game has a board of its own. Positions are drawn from the ends of turns, a few from inside; with
    --siblings, different moves of one decision are also played out with the same dice. The same command
    resumes after a kill, and several processes can share the work. On a cluster the same shards are made.
    Needs PyArrow: `pip install "longroad[data]"`.

    Examples: `longroad positions --games 20000 --out data/first`,
    `longroad positions --agent planner:eval=network --other planner --rules players=4 --out data/second`,
    `longroad positions --games 5000000 --ray auto --out s3://bucket/many`
    """
    settings = PositionSettings.from_dict(
        {
            "agent": agent,
            "other": other,
            "rules": rules,
            "turns": turns,
            "explore": explore,
            "siblings": siblings,
            "playouts": playouts,
            "seed": seed,
        }
    )
    started = time.perf_counter()
    with (
        working_place(ray, settings.agents, threads=threads, allow_timed=allow_timed) as place,
        progress("games", total=games, hidden=as_json) as show,
    ):
        told = place.beside(show)
        there = generate(
            out,
            settings,
            games,
            threads or usable_cores(),
            lambda done: told(done, games, "games"),
            place.runner,
        )
    seconds = time.perf_counter() - started
    if as_json:
        print_json({"out": out, "games": there, "seconds": round(seconds, 3)})
    else:
        print(f"{out}: {there:,} games in {seconds:.1f} s")
