"""The coach beside the board: off, on demand, or always. It says which moves are best and why, what others
may hold, what the next roll may bring, and which offers are worth making."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from nicegui import background_tasks, ui

from longroad.analysis import Advice
from longroad.errors import LongroadError
from longroad.web.games import LiveGame
from longroad.web.pages.board import LiveBoard
from longroad.web.pages.coach_marks import marks_of, place_of
from longroad.web.pages.coach_seat import SeatCoach
from longroad.web.pages.region import Region, Said
from longroad.web.pages.rendering import render

#: What the switch offers, by what the browser keeps.
MODES = {"off": "Off", "ask": "On demand", "always": "Always"}
_KEY = "longroad.coach"


def coach_panel(game: LiveGame, seat: int | None, board: LiveBoard) -> None:
    """Puts the panel where it is called; nothing for somebody without a seat."""
    board.mark("")
    if seat is None:
        return
    panel = _Panel(game, seat, board)
    client = ui.context.client
    task = background_tasks.create(panel.follow(), name=f"coach {game.id}")
    client.on_delete(lambda: panel.end(task))


class _Panel:
    def __init__(self, game: LiveGame, seat: int, board: LiveBoard) -> None:
        self._game, self._board = game, board
        self._coach = SeatCoach(game, seat)
        self._mode = "ask"
        self._advice: Advice | None = None
        self._thinks, self._problem = False, ""
        self._asking: asyncio.Task[Any] | None = None
        self._region = Region("", self._done).classes("coach")
        self._show()

    async def follow(self) -> None:
        """Until the panel is gone: advice for a position that is no more is taken away."""
        await self._read_mode()
        while not self._region.is_deleted:
            news, at = self._game.news, self._coach.position
            if self._mode == "always" and self._advice is None and not self._thinks:
                self._ask()
            await news.wait()
            if at != self._coach.position or self._game.course.result is not None:
                self._forget()
        self._coach.cancel()

    def end(self, task: asyncio.Task[Any]) -> None:
        """The page is gone."""
        self._coach.cancel()
        task.cancel()

    async def _read_mode(self) -> None:
        with contextlib.suppress(TimeoutError):
            with self._region:
                kept = await ui.run_javascript(f"localStorage.getItem('{_KEY}')", timeout=10)
            self._mode = kept if kept in MODES else self._mode
        self._show()

    def _forget(self) -> None:
        """The position has changed."""
        self._coach.cancel()
        self._thinks, self._problem = False, ""
        self._advice = None
        self._show()

    def _ask(self) -> None:
        if not self._coach.refusal:
            self._thinks = True
            self._show()
            self._asking = background_tasks.create(self._answer(), name=f"advice {self._game.id}")

    async def _answer(self) -> None:
        position = self._coach.position
        try:
            advice = await self._coach.advise()
        except LongroadError as error:
            advice, self._problem = None, str(error)
        if position == self._coach.position and not self._region.is_deleted:
            self._thinks, self._advice = False, advice
            self._show()

    def _show(self) -> None:
        if self._region.is_deleted:
            return
        advice = self._advice if self._mode != "off" else None
        self._region.show(
            render(
                "coach",
                modes=MODES,
                mode=self._mode,
                refusal=self._coach.refusal,
                thinks=self._thinks,
                advice=advice,
                placed=[place_of(one.action) is not None for one in advice.moves] if advice else [],
                names=self._game.course.names,
                problem=self._problem,
                most_likely=max((roll.probability for roll in advice.rolls), default=1.0) if advice else 1.0,
            )
        )
        self._board.mark(marks_of(advice) if advice else "")

    def _done(self, said: Said) -> None:
        mode = str(said.get("mode"))
        if said["do"] == "coach" and mode in MODES:
            self._mode = mode
            with self._region:
                ui.run_javascript(f"localStorage.setItem('{_KEY}', '{self._mode}')")
            if self._mode == "off":
                self._forget()
            elif self._mode == "always" and self._advice is None and not self._thinks:
                self._ask()
            self._show()
        elif said["do"] == "hint" and self._mode == "ask" and not self._thinks:
            self._ask()
