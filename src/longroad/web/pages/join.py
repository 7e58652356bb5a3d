"""The page of an invitation: ``/join#KEY``. What stands behind the ``#`` is never sent with a request, so no
log of a server or proxy has it."""

from __future__ import annotations

from fastapi import FastAPI
from nicegui import Client, ui

from longroad.errors import KeyRefusedError, LongroadError
from longroad.web.games import House
from longroad.web.games.keys import read_key
from longroad.web.pages import browser
from longroad.web.pages.board import shapes_svg
from longroad.web.pages.frame import frame
from longroad.web.pages.region import Region, Said
from longroad.web.pages.rendering import render
from longroad.web.pages.visitor import Visitor


def register(app: FastAPI, house: House) -> None:
    """Adds the page."""

    @ui.page("/join")
    async def join(client: Client) -> None:
        visitor = Visitor(app, client)
        with frame("Sit down", "/", styles=("lobby.css",)):
            Region(shapes_svg()).classes("shapes")
            shown = Region(on_do=lambda said: sit_down(said))
        invitation = await browser.fragment(client) or ""
        name, refusal = "", ""

        def show() -> None:
            try:
                shown.show(render("join", **_invited(house, invitation), name=name, refusal=refusal))
            except KeyRefusedError as error:
                shown.show(render("message", title="This invitation is not good", words=f"{error}."))

        async def sit_down(said: Said) -> None:
            nonlocal name, refusal
            if said["do"] == "name":
                name = str(said.get("value", ""))[:100]
                return
            try:
                visitor.acts()
                place, key = house.join(invitation, name)
            except LongroadError as error:
                refusal = str(error)
                show()
                return
            keys = {"seats": {str(place.seat): str(key)}}
            browser.keep(place.game.id, keys, client, f"/game/{place.game.id}")

        show()


def _invited(house: House, invitation: str) -> dict[str, object]:
    """Whose game it is; raises KeyRefusedError where the invitation cannot be good."""
    read = read_key(invitation)
    try:
        course = house.game(read.game).course
    except LongroadError:
        raise KeyRefusedError("the game is over, or was never here") from None
    if read.seat is None or not read.is_invitation or read.seat >= len(course.seats):
        raise KeyRefusedError("the link is not complete")
    if course.seats[read.seat].is_taken:
        raise KeyRefusedError("it was used already; ask who sent it for another game")
    return {"seat": read.seat, "names": course.names, "seats": course.seats}
