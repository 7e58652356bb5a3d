"""Actions: ours as catanatron lists them, its own as ours, and what chance brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from longroad.adapters.catanatron.places import COORDINATE, EDGE, HEX, INTERSECTION, NODE, PATH, edge_between
from longroad.adapters.catanatron.versions import (
    CHOOSES_DISCARDS,
    HAS_RECORDS,
    ActionType,
    Done,
    PeerAction,
    discard_type,
)
from longroad.adapters.catanatron.words import BANK, CARDS, RESOURCES
from longroad.catan import CARDS as OUR_CARDS
from longroad.catan import RESOURCES as OUR_RESOURCES
from longroad.catan import Action
from longroad.errors import LongroadError

#: Our actions that have a kind and nothing else.
_PLAIN = {
    "roll": ActionType.ROLL,
    "end": ActionType.END_TURN,
    "buy card": ActionType.BUY_DEVELOPMENT_CARD,
    "knight": ActionType.PLAY_KNIGHT_CARD,
    "road building": ActionType.PLAY_ROAD_BUILDING,
    "year of plenty": ActionType.PLAY_YEAR_OF_PLENTY,
}
_WORD = {theirs: ours for ours, theirs in _PLAIN.items()}
#: Types of the development version that change nothing on the table: an offer and what comes of it, but for a
#: deal.
_TALK = ("OFFER_TRADE", "ACCEPT_TRADE", "REJECT_TRADE", "CANCEL_TRADE")
#: catanatron's maritime trades have this many places for what is given.
_MOST_GIVEN = 4


class NoSuchActionError(LongroadError, ValueError):
    """An action of one program that the other does not have, such as a domestic trade."""


# -- Ours to theirs


def to_theirs(action: Action, color: Any, colors: Sequence[Any]) -> Any:
    """One of our decisions as catanatron lists it; a year of plenty without its cards. Seat i plays the i-th
    of the colors."""
    kind, value = _meaning(action, colors)
    return PeerAction(color, kind, value)


def _meaning(action: Action, colors: Sequence[Any]) -> tuple[Any, Any]:
    kind = action.kind
    if kind in _PLAIN:
        return _PLAIN[kind], None
    if action.intersection is not None:
        return ActionType.BUILD_CITY if kind == "city" else ActionType.BUILD_SETTLEMENT, NODE[
            action.intersection
        ]
    if action.path is not None:
        return ActionType.BUILD_ROAD, EDGE[action.path]
    if action.hex is not None:
        victim = None if action.player is None else colors[action.player]
        place = COORDINATE[action.hex], victim
        return ActionType.MOVE_ROBBER, place if HAS_RECORDS else (*place, None)
    if kind == "trade" and action.resource is not None and action.give and action.get:
        given = [RESOURCES[action.resource]] * action.give[action.resource]
        rest = [None] * (_MOST_GIVEN - len(given))
        return ActionType.MARITIME_TRADE, (*given, *rest, RESOURCES[action.get.index(1)])
    if kind == "monopoly" and action.resource is not None:
        return ActionType.PLAY_MONOPOLY, RESOURCES[action.resource]
    if kind == "discard" and action.resource is not None:
        return discard_type(), RESOURCES[action.resource] if CHOOSES_DISCARDS else None
    raise NoSuchActionError(f"{action}: catanatron has no such action")


def as_listed(action: Any) -> Any:
    """A catanatron action in the form of ``to_theirs``: edges in order, a year of plenty without its
    cards."""
    if action.action_type is ActionType.PLAY_YEAR_OF_PLENTY:
        return action._replace(value=None)
    if action.action_type is ActionType.BUILD_ROAD:
        return action._replace(value=edge_between(*action.value))
    return action


def in_order(action: Any) -> tuple[str, str]:
    """A key to sort actions by. catanatron's own order changes from process to process, since it keeps some
    in sets."""
    return action.action_type.value, repr(action.value)


def year_of_plenty(color: Any, resources: Sequence[int]) -> Any:
    """The action that takes these cards, as catanatron lists it."""
    names = sorted((RESOURCES[resource] for resource in resources), key=BANK.index)
    return PeerAction(color, ActionType.PLAY_YEAR_OF_PLENTY, tuple(names))


# -- Theirs to ours


def to_ours(action: Any, colors: Sequence[Any]) -> list[Action]:
    """A catanatron action as our decisions: a year of plenty or a whole discard is several. Raises
    NoSuchActionError."""
    return [Action.parse(text) for text in _texts(action, colors)]


def events_of(done: Done, colors: Sequence[Any]) -> list[Action]:
    """An entry of their log as our events, outcomes of chance included; none for offers that are talked
    about."""
    if done.action.action_type.value in _TALK:
        return []
    events = to_ours(done.action, colors)
    kind = done.action.action_type
    if kind is ActionType.ROLL:
        events.append(Action.parse(f"dice {sum(done.result)}"))
    elif kind is ActionType.BUY_DEVELOPMENT_CARD:
        events.append(Action.parse(f"drew {OUR_CARDS[CARDS.index(done.result)]}"))
    elif kind is ActionType.MOVE_ROBBER and done.action.value[1] is not None:
        events.append(Action.parse(f"stole {_ours(done.result)}"))
    return events


def _ours(resource: str) -> str:
    return OUR_RESOURCES[RESOURCES.index(resource)]


def _texts(action: Any, colors: Sequence[Any]) -> list[str]:
    kind, value = action.action_type, action.value
    if kind is ActionType.PLAY_YEAR_OF_PLENTY:
        return ["year of plenty", *(f"take {_ours(resource)}" for resource in value)]
    if kind is discard_type():
        return [f"discard {_ours(resource)}" for resource in ([value] if CHOOSES_DISCARDS else value or ())]
    if kind in _WORD:
        return [_WORD[kind]]
    if kind is ActionType.BUILD_SETTLEMENT:
        return [f"settle n{INTERSECTION[value]}"]
    if kind is ActionType.BUILD_CITY:
        return [f"city n{INTERSECTION[value]}"]
    if kind is ActionType.BUILD_ROAD:
        return [f"road e{PATH[edge_between(*value)]}"]
    if kind is ActionType.PLAY_MONOPOLY:
        return [f"monopoly {_ours(value)}"]
    if kind is ActionType.MOVE_ROBBER:
        place, victim = f"robber h{HEX[value[0]]}", value[1]
        return [place if victim is None else f"{place} steal p{list(colors).index(victim)}"]
    if kind is ActionType.MARITIME_TRADE:
        given = [resource for resource in value[:-1] if resource is not None]
        return [f"trade {len(given)} {_ours(given[0])} for 1 {_ours(value[-1])}"]
    raise NoSuchActionError(f"{action}: Longroad has no such action")
