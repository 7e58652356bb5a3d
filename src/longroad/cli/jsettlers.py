"""``longroad jsettlers``."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from longroad.adapters.jsettlers import Evaluation, Limits, Results, Settings, running_server
from longroad.adapters.jsettlers.results import WinRate
from longroad.adapters.jsettlers.server import RobotGames
from longroad.cli.completion import complete_agents
from longroad.cli.options import INTERRUPTED, Json, playing, print_json
from longroad.cli.progress import progress

_MOST_REASONS = 5
_SPARE = 4


def jsettlers(
    agent: Annotated[
        str,
        typer.Option(
            "--agent", help="Who plays for us; see `longroad agents`.", autocompletion=complete_agents
        ),
    ] = "champion",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    players: Annotated[
        int, typer.Option("--players", min=2, max=4, help="Players per game: our agent and robots.")
    ] = 2,
    host: Annotated[str, typer.Option("--host", help="Where the server runs.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Its port.")] = 8880,
    jar: Annotated[
        Path | None,
        typer.Option("--jar", help="Start a server from this jar on --port, and stop it at the end."),
    ] = None,
    cookie: Annotated[
        str | None,
        typer.Option(
            "--cookie", help="Play as a robot with the server's cookie, in games that the server starts."
        ),
    ] = None,
    parallel: Annotated[int, typer.Option("--parallel", min=1, max=256, help="Games at the same time.")] = 8,
    connections: Annotated[
        int, typer.Option("--connections", min=1, max=64, help="Connections that share the games.")
    ] = 1,
    trade: Annotated[
        bool, typer.Option("--trade/--no-trade", help="Whether players may trade with each other.")
    ] = True,
    silence: Annotated[
        float,
        typer.Option("--silence", min=1.0, help="Seconds of silence after which a game is given up."),
    ] = 120.0,
    seed: Annotated[
        int, typer.Option("--seed", help="Seed of our agent's draws; the server's cannot be set.")
    ] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", help="Keep records of the games in this folder, one per line.")
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Report unusual events on standard error as they happen.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Play the robots of a JSettlers server and print win rates with intervals.

    You bring the server (docs/how-to/jsettlers.md says how to get one); --jar starts it with the properties
    that make it fast. Our player takes each seat in turn, the server draws who begins and which robots play:
    fast ones ("droid") and smart ones ("robot"). A game that cannot be played to its end counts as neither
    won nor lost, and its reason is shown.

    Examples: `longroad jsettlers --jar JSettlersServer.jar --agent planner --games 200`,
    `longroad jsettlers --port 8880 --agent mcts:ms=200 --players 4 --games 50 --out out/jsettlers`
    """
    logging.basicConfig(
        format="%(message)s", level=logging.INFO if verbose else logging.ERROR, stream=sys.stderr
    )
    settings = Settings(
        agent=agent,
        games=games,
        players=players,
        host=host,
        port=port,
        cookie=cookie,
        parallel=parallel,
        connections=connections,
        seed=seed,
        trade=trade,
        limits=Limits(silence=silence),
        out=out,
    )
    with _progress(games, as_json) as told, playing(as_json):
        evaluation = Evaluation(settings, told)
        try:
            asyncio.run(_run(evaluation, jar))
        except (KeyboardInterrupt, asyncio.CancelledError):
            evaluation.results.stopped = "interrupted"
    results = evaluation.results
    if results.stopped is not None:
        print(f"longroad: {results.stopped} after {len(results.outcomes)} of {games} games", file=sys.stderr)
    if out is not None:
        print(f"wrote {out}", file=sys.stderr)
    if as_json:
        print_json(results.to_dict())
    else:
        _print(results)
    if results.stopped == "interrupted":
        raise typer.Exit(INTERRUPTED)
    if not results.finished:
        raise typer.Exit(1)


async def _run(evaluation: Evaluation, jar: Path | None) -> None:
    settings = evaluation.settings
    task = asyncio.current_task()
    if task is not None:  # a run that is told to end stops its server, too
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    async with AsyncExitStack() as stack:
        if jar is not None:
            games = None
            if settings.cookie is not None:  # not all of the server's games have a seat for us
                games = RobotGames(_SPARE * settings.games, settings.players, settings.parallel)
            await stack.enter_async_context(
                running_server(jar, settings.port, cookie=settings.cookie, robot_games=games)
            )
        await evaluation.run()


@contextmanager
def _progress(games: int, hidden: bool) -> Iterator[Callable[[Results], None]]:
    with progress(total=games, hidden=hidden) as show:

        def told(results: Results) -> None:
            overall, problems = results.overall(), sum(results.problems.values())
            words = "playing" if overall is None else f"won {overall.wins / overall.games:.1%}"
            words += f", {problems} not finished" if problems else ""
            show(len(results.outcomes), games, words)

        yield told


def _print(results: Results) -> None:
    console = Console()
    overall = results.overall()
    if overall is not None:
        console.print(f"{results.agent} against JSettlers' robots", highlight=False, markup=False)
        table = Table(title=f"{overall.games} games, {results.players} players")
        table.add_column("against")
        for column in ("games", "wins", "win rate", "95% interval"):
            table.add_column(column, justify="right", no_wrap=True)
        for rate in results.by_robots():
            table.add_row(*_row(rate))
        table.add_section()
        table.add_row(*_row(overall))
        console.print(table)
        _print_figures(console, results)
    for problem, count in results.problems.most_common():
        console.print(f"not finished, {problem}: {count}")
    unfinished = [outcome for outcome in results.outcomes if outcome.problem is not None]
    for outcome in unfinished[:_MOST_REASONS]:
        console.print(f"  {outcome.game}: {outcome.reason}", highlight=False, markup=False)


def _row(rate: WinRate) -> list[str]:
    low, high = rate.interval
    return [
        rate.name,
        str(rate.games),
        str(rate.wins),
        f"{rate.wins / rate.games:.1%}",
        f"{low:.1%} - {high:.1%}",
    ]


def _print_figures(console: Console, results: Results) -> None:
    figures = results.to_dict()
    order = ", ".join(f"{rate.name} {rate.wins / rate.games:.1%}" for rate in results.by_order())
    console.print(f"in turn order: {order}; {figures['mean_turns']:.1f} turns per game")
    points = ", ".join(f"{points}: {count}" for points, count in results.points().items())
    console.print(
        f"our points: {points}; on average {figures['mean_points']:.2f}, a robot's "
        f"{figures['mean_opponent_points']:.2f}"
    )
    console.print(
        f"offers: {figures['offers_to_us']} to us, {figures['our_offers']} by us, {figures['our_deals']} "
        "deals"
    )
    console.print(
        f"{figures['mean_seconds']:.2f} seconds per game, {figures['games_per_minute']:.1f} games per minute"
    )
