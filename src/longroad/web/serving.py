"""Serves an app: a socket of its own, so that port 0 means any free one, and nothing is said but by us."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

from longroad.errors import ServerError
from longroad.extras import missing_extra

#: Seconds that open connections have when the server is told to end.
_GRACE = 2
#: Open connections; more are turned away with 503.
_MOST_CONNECTIONS = 800


@dataclass(frozen=True)
class Served:
    """An app that is being served."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """Where people on this machine find it.

        >>> Served("0.0.0.0", 8080).url
        'http://127.0.0.1:8080'
        """
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)
        return (
            f"http://[{host}]:{self.port}"
            if ":" in host and "[" not in host
            else f"http://{host}:{self.port}"
        )


@asynccontextmanager
async def serving(
    app: Any,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    behind_proxy: bool = False,
    message_bytes: int = 16384,
) -> AsyncIterator[Served]:
    """Serves an app while the block lasts; raises ServerError if the port is taken."""
    try:
        import uvicorn
    except ImportError as error:
        raise missing_extra("the table", "web") from error
    listening = _listening(host, port)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=message_bytes * 4,  # larger ones are answered, these end the connection
        proxy_headers=behind_proxy,
        timeout_graceful_shutdown=_GRACE,
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
    )

    class Server(uvicorn.Server):
        """Leaves the signals to whoever runs the event loop."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    server = Server(config)
    task = asyncio.create_task(server.serve(sockets=[listening]), name="server")
    try:
        while not server.started:
            if task.done():
                task.result()
                raise ServerError("the server could not be started; see above")
            await asyncio.sleep(0.01)
        yield Served(host, listening.getsockname()[1])
    finally:
        server.should_exit = True
        await task


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind, protocol)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
    except OSError as error:
        raise ServerError(f"cannot listen at {host}, port {port}: {error.strerror or error}") from error
    return found
