"""The lobby."""

from __future__ import annotations

from fastapi import FastAPI
from nicegui import ui

from longroad.web.games import GamePlan, House, SeatPlan
from longroad.web.pages.browser import keep_keys
from longroad.web.pages.frame import frame
from longroad.web.pages.region import Region, Said


def register(app: FastAPI, house: House) -> None:
    """Adds the page."""

    @ui.page("/")
    def lobby() -> None:
        async def done(said: Said) -> None:
            plan = GamePlan((SeatPlan.person(), SeatPlan.of_agent("planner")))
            made = await house.create(plan)
            keep_keys(made, ui.context.client)
            ui.navigate.to(f"/game/{made.game.id}")

        with frame("Play", "/"):
            Region('<h1>Play Catan</h1><button type="button" class="main" data-do="now">Play now</button>', done)
