"""The page of a game for those who look on: the board, everybody's points, the log, and where agents play
alone their hands, the win-probability chart, and for whoever began it pause, step and speed."""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from fastapi import FastAPI
from nicegui import background_tasks, ui

from longroad.errors import KeyRefusedError, LimitError, LongroadError, NoSuchGameError
from longroad.web.games import Frame, House, LiveGame, Place
from longroad.web.games.house import step_back
from longroad.web.pages.board import LiveBoard
from longroad.web.pages.browser import kept
from longroad.web.pages.chart import chart_html
from longroad.web.pages.frame import frame
from longroad.web.pages.region import Region, Said
from longroad.web.pages.watch_outlook import Outlook, Outlooks
from longroad.web.pages.rendering import render

#: Seconds per move, by what a person chooses.
PACES = {"slow": 2.0, "normal": 0.6, "fast": 0.15, "at once": 0.0}
#: Lines of the log that are shown.
MOST_LINES = 200
#: Seconds between two pictures of a game that goes fast.
_PICTURE = 0.08
#: Threads that judge positions for all charts.
_THREADS = 1
_BUILT = ("settle", "city", "road")


def register(app: FastAPI, house: House) -> None:
    """Adds the page."""
    outlooks = Outlooks(ThreadPoolExecutor(_THREADS, thread_name_prefix="outlook", initializer=step_back))

    @ui.page("/watch/{id}")
    async def watch(id: str) -> None:
        try:
            game = house.game(id)
            place = Place(game, None)
            view = game.view(place.viewer)
        except (NoSuchGameError, KeyRefusedError) as error:
            _turned_away(house, id, error)
            return
        with frame("Watch", "/watch", wide=True, styles=("study.css",)):
            watching = Watching(house, place, outlooks.of(game) if game.course.plan.is_for_agents else None)
            watching.build(view)
        client = ui.context.client
        await client.connected()
        watching.is_host = await _is_host(house, game)
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


async def _is_host(house: House, game: LiveGame) -> bool:
    """Whether this browser began the game, and may direct it."""
    key = (await kept(game.id)).get("host")
    try:
        place = house.place(key) if isinstance(key, str) else None
    except KeyRefusedError:
        return False
    return place is not None and place.host and place.game is game


class Watching:
    """One page that looks on at a game."""

    def __init__(self, house: House, place: Place, outlook: Outlook | None) -> None:
        self._house, self._place, self._game = house, place, place.game
        self._outlook = outlook
        self._lines: deque[tuple[int, str, int | None]] = deque(maxlen=MOST_LINES)
        self._task: asyncio.Task[Any] | None = None
        self._problem = ""
        self.is_host = False

    def build(self, view: Any) -> None:
        """Puts the parts where they stand."""
        course = self._game.course
        with ui.element("div").classes("watching"):
            with ui.element("div").classes("scene"):
                Region(f"<h1 class=unseen>{len(course.seats)} players</h1>")
                self._board = LiveBoard(view.board, course.plan.rules.players)
                self._controls = Region("", self._done).classes("controls")
            with ui.element("div").classes("beside"):
                self._seats = Region().classes("seats")
                if self._outlook is not None:
                    with ui.element("section").classes("panel"):
                        Region("<h2>Win probability</h2>")
                        self._chart = Region()
                with ui.element("section").classes("panel"):
                    Region("<h2>What happened</h2>")
                    self._log = Region()
        self.show(view, "")
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

    def show(self, view: Any, fresh: str) -> None:
        """The position and the log."""
        course = self._game.course
        self._board.show(view, fresh=fresh)
        shares = self._outlook.points[-1].shares if self._outlook and self._outlook.points else None
        self._seats.show(
            render(
                "watch_seats",
                view=view,
                seats=course.seats,
                result=course.result,
                shares=shares,
            )
        )
        self._log.show(render("watch_log", lines=list(self._lines)))

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
                for one in frames:
                    self._tell(one)
                if frames[-1].view is not None:
                    self.show(frames[-1].view, _place_of(frames[-1]))
                    self.show_controls()
                await asyncio.sleep(_PICTURE if frames[-1].view is not None else 0)

    def _tell(self, one: Frame) -> None:
        for number, words in enumerate(one.words):
            self._lines.append((10 * one.number + number, words, one.player))

    def _done(self, said: Said) -> None:
        if not self.is_host:
            return
        game = self._game
        self._problem = ""
        try:
            match said["do"]:
                case "pause":
                    game.pause(not game.course.is_paused)
                case "step":
                    game.pause(True)
                    game.step()
                case "pace" if said.get("value") in PACES:
                    game.set_pace(PACES[said["value"]])
                case "end":
                    game.end()
        except LongroadError as error:
            self._problem = str(error)
        self.show_controls()


def _place_of(frame: Frame) -> str:
    """The place of a new piece, as a board points it out."""
    action = frame.action
    if action is None or action.kind not in _BUILT:
        return ""
    return f"n{action.intersection}" if action.intersection is not None else f"e{action.path}"
