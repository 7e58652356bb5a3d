"""The page of a game."""

from __future__ import annotations

from fastapi import FastAPI
from nicegui import ui

from longroad.catan.words import action_words
from longroad.web.games import House
from longroad.web.pages.board import LiveBoard, Spot
from longroad.web.pages.browser import kept
from longroad.web.pages.frame import frame
from longroad.web.pages.region import Region, Said


def register(app: FastAPI, house: House) -> None:
    """Adds the page."""

    @ui.page("/game/{id}")
    async def play(id: str) -> None:
        with frame("Game", wide=True):
            here = ui.element("div")
        await ui.context.client.connected()
        keys = await kept(id)
        place = house.place(next(iter(keys["seats"].values())))
        game = place.game

        def act(said: Said) -> None:
            assert place.seat is not None
            game.act(place.seat, said["action"])

        def show() -> None:
            sight = game.view(place.viewer)
            spots = [
                Spot("settle", action.intersection, action_words(sight, action), (("do", "act"), ("action", str(action))))
                for action in sight.actions
                if action.kind == "settle" and action.intersection is not None
            ]
            board.show(sight, spots)

        with here:
            Region("<h1>Game</h1>")
            board = LiveBoard(game.view(place.viewer).board, game.course.plan.rules.players, act)
            show()
        with house.follow(place) as follower:
            async for _ in follower:
                show()
