"""Ways to draw decisions, so that the games go where the engines might differ."""

from __future__ import annotations

import random

from longroad.catan import Action, State, topology

#: Any action; its kind first; a building if there is one; a building that gets in an opponent's way.
STYLES = ("uniform", "by kind", "building", "crowding")
_BUILDING = ("city", "settle", "road", "road building", "buy card")
#: How often a style with a will of its own draws uniformly all the same.
_SLIPS = 0.1
#: The worth of a place where a settlement cuts: see _worth_settling.
_CUT = 3


def choose(state: State, legal: list[Action], style: str, rng: random.Random) -> Action:
    """One of the legal actions."""
    if style == "uniform" or (style != "by kind" and rng.random() < _SLIPS):
        return rng.choice(legal)
    if style == "crowding" and legal[0].kind != "settle" and any(a.kind in ("road", "settle") for a in legal):
        return _crowd(state, legal, rng)
    kinds = sorted({action.kind for action in legal})
    preferred = [kind for kind in _BUILDING if kind in kinds] if style != "by kind" else []
    kind = preferred[0] if preferred else rng.choice(kinds)
    return rng.choice([action for action in legal if action.kind == kind])


def _crowd(state: State, legal: list[Action], rng: random.Random) -> Action:
    """Settles where it cuts, builds roads towards such places, and then saves for the settlement."""
    own = {end for path in state.roads(state.current) for end in topology.PATH_ENDS[path]}
    worth = _worth_settling(state)
    saving = state.phase == "main" and any(worth[node] >= _CUT for node in own)

    def value(action: Action) -> float:
        if action.intersection is not None and action.kind == "settle":
            return 100 * worth[action.intersection]
        if action.path is not None:
            return 0 if saving else max(worth[end] for end in topology.PATH_ENDS[action.path])
        return 0.5

    best = max(value(action) for action in legal)
    return rng.choice([action for action in legal if value(action) == best])


def _worth_settling(state: State) -> list[int]:
    """Of each intersection: 0 if it cannot be settled, else 1 plus the segments an opponent has there."""
    seats = range(state.players)
    built = {node for p in seats for node in (*state.settlements(p), *state.cities(p))}
    segments = [[0] * len(topology.INTERSECTION_NEIGHBOURS) for _ in seats]
    for p in seats:
        for path in state.roads(p) if p != state.current else ():
            for end in topology.PATH_ENDS[path]:
                segments[p][end] += 1
    return [
        0 if built.intersection((node, *neighbours)) else 1 + max(count[node] for count in segments)
        for node, neighbours in enumerate(topology.INTERSECTION_NEIGHBOURS)
    ]
