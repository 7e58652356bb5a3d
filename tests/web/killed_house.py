"""A house that plays its game, or begins one, and prints every frame as it is shown; to be killed at any
moment. ``python -m web.killed_house FOLDER AGENT AGENT``"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from longroad.web.games import House, Place
from web.tables import begin


async def main(folder: str, *agents: str) -> None:
    async with House(folder) as house:
        games = list(house.games())
        game = games[0] if games else (await begin(house, *agents, pace=0.004)).game
        with house.follow(Place(game, None, host=True)) as follower:
            async for frame in follower:
                print(frame.number, frame.kind, frame.action, flush=True)
        while list((Path(folder) / "live").iterdir()):
            await asyncio.sleep(0.01)
    print("done", flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
