"""Reviewing: a finished game of the library or a file, stepped through with win probabilities; a computer
analysis grades every decision. The review itself is the page of ``longroad.analysis.page``, in a frame."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import FastAPI, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from nicegui import Client, ui
from nicegui import app as nicegui_app

from longroad.errors import LimitError, LongroadError
from longroad.web.api.caller import GameId
from longroad.web.api.guard import client_of
from longroad.web.games import House
from longroad.web.library import Query as Wanted
from longroad.web.pages.frame import frame
from longroad.web.pages.region import Region, Said
from longroad.web.pages.rendering import render
from longroad.web.pages.review_games import MOST_BYTES, Reviewable, bring, games_in, reviewable
from longroad.web.pages.review_jobs import DEPTHS, Reviews, is_graded
from longroad.web.pages.visitor import Visitor
from longroad.web.rates import Rates

_MOST_NAME = 80
#: Seconds between two looks at the progress of an analysis.
_LOOK = 0.4
#: Files that one client may bring per second, and at once.
_FILES_PER_SECOND, _FILES_AT_ONCE = 0.2, 10


def register(app: FastAPI, house: House) -> None:
    """Adds the pages, and the routes that they use."""
    reviews = Reviews(house.folder)
    nicegui_app.on_shutdown(reviews.close)
    _routes(app, house, reviews)

    @ui.page("/review")
    async def begin() -> None:
        found, _ = await asyncio.to_thread(house.library.find, Wanted(limit=8))
        with frame("Review", "/review", styles=("study.css",), scripts=("review.js",)):
            Region(render("review_begin", most=MOST_BYTES >> 20))
            Region(render("review_recent", games=found)).classes("panel")

    @ui.page("/review/{id}")
    async def review(id: str, client: Client) -> None:
        try:
            game = await reviewable(house, id)
        except LongroadError as error:
            with frame("Review", "/review"):
                Region(render("review_none", reason=str(error)))
            return
        with frame(
            f"Review: {game.title}", "/review", wide=True, styles=("study.css",), scripts=("review.js",)
        ):
            page = _Page(reviews, game, Visitor(app, client))
            page.build()
        await client.connected(timeout=30)
        await page.open()


def _routes(app: FastAPI, house: House, reviews: Reviews) -> None:
    rates = Rates(_FILES_PER_SECOND, _FILES_AT_ONCE)

    @app.get("/review/{id}/page", include_in_schema=False)
    async def review_page(id: GameId, theme: str = "", download: bool = False) -> Response:
        """The review as one page."""
        game = await reviewable(house, id)
        html = await reviews.page(game, theme)
        names = {"Content-Disposition": f'attachment; filename="review-{id}.html"'} if download else {}
        return HTMLResponse(html, headers={"Cache-Control": "no-store", **names})

    @app.post("/review/upload", include_in_schema=False)
    async def upload(
        request: Request,
        name: Annotated[str, Query(max_length=300)] = "",
        game: Annotated[int, Query(ge=1, le=1000)] = 1,
        chosen: bool = False,
    ) -> Response:
        """Takes a file; answers with the id of its game, or with how many it has to choose from."""
        if rates.take(client_of(request.scope)):
            raise LimitError("too many files at once; try again in a few seconds")
        data, called = await request.body(), _file_name(name)
        try:
            if not chosen:
                count = await asyncio.to_thread(games_in, data, called)
                if count > 1:
                    return JSONResponse({"games": count})
            brought = await asyncio.to_thread(bring, house.folder, data, called, game)
            await reviews.review(brought)
        except LongroadError as error:
            return JSONResponse({"problem": str(error)}, status_code=422)
        return JSONResponse({"id": brought.id})


def _file_name(name: str) -> str:
    """What a file is called in sentences about it.

    >>> _file_name("C:\\\\games\\\\one.jsonl"), _file_name("")
    ('one.jsonl', 'The file')
    """
    name = name.replace("\\", "/").rpartition("/")[2]
    return "".join(sign for sign in name if sign.isprintable())[:_MOST_NAME] or "The file"


class _Page:
    """The page of one game."""

    def __init__(self, reviews: Reviews, game: Reviewable, visitor: Visitor) -> None:
        self._reviews, self._game, self._visitor = reviews, game, visitor
        self._graded = False
        self._version = 0
        self._problem = ""
        self._was_running = False

    def build(self) -> None:
        """Puts the parts where they stand."""
        self._state = Region("", self._done).classes("review-state")
        self._state.show(render("review_wait", game=self._game))
        self._here = ui.element("div").classes("review-here")

    async def open(self) -> None:
        """Shows the review that there is, and follows an analysis that runs."""
        await self._load()
        ui.timer(_LOOK, self._look, immediate=False)

    async def _load(self) -> None:
        try:
            self._graded = is_graded(await self._reviews.review(self._game))
        except LongroadError as error:
            self._state.show(render("review_none", reason=str(error)))
            return
        self._version += 1
        self._show()
        self._here.clear()
        with self._here:
            address = f"/review/{self._game.id}/page?version={self._version}"
            ui.element("iframe").props(f'title="The game, event by event" data-src="{address}"').classes(
                "review"
            )

    def _show(self) -> None:
        job = self._reviews.job(self._game.id)
        self._state.show(
            render(
                "review_state",
                game=self._game,
                graded=self._graded,
                job=job,
                depths=DEPTHS,
                may_cancel=job is not None and job.owner == self._visitor.name,
                problem=self._problem or (job.problem if job else ""),
            )
        )

    async def _look(self) -> None:
        job = self._reviews.job(self._game.id)
        if job is not None and not job.is_done:
            self._was_running = True
            self._show()
        elif self._was_running:
            self._was_running = False
            await self._load() if job is None else self._show()

    def _done(self, said: Said) -> None:
        self._problem = ""
        job = self._reviews.job(self._game.id)
        given = said.get("value")
        try:
            self._visitor.acts()
            if said["do"] == "analyse" and isinstance(given, dict):
                self._reviews.request(self._game, str(given.get("depth")), self._visitor.name)
                self._was_running = True
            elif said["do"] == "cancel" and job is not None and job.owner == self._visitor.name:
                job.cancel()
        except LongroadError as error:
            self._problem = str(error)
        self._show()
