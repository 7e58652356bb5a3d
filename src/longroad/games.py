"""The games as agents, arena and command line see them: one description per game, and nothing above asks
which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, TypeAlias

from longroad import _native, catan, skirmish
from longroad.catan.plain_view import plain_view

State: TypeAlias = catan.State | skirmish.State
Rules: TypeAlias = catan.Rules | skirmish.Rules


@dataclass(frozen=True)
class Game:
    """A game. ``native`` holds its compiled side: ``SeatedGame``, ``NativePlayer``, ``play_blocks``.

    >>> GAMES["skirmish"].title, GAMES["catan"].seats
    ('Skirmish', (2, 3, 4))
    """

    name: str
    title: str
    #: Numbers of players that it can be played by.
    seats: tuple[int, ...]
    #: What the column ``points`` counts.
    score: str
    #: So much of it wins a game by these rules; None if it does not decide.
    target: Callable[[Any], int | None] = field(repr=False)
    module: ModuleType = field(repr=False)
    native: Any = field(repr=False)
    #: The rules of a match that names none.
    match_rules: Callable[[int], Rules] = field(repr=False)
    #: How the native side begins games by these rules.
    setup: Callable[[Any], Any] = field(repr=False)
    #: The first position of a record: rules, and what the record says of the start beside them.
    start: Callable[[Any, str], State] = field(repr=False)
    #: The record of a game: rules, start, events in the notation.
    record: Callable[[Any, str, str], str] = field(repr=False)
    #: What an agent is shown, made of what the native side shows; and the same in plain types, for a player.
    shown: Callable[[Any, Any], Any] = field(repr=False)
    plain: Callable[[Any, int], dict[str, Any]] = field(repr=False)

    def read_record(self, line: str, number: int = 1) -> State:
        """The state at the end of a record, replayed and checked; raises RecordError."""
        state: State = self.module.read_record(line, number)
        return state


GAMES: dict[str, Game] = {
    "catan": Game(
        "catan",
        "Catan",
        (2, 3, 4),
        "points",
        lambda rules: rules.target_points,
        catan,
        _native,
        lambda players: catan.Rules(players=players, offers_per_turn=0),
        lambda rules: _native.Setup(rules.core, rules.board_source),
        lambda rules, start: catan.State(rules, board=start),
        catan.records.record_text,
        catan.state.view_of,
        plain_view,
    ),
    "skirmish": Game(
        "skirmish",
        "Skirmish",
        (2,),
        "hp",
        lambda rules: None,
        skirmish,
        _native.skirmish,
        lambda players: skirmish.Rules(),
        lambda rules: _native.skirmish.Setup(rules.core),
        lambda rules, start: skirmish.State(rules),
        skirmish.records.record_text,
        skirmish.state.state_of,
        skirmish.state.plain_state,
    ),
}


def game_of(thing: State | Rules) -> Game:
    """The game that a state or rules belong to.

    >>> game_of(skirmish.Rules()).name
    'skirmish'
    """
    return GAMES["skirmish" if isinstance(thing, skirmish.State | skirmish.Rules) else "catan"]
