"""The agents of one game: who is asked, who thinks, who is told to go."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor

from longroad.catan import Action
from longroad.web.games.course import SUBSTITUTE, Course
from longroad.web.games.minds import Mind


class SeatedAgents:
    """A mind per seat that an agent plays for, made when it is first asked."""

    def __init__(self, course: Course, threads: Executor, limit: float) -> None:
        self._course, self._threads, self._limit = course, threads, limit
        self._minds: dict[int, Mind] = {}
        self._asked: Mind | None = None

    @property
    def thinking(self) -> int | None:
        """The seat whose agent thinks at the moment."""
        return self._asked.seat if self._asked is not None else None

    async def choice(self, seat: int) -> Action:
        """What the agent of a seat decides where the game stands; raises MindError or StoppedMindError."""
        mind = self._asked = self._mind(seat)
        try:
            return await self._chosen(mind)
        finally:
            self._asked = None

    async def substitutes_choice(self, seat: int) -> Action:
        """What planner would do there, this once."""
        mind = self._new_mind(SUBSTITUTE, seat)
        try:
            return await self._chosen(mind)
        finally:
            mind.close()

    def interrupt(self) -> None:
        """Ends the thinking of whoever thinks."""
        if self._asked is not None:
            self._asked.interrupt()

    async def close(self) -> None:
        """Ends all of them, and their processes."""
        minds, self._minds = list(self._minds.values()), {}
        await asyncio.gather(*map(self._closed, minds))

    async def _chosen(self, mind: Mind) -> Action:
        return await mind.choose(self._course.state.events(), self._course.line, self._limit)

    def _mind(self, seat: int) -> Mind:
        """Of the agent that plays there now; the one before it goes."""
        spec = self._course.seats[seat].agent
        mind = self._minds.get(seat)
        if mind is None or mind.spec != spec:
            if mind is not None:
                self._closed(mind)
            mind = self._minds[seat] = self._new_mind(spec, seat)
        return mind

    def _new_mind(self, spec: str, seat: int) -> Mind:
        course = self._course
        return Mind(spec, seat, course.plan.rules, course.board, course.chance, self._threads)

    def _closed(self, mind: Mind) -> asyncio.Future[None]:
        return asyncio.get_running_loop().run_in_executor(self._threads, mind.close)
