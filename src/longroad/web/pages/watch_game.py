"""The page of a game for those who look on: the board, everybody's points, the log, and where agents play
alone their hands, the win-probability chart, and for whoever began it pause, step and speed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from fastapi import FastAPI
from nicegui import Client, background_tasks, ui

from longroad.catan.onlookers import Sight
from longroad.errors import KeyRefusedError, LimitError, LongroadError, NoSuchGameError
from longroad.web.games import House, LiveGame, Place
from longroad.web.pages.board import LiveBoard
from longroad.web.pages.browser import Keys, kept
from longroad.web.pages.chart import chart_html
from longroad.web.pages.frame import frame
from longroad.web.pages.game_page import place_of, prompt_html
from longroad.web.pages.log import Log
from longroad.web.pages.region import Region, Said
from longroad.web.pages.rendering import render
from longroad.web.pages.situation import Situation
from longroad.web.pages.visitor import Visitor
from longroad.web.pages.watch_outlook import Outlook, Outlooks
from longroad.web.pages.working import workers

#: Seconds per move, by what a person chooses.
PACES = {"slow": 2.0, "normal": 0.6, "fast": 0.15, "at once": 0.0}
#: Seconds between two pictures of a game that goes fast.
_PICTURE = 0.08
#: Threads that judge positions for all charts.
_THREADS = 1


def register(app: FastAPI, house: House) -> None:
    """Adds the page."""
    outlooks = Outlooks(workers("outlook", _THREADS))

    @ui.page("/watch/{id}")
    async def watch(id: str, client: Client) -> None:
        try:
            game = house.game(id)
            place = Place(game, None)
            sight = game.view(place.viewer)
        except (NoSuchGameError, KeyRefusedError) as error:
            _turned_away(house, id, error)
            return
        with frame("Watch", "/watch", wide=True, styles=("game.css", "study.css")):
            outlook = outlooks.of(game) if game.course.plan.is_for_agents else None
            watching = Watching(house, place, outlook, Visitor(app, client))
            watching.build(sight)
        keys = await kept(client, id)
        if keys is None:
            return
        watching.is_host = _is_host(house, game, keys)
        watching.show_controls()
        watching.start()
        client.on_delete(watching.leave)


def _turned_away(house: House, id: str, error: LongroadError) -> None:
    """A game that is not here any more has a review."""
    with frame("Watch", "/watch"):
        Region(render("watch_none", reason=str(error), id=id if _is_kept(house, id) else ""))


def _is_kept(house: House, id: str) -> bool:
    with suppress(NoSuchGameError):
        return bool(house.library.game(id))
    return False


def _is_host(house: House, game: LiveGame, keys: Keys) -> bool:
    """Whether this browser began the game, and may direct it."""
    try:
        place = house.place(keys.host)
    except KeyRefusedError:
        return False
    return place.host and place.game is game


class Watching:
    """One page that looks on at a game."""

    def __init__(self, house: House, place: Place, outlook: Outlook | None, visitor: Visitor) -> None:
        self._house, self._place, self._game, self._visitor = house, place, place.game, visitor
        self._outlook = outlook
        self._task: asyncio.Task[Any] | None = None
        self._problem = ""
        self.is_host = False

    def build(self, sight: Sight) -> None:
        """Puts the parts where they stand."""
        course = self._game.course
        with ui.element("div").classes("watching"):
            with ui.element("div").classes("scene"):
                self._prompt = Region().classes("area-prompt")
                self._board = LiveBoard(sight.board, course.plan.rules.players)
                self._controls = Region("", self._done).classes("controls")
            with ui.element("div").classes("beside"):
                self._players = Region()
                if self._outlook is not None:
                    with ui.element("section").classes("panel"):
                        Region("<h2>Win probability</h2>")
                        self._chart = Region()
                self._log = Log()
        self.show(sight, "")
        self.show_controls()
        self.show_chart()

    def start(self) -> None:
        """Follows the game until ``leave``."""
        self._task = background_tasks.create(self._follow(), name=f"watch {self._game.id}")
        if self._outlook is not None:
            self._outlook.watch(self.show_chart)

    def leave(self) -> None:
        """The page is gone."""
        if self._task is not None:
            self._task.cancel()
        if self._outlook is not None:
            self._outlook.leave(self.show_chart)

    # -- what is shown

    def show(self, sight: Sight, fresh: str) -> None:
        """The position."""
        situation = Situation(self._game, sight, None)
        self._board.show(sight, fresh=fresh)
        self._prompt.show(prompt_html(situation))
        self._players.show(render("players", players=situation.players, is_host=False))

    def show_chart(self) -> None:
        """The chart as far as it is known."""
        if self._outlook is not None:
            self._chart.show(chart_html(self._outlook.points, self._game.course.names))

    def show_controls(self) -> None:
        """Pause, step and speed, or where to go when it is over."""
        course = self._game.course
        self._controls.show(
            render(
                "watch_controls",
                id=self._game.id,
                status=course.status,
                is_host=self.is_host,
                for_agents=course.plan.is_for_agents,
                paces=PACES,
                pace=min(PACES, key=lambda name: abs(PACES[name] - course.pace)),
                problem=self._problem or self._game.trouble or "",
            )
        )

    # -- what happens

    async def _follow(self) -> None:
        try:
            follower = self._house.follow(self._place)
        except LimitError as error:
            self._problem = str(error)
            self.show_controls()
            return
        with follower:
            while await follower.wait():
                frames = follower.ready()
                self._log.add(frames)
                if frames[-1].view is not None:
                    self.show(frames[-1].view, place_of(frames[-1], None))
                    self.show_controls()
                await asyncio.sleep(_PICTURE if frames[-1].view is not None else 0)

    def _done(self, said: Said) -> None:
        if not self.is_host:
            return
        game, pace = self._game, str(said.get("value"))
        self._problem = ""
        try:
            self._visitor.acts()
            match said["do"]:
                case "pause":
                    game.pause(not game.course.is_paused)
                case "step":
                    game.pause(True)
                    game.step()
                case "pace" if pace in PACES:
                    game.set_pace(PACES[pace])
                case "end":
                    game.end()
        except LongroadError as error:
            self._problem = str(error)
        self.show_controls()
