"""The events of a game that changed the outlook most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from longroad.analysis.review import Moment, TurningPoint
from longroad.analysis.words import Voice

#: At most so many, each with a swing of at least so much win probability.
_MOST = 8
_LEAST = 0.06
#: Events that are nearer to a larger turning point than so many belong to it.
_NEAR = 4


def swing(before: Sequence[float], after: Sequence[float]) -> float:
    """How much win probability changed hands.

    >>> round(swing((0.5, 0.3, 0.2), (0.7, 0.2, 0.1)), 2)
    0.2
    """
    return sum(abs(b - a) for a, b in zip(before, after, strict=True)) / 2


def turning_points(moments: Sequence[Moment], voice: Voice) -> tuple[TurningPoint, ...]:
    """In the order of the game."""
    swings = [
        (swing(before.win_probabilities, after.win_probabilities), place)
        for place, (before, after) in enumerate(pairwise(moments), start=1)
    ]
    chosen: list[int] = []
    for size, place in sorted(swings, key=lambda one: (-one[0], one[1])):
        if size < _LEAST or len(chosen) == _MOST:
            break
        if all(abs(place - other) > _NEAR for other in chosen):
            chosen.append(place)
    return tuple(_point(moments[place - 1], moments[place], voice) for place in sorted(chosen))


def _point(before: Moment, after: Moment, voice: Voice) -> TurningPoint:
    changes = [b - a for a, b in zip(before.win_probabilities, after.win_probabilities, strict=True)]
    player = max(range(len(changes)), key=lambda p: abs(changes[p]))
    old, new = before.win_probabilities[player], after.win_probabilities[player]
    text = (
        f"{after.text[0].upper()}{after.text[1:]}. {voice.name(player).capitalize()}: {old:.0%} to {new:.0%}."
    )
    return TurningPoint(after.event, after.turn, text, before.win_probabilities, after.win_probabilities)
