"""Games that catanatron has saved as JSON (``json.dumps(game, cls=GameEncoder)``), as Longroad games.

3.2.1 saves ``actions``, what chance brought in their values; the development version ``action_records``,
each an action and its result. Both are read, whichever is installed. A file does not say what the target was:
it is found by replaying. 3.2.1 lets a development card be played on the turn it was bought: the record names
such events. Where catanatron allows anything else that our rules do not, the game is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from longroad.adapters.catanatron.actions import events_of
from longroad.adapters.catanatron.boards import assembled_map, our_board
from longroad.adapters.catanatron.places import HEX
from longroad.adapters.catanatron.versions import ActionType, Color, Done, PeerAction
from longroad.adapters.catanatron.words import RESOURCES
from longroad.analysis.replay import FRESH_CARDS
from longroad.catan import RESOURCES as OUR_RESOURCES
from longroad.catan import Action, Board, Rules, State
from longroad.catan.position import card_played_by, with_old_cards
from longroad.catan.records import record_text
from longroad.errors import BoardError, LongroadError, RecordError

_DISCARDS = ("DISCARD", "DISCARD_RESOURCE")
_WITH_RESULT = ("ROLL", "BUY_DEVELOPMENT_CARD")
_TARGET = 10


def is_saved_game(text: str) -> bool:
    """Whether a text looks like a game that catanatron saved."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "tiles" in found and ("actions" in found or "action_records" in found)


def read_saved_game(text: str) -> str:
    """The game as a record that longroad.analysis replays; raises RecordError. Colors sit in the order in
    which they moved, and the record names them (``catanatron``)."""
    try:
        saved = json.loads(text)
        colors: list[str] = list(saved["colors"])
        entries = list(_entries(saved))
        board = _board(saved["tiles"])
    except (KeyError, TypeError, ValueError, IndexError, RecursionError) as error:
        raise RecordError(f"not a game that catanatron saved: {type(error).__name__} {error}") from error
    except BoardError as error:
        raise RecordError(f"a game of catanatron: {error}") from error
    failure: RecordError | None = None
    for target in _targets(saved, colors):
        rules = Rules.preset("catanatron", players=len(colors), target_points=target)
        try:
            events, fresh = _events(rules, board, entries, colors)
        except RecordError as error:
            failure = failure or error
            continue
        extra = {FRESH_CARDS: fresh} if fresh else {}
        words = "; ".join(map(str, events))
        return record_text(rules, str(board), words, catanatron=colors, **extra)
    assert failure is not None, "at least one target was tried"
    raise failure


def _board(tiles: Sequence[Mapping[str, Any]]) -> Board:
    """Raises BoardError for a map of another shape, KeyError and the like for anything else."""
    at = {tuple(one["coordinate"]): one["tile"] for one in tiles}
    land = {place: tile for place, tile in at.items() if tile["type"] in ("RESOURCE_TILE", "DESERT")}
    if set(land) != set(HEX):
        raise BoardError(f"its map has {len(land)} hexes; only the base map of {len(HEX)} can be played")
    return our_board(
        assembled_map(
            lambda place: (land[place].get("resource"), land[place].get("number", 0)),
            lambda place, _: at[place]["resource"],
        )
    )


def _targets(saved: Mapping[str, Any], colors: Sequence[str]) -> list[int]:
    """Points that may have been played to."""
    winner = saved.get("winning_color")
    targets = [_TARGET]
    if isinstance(winner, str) and winner in colors:
        points = saved["player_state"].get(f"P{colors.index(winner)}_ACTUAL_VICTORY_POINTS", _TARGET)
        targets += [points, points - 1]
    return list(dict.fromkeys(target for target in targets if 3 <= target <= 20))


def _entries(saved: Mapping[str, Any]) -> Iterator[tuple[str, str, Any, Any]]:
    """Color, type, value and result of every entry of the log, in one form."""
    if "action_records" in saved:
        for (color, kind, value), result in saved["action_records"]:
            yield color, kind, None if kind in _WITH_RESULT else value, result
        return
    for color, kind, value in saved["actions"]:
        if kind in _WITH_RESULT:
            yield color, kind, None, value
        elif kind == "MOVE_ROBBER":
            yield color, kind, value[:2], value[2]
        else:
            yield color, kind, value, None


def _events(
    rules: Rules, board: Board, entries: Sequence[tuple[str, str, Any, Any]], colors: Sequence[str]
) -> tuple[list[Action], list[int]]:
    """All events in our order, and the numbers of those that play a card on the turn it was bought."""
    state = State(rules, board=board)
    events: list[Action] = []
    fresh: list[int] = []
    waiting: dict[int, list[Action]] = {}

    def happen(event: Action) -> None:
        nonlocal state
        card = card_played_by(event.kind)
        if card is not None and state.bought[card] and not state.is_legal(event):
            fresh.append(len(events))
            state = with_old_cards(state)
        state.apply(event)
        events.append(event)

    for number, (color, kind, value, result) in enumerate(entries, start=1):
        try:
            if kind in _DISCARDS:
                cards = [value] if isinstance(value, str) else value
                waiting.setdefault(colors.index(color), []).extend(map(_discard, cards))
            else:
                for event in events_of(_done(color, kind, value, result), [Color[name] for name in colors]):
                    happen(event)
            for event in _discards_in_turn(state, waiting):
                happen(event)
        except (LongroadError, KeyError, TypeError, ValueError) as error:
            raise RecordError(f"a game of catanatron, action {number} ({color} {kind}): {error}") from error
    return events, fresh


def _discards_in_turn(state: State, waiting: Mapping[int, list[Action]]) -> Iterator[Action]:
    """catanatron asks for discards in the order of the seats, we from the roller on: a card waits until its
    player is asked."""
    while state.phase == "discard" and state.actor is not None and waiting.get(state.actor):
        yield waiting[state.actor].pop(0)


def _discard(resource: str) -> Action:
    return Action.parse(f"discard {OUR_RESOURCES[RESOURCES.index(resource)]}")


def _done(color: str, kind: str, value: Any, result: Any) -> Done:
    """An entry as the installed catanatron would keep it, whichever saved it."""
    if kind == "MOVE_ROBBER":
        place, victim = value
        value = (tuple(place), None if victim is None else Color[victim], None)
    elif isinstance(value, list):
        value = tuple(value)
    return Done(PeerAction(Color[color], ActionType[kind], value), result)
