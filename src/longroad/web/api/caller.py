"""Who asks: what the key of a request opens, and what it may do with a game."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request
from fastapi.security import HTTPBearer

from longroad.errors import KeyRefusedError, LimitError, LongroadError
from longroad.web.api.guard import client_of
from longroad.web.games import House, Place
from longroad.web.rates import Rates

#: For OpenAPI: the key goes into ``Authorization: Bearer KEY``.
_BEARER = HTTPBearer(
    auto_error=False, description="A seat's or host's key, as `POST /games` and `join` return it."
)
GameId = Annotated[str, Path(max_length=40, pattern="^[a-z0-9]+$", examples=["0123456789ab"])]


def house_of(request: Request) -> House:
    """The house that the app is made for."""
    house: House = request.app.state.house
    return house


TheHouse = Annotated[House, Depends(house_of)]


def place_in(house: House, id: str, key: str | None) -> Place:
    """What a key opens in a game; without one, the place of an onlooker. Raises KeyRefusedError."""
    game = house.game(id)
    if not key:
        return Place(game, None)
    place = house.place(key)
    if place.game is not game:
        raise KeyRefusedError("this key is for another game")
    return place


def _place(request: Request, house: TheHouse, id: GameId, _: Annotated[object, Depends(_BEARER)]) -> Place:
    return place_in(house, id, bearer(request.headers.get("authorization")))


Anyone = Annotated[Place, Depends(_place)]


def bearer(header: str | None) -> str | None:
    """The key in an Authorization header.

    >>> bearer("Bearer abc"), bearer(None)
    ('abc', None)
    """
    if header is None:
        return None
    scheme, _, key = header.partition(" ")
    return key.strip() if scheme.lower() == "bearer" else "?"


def _seated(place: Anyone) -> tuple[Place, int]:
    return place, seat_of(place)


def seat_of(place: Place) -> int:
    """The seat; KeyRefusedError if the place is none."""
    if place.seat is None:
        raise missing("a seat's key")
    return place.seat


def _host(place: Anyone) -> Place:
    return directed(place)


def directed(place: Place) -> Place:
    """The same place if it may direct the game; else KeyRefusedError."""
    if not place.host:
        raise (
            missing("the host's key")
            if place.seat is None
            else KeyRefusedError("only the host's key directs a game")
        )
    return place


def missing(what: str) -> LongroadError:
    """The error where a key is needed."""
    error = KeyRefusedError(f"{what} is needed: send it as 'Authorization: Bearer KEY'")
    error.unknown = True
    return error


Seated = Annotated[tuple[Place, int], Depends(_seated)]
Host = Annotated[Place, Depends(_host)]


def begins_a_game(request: Request) -> None:
    """A client may begin only so many games per minute."""
    rates: Rates = request.app.state.game_rates
    wait = rates.take(client_of(request.scope))
    if wait:
        error = LimitError(f"at most {60 * rates.rate:g} games per minute; try again in {wait:.0f} s")
        error.retry_after = wait
        raise error
