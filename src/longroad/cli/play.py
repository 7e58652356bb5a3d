"""``longroad play``."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import json
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from longroad.catan import Rules
from longroad.cli.completion import complete_agents, complete_rules
from longroad.cli.greeting import after_playing
from longroad.cli.options import INTERRUPTED, Json
from longroad.errors import TableError
from longroad.extras import require
from longroad.web.games import Created, GamePlan, House, LiveGame, Place, SeatPlan, SecretChance
from longroad.web.terminal import Background, Coaching, Left, Shell, series_of

#: Where a table is found unless --port says otherwise.
PORT = 8642
_WARNING = """\
Everybody in the network who can reach {host} can open this page, begin games, and look at games that may be
looked at. Hands and seats are safe behind their keys, but nothing is encrypted: whoever listens to the
network can read the keys. For more than your own network put TLS in front (docs/how-to/table.md)."""


def play(
    opponents: Annotated[
        list[str] | None,
        typer.Argument(
            help="With --terminal: who you play against, agents by their specs; default: planner.",
            autocompletion=complete_agents,
        ),
    ] = None,
    in_terminal: Annotated[bool, typer.Option("--terminal", help="Play here, in the shell.")] = False,
    host: Annotated[
        str, typer.Option("--host", help="Listen there; 0.0.0.0 is all of your network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 means any free one.")] = PORT,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", help="Where games are kept; default: longroad in your data folder."),
    ] = None,
    own_agents: Annotated[
        bool,
        typer.Option(
            "--own-agents", help="Let those who begin games name programs, classes and files of this machine."
        ),
    ] = False,
    names: Annotated[
        list[str] | None,
        typer.Option("--name", help="A name that the server is reached by, as table.example.org."),
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--proxy", help="A proxy on this machine stands in front and names the clients.")
    ] = False,
    reports: Annotated[
        Path | None,
        typer.Option(
            "--reports",
            help="A folder with reports of tournaments and experiments, for the library; default: reports in "
            "the folder of the games.",
            show_default=False,
        ),
    ] = None,
    player: Annotated[str, typer.Option("--as", help="With --terminal: your name.")] = "",
    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            help=f"With --terminal: preset ({', '.join(Rules.presets)}) and options, as in "
            "`duel,target_points=12`.",
            autocompletion=complete_rules,
        ),
    ] = "official",
    seed: Annotated[
        int | None, typer.Option("--seed", help="With --terminal: board and dice of this seed.")
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", min=1, max=4, help="With --terminal: where you sit; default: each in turn."),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="With --terminal: so many in a row.")
    ] = 1,
    series: Annotated[
        str, typer.Option("--series", help="With --terminal: results are added up under this name.")
    ] = "",
    rated: Annotated[bool, typer.Option("--rated", help="With --terminal: counts for your rating.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="With --terminal: go on with your game.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="No colours in the terminal.")] = False,
    as_json: Json = False,
) -> None:
    """Open the table: play, watch and host games in the browser, or play in the shell.

    Games are kept in a folder and survive whatever happens to the server. With --terminal only the extra
    net is needed, for a duel with the champion; several games in a row (--games) are a measurement, with an
    interval.

    Examples: `longroad play`, `longroad play --host 0.0.0.0`, `longroad play --terminal planner planner`,
    `longroad play --terminal mcts:sims=800 --games 10 --series evening --as Ann`
    """
    house = House(folder or data_folder(), own_agents=own_agents or in_terminal)
    if in_terminal:
        if as_json and not series:
            raise typer.BadParameter("--json prints the results of a series: name it with --series")
        chosen = _Chosen(opponents or ["champion"], rules, seed, seat, player, games, series, rated, resume)
        _play_here(house, chosen, plain, as_json)
        return
    if opponents:
        raise typer.BadParameter("opponents are chosen in the browser, or with --terminal")
    if reports is not None and not reports.is_dir():
        raise typer.BadParameter(f"--reports {reports}: there is no such folder")
    require("the table", ["web"])
    try:
        asyncio.run(_serve(house, host, port, browser, tuple(names or ()), behind_proxy, reports))
    except KeyboardInterrupt:
        print("the table is closed; its games go on at the next start", file=sys.stderr)
        print(after_playing(house.folder), file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


def data_folder() -> Path:
    """Where games are kept unless somebody says otherwise: the folder for data of the XDG specification."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "longroad"


# -- in the browser


