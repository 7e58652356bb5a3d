"""The page of a game: ``/game/ID``. People play here, several may share a browser, and others may look on."""

from __future__ import annotations

from fastapi import FastAPI
from nicegui import Client, ui

from longroad.errors import KeyRefusedError, LongroadError
from longroad.web.games import House, LiveGame, Place
from longroad.web.pages import browser
from longroad.web.pages.coach_panel import coach_panel
from longroad.web.pages.frame import frame
from longroad.web.pages.game_page import GamePage
from longroad.web.pages.region import Region
from longroad.web.pages.rendering import render
from longroad.web.pages.visitor import Visitor


def register(app: FastAPI, house: House) -> None:
    """Adds the page."""

    @ui.page("/game/{id}")
    async def play(id: str, client: Client) -> None:
        with frame("Game", "/", wide=True, styles=("game.css", "coach.css")):
            here = ui.element("div").classes("game-page")
        keys = await browser.kept(client, id)
        if keys is None:
            return
        with here:
            try:
                game = house.game(id)
            except LongroadError:
                _gone(house, id)
                return
            places = {place.seat: place for place in _places(house, game, keys) if place.seat is not None}
            host = any(place.host for place in _places(house, game, keys))
            try:
                onlooker = None if places else Place(game, None).viewer
            except KeyRefusedError:
                Region(render("message", title="This game is for its players", words=_FOR_PLAYERS))
                return
            page = GamePage(house, game, Visitor(app, client), places, onlooker, host, keys.invitations)
            page.build(coach_panel)
        page.run(client)


_FOR_PLAYERS = (
    "This browser has no seat in it. Who plays opens it in the browser that sat down; an invitation is "
    "opened by its own link."
)


def _places(house: House, game: LiveGame, keys: browser.Keys) -> list[Place]:
    """What the keys of a browser open in a game; those that open nothing are passed over."""
    found = []
    for key in (*keys.seats, *([keys.host] if keys.host else [])):
        try:
            place = house.place(key)
        except KeyRefusedError:
            continue
        if place.game is game and (place.seat is None or game.course.seats[place.seat].kind != "agent"):
            found.append(place)
    return found


def _gone(house: House, id: str) -> None:
    """A game that is not live: finished ones can be reviewed."""
    try:
        house.library.record(id)
    except LongroadError as error:
        Region(render("message", title="There is no such game", words=str(error)))
        return
    ui.navigate.to(f"/review/{id}")
