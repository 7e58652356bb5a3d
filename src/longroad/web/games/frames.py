"""What a viewer is sent of a game, entry by entry, from any entry on: live and afterwards the same.

A follower has its own copy of the game, which it lets go on entry by entry. So a reconnect loses nothing, a
slow reader keeps nobody waiting, and nothing is kept for those who are not there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Self

from longroad.catan import Action, State
from longroad.catan.narration import Narrator
from longroad.catan.onlookers import Sight
from longroad.catan.words import COLORS
from longroad.errors import NotNowError
from longroad.web.games.course import Seat
from longroad.web.games.entries import (
    Entry,
    Joined,
    Moved,
    Notice,
    Over,
    PaceSet,
    Paused,
    Replaced,
    Resigned,
    Stopped,
    Undone,
)
from longroad.web.games.live import LiveGame
from longroad.web.games.viewers import Viewer

#: What frames have under other names, and what is not for everybody.
_NOT_SHOWN = ("number", "at", "kind", "seat", "key_hash", "detail")
#: Frames that are made at once before others get their turn.
AT_ONCE = 50


@dataclass(frozen=True)
class Frame:
    """One entry as a viewer sees it."""

    number: int
    #: Seconds since 1970.
    at: float
    #: ``move``, ``joined``, ``replaced``, ...: docs/reference/web_api.md lists them.
    kind: str
    #: Whose it is: who moved, took back, joined; None for chance and for what concerns everybody.
    player: int | None
    #: Of a move, with its hidden card left out.
    action: Action | None
    #: In plain words, a line each.
    words: tuple[str, ...]
    #: What else there is to know, by name.
    facts: dict[str, Any] = field(default_factory=dict)
    #: The position after it, in the newest frame only.
    view: Sight | None = None


class Follower:
    """The frames of a game for one viewer, after its first ``since`` entries. ``close`` it, or use it as a
    context manager: a house lets only so many follow.

    ``async for frame in follower`` ends with the game; ``ready()`` gives what is there already.
    """

    def __init__(self, game: LiveGame, viewer: Viewer, since: int = 0) -> None:
        entries = game.course.entries
        if not 0 <= since <= len(entries):
            raise NotNowError(f"the game has {len(entries)} entries so far, not {since}")
        self._game, self._viewer = game, viewer
        self._state = game.course.start()
        plan = game.course.plan
        self._names = [seat.name or COLORS[number] for number, seat in enumerate(plan.seats)]
        self._number = 0
        for entry in entries[:since]:
            self._follow(entry)
        self._before = viewer.sight(self._state)
        self._is_open = True
        game.followers += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Follows no more."""
        if self._is_open:
            self._is_open = False
            self._game.followers -= 1

    @property
    def number(self) -> int:
        """Of the last frame that was made."""
        return self._number

    def ready(self, most: int = AT_ONCE) -> list[Frame]:
        """The next frames that are there already, ``most`` at a time."""
        entries = self._game.course.entries
        return [self._frame(entry, len(entries)) for entry in entries[self._number : self._number + most]]

    async def wait(self, seconds: float | None = None) -> bool:
        """Waits until there is a frame: False if there was none in time, or there will be none."""
        deadline = None if seconds is None else asyncio.get_running_loop().time() + seconds
        while self._number >= len(self._game.course.entries):
            if self._game.course.result is not None:
                return False
            news = self._game.news
            left = None if deadline is None else deadline - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(news.wait(), left)
            except TimeoutError:
                return False
        return True

    async def __aiter__(self) -> AsyncIterator[Frame]:
        while await self.wait():
            for frame in self.ready():
                yield frame
            await asyncio.sleep(0)

    def _frame(self, entry: Entry, newest: int) -> Frame:
        what, before = entry.what, self._before
        seen = self._viewer.seen(self._state, what.action) if isinstance(what, Moved) else None
        self._follow(entry)
        if isinstance(what, Moved | Undone):
            self._before = self._viewer.sight(self._state)
        narrator = Narrator(self._viewer.seat, self._names)
        if seen is not None:
            words = narrator.tell(before, seen, self._before)
        else:
            words = [told[:1].upper() + told[1:] for told in _told(entry, narrator)]
        return Frame(
            entry.number,
            entry.at,
            entry.kind,
            getattr(what, "player", getattr(what, "seat", None)),
            seen,
            tuple(words),
            _facts(entry),
            self._before if entry.number == newest else None,
        )

    def _follow(self, entry: Entry) -> None:
        what = entry.what
        if isinstance(what, Moved):
            self._state.apply(what.action)
        elif isinstance(what, Undone):
            self._state = _replayed(self._game.course.start(), self._state, what.to)
        elif isinstance(what, Joined):
            self._names[what.seat] = what.name
        self._number = entry.number


def _replayed(state: State, later: State, events: int) -> State:
    for event in later.events()[:events]:
        state.apply(event)
    return state


def _facts(entry: Entry) -> dict[str, Any]:
    """What everybody may know of an entry beside its words."""
    what = entry.what
    if isinstance(what, Moved):
        return {} if what.by is None else {"by": what.by}
    told = entry.to_dict()
    return {name: told[name] for name in told if name not in _NOT_SHOWN}


def _told(entry: Entry, narrator: Narrator) -> list[str]:
    what = entry.what
    if isinstance(what, Joined):
        return [f"{narrator.says(what.seat, 'sit')} down"]
    if isinstance(what, Replaced):
        return [f"{what.reason}; {what.agent} plays on"]
    if isinstance(what, Undone):
        return [f"{narrator.says(what.seat, 'take')} the last move back"]
    if isinstance(what, Resigned):
        verb = "resign" if what.reason == "resigned" else "run out of time"
        return [narrator.says(what.seat, verb)]
    if isinstance(what, Stopped):
        return [f"{narrator.names[what.seat]} is told to move at once; planner decides"]
    if isinstance(what, PaceSet):
        return [f"agents take {what.seconds:g} s per move"]
    if isinstance(what, Paused):
        return ["the game is paused" if what.paused else "the game goes on"]
    if isinstance(what, Notice):
        return [what.words]
    return _end(what, narrator) if isinstance(what, Over) else []


def _end(what: Over, narrator: Narrator) -> list[str]:
    if what.reason in ("points", "turns"):  # the last move has told it
        return ["the game is over"]
    if what.reason == "ended":
        return ["the game was ended without a winner"]
    return [
        f"the game is over: {narrator.says(what.winner, 'win')}"
        if what.winner is not None
        else "the game is over"
    ]


def seat_words(seat: Seat) -> str:
    """Who sits somewhere, in a few words."""
    if not seat.is_person:
        return seat.agent
    return "a person" if seat.is_taken else "nobody yet"