async def _serve(
    house: House,
    host: str,
    port: int,
    browser: bool,
    names: tuple[str, ...],
    behind_proxy: bool,
    reports: Path | None,
) -> None:
    from longroad.web.api import Access, create_app
    from longroad.web.pages import pages
    from longroad.web.serving import serving

    network = host not in ("127.0.0.1", "localhost", "::1")
    access = Access(names=(*names, *((host, socket.gethostname()) if network else ())), network=network)
    house.folder.mkdir(parents=True, exist_ok=True)
    app = create_app(house, access=access, pages=partial(pages, reports=reports))
    async with house, serving(app, host, port, behind_proxy=behind_proxy) as served:
        print(f"the table is at {served.url}", flush=True)
        print(f"games are kept in {house.folder}; Ctrl-C ends the server, and games go on at the next start")
        if network:
            print(_WARNING.format(host=host), file=sys.stderr)
        if browser:
            webbrowser.open(served.url)
        await asyncio.Event().wait()


# -- in the terminal


class _Chosen:
    """What was chosen for the games at the prompt."""

    def __init__(
        self,
        opponents: list[str],
        rules: str,
        seed: int | None,
        seat: int | None,
        player: str,
        games: int,
        series: str,
        rated: bool,
        resume: bool,
    ) -> None:
        self.opponents, self.seed, self.seat = opponents, seed, seat
        self.players = len(opponents) + 1
        self.rules = Rules.for_players(rules, self.players) if 2 <= self.players <= 4 else None
        self.player = player or "Player"
        self.games, self.rated, self.resume = games, rated, resume
        self.series = series or (f"{self.player} against {', '.join(opponents)}"[:60] if games > 1 else "")
        if self.rules is None:
            raise TableError(f"Catan is played by 2 to 4, not by {self.players}")
        if seat is not None and seat > self.players:
            raise TableError(f"--seat {seat}: there are {self.players} seats")

    def plan(self, number: int) -> GamePlan:
        """The ``number``-th game."""
        own = (self.seat - 1) if self.seat is not None else number % self.players
        seats = [SeatPlan.of_agent(spec) for spec in self.opponents]
        seats.insert(own, SeatPlan.person(self.player))
        assert self.rules is not None, "checked above"
        seed = None if self.seed is None else self.seed + number
        return GamePlan(tuple(seats), self.rules, seed, rated=self.rated, pace=0.3, series=self.series)

    def chance(self, number: int) -> SecretChance | None:
        """A seed also draws the dice."""
        return None if self.seed is None else SecretChance.of_seed(self.seed + number)


def _play_here(house: House, chosen: _Chosen, plain: bool, as_json: bool) -> None:
    color = not plain and sys.stdout.isatty()
    house.folder.mkdir(parents=True, exist_ok=True)
    with Background(house) as background:
        try:
            for number in range(chosen.games):
                place = _place(background, chosen, number)
                shell = Shell(background, place, write=_writer(as_json), color=color, coaching=_coaching())
                shell.play()
                background.wait(house.kept(place.game))
                if chosen.series and not as_json:
                    print(background.do(lambda: series_of(house.library, chosen.series, chosen.player)))
        except (Left, KeyboardInterrupt):
            print("the game is saved; `longroad play --terminal --resume` goes on with it", file=sys.stderr)
        if as_json:
            done = background.do(lambda: series_of(house.library, chosen.series, chosen.player))
            print(json.dumps(done.to_dict()))


def _place(background: Background, chosen: _Chosen, number: int) -> Place:
    """Where the person sits: in a game that was left, or in a new one."""
    if chosen.resume and not number:
        left = background.do(lambda: next(_left(background.house), None))
        if left is None:
            raise TableError("there is no game to resume; leave --resume out to begin one")
        return left
    made: Created = background.wait(background.house.create(chosen.plan(number), chosen.chance(number)))
    return Place(made.game, min(made.seats))


def _left(house: House) -> Iterator[Place]:
    """The games of a person against agents that are not over, the newest first."""
    games: list[LiveGame] = [game for game in house.games() if game.course.result is None]
    for game in games:
        if len(game.course.persons()) == 1 and not game.course.is_waiting:
            yield Place(game, game.course.persons()[0])


def _writer(as_json: bool) -> Callable[[str], None]:
    """With --json, all but the object goes to standard error."""
    return (lambda text: print(text, file=sys.stderr)) if as_json else print


def _coaching() -> Coaching | None:
    """The coach of ``longroad.analysis``, if this version has it."""
    if importlib.util.find_spec("longroad.analysis") is None:
        return None
    coach = importlib.import_module("longroad.analysis").Coach
    return lambda rules, player, names: coach(rules, player, names=names)
