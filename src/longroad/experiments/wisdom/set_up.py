"""Where the players of a game began."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from longroad.catan import RESOURCES, Action, State, topology
from longroad.experiments.wisdom.games import PLAYERS

_KINDS = len(RESOURCES)


def set_up_of(state: State, events: Sequence[Action]) -> list[dict[str, Any]]:
    """The set-up of every player."""
    spots = [event.intersection for event in events if event.kind == "settle"][: 2 * PLAYERS]
    found = []
    for seat in range(PLAYERS):
        first, second = spots[seat], spots[2 * PLAYERS - 1 - seat]
        assert first is not None
        assert second is not None
        pips, tokens = np.zeros((2, _KINDS)), set()
        for number, spot in enumerate((first, second)):
            for hexagon in topology.INTERSECTION_HEXES[spot]:
                token = state.board.tokens[hexagon]
                if token:
                    pips[number, state.board.terrain[hexagon]] += pips_of(token)
                    tokens.add(token)
        access = state.harbor_access(seat)
        row: dict[str, Any] = {"numbers": len(tokens), "harbor_any": _KINDS in access}
        row |= {"first_pips": pips[0].sum(), "second_pips": pips[1].sum()}
        for place, resource in enumerate(RESOURCES):
            row[f"pips_{resource}"] = pips[:, place].sum()
            row[f"harbor_{resource}"] = place in access
        found.append(row)
    return found


def pips_of(token: int) -> int:
    """In how many of 36 rolls a token comes."""
    return 6 - abs(7 - token) if token else 0
