"""The catanatron that is installed: what the adapter uses of it, and how its versions differ.

Differences are found by looking, not by version number, since the development version changes without
changing its number.

| | 3.2.1 | development version |
| --- | --- | --- |
| the playable actions are kept in | the state | the game |
| the log | actions, with what chance brought in their values | records of an action and its result |
| a discard | drawn by the game, all cards at once | chosen by the player, card by card |
| a development card bought this turn | can be played | has to wait |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from longroad.extras import missing_extra

try:
    from catanatron.game import Game
    from catanatron.models import enums
    from catanatron.models.actions import generate_playable_actions
    from catanatron.models.board import STATIC_GRAPH
    from catanatron.models.enums import Action as PeerAction
    from catanatron.models.enums import ActionPrompt, ActionType
    from catanatron.models.map import (
        BASE_MAP_TEMPLATE,
        CatanMap,
        LandTile,
        NodeRef,
        initialize_tiles,
    )
    from catanatron.models.player import Color, Player, RandomPlayer
    from catanatron.state import PLAYER_INITIAL_STATE
except ImportError as error:
    raise missing_extra("longroad.adapters.catanatron", "catanatron") from error

__all__ = [
    "BASE_MAP_TEMPLATE",
    "CHOOSES_DISCARDS",
    "FRESH_CARDS_WAIT",
    "HAS_RECORDS",
    "STATIC_GRAPH",
    "ActionPrompt",
    "ActionType",
    "CatanMap",
    "Color",
    "Done",
    "Game",
    "LandTile",
    "NodeRef",
    "PeerAction",
    "Player",
    "RandomPlayer",
    "discard_type",
    "generate_playable_actions",
    "initialize_tiles",
    "log_of",
    "newest_first",
    "playable_actions",
    "raw_entry",
    "raw_log",
    "set_playable_actions",
    "set_raw_log",
    "walk",
]

#: The log holds records of an action and its result; else actions whose values say what chance brought.
HAS_RECORDS = hasattr(enums, "ActionRecord")
#: Players name the cards they discard, one per decision; else the game draws them.
CHOOSES_DISCARDS = hasattr(ActionType, "DISCARD_RESOURCE")
#: A development card cannot be played on the turn it was bought.
FRESH_CARDS_WAIT = "KNIGHT_OWNED_AT_START" in PLAYER_INITIAL_STATE

_WITH_RESULT = (ActionType.ROLL, ActionType.BUY_DEVELOPMENT_CARD)


class Done(NamedTuple):
    """An entry of the log, the same for all versions. ``result`` is what chance brought; None if nothing, or
    if it is hidden."""

    action: Any
    result: Any


def discard_type() -> Any:
    """The type of a discard."""
    return ActionType.DISCARD_RESOURCE if CHOOSES_DISCARDS else ActionType.DISCARD


def playable_actions(game: Any) -> list[Any]:
    """What the player to move can do, as the game says."""
    owner = game if hasattr(game, "playable_actions") else game.state
    return list(owner.playable_actions)


def set_playable_actions(game: Any, actions: list[Any]) -> None:
    """Says what the player to move can do."""
    owner = game if hasattr(game, "playable_actions") else game.state
    owner.playable_actions = actions


def raw_log(game: Any) -> list[Any]:
    """The game's log as it keeps it."""
    return list(game.state.action_records if HAS_RECORDS else game.state.actions)


def set_raw_log(game: Any, log: Sequence[Any]) -> None:
    """Gives the game a log in the form in which it keeps it."""
    setattr(game.state, "action_records" if HAS_RECORDS else "actions", list(log))


def log_of(game: Any, start: int = 0) -> list[Done]:
    """The entries of the game's log from number ``start`` on."""
    return [entry_of(raw) for raw in raw_log(game)[start:]]


def newest_first(game: Any) -> Iterator[Done]:
    """The entries of the game's log from the last one back."""
    return (
        entry_of(raw) for raw in reversed(game.state.action_records if HAS_RECORDS else game.state.actions)
    )


def entry_of(raw: Any) -> Done:
    """An entry in the form of its version, translated to ours."""
    return _from_record(raw) if HAS_RECORDS else _split(raw)


def raw_entry(entry: Done) -> Any:
    """An entry in the form in which the installed version keeps it."""
    return enums.ActionRecord(entry.action, entry.result) if HAS_RECORDS else _joined(entry)


def walk(board: Any, node: int, color: Any) -> set[int]:
    """The intersections that a color's roads connect with one of them, opponents' buildings at the ends
    included."""
    step = getattr(board, "dfs_walk", None) or board.bfs_walk
    found: set[int] = step(node, color)
    return found


def _from_record(record: Any) -> Done:
    action, result = record.action, record.result
    if action.action_type in _WITH_RESULT:  # some handlers leave the result in the action too
        action = action._replace(value=None)
    return Done(action, None if action.action_type is discard_type() else result)


def _split(action: Any) -> Done:
    """An action with its outcome as the two apart."""
    if action.action_type in _WITH_RESULT:
        return Done(action._replace(value=None), action.value)
    if action.action_type is ActionType.MOVE_ROBBER:
        coordinate, victim, stolen = action.value
        return Done(action._replace(value=(coordinate, victim, None)), stolen)
    return Done(action, None)


def _joined(entry: Done) -> Any:
    action = entry.action
    if action.action_type in _WITH_RESULT:
        return action._replace(value=entry.result)
    if action.action_type is ActionType.MOVE_ROBBER:
        return action._replace(value=(*action.value[:2], entry.result))
    return action
