"""Which places of the board are lit, and what a click there says."""

from __future__ import annotations

from longroad.catan import Action
from longroad.catan.words import action_words, hex_words
from longroad.web.pages.board import Spot
from longroad.web.pages.situation import Situation

_KINDS = ("road", "settle", "city")


def lit_spots(situation: Situation, only: str | None = None) -> list[Spot]:
    """The places where the viewer can build, or put the robber. With ``only`` those for one kind of piece."""
    kinds = [only] if only in _KINDS else list(_KINDS)
    spots = [_built(situation, action) for kind in kinds for action in situation.may.get(kind, ())]
    return spots + _hexes(situation)


def victims(situation: Situation, hexagon: int) -> list[Action]:
    """The moves that put the robber on a hex: one per victim, or a plain one."""
    return [action for action in situation.may.get("robber", ()) if action.hex == hexagon]


def _built(situation: Situation, action: Action) -> Spot:
    place = action.path if action.intersection is None else action.intersection
    assert place is not None, "a piece has a place"
    assert situation.seat is not None, "and an owner"
    words = action_words(situation.sight, action)
    said = (("do", "act"), ("action", str(action)))
    return Spot(action.kind, place, words[:1].upper() + words[1:], said, situation.seat)


def _hexes(situation: Situation) -> list[Spot]:
    board = situation.sight.board
    hexes = sorted({action.hex for action in situation.may.get("robber", ()) if action.hex is not None})
    return [
        Spot("robber", h, f"Move the robber to {hex_words(board, h)}", (("do", "robber"), ("hex", str(h))))
        for h in hexes
    ]
