"""Watching: begin a game of agents, or look on at one that is being played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI
from nicegui import Client, ui

from longroad.catan import Rules
from longroad.errors import LongroadError, TableError
from longroad.web.games import GamePlan, House, LiveGame, SeatPlan
from longroad.web.pages import watch_game
from longroad.web.pages.browser import keep_keys
from longroad.web.pages.frame import frame
from longroad.web.pages.opponents import GOOD, Opponent, opponents
from longroad.web.pages.region import Region, Said
from longroad.web.pages.rendering import render
from longroad.web.pages.visitor import Visitor
from longroad.web.pages.watch_game import PACES

#: Games that are listed.
_MOST_LISTED = 30
_OTHER = "other"
#: A game that is worth watching, without any choice.
_LINE_UP = (GOOD, "mcts:sims=800,eval=network", "planner", "value")


@dataclass
class Wish:
    """What somebody has chosen so far. ``own`` are the specs of seats where the ladder has no fitting one."""

    players: int = 4
    agents: list[str] = field(default_factory=lambda: list(_LINE_UP))
    own: list[str] = field(default_factory=lambda: [""] * 4)
    rules: str = "official"
    options: str = ""
    seed: str = ""
    speed: str = "normal"

    @property
    def ladder(self) -> list[Opponent]:
        """The agents to choose from, the strongest first."""
        return opponents(self.players)[::-1]

    def take(self, given: Mapping[str, Any]) -> None:
        """What the fields of the form say; anything that is not among the choices is passed over."""
        text = {name: str(value)[:300] for name, value in given.items()}
        if text.get("players") in ("2", "3", "4"):
            self.players = int(text["players"])
        known = [*(rung.agent for rung in self.ladder), _OTHER]
        for seat in range(4):
            agent = text.get(f"agent{seat}", self.agents[seat])
            self.agents[seat] = agent if agent in known else GOOD
            self.own[seat] = text.get(f"own{seat}", self.own[seat])
        for name in ("options", "seed"):
            setattr(self, name, text.get(name, getattr(self, name)))
        if text.get("rules") in Rules.presets:
            self.rules = text["rules"]
        if text.get("speed") in PACES:
            self.speed = text["speed"]

    def plan(self) -> GamePlan:
        """The game that is asked for; raises LongroadError with what is wrong."""
        specs = [
            (own.strip() or GOOD) if agent == _OTHER else agent
            for agent, own in zip(self.agents, self.own, strict=True)
        ]
        options = self.options.strip().strip(",")
        rules = Rules.for_players(f"{self.rules},{options}" if options else self.rules, self.players)
        seats = tuple(SeatPlan.of_agent(spec) for spec in specs[: self.players])
        return GamePlan(seats, rules, _seed(self.seed), pace=PACES[self.speed], spectators=True)


def _seed(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not text.isdecimal() or not text.isascii() or int(text) >= 2**64:
        raise TableError("seed: a number from 0 on, or nothing for any board")
    return int(text)


def register(app: FastAPI, house: House) -> None:
    """Adds the pages."""
    watch_game.register(app, house)

    @ui.page("/watch")
    def watch(client: Client) -> None:
        wish, visitor = Wish(), Visitor(app, client)

        def show(problem: str = "") -> None:
            form.show(
                render(
                    "watch",
                    wish=wish,
                    presets=list(Rules.presets),
                    speeds=list(PACES),
                    other=_OTHER,
                    problem=problem,
                )
            )

        async def done(said: Said) -> None:
            given = said.get("value")
            if said["do"] == "choose" and isinstance(said.get("name"), str):
                wish.take({said["name"]: given})
                show()
            if said["do"] == "begin" and isinstance(given, dict):
                wish.take(given)
                try:
                    visitor.begins_a_game()
                    made = await house.create(wish.plan())
                except LongroadError as error:
                    show(str(error))
                    return
                keep_keys(made, client, f"/watch/{made.game.id}")

        with frame("Watch", "/watch", styles=("study.css",)):
            Region("<h1>Watch</h1>")
            with ui.element("div").classes("columns"):
                form = Region("", done).classes("panel")
                running = Region().classes("panel")
        show()

        def list_games() -> None:
            running.show(render("watch_games", games=[_told(game) for game in watchable(house)]))

        list_games()
        ui.timer(1.5, list_games, immediate=False)


def watchable(house: House) -> list[LiveGame]:
    """The games that are being played and may be looked at, the newest first."""
    games = (game for game in house.games() if game.course.result is None and game.course.plan.may_be_watched)
    return [game for game, _ in zip(games, range(_MOST_LISTED), strict=False)]


def _told(game: LiveGame) -> dict[str, Any]:
    """What everybody may know of a game."""
    course, state = game.course, game.course.state
    return {
        "id": game.id,
        "turn": state.turn,
        "status": course.status,
        "rated": course.plan.rated,
        "seats": [(seat.name, seat.agent, state.public_points(seat.number)) for seat in course.seats],
    }
