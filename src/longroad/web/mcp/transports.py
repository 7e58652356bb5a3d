"""How a model's program reaches the server: over standard input and output, or over HTTP beside the API."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from longroad.web.games import House
from longroad.web.mcp.server import create_server

PATH = "/mcp"
_MOST_BYTES = 64 * 1024
_MOST_SESSIONS = 100


async def run_stdio(house: House) -> None:
    """Serves one client until it hangs up. What agents print goes to standard error: the library keeps
    standard output for itself."""
    async with house:
        await create_server(house, remember=True).run_stdio_async()


@asynccontextmanager
async def mount(app: Starlette, house: House) -> AsyncIterator[None]:
    """Serves clients at ``/mcp`` of an app while the block lasts (streamable HTTP). The app's guard has
    looked at Host and Origin already."""
    server = create_server(house, remember=False)
    beside = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        max_request_body_size=_MOST_BYTES,
        max_sessions=_MOST_SESSIONS,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    first = len(app.router.routes)
    app.router.routes[:0] = beside.routes
    try:
        async with server.session_manager.run():
            yield
    finally:
        del app.router.routes[: len(app.router.routes) - first]
