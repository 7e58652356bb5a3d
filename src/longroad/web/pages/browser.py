"""What the browser keeps: the keys of seats. They are never part of an address, and the server keeps only
hashes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nicegui import Client

from longroad.web.games import Created

#: Seconds that a browser has to answer.
_PATIENCE = 30.0


@dataclass(frozen=True)
class Keys:
    """Those of one game that a browser has. Whatever a browser says is read as far as it makes sense."""

    host: str = ""
    seats: tuple[str, ...] = ()
    invitations: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, told: object) -> Keys:
        """Of what the browser answered.

        >>> Keys.read({"seats": {"0": "abc"}, "host": 7}), Keys.read([])
        (Keys(host='', seats=('abc',), invitations={}), Keys(host='', seats=(), invitations={}))
        """
        said: Mapping[str, Any] = told if isinstance(told, dict) else {}
        host = said.get("host")
        seats, invitations = (_texts(said.get(name)) for name in ("seats", "invitations"))
        return cls(host if isinstance(host, str) else "", tuple(seats.values()), invitations)


def keep_keys(made: Created, client: Client, then: str) -> None:
    """Leaves the keys of a new game in the browser that began it, and opens a page."""
    keep(
        made.game.id,
        {
            "host": str(made.host),
            "seats": {str(seat): str(key) for seat, key in made.seats.items()},
            "invitations": {str(seat): str(key) for seat, key in made.invitations.items()},
        },
        client,
        then,
    )


def keep(game: str, keys: Mapping[str, Any], client: Client, then: str) -> None:
    """Leaves keys in a browser, and opens a page: in one script, since the page needs the keys."""
    kept_then = (
        f"window.longroad.keep({json.dumps(game)}, {json.dumps(keys)}); location.href = {json.dumps(then)}"
    )
    client.run_javascript(kept_then)


async def kept(client: Client, game: str) -> Keys | None:
    """What a browser has of a game; None if it has left."""
    told = await _answer(client, f"window.longroad.kept({json.dumps(game)})")
    return None if told is None else Keys.read(told)


async def kept_games(client: Client) -> dict[str, Keys]:
    """What a browser has, by game."""
    told = await _answer(client, "window.longroad.keptGames()")
    return {str(game): Keys.read(keys) for game, keys in told.items()} if isinstance(told, dict) else {}


async def fragment(client: Client) -> str | None:
    """What stands behind the ``#`` of the address; None if the browser has left."""
    told = await _answer(client, "location.hash.slice(1)")
    return told if isinstance(told, str) else None


async def _answer(client: Client, script: str) -> object:
    """What a script says in the browser, once it is connected; None if it has left meanwhile."""
    try:
        await client.connected(timeout=_PATIENCE)
        return await client.run_javascript(script, timeout=_PATIENCE)
    except TimeoutError:
        return None


def _texts(told: object) -> dict[str, str]:
    return (
        {str(name): value for name, value in told.items() if isinstance(value, str)}
        if isinstance(told, dict)
        else {}
    )
