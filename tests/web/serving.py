"""A server in the test's own event loop, with clients that speak to it over real connections."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from longroad.web.api import Access, create_app
from longroad.web.games import House, Limits
from longroad.web.serving import serving

#: No test but those of rates is slowed down.
QUICK = Access(rate=10_000, burst=10_000, games_per_minute=100_000, games_at_once=10_000)
AGAINST_PLANNER = {"seats": [{"kind": "person"}, {"kind": "agent", "agent": "planner"}], "seed": 7, "pace": 0}


@dataclass
class Table:
    """A house that is served."""

    house: House
    url: str
    http: httpx.AsyncClient

    async def begin(self, **asked: Any) -> dict[str, Any]:
        """A new game, as the API answers."""
        answer = await self.http.post("/games", json={**AGAINST_PLANNER, **asked})
        assert answer.status_code == 201, answer.text
        told: dict[str, Any] = answer.json()
        return told

    async def get(self, path: str, key: str | None = None, **query: Any) -> httpx.Response:
        return await self.http.get(path, params=query, headers=headers(key))

    async def post(self, path: str, key: str | None = None, **body: Any) -> httpx.Response:
        return await self.http.post(path, json=body, headers=headers(key))

    @asynccontextmanager
    async def live(
        self, game: str, key: str | None = None, since: int = 0, follow: bool = True, **options: Any
    ) -> AsyncIterator[ClientConnection]:
        """A websocket; with ``follow`` the first message was sent."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/v1/games/{game}/live"
        async with connect(address, proxy=None, max_size=2**22, **options) as socket:
            if follow:
                await socket.send(
                    json.dumps({"type": "follow", "since": since, **({"key": key} if key else {})})
                )
            yield socket


def headers(key: str | None) -> dict[str, str]:
    return {} if key is None else {"Authorization": f"Bearer {key}"}


@asynccontextmanager
async def table(
    folder: Path, access: Access = QUICK, limits: Limits | None = None, own_agents: bool = False
) -> AsyncIterator[Table]:
    house = House(folder, limits=limits, own_agents=own_agents)
    async with (
        house,
        serving(create_app(house, access=access)) as served,
        httpx.AsyncClient(base_url=f"{served.url}/api/v1", timeout=40, trust_env=False) as http,
    ):
        yield Table(house, served.url, http)


async def received(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a type."""
    while True:
        told: dict[str, Any] = json.loads(await socket.recv())
        if told["type"] == kind:
            return told
