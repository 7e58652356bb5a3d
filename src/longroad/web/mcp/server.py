"""The tools: rules, a new game, a seat by invitation, look, moves, act, offer, wait, log, undo, resign."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

import longroad
from longroad.catan import RESOURCES, Rules
from longroad.errors import KeyRefusedError, LimitError, LongroadError, NotNowError
from longroad.failures import one_line
from longroad.web.games import GamePlan, House, Place, SeatPlan
from longroad.web.games.frames import Follower
from longroad.web.games.plain import MOST_OFFERED, menu_dict, view_dict
from longroad.web.mcp.telling import RULES, moves_told, told
from longroad.web.rates import Rates

P = ParamSpec("P")
T = TypeVar("T")
#: Seconds that a call may wait for others at most.
MOST_WAIT = 120.0
_LINES = 60
#: Of all clients together.
_GAMES_PER_MINUTE = 30.0
_INSTRUCTIONS = """\
You play Catan through these tools. Begin with new_game (or sit_down with an invitation that you were given),
read rules, then repeat: wait_for_my_turn; look; legal_moves; act or offer. What you are shown is all that
your player may know; other hands are hidden. {keys}"""
_REMEMBERED = "The seat you took last is meant wherever you leave out `key`."
_ASKED_FOR = "Give the `key` that new_game or sit_down returned to every other tool."

Key = Annotated[str, Field(max_length=120, description="The key of your seat.")]
Cards = Annotated[
    dict[str, int],
    Field(description="How many of each resource, as {'grain': 2, 'wool': 1}.", max_length=len(RESOURCES)),
]


def create_server(house: House, *, remember: bool) -> MCPServer[Any]:
    """A server over a house that is open. With ``remember`` there is one client, and the seat it took last is
    meant where it names none."""
    instructions = _INSTRUCTIONS.format(keys=_REMEMBERED if remember else _ASKED_FOR)
    server: MCPServer[Any] = MCPServer(
        "longroad", version=longroad.__version__, instructions=instructions, log_level="WARNING"
    )
    tools = Tools(house, remember)
    for tool in (
        tools.rules,
        tools.new_game,
        tools.sit_down,
        tools.look,
        tools.legal_moves,
        tools.act,
        tools.offer,
        tools.wait_for_my_turn,
        tools.log,
        tools.undo,
        tools.resign,
    ):
        server.add_tool(_answering(tool), structured_output=True)
    return server


def _answering(tool: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Errors that somebody can act on are told to the model; all others stay here."""

    @functools.wraps(tool)
    async def answer(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await tool(*args, **kwargs)
        except LongroadError as error:
            raise ToolError(one_line(str(error))) from error

    return answer


class Tools:
    """What a model can do. Docstrings are what it reads."""

    def __init__(self, house: House, remember: bool) -> None:
        self._house, self._remember = house, remember
        self._last = ""
        self._rates = Rates(_GAMES_PER_MINUTE / 60, int(_GAMES_PER_MINUTE))

    async def rules(self, key: Key = "") -> dict[str, Any]:
        """The rules of the game in short, and how moves are written."""
        played = self._place(key).game.course.plan.rules if key or self._last else Rules()
        return {"rules": RULES.format(target=played.target_points, limit=played.discard_limit)}

    async def new_game(
        self,
        opponents: Annotated[list[str], Field(min_length=1, max_length=3)] = ["champion"],  # noqa: B006
        rules: Annotated[str, Field(max_length=500)] = "official",
        seed: Annotated[int | None, Field(ge=0, lt=2**63)] = None,
        name: Annotated[str, Field(max_length=40)] = "",
        rated: bool = False,
    ) -> dict[str, Any]:
        """Begin a game against built-in agents (random, weighted, value, expectimax, planner, mcts:sims=200,
        ...). You sit first. `rules` is a preset with options, as `duel,target_points=12`."""
        if wait := self._rates.take("new game"):
            raise LimitError(f"too many games were begun; try again in {wait:.0f} s")
        seats = (SeatPlan.person(name), *(SeatPlan.of_agent(spec) for spec in opponents))
        plan = GamePlan(seats, Rules.for_players(rules, len(seats)), seed, rated=rated, pace=0.0)
        made = await self._house.create(plan)
        return self._seated(str(made.seats[0]))

    async def sit_down(
        self,
        invitation: Annotated[str, Field(max_length=120)],
        name: Annotated[str, Field(max_length=40)] = "",
    ) -> dict[str, Any]:
        """Sit down at a game with an invitation that somebody gave you."""
        _, key = self._house.join(invitation, name)
        return self._seated(str(key))

    async def look(self, key: Key = "") -> dict[str, Any]:
        """The position as you see it: in words, and in full as numbers (`view`)."""
        place = self._place(key)
        sight = place.game.view(place.viewer)
        return {
            "words": told(sight, place.game.course.names),
            "number": len(place.game.course.entries),
            "status": place.game.course.status,
            "view": view_dict(sight),
        }

    async def legal_moves(self, key: Key = "") -> dict[str, Any]:
        """The moves that you may make now, as `text: words`. Send the text to act."""
        place = self._place(key)
        sight = place.game.view(place.viewer)
        menu = menu_dict(sight)
        return {"your_turn": menu["decides"], "moves": moves_told(sight), "trade": menu["trade"]}

    async def act(self, move: Annotated[str, Field(max_length=200)], key: Key = "") -> dict[str, Any]:
        """Make a move, as `settle n23` or `roll`. Returns what happened."""
        place = self._place(key)
        return self._done(place, lambda seat: place.game.act(seat, move))

    async def offer(self, give: Cards, get: Cards, key: Key = "") -> dict[str, Any]:
        """Offer your cards for those of others, on your turn; or answer an offer with another one."""
        place = self._place(key)
        kind = "counter" if place.game.course.state.phase == "respond" else "offer"
        move = f"{kind} {_bundle(give)} for {_bundle(get)}"
        return self._done(place, lambda seat: place.game.act(seat, move))

    async def wait_for_my_turn(
        self, seconds: Annotated[float, Field(ge=0, le=MOST_WAIT)] = 30.0, key: Key = ""
    ) -> dict[str, Any]:
        """Wait until you are to decide, or the game is over, or so many seconds have passed. Returns what
        others did meanwhile."""
        place = self._place(key)
        game, lines = place.game, list[str]()
        with self._house.follow(place, len(game.course.entries)) as follower:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while game.course.result is None and game.course.state.actor != place.seat:
                        await follower.wait()
                        lines += _lines(follower)
            lines += _lines(follower)
        return {**self._standing(place), "happened": lines[-_LINES:]}

    async def log(self, since: Annotated[int, Field(ge=0, lt=2**31)] = 0, key: Key = "") -> dict[str, Any]:
        """What happened since an entry, in plain words; the last lines if there are many."""
        place = self._place(key)
        with self._house.follow(place, since) as follower:
            lines = _lines(follower)
        return {**self._standing(place), "happened": lines[-_LINES:]}

    async def undo(self, key: Key = "") -> dict[str, Any]:
        """Take your last decision back, in casual games against agents. Dice stay as they are."""
        place = self._place(key)
        return self._done(place, place.game.undo)

    async def resign(self, key: Key = "") -> dict[str, Any]:
        """Give the game up."""
        place = self._place(key)
        return self._done(place, place.game.resign)

    def _place(self, key: str) -> Place:
        if not key and not (self._remember and self._last):
            raise KeyRefusedError("no seat yet: begin with new_game or sit_down, and name the key it returns")
        place = self._house.place(key or self._last)
        if place.seat is None:
            raise KeyRefusedError("this is the key of a host; a seat's key is needed")
        return place

    def _seated(self, key: str) -> dict[str, Any]:
        if self._remember:
            self._last = key
        place = self._house.place(key)
        names = [f"{seat.name}{f' ({seat.agent})' if seat.agent else ''}" for seat in place.game.course.seats]
        return {
            "key": key,
            "game": place.game.id,
            "seat": place.seat,
            "players": names,
            **self._standing(place),
        }

    def _done(self, place: Place, act: Callable[[int], int]) -> dict[str, Any]:
        if place.seat is None:
            raise NotNowError("nobody sits here")
        before = len(place.game.course.entries)
        act(place.seat)
        with self._house.follow(place, before) as follower:
            return {**self._standing(place), "happened": _lines(follower)}

    def _standing(self, place: Place) -> dict[str, Any]:
        course = place.game.course
        return {
            "number": len(course.entries),
            "status": course.status,
            "your_turn": course.status == "playing" and course.state.actor == place.seat,
            "winner": None if course.result is None else course.result.winner,
        }


def _lines(follower: Follower) -> list[str]:
    lines: list[str] = []
    while frames := follower.ready():
        lines += [line for frame in frames for line in frame.words]
    return lines


def _bundle(cards: dict[str, int]) -> str:
    """Cards in the notation; raises NotNowError for what cannot be offered."""
    for name, count in cards.items():
        if name not in RESOURCES or not 0 <= count <= MOST_OFFERED:
            raise NotNowError(
                f"{name}={count}: resources are {', '.join(RESOURCES)}, 0 to {MOST_OFFERED} of each"
            )
    return " + ".join(f"{cards[name]} {name}" for name in RESOURCES if cards.get(name)) or "nothing"
