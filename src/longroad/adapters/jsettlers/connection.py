"""A connection to a server: the handshake, many games at once over it, and how it ends."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Self

from longroad.adapters.jsettlers import messages as m
from longroad.adapters.jsettlers.frames import pack, read_text
from longroad.errors import ProtocolError, ServerError

log: logging.Logger = logging.getLogger(__name__)

#: What we say we are: the release whose messages these are, and what it can do.
_RELEASE = "2200,2.2.00,JM20200229,;6pl;sb;,en_US"
_OLDEST, _NEWEST = 2000, 2299
_NO_PASSWORD = "\t"
_ROBOT_CLASS = "longroad.adapters.jsettlers"
#: Messages that may wait in a game before it is taken for lost.
_MOST_WAITING = 5000
_HANDSHAKE_SECONDS = 15.0


class ConnectionLost(ServerError):
    """The connection ended, or its server stopped answering. The message says how."""


class Connection:
    """One client of a server. Every game has a queue of its messages; None in it says that the connection has
    ended."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, name: str) -> None:
        self.name = name
        self._reader, self._writer = reader, writer
        self._games: dict[str, asyncio.Queue[m.Message | None]] = {}
        #: Games that a robot is asked to join.
        self.invitations: asyncio.Queue[m.JoinRequest | None] = asyncio.Queue(_MOST_WAITING)
        self._greeted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._robot = False
        self.lost: str | None = None
        self.last_heard: float = asyncio.get_running_loop().time()
        self._listening = asyncio.create_task(self._listen())

    @staticmethod
    async def open(host: str, port: int, name: str, cookie: str | None = None) -> Connection:
        """Connects as a client; with a cookie as a robot. Raises ConnectionLost if the server does not want
        us."""
        try:
            async with asyncio.timeout(_HANDSHAKE_SECONDS):
                reader, writer = await asyncio.open_connection(host, port)
        except (OSError, TimeoutError) as error:
            raise ConnectionLost(f"no server at {host}:{port}: {error or 'it does not answer'}") from error
        connection = Connection(reader, writer, name)
        try:
            async with asyncio.timeout(_HANDSHAKE_SECONDS):
                await connection._greet(cookie)
        except TimeoutError as error:
            await connection.close()
            raise ConnectionLost(f"{host}:{port} does not answer as a JSettlers server does") from error
        except ConnectionLost:
            await connection.close()
            raise
        return connection

    async def _greet(self, cookie: str | None) -> None:
        self._robot = cookie is not None
        self.send(f"9998|{_RELEASE}")
        if cookie is not None:
            self.send(m.written(1022, self.name, cookie, _ROBOT_CLASS))
        await self._greeted

    def send(self, text: str) -> None:
        """Sends a message."""
        log.debug("%s > %s", self.name, text)
        if self.lost is None:
            self._writer.write(pack(text))

    # -- Games

    def create(self, game: str, options: str) -> asyncio.Queue[m.Message | None]:
        """Asks for a new game; its messages come in the queue."""
        queue = self._listen_to(game)
        self.send(m.written(1078, self.name, _NO_PASSWORD, "127.0.0.1", game, options))
        return queue

    def join(self, game: str) -> asyncio.Queue[m.Message | None]:
        """Joins a game that exists."""
        queue = self._listen_to(game)
        self.send(m.written(1013, self.name, _NO_PASSWORD, "127.0.0.1", game))
        return queue

    def leave(self, game: str) -> None:
        """Says that we leave a game. The server does not bear a connection that is closed before it has said
        that the game is gone."""
        self.send(m.written(1011, self.name, "127.0.0.1", game))

    def forget(self, game: str) -> None:
        """Nobody waits for messages of a game any more."""
        self._games.pop(game, None)

    def _listen_to(self, game: str) -> asyncio.Queue[m.Message | None]:
        queue: asyncio.Queue[m.Message | None] = asyncio.Queue(_MOST_WAITING)
        if self.lost is not None:
            queue.put_nowait(None)
        self._games[game] = queue
        return queue

    # -- Listening

    async def _listen(self) -> None:
        reason = "the server closed the connection"
        try:
            while (text := await read_text(self._reader)) is not None:
                log.debug("%s < %s", self.name, text)
                self.last_heard = asyncio.get_running_loop().time()
                self._hand_out(m.parse(text))
        except (OSError, ProtocolError, ConnectionLost) as error:
            reason = str(error)
        self._end(reason)

    def _hand_out(self, message: m.Message) -> None:
        match message:
            case m.Unknown():
                if message.kind not in _PASSED_OVER:
                    log.info("%s: message %d is not known: %.200r", self.name, message.kind, message.text)
            case m.Version():
                if not _OLDEST <= message.release <= _NEWEST:
                    raise ConnectionLost(
                        f"the server is release {message.release}; releases {_OLDEST} to {_NEWEST} are "
                        "spoken here"
                    )
                if not self._robot:
                    self._greet_back()
            case m.RobotParameters():
                self._greet_back()
            case m.ServerPing():
                self.send(m.written(9999, message.seconds))
            case m.RejectConnection():
                raise ConnectionLost(f"the server rejects us: {','.join(message.fields)}")
            case m.Status():
                log.info("%s: status: %s", self.name, ",".join(message.fields))
            case m.JoinRequest():
                self._put(self.invitations, message)
            case _:
                queue = self._games.get(message.game)
                if queue is not None:
                    self._put(queue, message)

    def _greet_back(self) -> None:
        if not self._greeted.done():
            self._greeted.set_result(None)

    def _put(self, queue: asyncio.Queue, message: m.Message) -> None:  # type: ignore[type-arg]
        try:
            queue.put_nowait(message)
        except asyncio.QueueFull:
            raise ConnectionLost(f"{_MOST_WAITING:,} messages wait: the server floods us") from None

    def _end(self, reason: str) -> None:
        if self.lost is not None:
            return
        self.lost = reason
        if not self._greeted.done():
            self._greeted.set_exception(ConnectionLost(reason))
            self._greeted.exception()  # somebody may have given up waiting
        for queue in self._games.values():
            with suppress(asyncio.QueueFull):
                queue.put_nowait(None)
        with suppress(asyncio.QueueFull):
            self.invitations.put_nowait(None)

    async def close(self, reason: str = "we closed the connection") -> None:
        """Ends the connection; games that are still played on it end."""
        self._end(reason)
        self._listening.cancel()
        self._writer.close()
        with suppress(OSError, TimeoutError, asyncio.CancelledError):
            async with asyncio.timeout(1):
                await self._writer.wait_closed()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


#: Messages that tell a player nothing: channels and games of others, faces, locks, prompts, chat.
_PASSED_OVER = frozenset(
    [999, *range(1001, 1009), 1010, 1013, 1016, 1019, 1020, 1021, 1029, 1036, 1042, 1054, 1057, 1058, 1060]
).union([1062, 1068, 1072, *range(1079, 1084), 1085, 1100, 1101])
