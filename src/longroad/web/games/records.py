"""The record that a finished live game becomes: one line that `longroad show` and all readers of records
take, with who played, how it ended and the secret of its chance under keys of its own."""

from __future__ import annotations

from typing import Any

from longroad.catan.records import record_text
from longroad.web.games.live import LiveGame
from longroad.web.library.finished import FinishedGame, FinishedSeat, iso_date


def summary_of(game: LiveGame) -> FinishedGame:
    """What a list shows of a game that is over."""
    course = game.course
    result = course.result
    assert result is not None, "the game is over"
    seats = tuple(
        FinishedSeat(
            seat.name,
            course.plan.seats[seat.number].kind,
            seat.agent,
            result.ranks[seat.number],
            result.points[seat.number],
            seat.gave_up,
        )
        for seat in course.seats
    )
    return FinishedGame(
        id=game.id,
        date=iso_date(game.changed),
        seats=seats,
        winner=result.winner,
        reason=result.reason,
        turns=course.state.turn,
        rated=course.plan.rated,
        series=course.plan.series,
        taken_back=course.taken_back,
    )


def record_of(game: LiveGame) -> str:
    """The record of a game that is over, without the newline."""
    course = game.course
    table: dict[str, Any] = {
        **summary_of(game).to_dict(),
        "began": iso_date(game.created),
        "seconds": round(game.changed - game.created),
        "clock": course.plan.to_dict()["clock"],
    }
    chance = {"secret": course.chance.secret.hex(), "commitment": course.chance.commitment}
    return record_text(
        course.plan.rules, course.board, course.state.events_text(), table=table, chance=chance
    )
