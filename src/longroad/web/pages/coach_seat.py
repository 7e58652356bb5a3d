"""The coach of one seat of a live game: thinks in a thread about the newest position, and stops thinking when
there is a newer one. It is told what the seat saw, and nothing else."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import cache
from typing import Any

from longroad._native import Stop
from longroad.analysis import Advice, Coach
from longroad.catan import View
from longroad.errors import NotNowError, StoppedError
from longroad.web.games import LiveGame
from longroad.web.pages.working import worked, workers

#: Milliseconds that the coach thinks about a decision.
THINKS = 900.0
#: Threads in which all coaches think.
_THREADS = 2


@cache
def coach_threads() -> Executor:
    """Where coaches think."""
    return workers("coach", _THREADS)


class SeatCoach:
    """Advises the person at a seat. One question at a time: a new one ends the thinking about the last. With
    ``sims`` it always says the same of the same position."""

    def __init__(
        self,
        game: LiveGame,
        seat: int,
        ms: float = THINKS,
        sims: int | None = None,
        threads: Executor | None = None,
    ) -> None:
        self._game, self._seat = game, seat
        self._effort: dict[str, Any] = {"ms": ms} if sims is None else {"sims": sims}
        self._threads = threads or coach_threads()
        self._stop: Stop | None = None

    @property
    def position(self) -> tuple[int, int]:
        """Changes with every move, and when one is taken back."""
        course = self._game.course
        return course.line, len(course.actors)

    @property
    def refusal(self) -> str:
        """Why there is no advice here; empty where there is."""
        course = self._game.course
        if course.plan.rated:
            return "Rated games are played without a coach."
        if course.result is not None:
            return "The game is over: a review tells how it was played."
        return ""

    async def advise(self) -> Advice | None:
        """What to do and to know now; None if the position has changed meanwhile, or ``cancel`` was called.
        Raises NotNowError in rated games and in games that are over."""
        if self.refusal:
            raise NotNowError(self.refusal)
        self.cancel()
        course, asked, stop = self._game.course, self.position, Stop()
        self._stop = stop
        coach = Coach(course.plan.rules, self._seat, names=course.names, **self._effort)
        for before, event, after in course.sightings(self._seat):
            coach.observe(before, event, after)
        view = course.state.view(self._seat)
        try:
            advice = await worked(self._threads, lambda: _advice(coach, view, stop))
        except StoppedError:
            return None
        finally:
            stop.stop()
        return advice if asked == self.position and self._stop is stop else None

    def cancel(self) -> None:
        """Ends the thinking."""
        if self._stop is not None:
            self._stop.stop()
            self._stop = None


def _advice(coach: Coach, view: View, stop: Stop) -> Advice:
    if stop.is_stopped:  # while it waited for a thread
        raise StoppedError("the position has changed")
    return coach.advise(view, stop)
