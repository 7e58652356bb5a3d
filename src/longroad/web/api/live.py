"""The websocket: frames as they come, and moves on the same line.

The first message says who you are and from where on: ``{"type": "follow", "key": KEY, "since": 0}``. Frames
follow, ``{"type": "frame", "number": 1, ...}``, in order and without gaps. Each further message is answered
by ``{"type": "done", "id": ..., "number": ...}`` or ``{"type": "problem", "id": ..., "status": ..., ...}``,
whatever it was; ``id`` is the one it had.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from longroad.errors import LongroadError
from longroad.web.api.caller import bearer, directed, place_in, seat_of
from longroad.web.api.guard import Access, client_of
from longroad.web.api.models import ActAsked, KeyText, PaceAsked
from longroad.web.api.problems import problem, problem_of
from longroad.web.games import Follower, House, Place
from longroad.web.games.plain import ready_dicts, standing_dict
from longroad.web.rates import Rates

#: Seconds that a client may take for its first message.
HELLO = 10.0
router: APIRouter = APIRouter()


class Nothing(BaseModel):
    """A message without anything to say but its type."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


class Follow(Nothing):
    """The first message."""

    type: str = "follow"
    key: KeyText = ""
    since: int = Field(default=0, ge=0, lt=2**31)


def _act(place: Place, told: dict[str, Any]) -> int:
    asked = ActAsked.model_validate(told)
    return place.game.act(seat_of(place), asked.action, asked.seen)


def _pace(place: Place, told: dict[str, Any]) -> int:
    directed(place).game.set_pace(PaceAsked.model_validate(told).seconds)
    return len(place.game.course.entries)


def _plainly(done: Callable[[Place], int]) -> Callable[[Place, dict[str, Any]], int]:
    def do(place: Place, told: dict[str, Any]) -> int:
        Nothing.model_validate(told)
        return done(place)

    return do


#: What a message may ask for, by its type.
_ASKED: dict[str, Callable[[Place, dict[str, Any]], int]] = {
    "act": _act,
    "pace": _pace,
    "undo": _plainly(lambda place: place.game.undo(seat_of(place))),
    "resign": _plainly(lambda place: place.game.resign(seat_of(place))),
    "ping": _plainly(lambda place: len(place.game.course.entries)),
}


@router.websocket("/games/{id}/live")
async def follow_game(socket: WebSocket, id: str) -> None:
    """Follows a game; docs/reference/web_api.md has the messages."""
    await socket.accept()
    with suppress(WebSocketDisconnect, RuntimeError):  # gone, perhaps while something was being sent
        try:
            await _serve(socket, id)
        except LongroadError as error:
            await _send(socket, {"type": "problem", "id": None, **problem_of(error)})
            await socket.close(1008, "see the problem")


async def _serve(socket: WebSocket, id: str) -> None:
    house: House = socket.app.state.house
    follow = await _hello(socket)
    if follow is None:
        await socket.close(1002, "the first message must be {type: follow}")
        return
    key = follow.key or bearer(socket.headers.get("authorization"))
    place = place_in(house, id, key)
    with house.follow(place, follow.since) as follower:
        start = standing_dict(place.game, place.game.view(place.viewer))
        await _send(
            socket, {"type": "hello", "seat": place.seat, "number": len(place.game.course.entries), **start}
        )
        sending = asyncio.create_task(_send_frames(socket, place, follower))
        receiving = asyncio.create_task(_answer(socket, place))
        try:
            await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)
        if socket.client_state == WebSocketState.CONNECTED:
            await socket.close(1000, "the game is over")


async def _hello(socket: WebSocket) -> Follow | None:
    """The first message; whatever is none is answered. None if none came in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(HELLO):
            while True:
                told = await _message(socket)
                try:
                    if isinstance(told, dict) and told.get("type") == "follow":
                        return Follow.model_validate({k: v for k, v in told.items() if k != "id"})
                    words = 'the first message must be {"type": "follow", "key": ..., "since": 0}'
                    await _send(socket, _problem(told, problem(400, "bad request", words)))
                except ValidationError as error:
                    await _send(socket, _problem(told, _invalid(error)))
    return None


async def _send_frames(socket: WebSocket, place: Place, follower: Follower) -> None:
    while await follower.wait():
        for told in ready_dicts(follower, place.game, place.viewer, 50):
            await _send(socket, {"type": "frame", **told})
        await asyncio.sleep(0)


async def _answer(socket: WebSocket, place: Place) -> None:
    rates: Rates = socket.app.state.rates
    client = client_of(socket.scope)
    while True:
        told = await _message(socket)
        if wait := rates.take(client):
            await _send(socket, _problem(told, problem(429, "too many", f"try again in {wait:.1f} s")))
            await asyncio.sleep(min(wait, 1.0))
            continue
        await _send(socket, _answered(place, told))


def _answered(place: Place, told: object) -> dict[str, Any]:
    asked = _ASKED.get(str(told.get("type"))) if isinstance(told, dict) else None
    if asked is None or not isinstance(told, dict):
        words = f"a message is a JSON object whose type is one of {', '.join(_ASKED)}"
        return _problem(told, problem(400, "bad request", words))
    try:
        number = asked(place, {name: told[name] for name in told if name not in ("type", "id")})
    except LongroadError as error:
        return _problem(told, problem_of(error))
    except ValidationError as error:
        return _problem(told, _invalid(error))
    return {"type": "done", "id": _id(told), "number": number}


async def _message(socket: WebSocket) -> object:
    """The next message; what is not JSON, or too large, is None."""
    access: Access = socket.app.state.access
    got = await socket.receive()
    if got["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(got.get("code", 1000))
    data = got.get("text") or got.get("bytes") or ""
    if len(data) > access.message_bytes:
        return None
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _problem(told: object, body: dict[str, Any]) -> dict[str, Any]:
    return {**body, "type": "problem", "id": _id(told)}


def _id(told: object) -> int | str | None:
    """The id of a message, if it is one that can be sent back."""
    found = told.get("id") if isinstance(told, dict) else None
    if isinstance(found, str):
        return found[:40] if found.isprintable() else None
    return found if type(found) is int and abs(found) < 2**53 else None


def _invalid(error: ValidationError) -> dict[str, Any]:
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return problem(422, "cannot be done as asked", f"{place}: {first['msg']}")


async def _send(socket: WebSocket, told: dict[str, Any]) -> None:
    await socket.send_text(json.dumps(told))
