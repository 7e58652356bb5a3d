"""The lobby: ``/``. A game at once, games to go on with, and a table of one's own."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from nicegui import Client, ui

from longroad.agents import AGENTS
from longroad.catan import Board, Rules
from longroad.catan.board import LAYOUTS
from longroad.errors import KeyRefusedError, LongroadError
from longroad.web.games import GamePlan, House, SeatPlan
from longroad.web.games.frames import seat_words
from longroad.web.pages import browser
from longroad.web.pages.board import island_svg, shapes_svg
from longroad.web.pages.board_editor import NUMBERS, editor_svg, painted, turned_harbor
from longroad.web.pages.frame import frame
from longroad.web.pages.opponents import GOOD, opponents
from longroad.web.pages.region import Region, Said
from longroad.web.pages.rendering import render
from longroad.web.pages.table_form import OPTIONS, TableForm
from longroad.web.pages.visitor import Visitor

#: What presets of the rules are, in a few words.
_PRESETS = {
    "official": "the rulebook",
    "duel": "the usual game of two online: 15 points, friendly robber",
    "casual": "friendly robber, dice from a deck",
    "gendre2020": "as in the study of 2020: no trade between players",
    "casher2024": "as in the article of 2024: no trade between players",
    "ntu2016": "as in the study of 2016: open hands, no robber",
    "jsettlers": "as on a JSettlers server",
    "catanatron": "as catanatron plays it",
}
_LAYOUTS = {
    "spiral": "numbers along the spiral",
    "random": "numbers anywhere",
    "balanced": "no 6 beside an 8",
    "beginner": "the rulebook's board for beginners",
}


@dataclass(frozen=True)
class _Running:
    """A game that this browser can go on with."""

    id: str
    names: tuple[str, ...]
    minds: tuple[str, ...]
    turn: int
    words: str
    seats: frozenset[int]


def register(app: FastAPI, house: House) -> None:
    """Adds the page."""

    @ui.page("/")
    async def lobby(client: Client) -> None:
        with frame("Play", "/", styles=("lobby.css",)):
            page = _Lobby(house, Visitor(app, client), client)
            page.build()
        page.show_running(await browser.kept_games(client))


class _Lobby:
    def __init__(self, house: House, visitor: Visitor, client: Client) -> None:
        self._house, self._visitor, self._client = house, visitor, client
        self._players, self._agent, self._name = 4, GOOD, ""
        self._form = TableForm()
        self._refusal, self._brush = "", "B"

    def build(self) -> None:
        """Makes the parts of the page."""
        Region(shapes_svg()).classes("shapes")
        self._now = Region(on_do=self._do)
        self._running = Region()
        self._table = Region(on_do=self._do)
        self._show()

    def show_running(self, kept: dict[str, browser.Keys]) -> None:
        """The games that the browser has keys of."""
        running = [game for game in (self._running_game(id, keys) for id, keys in kept.items()) if game]
        self._running.show(render("running", games=sorted(running, key=lambda game: game.id)))

    def _running_game(self, id: str, keys: browser.Keys) -> _Running | None:
        try:
            game = self._house.game(id)
        except LongroadError:
            return None
        course = game.course
        own = set()
        for key in keys.seats:
            try:
                own.add(self._house.place(key).seat)
            except KeyRefusedError:
                continue
        if course.result is not None or not own:
            return None
        actor = course.state.actor
        words = (
            "waiting for people to sit down"
            if course.is_waiting
            else (
                "your move"
                if actor in own
                else f"{course.names[actor]} is to move"
                if actor is not None
                else ""
            )
        )
        minds = tuple(seat_words(seat) for seat in course.seats)
        seats = frozenset(seat for seat in own if seat is not None)
        return _Running(id, course.names, minds, course.state.turn, words, seats)

    # -- showing

    def _show(self) -> None:
        self._now.show(
            render(
                "play_now",
                players=self._players,
                agent=self._agent,
                opponents=opponents(self._players),
                refusal=self._refusal,
            )
        )
        self._table.show(render("own_table", **self._shown()))

    def _shown(self) -> dict[str, Any]:
        form = self._form
        board = form.preview()
        return {
            "form": form,
            "errors": form.errors,
            "presets": {name: _PRESETS.get(name, "") for name in Rules.presets},
            "layouts": {name: _LAYOUTS[name] for name in LAYOUTS},
            "options": OPTIONS,
            "agents": list(dict.fromkeys([*(one.agent for one in opponents(len(form.seats))), *AGENTS])),
            "strengths": {one.agent: one for one in opponents(len(form.seats))},
            "board": "" if board is None else island_svg(board, 0, with_shapes=False),
            "editor": editor_svg(board) if board is not None and form.board.strip() else "",
            "brush": self._brush,
            "numbers": NUMBERS,
        }

    # -- what is pressed

    async def _do(self, said: Said) -> None:
        self._refusal = ""
        try:
            self._visitor.acts()
            await self._done(said)
        except LongroadError as error:
            self._refusal = str(error)
        except (KeyError, ValueError, IndexError, TypeError, AttributeError, StopIteration):
            self._refusal = "That is not possible."
        self._show()

    async def _done(self, said: Said) -> None:
        do, form = said["do"], self._form
        if do == "now":
            await self._begin(self._plan_now())
        elif do == "players":
            self._players = max(2, min(4, int(said["value"])))
        elif do == "opponent":
            known = [one.agent for one in opponents(self._players)]
            self._agent = said["value"] if said["value"] in known else GOOD
        elif do == "seats":
            form.resize(int(said["value"]))
        elif do == "seat":
            setattr(form.seats[int(said["seat"])], _SEAT[said["field"]], str(said["value"])[:300])
            form.errors.pop(f"seat-{int(said['seat'])}", None)
        elif do == "option":
            value = said["value"]
            text = ("on" if value else "off") if isinstance(value, bool) else str(value)[:100]
            form.set_option(str(said["name"]), text)
        elif do == "preset":
            form.preset = said["value"] if said["value"] in Rules.presets else "official"
            form.changed.clear()
            form.errors.clear()
        elif do == "text":
            setattr(form, _TEXTS[said["field"]], str(said["value"])[:2000])
            if said["field"] == "clock":
                form.seconds = _USUAL.get(form.clock, form.seconds)
        elif do == "switch":
            setattr(form, _SWITCHES[said["field"]], bool(said["value"]))
        elif do == "draw":
            form.board, form.seed = "", str(secrets.randbelow(10**6))
        elif do == "edit":
            form.board = str(form.preview() or Board.generate(seed=secrets.randbelow(10**6)))
        elif do == "brush":
            self._brush = str(said["value"])
        elif do == "paint":
            self._paint(said)
        elif do == "begin":
            plan = await form.plan(self._house)
            if plan is not None:
                await self._begin(plan)

    def _paint(self, said: Said) -> None:
        """A click on a hex or harbor of the board that is edited."""
        board = self._form.preview()
        if board is not None and "harbor" in said:
            self._form.board = str(turned_harbor(board, int(said["harbor"])))
        elif board is not None:
            self._form.board = str(painted(board, int(said["hex"]), self._brush))

    def _plan_now(self) -> GamePlan:
        """The person and so many of the opponent, in any order."""
        seats = [SeatPlan.of_agent(self._agent) for _ in range(self._players - 1)]
        seats.insert(secrets.randbelow(self._players), SeatPlan.person())
        return GamePlan(tuple(seats))

    async def _begin(self, plan: GamePlan) -> None:
        self._visitor.begins_a_game()
        made = await self._house.create(plan)
        page = f"/watch/{made.game.id}" if plan.is_for_agents else f"/game/{made.game.id}"
        browser.keep_keys(made, self._client, page)


#: Fields that a browser may set.
_SEAT = {"kind": "kind", "name": "name", "agent": "agent"}
_TEXTS = {name: name for name in ("layout", "seed", "board", "clock", "seconds", "increment")}
#: Seconds per decision, or minutes for the game.
_USUAL = {"move": "60", "game": "15"}
_SWITCHES = {"rated": "rated", "spectators": "spectators"}
