"""What the tests of the table share: async tests, houses in a folder, games that play themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from longroad.catan import Rng, Rules
from longroad.web.games import Created, Follower, Frame, GamePlan, House, LiveGame, SeatPlan, SecretChance

P = ParamSpec("P")

#: Short games: few points, and no game that lasts forever.
SHORT = Rules(players=2, target_points=5, turn_cap=150)


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Runs an async test, within a minute."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def limited() -> None:
            async with asyncio.timeout(60):
                await test(*args, **kwargs)

        asyncio.run(limited())

    return run


def seats(*who: str) -> tuple[SeatPlan, ...]:
    """``person``, ``link`` or the spec of an agent, seat by seat."""
    return tuple(SeatPlan(one) if one in ("person", "link") else SeatPlan.of_agent(one) for one in who)


def plan(*who: str, **options: Any) -> GamePlan:
    """A game without pauses between the moves of agents."""
    rules = options.pop("rules", SHORT)
    return GamePlan(seats(*who), rules, **{"seed": 7, "pace": 0.0, **options})


async def begin(house: House, *who: str, secret: int = 1, **options: Any) -> Created:
    """A game whose dice are the same every time."""
    wanted = plan(*who, **options)
    return await house.create(wanted, None if wanted.rated else SecretChance.of_seed(secret))


async def until(holds: Callable[[], object], seconds: float = 30.0) -> None:
    """Waits until something holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.005)


async def asked(game: LiveGame, seat: int = 0) -> None:
    """Waits until a seat is to decide, or the game is over."""
    await until(lambda: game.course.state.actor == seat or game.course.result is not None)


async def play_person(game: LiveGame, seat: int = 0, seed: int = 1, decisions: int = 10**6) -> None:
    """Decides for a person by drawing lots, until the game is over or so many decisions were made."""
    rng = Rng(seed)
    for _ in range(decisions):
        await asked(game, seat)
        if game.course.result is not None:
            return
        game.act(seat, rng.choice(game.course.state.legal_actions()))


async def finished(game: LiveGame, seconds: float = 30.0) -> None:
    """Waits for the end."""
    await until(lambda: game.course.result is not None, seconds)


def frames(follower: Follower) -> list[Frame]:
    """All that are there."""
    found: list[Frame] = []
    while more := follower.ready():
        found += more
    return found


async def reopened(folder: Path, then: Callable[[House], Awaitable[None]], **options: Any) -> None:
    """The house of a folder, entered again."""
    async with House(folder, **options) as house:
        await then(house)
