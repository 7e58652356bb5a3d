"""Routes of finished games, ratings, agents, rules and boards."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response

from longroad.agents import AGENTS, explain_agent
from longroad.catan import Board, Rules
from longroad.web.api import models
from longroad.web.api.caller import GameId, TheHouse
from longroad.web.library import LADDER, ratings
from longroad.web.library import Query as Wanted

router: APIRouter = APIRouter()
_Text = Annotated[str | None, Query(max_length=100)]
_Date = Annotated[str | None, Query(max_length=20, pattern="^[0-9TZ:-]*$", examples=["2026-11"])]


@router.get("/library", response_model=models.FoundTold, tags=["library"])
async def find_games(
    house: TheHouse,
    player: _Text = None,
    agent: _Text = None,
    result: Annotated[Literal["won", "lost", "unfinished"] | None, Query()] = None,
    since: _Date = None,
    until: _Date = None,
    rated: bool | None = None,
    series: _Text = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    offset: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> Any:
    """Finished games by player, agent (the beginning of its spec), result (of `player`), date and series, the
    newest first."""
    wanted = Wanted(player, agent, result, since, until, rated, series, limit, offset)
    found, count = await asyncio.to_thread(house.library.find, wanted)
    return JSONResponse({"games": [game.to_dict() for game in found], "count": count})


@router.get("/library/{id}", response_model=models.FinishedTold, tags=["library"])
async def describe_finished(id: GameId, house: TheHouse) -> Any:
    """A finished game."""
    return JSONResponse((await asyncio.to_thread(house.library.game, id)).to_dict())


@router.get(
    "/library/{id}/record",
    tags=["library"],
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def finished_record(id: GameId, house: TheHouse) -> Response:
    """The record of a finished game: one line of JSON that `longroad show` draws and `read_record` replays,
    with all hands and the secret of its dice."""
    record = await asyncio.to_thread(house.library.record, id)
    return Response(record, media_type="application/json")


@router.get("/ratings", response_model=models.StrengthTold, tags=["library"])
async def list_ratings(house: TheHouse) -> Any:
    """The ladder of built-in agents, and the ratings of the people who played rated games."""
    found = await asyncio.to_thread(lambda: ratings(house.library.rated()))
    return JSONResponse(
        {"ladder": [asdict(rung) for rung in LADDER], "ratings": [asdict(rating) for rating in found]}
    )


@router.get("/agents", tags=["about"], response_model=list[dict[str, Any]])
async def list_agents() -> Any:
    """The built-in agents with all their options."""
    return JSONResponse([explain_agent(name).to_dict() for name in AGENTS])


@router.get("/rules", tags=["about"], response_model=dict[str, Any])
async def list_rules() -> Any:
    """The options of the rules, and the presets."""
    options = [declared.to_dict() for declared in Rules.declared.values()]
    return JSONResponse(
        {"options": options, "presets": {name: dict(Rules.presets[name]) for name in Rules.presets}}
    )


@router.get("/board", tags=["about"], response_model=dict[str, Any])
async def draw_board(
    layout: Annotated[Literal["spiral", "random", "balanced", "beginner"], Query()] = "spiral",
    harbors: Annotated[Literal["shuffled", "fixed"], Query()] = "shuffled",
    seed: Annotated[int, Query(ge=0, lt=2**64)] = 0,
) -> Any:
    """The board that a seed draws."""
    board = Board.generate(layout, harbors=harbors, seed=seed)
    return JSONResponse(
        {
            "text": str(board),
            "terrain": board.terrain,
            "tokens": board.tokens,
            "harbors": board.harbors,
            "robber": board.robber,
        }
    )
