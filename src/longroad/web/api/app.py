"""The app: the API under ``/api/v1``, and whatever pages are put beside it."""

from __future__ import annotations

import importlib.util
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi import FastAPI

import longroad
from longroad.web.api import games, library, live
from longroad.web.api.guard import Access, Guard
from longroad.web.api.index import minimal_index
from longroad.web.api.models import Problem
from longroad.web.api.problems import MEDIA_TYPE, install
from longroad.web.games import House
from longroad.web.rates import Rates

PREFIX = "/api/v1"
_TEXT = """Play Catan with people, built-in agents and your own programs.

Begin a game with `POST /games`, look with `GET /games/{id}/view`, move with `POST /games/{id}/act`, and wait
for what others do with `GET /games/{id}/events?since=N&wait=25` or the websocket `/api/v1/games/{id}/live`.
A seat's key goes into `Authorization: Bearer KEY`. Errors are problems as in RFC 9457."""
_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": words, "content": {MEDIA_TYPE: {}}}
    for status, words in (
        (401, "A key is needed, or this one opens nothing."),
        (403, "This key does not open this."),
        (404, "There is no such game."),
        (409, "Not now: somebody else decides, the move is illegal, the game is over."),
        (413, "The request is too large."),
        (422, "It cannot be done as asked."),
        (429, "Too many games, followers or requests."),
        (503, "The game cannot be saved at the moment."),
    )
}
#: Puts pages beside the API: called with the app and the house once the API is there. It may add routes,
#: mount other apps at "/" (``nicegui.ui.run_with(app)``) and wrap the app's lifespan.
Pages = Callable[[FastAPI, House], None]


def _language_models(app: FastAPI, house: House) -> AbstractAsyncContextManager[None]:
    from longroad.web.mcp import mount  # the library is optional

    return mount(app, house)


def create_app(house: House, *, access: Access | None = None, pages: Pages = minimal_index) -> FastAPI:
    """The app of a house, which it enters when the server starts and leaves when it ends, unless whoever runs
    it has entered it already.

    ``pages`` come after the API, so that whatever they mount at "/" leaves it alone. Where PyPI's ``mcp`` is
    installed, a Model Context Protocol server is at ``/mcp``.
    """
    access = access or Access()
    extras = AsyncExitStack()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with extras:
            if not house.is_open:
                await extras.enter_async_context(house)
            if importlib.util.find_spec("mcp") is not None:
                await extras.enter_async_context(_language_models(app, house))
            yield

    app = FastAPI(
        title="Longroad",
        version=longroad.__version__,
        description=_TEXT,
        lifespan=lifespan,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    app.state.house, app.state.access = house, access
    app.state.rates = Rates(access.rate, access.burst)
    app.state.game_rates = Rates(access.games_per_minute / 60, access.games_at_once)
    install(app)
    for router in (games.router, library.router, live.router):
        app.include_router(router, prefix=PREFIX, responses=_ERRORS)
    app.add_middleware(Guard, access=access, rates=app.state.rates)
    pages(app, house)
    return app
