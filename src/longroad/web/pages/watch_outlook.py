"""Win probabilities of running games of agents, for the chart: computed in a thread, once per game however
many watch, and only while somebody does.

All hands are shown where agents play alone, so the positions are judged as they are, as a review does it.
Games of people have no chart while they are played: it would tell more than onlookers may know.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial

from longroad.analysis.engine import worth_of
from longroad.catan import State
from longroad.errors import StoppedError, TableError
from longroad.web.games import LiveGame
from longroad.web.pages.chart import Point
from longroad.web.pages.working import worked

#: Rollouts per position, and positions that are judged in one call.
_ROLLOUTS, _AT_ONCE = 8, 24
#: Seconds between two looks at a game that goes on: a chart that changes more often is not read.
_PAUSE = 0.25


class Outlook:
    """The win probabilities of one game, growing while it is watched."""

    def __init__(self, game: LiveGame, threads: Executor) -> None:
        if not game.course.plan.is_for_agents:
            raise TableError("only games of agents have a chart while they are played")
        self._game, self._threads = game, threads
        self._state = game.course.start()
        self._events = 0
        self.points: list[Point] = []
        self._watchers: list[Callable[[], None]] = []
        self._task: asyncio.Task[None] | None = None

    @property
    def is_complete(self) -> bool:
        """Whether nothing more will come."""
        return self._game.course.result is not None and self._events == len(self._game.course.actors)

    def watch(self, changed: Callable[[], None]) -> None:
        """Calls back whenever there are new points, until ``leave``."""
        self._watchers.append(changed)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(
                self._compute(), name=f"outlook {self._game.id}"
            )

    def leave(self, changed: Callable[[], None]) -> None:
        """No more calls; without anybody who watches, nothing is computed."""
        if changed in self._watchers:
            self._watchers.remove(changed)
        if not self._watchers and self._task is not None:
            self._task.cancel()

    async def _compute(self) -> None:
        while not self.is_complete:
            news = self._game.news
            states, events = self._ahead()
            if events == self._events:
                await news.wait()
                continue
            try:
                judged = await worked(self._threads, partial(_judged, [state for _, state in states]))
            except StoppedError:
                return
            self._state = self._after(events)
            self._events = events
            self.points += [
                Point(event, state.turn, shares)
                for (event, state), shares in zip(states, judged, strict=True)
            ]
            for changed in tuple(self._watchers):
                changed()
            if events == len(self._game.course.actors):
                await asyncio.sleep(_PAUSE)

    def _ahead(self) -> tuple[list[tuple[int, State]], int]:
        """The next positions to judge, with the number of events before each, and how far they lead. Where
        chance is next nothing is judged: the position after it says more."""
        state, event = self._state.copy(), self._events
        found = [] if self.points or state.is_chance else [(0, state.copy())]
        for action in self._game.course.state.events()[event:]:
            if len(found) >= _AT_ONCE:
                break
            state.apply(action)
            event += 1
            if not state.is_chance:
                found.append((event, state.copy()))
        return found, event

    def _after(self, events: int) -> State:
        state = self._state.copy()
        for action in self._game.course.state.events()[self._events : events]:
            state.apply(action)
        return state


class Outlooks:
    """Those of all games that are watched. Of games that are over the newest stay."""

    _MOST = 50

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._found: dict[str, Outlook] = {}

    def of(self, game: LiveGame) -> Outlook:
        """The one of a game of agents; raises TableError for others."""
        if game.id not in self._found:
            self._found[game.id] = Outlook(game, self._threads)
            while len(self._found) > self._MOST:
                del self._found[next(iter(self._found))]
        return self._found[game.id]


def _judged(states: list[State]) -> list[tuple[float, ...]]:
    """The last position of a game has a winner, which the judge knows."""
    return [tuple(map(float, one)) for one in worth_of(states, seed=0, count=_ROLLOUTS)] if states else []
