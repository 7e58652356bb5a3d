"""The table with its pages, in a process of its own: ``python -m web.pages.table_server FOLDER PORT``. Dice
are the same every time, so that a test sees the same games, and the agents of ``bargainers`` are built in: in
processes of their own they would take seconds to start."""

from __future__ import annotations

import asyncio
import sys
from itertools import count

from longroad.agents import AGENTS, AgentInfo
from longroad.catan.native_agents import WeightedOptions
from longroad.web.api import Access, create_app
from longroad.web.games import Created, GamePlan, House, SecretChance
from longroad.web.pages import pages
from longroad.web.serving import serving
from web.pages.bargainers import Counters, Offers, Refuses

_ACCESS = Access(rate=10_000, burst=10_000, games_per_minute=10_000, games_at_once=10_000)


class RepeatableHouse(House):
    """The n-th game has the dice of seed n."""

    _seeds = count(1)

    async def create(self, plan: GamePlan, chance: SecretChance | None = None) -> Created:
        return await super().create(plan, None if plan.rated else SecretChance.of_seed(next(self._seeds)))


def add_bargainers() -> None:
    for made in (Counters, Offers, Refuses):
        name = made.__name__.lower()
        AGENTS[name] = AgentInfo(made, WeightedOptions, "for tests", name)


async def main(folder: str, port: str) -> None:
    add_bargainers()
    house = RepeatableHouse(folder, own_agents=True)
    async with house, serving(create_app(house, access=_ACCESS, pages=pages), port=int(port)) as served:
        print(served.url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
