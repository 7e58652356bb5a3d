"""The page's HTML, from ``templates/review.html.j2``. Everything that is not ours is escaped."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from longroad.analysis.grades import Grade
from longroad.analysis.page.board import board_svg, places
from longroad.analysis.page.chart import HEIGHT, areas, point_marks, turn_marks
from longroad.analysis.page.positions import positions_data
from longroad.analysis.replay import Replay
from longroad.analysis.review import Review, ReviewedDecision
from longroad.analysis.words import percent
from longroad.catan import CARDS, RESOURCES
from longroad.catan.drawing.palette import CARD_LETTERS, TERRAINS
from longroad.drawing.pages import page_environment
from longroad.drawing.palette import LIVERIES
from longroad.wording import listed

#: Grades that the list of decisions shows at first.
_LISTED = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


def page_html(review: Review) -> str:
    """The whole page."""
    replay = review.replay()
    drawing, prefix = board_svg(replay.states[0])
    return (
        _environment()
        .get_template("review.html.j2")
        .render(
            review=review,
            title=_title(review),
            style=_read("colors.css", "longroad.arena.report") + _read("style.css"),
            script=_read("review.js"),
            board=Markup(drawing),
            liveries=LIVERIES,
            areas=areas(review.moments),
            chart_height=HEIGHT,
            turn_marks=turn_marks(review.moments),
            point_marks=point_marks(review.turning_points, len(review.moments)),
            grades=[grade for grade in Grade if grade is not Grade.FORCED],
            listed=[one for one in review.decisions if one.grade in _LISTED],
            graded=any(accuracy is not None for accuracy in review.accuracy),
            has_errors=any(one.grade in _LISTED for one in review.decisions),
            data=_data(review, replay, prefix),
        )
    )


def _title(review: Review) -> str:
    names = [player.name for player in review.players]
    if review.winner is not None:
        others = [name for seat, name in enumerate(names) if seat != review.winner]
        return f"{_upper(names[review.winner])} wins against {listed(others)}"
    return f"{_upper(listed(names))}: {'no winner' if review.is_over else 'not finished'}"


def _upper(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _data(review: Review, replay: Replay, prefix: str) -> dict[str, Any]:
    """What the script shows."""
    return {
        "prefix": prefix,
        "places": places(replay.end),
        "names": [player.name for player in review.players],
        "colors": [[livery.color, livery.ink] for livery in LIVERIES[: len(review.players)]],
        "resources": [[name, TERRAINS[kind].ground] for kind, name in enumerate(RESOURCES)],
        "cards": [[name, CARD_LETTERS[kind]] for kind, name in enumerate(CARDS)],
        "openHands": replay.end.players == 2 or replay.end.rules.open_hands,
        "moments": [
            [moment.turn, moment.text, [round(share, 3) for share in moment.win_probabilities]]
            for moment in review.moments
        ],
        "decisions": [_decision(one) for one in review.decisions],
        **positions_data(replay),
    }


def _decision(one: ReviewedDecision) -> dict[str, Any]:
    return {
        "event": one.event,
        "player": one.player,
        "grade": str(one.grade),
        "loss": round(one.loss, 3),
        "played": one.played.notation,
        "comment": one.comment,
        "moves": [
            [move.notation, move.text, round(move.win_probability, 3), round(move.loss, 3), move.reason]
            for move in one.moves
        ],
    }


def _read(name: str, package: str = "longroad.analysis.page") -> Markup:
    return Markup(files(package).joinpath(name).read_text(encoding="utf-8"))


@cache
def _environment() -> Environment:
    environment = page_environment("longroad.analysis.page")
    environment.filters |= {
        "percent": percent,
        "signed": lambda share: f"{100 * share:+.1f}",
        "sentence": _upper,
    }
    return environment
