"""One game on a server, from its first message to its last, and how it ended."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from longroad.adapters.jsettlers import messages as m
from longroad.adapters.jsettlers.connection import Connection
from longroad.adapters.jsettlers.interpreter import Forced, Interpreter, Refused
from longroad.adapters.jsettlers.mirror import Mirror
from longroad.adapters.jsettlers.player import Player
from longroad.agents import Agent
from longroad.catan import Action, Rng, Rules
from longroad.errors import DesynchronisedError, ProtocolError

log: logging.Logger = logging.getLogger(__name__)

#: Messages kept to tell how a game went wrong.
_TRACED = 60

#: Runs an agent's thinking.
Think = Callable[[Callable[[], Action]], Awaitable[Action]]


@dataclass
class Limits:
    """How long to wait, in seconds: for any message of a game, for answers to our offers, for a game to be
    deleted."""

    silence: float = 120.0
    answers: float = 4.0
    farewell: float = 15.0


@dataclass
class Outcome:
    """A game on a server. ``problem`` is None if it was played to its end, else the kind of what went wrong:
    'desynchronised', 'refused', 'forced', 'silent', 'lost', 'ended', 'protocol', 'agent', 'interrupted';
    ``reason`` explains it."""

    game: str
    me: int | None = None
    #: Names and points by player, p0 first.
    names: list[str] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    winner: int | None = None
    problem: str | None = None
    reason: str = ""
    seconds: float = 0.0
    turns: int = 0
    decisions: int = 0
    corrections: int = 0
    offers_to_us: int = 0
    our_offers: int = 0
    our_deals: int = 0
    record: str | None = None
    #: The last messages of a game that was not finished.
    trace: list[str] = field(default_factory=list)


class Interrupted(Exception):
    """The agent was interrupted while it thought."""


class GameTable:
    """Our agent's seat in a game."""

    def __init__(
        self,
        connection: Connection,
        game: str,
        seat: int,
        agent: Agent,
        rng: Rng,
        think: Think,
        limits: Limits,
        trade: bool = True,
    ) -> None:
        self.game: str = game
        self.seat: int = seat
        self._connection, self._limits, self._agent, self._rng = connection, limits, agent, rng
        self._trade = trade
        self._follower = Interpreter(seat, self._make_mirror)
        self._trace: deque[str | m.Message] = deque(maxlen=_TRACED)
        self._player = Player(game, self._follower, self._send, think)
        self._outcome = Outcome(game)

    def _send(self, text: str) -> None:
        self._trace.append(text)
        self._connection.send(text)

    def _make_mirror(self, board: str, players: int, me: int) -> Mirror:
        changes: dict[str, Any] = {} if self._trade else {"offers_per_turn": 0}
        rules = Rules.preset("jsettlers", players=players, **changes)
        self._agent.check(rules)
        return Mirror(rules, board, me, self._agent, self._rng)

    async def play(self, queue: asyncio.Queue[m.Message | None], start: bool) -> Outcome:
        """Sits down once we have joined, starts the game if it is ours to start, plays and leaves. Never
        raises for what the server or the agent does."""
        out, began = self._outcome, time.perf_counter()
        try:
            await self._sit(queue, start)
            await self._follow(queue)
        except TimeoutError:
            self._fail("silent", f"nothing heard for {self._limits.silence:g} s")
        except DesynchronisedError as error:
            self._fail("desynchronised", str(error))
        except Forced as error:
            self._fail("forced", str(error))
        except Refused as error:
            self._fail("refused", str(error))
        except ProtocolError as error:
            self._fail("protocol", str(error))
        except Interrupted:
            self._fail("interrupted", "from the keyboard")
        except _Ended as error:
            self._fail(*error.args)
        except Exception as error:
            log.exception("%s: the agent failed", self.game)
            self._fail("agent", f"{type(error).__name__}: {error}")
        out.seconds = time.perf_counter() - began
        self._fill()
        await self._leave(queue)
        return out

    def _fail(self, problem: str, reason: str) -> None:
        self._outcome.problem, self._outcome.reason = problem, reason
        log.warning("%s: %s: %s", self.game, problem, reason)

    async def _sit(self, queue: asyncio.Queue[m.Message | None], start: bool) -> None:
        while not isinstance(message := await self._next(queue, self._limits.silence), m.GameMembers):
            self._take(message)
        self._send(m.written(1012, self.game, self._connection.name, self.seat, True))
        if start:
            self._send(m.written(1018, self.game))

    async def _follow(self, queue: asyncio.Queue[m.Message | None]) -> None:
        follower = self._follower
        while follower.points is None:
            if follower.bargaining is not None and follower.bargaining.waits:
                try:
                    self._take(await self._next(queue, self._limits.answers))
                except TimeoutError:
                    follower.bargaining.give_up()
            else:
                self._take(await self._next(queue, self._limits.silence))
            while follower.points is None and not queue.empty():
                message = queue.get_nowait()
                if message is None:
                    raise _Ended("lost", self._connection.lost or "the connection ended")
                self._take(message)
            await self._player.act()

    async def _next(self, queue: asyncio.Queue[m.Message | None], seconds: float) -> m.Message:
        async with asyncio.timeout(seconds):
            message = await queue.get()
        if message is None:
            raise _Ended("lost", self._connection.lost or "the connection ended")
        return message

    def _take(self, message: m.Message) -> None:
        self._trace.append(message)
        match message:
            case m.DeleteGame() | m.RobotDismiss():
                raise _Ended("ended", "the server ended the game")
            case m.LeaveGame(name=self._connection.name):
                raise _Ended("ended", "the server took us out of the game")
        self._follower.take(message)

    def _fill(self) -> None:
        """Writes down what is known of the game."""
        out, follower = self._outcome, self._follower
        out.decisions = self._player.decisions
        if out.problem is not None:
            out.trace = [f"> {x}" if isinstance(x, str) else f"< {x}" for x in self._trace]
        if not follower.started:
            return
        mirror, bargaining = follower.mirror, follower.bargaining
        out.me, out.names = mirror.me, [follower.names[seat] for seat in follower.seats]
        out.turns, out.corrections = mirror.state.turn, mirror.corrections
        if bargaining is not None:
            out.offers_to_us, out.our_offers = bargaining.offers_to_us, bargaining.our_offers
            out.our_deals = bargaining.our_deals
        if follower.points is not None and out.problem is None:
            out.points, out.winner = follower.points, mirror.state.winner
        out.record = mirror.record()

    async def _leave(self, queue: asyncio.Queue[m.Message | None]) -> None:
        """Leaves and waits until the game is gone: a server hangs for good if we vanish while it lets us
        go."""
        connection = self._connection
        if connection.lost is None and self._outcome.reason != "the server ended the game":
            connection.leave(self.game)
            try:
                async with asyncio.timeout(self._limits.farewell):
                    while not isinstance(message := await queue.get(), m.DeleteGame) and message is not None:
                        pass
            except TimeoutError:
                log.warning("%s: the server did not delete the game", self.game)
        connection.forget(self.game)


class _Ended(Exception):
    """The game ended before its end: kind and reason."""
