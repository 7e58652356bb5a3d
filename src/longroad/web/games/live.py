"""A live game: people and agents play it, and every entry is on disk before anybody sees it.

Everything happens in the event loop; agents think in threads. A method that changes the game either has
changed it when it returns, or raises and has changed nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass

from longroad.catan import Action
from longroad.catan.onlookers import Sight
from longroad.errors import (
    IllegalActionError,
    KeyRefusedError,
    NotationError,
    NotNowError,
    StorageError,
    TableError,
)
from longroad.web.games.clocks import now
from longroad.web.games.course import SUBSTITUTE, Course
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
    What,
)
from longroad.web.games.journal import Journal
from longroad.web.games.keys import Key, new_key
from longroad.web.games.limits import Limits
from longroad.web.games.minds import MindError, StoppedMindError
from longroad.web.games.plan import MOST_PACE, checked_name
from longroad.web.games.seated_agents import SeatedAgents
from longroad.web.games.viewers import Viewer

_LOG = logging.getLogger(__name__)
#: Decisions that the clock can make for somebody without thinking, by phase.
_PLAIN_MOVES = {"before roll": "roll", "main": "end", "respond": "refuse", "choose": "cancel"}
#: Seconds before a game that could not be written is tried again.
_RETRY = 2.0


@dataclass(frozen=True)
class Equipment:
    """What a house lends its games."""

    threads: Executor
    limits: Limits
    #: Called when a game is over.
    finished: Callable[[LiveGame], None]


class LiveGame:
    """A game in progress, or one that has just ended. ``course`` is for reading only."""

    def __init__(self, course: Course, journal: Journal, equipment: Equipment, at: float) -> None:
        self.course = course
        self._equipment = equipment
        self.journal: Journal = journal
        #: When it was made, and when something last happened (seconds since 1970).
        self.created: float = at
        self.changed: float = at
        self._agents = SeatedAgents(course, equipment.threads, equipment.limits.think_seconds)
        self._stop_asked = False
        self._missed: int | None = None
        self._steps = 0
        self._news = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None
        #: How many follow it.
        self.followers = 0
        #: Why it stands still although it should not; None while all is well.
        self.trouble: str | None = None

    @property
    def id(self) -> str:
        """Its name."""
        return self.course.id

    # -- reading

    def view(self, viewer: Viewer) -> Sight:
        """What somebody may know of the position."""
        return viewer.sight(self.course.state)

    def viewer(self, seat: int | None) -> Viewer:
        """Who sits there; without a seat, an onlooker. Raises KeyRefusedError where nobody may look on."""
        if seat is not None:
            return Viewer(seat)
        if not self.course.plan.may_be_watched:
            raise KeyRefusedError("this game is for its players; a seat's key is needed")
        return self.course.onlooker()

    @property
    def news(self) -> asyncio.Event:
        """Set when the next entry is there; another one from then on."""
        return self._news

    @property
    def thinking(self) -> int | None:
        """The seat of the agent that thinks at the moment."""
        return self._agents.thinking

    # -- what people do

    def act(self, seat: int, action: Action | str, seen: int | None = None) -> int:
        """Makes a person's move, and what chance brings after it; returns the number of the last entry.

        ``seen`` is the number of the last entry that the person knows: if the position has changed since,
        nothing is done. Raises NotNowError, IllegalActionError or NotationError with the reason.
        """
        self._check_playing()
        course = self.course
        if not course.seats[seat].is_person:
            raise NotNowError(f"{course.seats[seat].agent} plays for this seat")
        if seen is not None and seen < course.last_change:
            raise NotNowError(f"the position has changed since entry {seen}; look again")
        if course.state.actor != seat:
            who = course.state.actor
            raise NotNowError(f"{course.names[who]} decides now" if who is not None else "chance decides now")
        if isinstance(action, str):
            if not action.isascii():
                raise NotationError(f"{action[:80]!a} is not an action")
            action = Action.parse(action)
        if (refusal := course.state.refusal(action)) is not None:
            raise IllegalActionError(f"{action}: {refusal}")
        self._decided(Moved(seat, action, spent=round(course.clocks.taken, 3)))
        with suppress(StorageError):  # the move is made; the driver tries again what comes after it
            self._after_move()
        return len(course.entries)

    def undo(self, seat: int) -> int:
        """Takes a person's last decision back, and all that came after it. Raises NotNowError."""
        self._check_playing()
        to = self.course.undo_to(seat)
        self._record(Undone(seat, to))
        self._agents.interrupt()
        self._ask()
        return len(self.course.entries)

    def resign(self, seat: int, reason: str = "resigned") -> int:
        """Gives a person's game up. Of two players the other wins; otherwise planner plays on for it, as long
        as there are people in the game."""
        self._check_playing(waiting=True)
        course = self.course
        if not course.seats[seat].is_person:
            raise NotNowError("nobody sits here any more")
        self._record(Resigned(seat, reason))
        self._after_giving_up()
        return len(course.entries)

    def join(self, seat: int, name: str) -> Key:
        """Somebody with an invitation sits down; returns the key of the seat. The house has checked the
        invitation."""
        self._check_playing(waiting=True)
        course = self.course
        name = checked_name(name) if name.strip() else course.seats[seat].name
        if name in (other.name for other in course.seats if other.number != seat):
            raise TableError(f"somebody at the table is called {name} already")
        key = new_key(self.id, str(seat))
        self._record(Joined(seat, name, key.hash))
        self._ask()
        return key

    # -- what the host does

    def set_pace(self, seconds: float) -> None:
        """How long it takes at least before an agent's move is made."""
        self._check_playing(waiting=True)
        if not 0 <= seconds <= MOST_PACE:
            raise TableError(f"pace: between 0 and {MOST_PACE:g} seconds, not {seconds:g}")
        self._record(PaceSet(seconds))

    def pause(self, paused: bool) -> None:
        """Halts a game of agents, or lets it go on."""
        self._check_playing()
        if not self.course.plan.is_for_agents:
            raise NotNowError("only a game of agents can be paused; people have their clocks")
        if paused != self.course.is_paused:
            self._record(Paused(paused))

    def step(self) -> None:
        """Lets a game of agents that is paused go on by one decision."""
        self._check_playing()
        if not self.course.is_paused:
            raise NotNowError("only a game that is paused can be stepped")
        self._steps += 1
        self._ring()

    def stop_thinking(self, seat: int) -> None:
        """Ends an agent's thinking: planner decides this once."""
        self._check_playing()
        if not 0 <= seat < len(self.course.seats) or self.thinking != seat:
            raise NotNowError(f"the agent of p{seat} is not thinking")
        self._stop_asked = True
        self._agents.interrupt()

    def end(self) -> None:
        """Ends the game without a winner."""
        self._check_playing(waiting=True)
        self._end("ended")

    def tick(self) -> None:
        """Looks at the clocks: whose time is up has lost, or the move is made for it."""
        course = self.course
        seat = course.clocks.asked
        if course.result is not None or seat is None or self._missed is not None or not course.clocks.is_up:
            return
        if course.clocks.loses(seat):
            self.resign(seat, "time")
        else:
            self._missed = seat
            self._ring()

    # -- how it goes on

    def run(self) -> None:
        """Lets the game go on from where it stands: chance that is due, agents that are to move."""
        if self.course.result is None:
            self._after_giving_up()
        if self.course.result is None:
            self._after_move()
            self._driver = asyncio.get_running_loop().create_task(self._drive(), name=f"game {self.id}")

    def add_notice(self, words: str) -> None:
        """Something that everybody at the table should know."""
        self._record(Notice(words))

    async def rest(self) -> None:
        """Nothing more happens in it here; it can be resumed from its journal."""
        if self._driver is not None:
            self._driver.cancel()
            self._agents.interrupt()
            with suppress(asyncio.CancelledError):
                await self._driver
            self._driver = None
        await self._agents.close()

    def _record(self, what: What) -> None:
        """On disk, then in the game, then to everybody."""
        course = self.course
        if len(course.entries) >= self._equipment.limits.entries and not isinstance(what, Over):
            self._end("ended")
            raise NotNowError(f"the game is over: it has {self._equipment.limits.entries:,} entries")
        entry = Entry(len(course.entries) + 1, round(time.time(), 3), what)
        self.journal.append(entry.to_dict())
        course.take(entry)
        if isinstance(what, Moved | Undone):
            self._missed = None
        self.changed = entry.at
        self._ring()

    def _ring(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def _check_playing(self, waiting: bool = False) -> None:
        if self.course.result is not None:
            raise NotNowError("the game is over")
        if self.course.is_waiting and not waiting:
            raise NotNowError("the game has not begun: a seat is still empty")

    def _decided(self, move: Moved) -> None:
        """A person's decision, by itself or by the clock."""
        self._record(move)
        self.course.clocks.answered()

    def _after_move(self) -> None:
        """Chance that is due, the end if it has come, and whose time runs now."""
        course = self.course
        while course.state.is_chance and not course.is_waiting:
            self._record(Moved(None, course.next_chance()))
        if course.state.is_over:
            self._end("points" if course.state.winner is not None else "turns")
        else:
            self._ask()

    def _after_giving_up(self) -> None:
        """Of two players the other wins; otherwise planner plays on, as long as there are people."""
        course = self.course
        gone = [seat for seat in course.seats if seat.is_person and seat.gave_up is not None]
        for seat in gone:
            left = [person for person in course.persons() if course.seats[person].gave_up is None]
            if course.plan.rules.players == 2 or not left:
                self._end(seat.gave_up or "resigned")
                return
            words = "is out of time" if seat.gave_up == "time" else "has resigned"
            self._record(Replaced(seat.number, SUBSTITUTE, f"{seat.name} {words}"))
            self._agents.interrupt()
            self._ask()

    def _ask(self) -> None:
        """The clock of the person who is asked runs, nobody's otherwise."""
        course = self.course
        actor = course.state.actor
        runs = course.result is None and not course.is_waiting and actor is not None
        course.clocks.ask(actor if runs and actor is not None and course.seats[actor].is_person else None)

    def _end(self, reason: str) -> None:
        self._record(self.course.over(reason))
        self.course.clocks.ask(None)
        self._agents.interrupt()
        self._equipment.finished(self)

    async def _drive(self) -> None:
        """Asks agents for their moves, one after the other, until the game is over."""
        while self.course.result is None:
            news = self._news
            try:
                if self.course.state.is_chance or self.course.state.is_over:
                    self._after_move()
                    continue
                seat = self._next_mover()
                if seat is None:
                    await news.wait()
                elif self._missed == seat:
                    await self._move_in_time(seat)
                else:
                    await self._move_of_agent(seat)
                self.trouble = None
            except StorageError as error:
                self.trouble = str(error)
                _LOG.error("game %s stands still: %s", self.id, error)
                await asyncio.sleep(_RETRY)
            except NotNowError:
                pass  # it has become too long, and is over
            except Exception as error:
                self.trouble = f"an error of the server: {type(error).__name__}"
                _LOG.exception("game %s stands still", self.id)
                await asyncio.sleep(_RETRY)
        await self._agents.close()

    def _next_mover(self) -> int | None:
        """The agent that is to move, or the person whose move the clock makes."""
        course = self.course
        actor = course.state.actor
        if actor is None or course.is_waiting or (course.is_paused and not self._steps):
            return None
        if course.seats[actor].is_person:
            return actor if self._missed == actor else None
        return actor

    async def _move_of_agent(self, seat: int) -> None:
        course, began = self.course, now()
        before = (course.line, len(course.actors))
        by = None
        try:
            action = await self._agents.choice(seat)
        except StoppedMindError:
            if (
                before != (course.line, len(course.actors))
                or course.result is not None
                or not self._stop_asked
            ):
                return
            self._record(Stopped(seat))
            action, by = await self._agents.substitutes_choice(seat), SUBSTITUTE
        except MindError as error:
            self._replace(seat, error)
            return
        finally:
            self._stop_asked = False
        while True:  # until it is time for the move, unless the position changes meanwhile
            news = self._news
            if before != (course.line, len(course.actors)) or course.result is not None:
                return
            if not course.is_paused or self._steps:
                if (left := began + course.pace - now()) <= 0:
                    break
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), left)
            else:
                await news.wait()
        self._record(Moved(seat, action, by))
        self._steps = max(0, self._steps - 1)
        self._after_move()

    async def _move_in_time(self, seat: int) -> None:
        """The move of a person whose time is up: the plainest one, or planner's where something must be
        chosen."""
        course = self.course
        plain = _PLAIN_MOVES.get(course.state.phase)
        before = (course.line, len(course.actors))
        action = Action.parse(plain) if plain else await self._agents.substitutes_choice(seat)
        if before == (course.line, len(course.actors)) and course.result is None:
            self._decided(Moved(seat, action, "time", round(course.clocks.taken, 3)))
            self._after_move()

    def _replace(self, seat: int, error: MindError) -> None:
        """An agent that cannot play on gives its seat to planner."""
        spec = self.course.seats[seat].agent
        if spec == SUBSTITUTE:
            raise RuntimeError(f"{SUBSTITUTE} failed: {error}")
        _LOG.warning("game %s: %s %s; %s plays on", self.id, spec, error, SUBSTITUTE)
        reason = f"{self.course.names[seat]} ({spec}) {error.reason}"
        self._record(Replaced(seat, SUBSTITUTE, reason, str(error)))
