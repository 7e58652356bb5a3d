"""Games, views, moves and frames in plain types, ready for JSON: what API and language models are given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from longroad.catan import RESOURCES, Action
from longroad.catan.onlookers import Sight
from longroad.catan.plain_view import plain_view
from longroad.catan.words import action_words
from longroad.web.games.frames import Follower, Frame
from longroad.web.games.live import LiveGame
from longroad.web.games.viewers import Viewer

_FIELDS = ("intersection", "path", "hex", "player", "resource", "give", "get")
#: Trades with other players: there are hundreds, so they are not listed but described.
_DESCRIBED = ("offer", "counter")
#: The most cards of a kind that an offer can name.
MOST_OFFERED = 19


def view_dict(sight: Sight) -> dict[str, Any]:
    """Everything that docs/reference/views.md lists, under the same names where they fit.

    >>> from longroad.catan import Rules, State
    >>> shown = view_dict(State(Rules(players=2), seed=7).view(0))
    >>> shown["rules"]["target_points"], shown["terrain"][:3], shown["players"][0]["public_points"]
    (10, (0, 2, 3), 0)
    """
    board, shown = sight.board, plain_view(sight, sight.player)  # type: ignore[arg-type]
    for number, seat in enumerate(shown["players"]):
        seat["public_points"] = sight.public_points(number)
    return {
        **shown,
        "is_chance": sight.is_chance,
        "is_over": sight.is_over,
        "winner": sight.winner,
        "terrain": board.terrain,
        "tokens": board.tokens,
        "harbors": board.harbors,
        "first_robber": board.robber,
        "rules": {name: getattr(sight.rules, name) for name in type(sight.rules).declared},
    }


def action_dict(sight: Sight, action: Action) -> dict[str, Any]:
    """A move: its text, which is what is sent back, its words, kind and fields.

    >>> from longroad.catan import Rules, State
    >>> view = State(Rules(players=2), seed=7).view(0)
    >>> action_dict(view, view.actions[23])["intersection"], action_dict(view, view.actions[23])["text"]
    (23, 'settle n23')
    """
    fields = {name: value for name in _FIELDS if (value := getattr(action, name)) is not None}
    return {"text": str(action), "kind": action.kind, "words": action_words(sight, action), **fields}


def menu_dict(sight: Sight, offers: bool = False) -> dict[str, Any]:
    """What the viewer may do now. Offers and counter-offers are described (``trade``), and listed only with
    ``offers``; any other bundle of cards may be offered as well."""
    actions: Iterable[Action] = sight.actions
    listed = [action for action in actions if offers or action.kind not in _DESCRIBED]
    return {
        "decides": bool(sight.actions),
        "phase": sight.phase,
        "actions": [action_dict(sight, action) for action in listed],
        "trade": _trade(sight),
    }


def frame_dict(frame: Frame, game: LiveGame, viewer: Viewer) -> dict[str, Any]:
    """A frame; the newest one has the view, the moves and the clocks."""
    told: dict[str, Any] = {
        "number": frame.number,
        "at": frame.at,
        "kind": frame.kind,
        "player": frame.player,
        "action": None if frame.action is None else str(frame.action),
        "words": list(frame.words),
        **({"facts": frame.facts} if frame.facts else {}),
    }
    if frame.view is not None:
        told |= standing_dict(game, frame.view)
    return told


def standing_dict(game: LiveGame, sight: Sight) -> dict[str, Any]:
    """Where a game stands: the view, the moves of who looks, the clocks."""
    course = game.course
    return {
        "status": course.status,
        "view": view_dict(sight),
        "moves": menu_dict(sight) if course.status == "playing" else None,
        "clocks": course.clocks.shown(),
        "thinking": game.thinking,
    }


def ready_dicts(follower: Follower, game: LiveGame, viewer: Viewer, most: int) -> list[dict[str, Any]]:
    """The frames that a follower has ready."""
    return [frame_dict(frame, game, viewer) for frame in follower.ready(most)]


def game_dict(game: LiveGame) -> dict[str, Any]:
    """What everybody may know of a game without looking at it. The secret of chance is part of it once it is
    over."""
    course = game.course
    result = course.result
    over: dict[str, Any] = {}
    if result is not None:
        over = {
            "result": {
                "winner": result.winner,
                "reason": result.reason,
                "ranks": result.ranks,
                "points": result.points,
            },
            "chance_secret": course.chance.secret.hex(),
        }
    return {
        "id": game.id,
        "status": course.status,
        "created": game.created,
        "changed": game.changed,
        "entries": len(course.entries),
        "turn": course.state.turn,
        "decides": course.state.actor,
        "rules": course.plan.rules.to_dict(),
        "board": course.board,
        "seats": [
            {
                "seat": seat.number,
                "kind": seat.kind,
                "name": seat.name,
                "agent": seat.agent or None,
                "taken": seat.is_taken,
            }
            for seat in course.seats
        ],
        "rated": course.plan.rated,
        "series": course.plan.series,
        "spectators": course.plan.may_be_watched,
        "pace": course.pace,
        "clock": course.plan.to_dict()["clock"],
        "chance_commitment": course.chance.commitment,
        "trouble": game.trouble,
        **over,
    }


def _trade(sight: Sight) -> dict[str, Any] | None:
    """What may be offered now: bundles of ``give`` at most, against at most so many of any other kind."""
    kind = next((action.kind for action in sight.actions if action.kind in _DESCRIBED), None)
    if kind is None or sight.player is None:
        return None
    own = sight.hand(sight.player) or ()
    others = [player for player in range(sight.players) if player != sight.player]
    partners = (
        [player for player in others if sight.hand_size(player)] if kind == "offer" else [sight.current]
    )
    return {
        "kind": kind,
        "give": own,
        "get": [MOST_OFFERED] * len(RESOURCES),
        "partners": partners,
        "left": sight.rules.offers_per_turn - sight.offers_made if kind == "offer" else None,
        "form": f"{kind} 2 grain + 1 wool for 1 ore",
    }
