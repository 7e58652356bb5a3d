"""The positions of a game in few numbers, as the page's script shows them: pieces with the event from which
on they stand, and what players hold wherever it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from longroad.analysis.replay import Replay
from longroad.catan import State


def positions_data(replay: Replay) -> dict[str, Any]:
    """``pieces``: [event, kind, player, place], ``robber``: [event, hex], ``players``: per player
    [event, hand, development cards, knights, road length, points, public points], ``table``: [event, current,
    actor or -1, longest road or -1, largest army or -1, last roll]; each from that event on."""
    states = replay.states
    return {
        "pieces": _pieces(states),
        "robber": _changes([[state.robber] for state in states]),
        "players": [
            _changes([_player(state, player) for state in states]) for player in range(states[0].players)
        ],
        "table": _changes([_table(state) for state in states]),
    }


def _pieces(states: Sequence[State]) -> list[list[Any]]:
    found: list[list[Any]] = []
    known: set[tuple[str, int, int]] = set()
    for number, state in enumerate(states):
        now = {
            (kind, player, place)
            for player in range(state.players)
            for kind, places in (
                ("road", state.roads(player)),
                ("settlement", state.settlements(player)),
                ("city", state.cities(player)),
            )
            for place in places
        }
        found += [[number, *piece] for piece in sorted(now - known)]
        known |= now
    return found


def _player(state: State, player: int) -> list[Any]:
    return [
        list(state.hand(player)),
        list(state.cards(player)),
        state.knights(player),
        state.road_length(player),
        state.points(player),
        state.public_points(player),
    ]


def _table(state: State) -> list[Any]:
    def seat(holder: int | None) -> int:
        return -1 if holder is None else holder

    return [
        state.current,
        seat(state.actor),
        seat(state.longest_road),
        seat(state.largest_army),
        state.last_roll,
    ]


def _changes(rows: Sequence[list[Any]]) -> list[list[Any]]:
    """Rows that differ from the one before, each behind its number."""
    return [[number, *row] for number, row in enumerate(rows) if number == 0 or row != rows[number - 1]]
