"""A house: the live games of a folder. Pages, API, terminal and language models all come in through it."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from longroad.catan import State
from longroad.errors import (
    KeyRefusedError,
    LimitError,
    LongroadError,
    NoSuchGameError,
    NotNowError,
    ServerError,
    TableError,
)
from longroad.locks import lock
from longroad.web.games.chance import SecretChance
from longroad.web.games.course import Course
from longroad.web.games.entries import Entry
from longroad.web.games.frames import Follower
from longroad.web.games.journal import Journal, Syncing
from longroad.web.games.keys import HOST, Key, fits, new_game_id, new_key, read_key, unknown_key
from longroad.web.games.limits import OWN_CODE, Limits, check_spec, too_many
from longroad.web.games.live import Equipment, LiveGame
from longroad.web.games.plan import GamePlan
from longroad.web.games.records import record_of
from longroad.web.games.viewers import Viewer
from longroad.web.library.shelf import Shelf

_LOG = logging.getLogger(__name__)
#: Seconds between two looks at the clocks.
TICK = 0.1


@dataclass(frozen=True)
class Place:
    """What a key opens: a seat of a game, or with ``host`` its direction."""

    game: LiveGame
    seat: int | None
    host: bool = False

    @property
    def viewer(self) -> Viewer:
        """What may be seen from here."""
        return self.game.viewer(self.seat)


@dataclass(frozen=True)
class Created:
    """A new game, and the keys to it; they are shown once, and only their hashes are kept."""

    game: LiveGame
    host: Key
    #: Of the seats of people here.
    seats: dict[int, Key] = field(default_factory=dict)
    #: Of the seats that are kept for people by link.
    invitations: dict[int, Key] = field(default_factory=dict)


class House:
    """Keeps the games of a folder alive; use it as an async context manager, in one event loop.

    Games that were not over when a house was left, or killed, go on when it is entered again.

    >>> import asyncio, tempfile
    >>> from longroad.web.games import GamePlan, House, SeatPlan
    >>> async def main(folder):
    ...     async with House(folder) as house:
    ...         plan = GamePlan((SeatPlan.person("Ann"), SeatPlan.of_agent("planner")), seed=7, pace=0)
    ...         made = await house.create(plan)
    ...         with house.follow(house.place(str(made.seats[0]))) as follower:
    ...             made.game.act(0, "settle n23")
    ...             made.game.act(0, "road e29")
    ...             async for frame in follower:
    ...                 print(frame.number, frame.words[0])
    ...                 if frame.number == 2:
    ...                     return
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     asyncio.run(main(folder))
    1 You settle on 4-6-9 (lumber, grain, ore)
    2 You build a road between lumber 4 and ore 9
    """

    def __init__(
        self, folder: str | os.PathLike[str], *, limits: Limits | None = None, own_agents: bool = False
    ) -> None:
        self.folder: Path = Path(folder)
        self.limits: Limits = limits or Limits()
        #: Whether agents may be programs and classes of one's own, and use files.
        self.own_agents = own_agents
        #: Whether it was entered, and not left.
        self.is_open: bool = False
        self._games: dict[str, LiveGame] = {}
        self._finishing: set[asyncio.Task[None]] = set()

    @property
    def library(self) -> Shelf:
        """The finished games."""
        return self._library

    # -- opening and closing

    async def __aenter__(self) -> Self:
        self._logs.mkdir(parents=True, exist_ok=True)
        self._lock = self._locked()
        self._threads = ThreadPoolExecutor(
            self.limits.threads, thread_name_prefix="agent", initializer=step_back
        )
        self._library = await asyncio.to_thread(Shelf, self.folder)
        self._syncing = Syncing()
        self._equipment = Equipment(self._threads, self.limits, self._finished)
        for path in sorted(self._logs.glob("*.log")):
            self._resume(path)
            await asyncio.sleep(0)
        self._ticker = asyncio.create_task(self._tick(), name="clocks")
        self.is_open = True
        return self

    async def __aexit__(self, *_: object) -> None:
        self.is_open = False
        self._ticker.cancel()
        await asyncio.gather(*(game.rest() for game in self._games.values()))
        await asyncio.gather(*self._finishing)
        self._syncing.close()
        for game in self._games.values():
            game.journal.close()
        self._games.clear()
        self._library.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        os.close(self._lock)

    # -- games

    async def create(self, plan: GamePlan, chance: SecretChance | None = None) -> Created:
        """Begins a game; when this returns it is on the disk. Raises LimitError, or TableError and what
        ``make_agent`` raises for a plan that cannot be played. ``chance`` makes it repeatable, and must not
        be known to who plays for more than fun."""
        if plan.rated and chance is not None:
            raise TableError("a rated game has dice that nobody can know: leave the seed of its dice out")
        self._check_room(plan)
        loop = asyncio.get_running_loop()
        for spec in {seat.agent for seat in plan.seats if seat.agent}:
            await loop.run_in_executor(
                self._threads, check_spec, spec, plan.rules, self.limits, self.own_agents
            )
        self._check_room(plan)  # others may have begun games meanwhile
        seed = secrets.randbits(32) if plan.seed is None else plan.seed
        board = State(plan.rules, seed=seed).board_text
        id = new_game_id()
        made = {place: new_key(id, place) for place in _places(plan)}
        keys = {place: key.hash for place, key in made.items()}
        course = Course(id, plan, board, chance or SecretChance.new(), keys)
        journal, at = Journal(self._logs / f"{id}.log"), round(time.time(), 3)
        game = LiveGame(course, journal, self._equipment, at)
        self._games[id] = game  # counts from here on
        try:
            await loop.run_in_executor(self._threads, journal.begin, course.head(at, keys))
        except BaseException:
            del self._games[id]
            raise
        self._syncing.add(journal)
        game.run()
        persons = {number: made[str(number)] for number in range(4) if str(number) in made}
        invited = {number: made[f"join{number}"] for number in range(4) if f"join{number}" in made}
        return Created(game, made[HOST], persons, invited)

    def game(self, id: str) -> LiveGame:
        """A game that is played, or has just ended; raises NoSuchGameError. Finished games are in
        ``library``."""
        if id not in self._games:
            raise NoSuchGameError(f"there is no live game {id[:40]!a}")
        return self._games[id]

    def games(self) -> Iterator[LiveGame]:
        """All of them, the newest first."""
        return iter(sorted(self._games.values(), key=lambda game: (-game.created, game.id)))

    async def kept(self, game: LiveGame) -> None:
        """Waits until the record of a game that is over is in the library, or could not be kept."""
        while any(task.get_name() == f"keep {game.id}" for task in self._finishing):
            await asyncio.sleep(0.01)

    # -- people

    def place(self, key: str) -> Place:
        """What a key opens; raises KeyRefusedError for one that opens nothing."""
        read = read_key(key)
        game = self._games.get(read.game)
        if game is None or read.is_invitation:
            raise unknown_key()
        seat = read.seat
        hashed = game.course.host_hash if seat is None else None
        if seat is not None and seat < len(game.course.seats):
            hashed = game.course.seats[seat].key_hash
        if not fits(read, hashed):
            raise unknown_key()
        return Place(game, seat, host=seat is None)

    def join(self, invitation: str, name: str = "") -> tuple[Place, Key]:
        """Sits down with an invitation, which is used up, and gets the key of the seat. Raises
        KeyRefusedError for an invitation that is not good, or not any more."""
        read = read_key(invitation)
        game = self._games.get(read.game)
        seat = read.seat
        if game is None or seat is None or not read.is_invitation or seat >= len(game.course.seats):
            raise unknown_key()
        if game.course.seats[seat].is_taken:
            raise KeyRefusedError("this invitation was used already; ask the host for what you need")
        if not fits(read, game.course.seats[seat].invitation_hash):
            raise unknown_key()
        key = game.join(seat, name)
        return Place(game, seat), key

    def follow(self, place: Place, since: int = 0) -> Follower:
        """The frames of a game as they come, after the first ``since``. Raises LimitError if too many follow
        already, KeyRefusedError where the place is no seat and nobody may look on."""
        game, limits = place.game, self.limits
        if game.followers >= limits.followers_per_game:
            raise too_many("who follow this game", limits.followers_per_game)
        if sum(each.followers for each in self._games.values()) >= limits.followers:
            raise too_many("who follow games", limits.followers)
        return Follower(game, place.viewer, since)

    # -- how it goes on

    @property
    def _logs(self) -> Path:
        return self.folder / "live"

    def _locked(self) -> int:
        """One house per folder: two would write the same games."""
        handle = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock(handle, wait=False)
        except OSError:
            os.close(handle)
            raise ServerError(
                f"{self.folder} is in use by another `longroad play`; end that one, or name another --folder"
            ) from None
        return handle

    def _check_room(self, plan: GamePlan) -> None:
        running = [game for game in self._games.values() if game.course.result is None]
        if len(running) >= self.limits.games:
            raise too_many("games", self.limits.games)
        own = sum(_is_own(seat.agent) for game in running for seat in game.course.seats)
        if own + sum(_is_own(seat.agent) for seat in plan.seats) > self.limits.workers:
            raise too_many("agents in processes of their own", self.limits.workers)

    def _resume(self, path: Path) -> None:
        """A game goes on from its journal. What is damaged at its end is cut off, with a notice; a journal
        of which nothing can be read is left alone."""
        journal = Journal(path)
        try:
            told, ends = journal.read()
            course, at = Course.of_head(told[0]), float(told[0]["at"])
        except (LongroadError, LookupError, TypeError, ValueError) as error:
            _LOG.error("%s is not resumed: %s", path, error or type(error).__name__)
            return
        good = ends[0]
        for line, end in zip(told[1:], ends[1:], strict=True):
            try:
                entry = Entry.from_dict(line)
                if entry.number != len(course.entries) + 1:
                    raise ValueError("an entry is missing")
                course.take(entry)
            except (LongroadError, LookupError, TypeError, ValueError) as error:
                _LOG.error("%s: entry %d: %s", path, len(course.entries) + 1, error)
                break
            good = end
        cut = journal.resume(good)
        game = LiveGame(course, journal, self._equipment, at)
        game.changed = course.entries[-1].at if course.entries else at
        self._games[course.id] = game
        self._syncing.add(journal)
        if course.result is not None:  # killed between the end and its record
            self._finished(game)
            return
        if cut:
            _LOG.warning("%s: %d damaged bytes at its end were cut off", path, cut)
            game.add_notice(
                f"the end of this game's log was damaged; it goes on after entry {len(course.entries)}"
            )
        game.run()

    def _finished(self, game: LiveGame) -> None:
        """Keeps the record of a game that is over."""
        task = asyncio.get_running_loop().create_task(self._keep(game), name=f"keep {game.id}")
        self._finishing.add(task)
        task.add_done_callback(self._finishing.discard)

    async def _keep(self, game: LiveGame) -> None:
        record, loop = record_of(game), asyncio.get_running_loop()
        self._syncing.discard(game.journal)
        try:
            await loop.run_in_executor(None, self._library.add, record)
            await loop.run_in_executor(None, game.journal.delete)
        except (OSError, LongroadError) as error:  # its journal stays: the next start tries again
            _LOG.error("game %s is over, but its record cannot be kept: %s", game.id, error)
        over = [each for each in self._games.values() if each.course.result is not None]
        for old in sorted(over, key=lambda each: each.changed)[: max(0, len(over) - self.limits.finished)]:
            if not old.followers:
                del self._games[old.id]

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self.tick()

    def tick(self) -> None:
        """Looks at the clocks of all games, and ends those in which nothing has happened for long."""
        oldest = time.time() - 24 * 3600 * self.limits.idle_days
        for game in list(self._games.values()):
            if game.course.result is not None:
                continue
            try:
                game.tick()
                if game.changed < oldest:
                    game.end()
            except (NotNowError, OSError, LimitError) as error:
                _LOG.error("game %s: %s", game.id, error)


def step_back() -> None:
    """A thread in which agents think leaves the processor to people and their clicks. Only Linux has
    priorities of threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), min(19, os.nice(0) + 10))


def _places(plan: GamePlan) -> list[str]:
    """The places that keys are made for."""
    names = {"person": "{}", "link": "join{}"}
    kept = [(number, seat.kind) for number, seat in enumerate(plan.seats) if seat.kind in names]
    return [HOST, *(names[kind].format(number) for number, kind in kept)]


def _is_own(spec: str) -> bool:
    return spec.partition(":")[0] in OWN_CODE
