"""The connections of a run: opened when they are needed, and again when they were lost."""

from __future__ import annotations

import asyncio
import logging

from longroad.adapters.jsettlers.connection import Connection, ConnectionLost

log: logging.Logger = logging.getLogger(__name__)

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 5.0


class Lines:
    """Some connections to one server, with names of their own."""

    def __init__(
        self, host: str, port: int, name: str, cookie: str | None, connections: int, patience: float
    ) -> None:
        self._where, self._name, self._cookie, self._patience = (host, port), name, cookie, patience
        self._open: list[Connection | None] = [None] * connections
        self._locks = [asyncio.Lock() for _ in range(connections)]
        self._opened = 0

    async def get(self, worker: int) -> Connection:
        """A worker's connection. Goes on trying for ``patience`` seconds if the server is away, then raises
        ConnectionLost."""
        number = worker % len(self._open)
        async with self._locks[number]:
            connection = self._open[number]
            if connection is None or connection.lost is not None:
                if connection is not None:
                    await connection.close()
                connection = self._open[number] = await self._connect(again=connection is not None)
            return connection

    async def _connect(self, again: bool) -> Connection:
        loop = asyncio.get_running_loop()
        deadline, pause = loop.time() + (self._patience if again else 0.0), _FIRST_PAUSE
        while True:
            self._opened += 1
            try:
                return await Connection.open(*self._where, f"{self._name}x{self._opened}", self._cookie)
            except ConnectionLost as error:
                if loop.time() >= deadline:
                    raise
                log.warning("%s; trying again", error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def close(self) -> None:
        """Closes all."""
        for connection in self._open:
            if connection is not None:
                await connection.close()
