"""Routes of live games: begin, join, look, move."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import JSONResponse

from longroad.catan import Rules
from longroad.web.api import models
from longroad.web.api.caller import Anyone, GameId, Host, Seated, TheHouse, begins_a_game
from longroad.web.games import ClockPlan, GamePlan, House, LiveGame, Place, SeatPlan
from longroad.web.games.plain import game_dict, menu_dict, ready_dicts, standing_dict

#: Frames of one answer, and the longest wait for one, in seconds.
MOST_FRAMES, MOST_WAIT = 200, 30.0
router: APIRouter = APIRouter(tags=["games"])


@router.post("/games", status_code=201, response_model=models.GameMade, dependencies=[Depends(begins_a_game)])
async def begin_game(asked: models.GameAsked, house: TheHouse) -> Any:
    """Begin a game. The answer holds the keys of all seats for people here, invitations for people by link,
    and the host's key; they are not shown again."""
    made = await house.create(plan_of(asked))
    return JSONResponse(
        {
            "game": game_dict(made.game),
            "host": str(made.host),
            "seats": {str(seat): str(key) for seat, key in made.seats.items()},
            "invitations": {str(seat): str(key) for seat, key in made.invitations.items()},
        },
        201,
    )


def plan_of(asked: models.GameAsked) -> GamePlan:
    """The plan of a request; raises TableError, RulesError or BoardError."""
    rules = Rules.for_players(asked.rules, len(asked.seats))
    if asked.board is not None:
        rules = rules.replace(board=asked.board)
    return GamePlan(
        tuple(SeatPlan(seat.kind, seat.name, seat.agent) for seat in asked.seats),
        rules,
        asked.seed,
        ClockPlan(asked.clock.kind, asked.clock.seconds, asked.clock.increment),
        asked.rated,
        asked.pace,
        asked.spectators,
        asked.series,
    )


@router.get("/games", response_model=list[models.GameTold])
async def list_games(house: TheHouse, limit: Annotated[int, Query(ge=1, le=500)] = 100) -> Any:
    """The live games that others may look at, the newest first. Games for their players alone are not
    listed."""
    listed = [game_dict(game) for game in house.games() if game.course.plan.may_be_watched]
    return JSONResponse(listed[:limit])


@router.get("/games/{id}", response_model=models.GameTold)
async def describe_game(id: GameId, house: TheHouse) -> Any:
    """Who plays, by which rules, and how far they are. Nothing that a player keeps to itself."""
    return JSONResponse(game_dict(house.game(id)))


@router.post("/games/{id}/join", response_model=models.Joined)
async def join_game(id: GameId, asked: models.JoinAsked, house: TheHouse) -> Any:
    """Sit down with an invitation, which is used up by it, and get the key of the seat."""
    house.game(id)
    place, key = house.join(asked.invitation, asked.name)
    return JSONResponse({"game": game_dict(place.game), "seat": place.seat, "key": str(key)})


@router.get("/games/{id}/view", response_model=models.StandingTold)
async def look(place: Anyone) -> Any:
    """Where the game stands: your view, what you may do, the clocks. Without a key what everybody may see,
    if the game may be looked at."""
    game = place.game
    return JSONResponse({"number": len(game.course.entries), **standing_dict(game, game.view(place.viewer))})


@router.get("/games/{id}/actions", response_model=models.MenuTold)
async def list_actions(
    seated: Seated, offers: Annotated[bool, Query(description="List offers, too.")] = False
) -> Any:
    """What you may do now. Offers are described; with `offers` the usual ones are listed as well."""
    place, _ = seated
    return JSONResponse(menu_dict(place.game.view(place.viewer), offers))


@router.post("/games/{id}/act", response_model=models.Done)
async def act(asked: models.ActAsked, seated: Seated) -> Any:
    """Make a move: one of the listed actions, or any other legal one (an offer of other bundles)."""
    place, seat = seated
    return _done(place.game, place.game.act(seat, asked.action, asked.seen))


@router.post("/games/{id}/undo", response_model=models.Done)
async def undo(seated: Seated) -> Any:
    """Take your last decision back, in casual games against agents. Dice stay as they are."""
    place, seat = seated
    return _done(place.game, place.game.undo(seat))


@router.post("/games/{id}/resign", response_model=models.Done)
async def resign(seated: Seated) -> Any:
    """Give up. Of two players the other wins; otherwise planner plays on for you."""
    place, seat = seated
    return _done(place.game, place.game.resign(seat))


@router.get("/games/{id}/events", response_model=models.FramesTold)
async def list_events(
    place: Anyone,
    house: TheHouse,
    since: Annotated[int, Query(ge=0, lt=2**31, description="The last entry you know.")] = 0,
    wait: Annotated[float, Query(ge=0, le=MOST_WAIT, description="Seconds to wait for one.")] = 0.0,
) -> Any:
    """The entries after `since`, as you see them; waits for one if there is none yet (long poll)."""
    return JSONResponse(await frames_after(house, place, since, wait))


async def frames_after(house: House, place: Place, since: int, wait: float) -> dict[str, Any]:
    """What ``list_events`` answers."""
    with house.follow(place, since) as follower:
        if wait:
            await follower.wait(wait)
        frames = ready_dicts(follower, place.game, place.viewer, MOST_FRAMES)
        return {"frames": frames, "number": follower.number, "status": place.game.course.status}


@router.post("/games/{id}/pace", response_model=models.Done)
async def set_pace(asked: models.PaceAsked, host: Host) -> Any:
    """Set how long it takes at least before an agent's move is made. For the host."""
    host.game.set_pace(asked.seconds)
    return _done(host.game)


@router.post("/games/{id}/pause", response_model=models.Done)
async def pause(host: Host) -> Any:
    """Halt a game of agents. For the host."""
    host.game.pause(True)
    return _done(host.game)


@router.post("/games/{id}/resume", response_model=models.Done)
async def resume(host: Host) -> Any:
    """Let a game of agents go on. For the host."""
    host.game.pause(False)
    return _done(host.game)


@router.post("/games/{id}/step", response_model=models.Done)
async def step(host: Host) -> Any:
    """Let a paused game of agents go on by one decision. For the host."""
    host.game.step()
    return _done(host.game)


@router.post("/games/{id}/seats/{seat}/stop", response_model=models.Done)
async def stop_thinking(seat: Annotated[int, Path(ge=0, le=3)], host: Host) -> Any:
    """End an agent's thinking: planner decides this once. For the host."""
    host.game.stop_thinking(seat)
    return _done(host.game)


@router.delete("/games/{id}", status_code=204)
async def end_game(host: Host) -> Response:
    """End the game without a winner. For the host."""
    host.game.end()
    return Response(status_code=204)


def _done(game: LiveGame, number: int | None = None) -> JSONResponse:
    return JSONResponse({"number": len(game.course.entries) if number is None else number})
