"""The representative moves of a position (Taucher et al. 2018): one per class, instead of all."""

from __future__ import annotations

from typing import Any, NamedTuple

from longroad import _native, catan, skirmish
from longroad.search.settings import CatanSearch, SkirmishSearch


class Representative(NamedTuple):
    """What stands for a class of moves."""

    #: The name of the class.
    of: str
    #: The real move that is played for it.
    move: Any
    #: In Skirmish the average card that the look-ahead places instead: fight, heal, attack.
    average: tuple[float, float, float] | None = None


def representatives(
    state: catan.State | skirmish.State, *, clustered: bool = False, classes: int | None = None
) -> list[Representative]:
    """One representative for each class that has a member here; none at chance and at the end.

    In Catan a class is a purpose (expand, upgrade, ...), or a cluster of moves that lead to like positions,
    and its representative a real move. In Skirmish the classes are those of placing a card (in the other
    phases there are few moves and all are searched): the paper's three, or clusters of the player's cards.

    >>> hand = ["6/6/6", "4/1/1", "1/3/3", "2/2/2", "1/1/1"]
    >>> for r in representatives(skirmish.State(hands=(hand, hand))):
    ...     print(r.of, [round(x, 2) for x in r.average], "->", r.move)
    fight [2.93, 0.0, 0.0] -> place 6/6/6
    heal [0.0, 2.03, 0.0] -> place 6/6/6
    attack [0.0, 0.0, 2.27] -> place 6/6/6
    """
    given: dict[str, Any] = {} if classes is None else {"classes": classes}
    if isinstance(state, catan.State):
        moves = _native.representatives(state, clustered, CatanSearch(**given).classes)
        return [Representative(name, move) for name, move in moves]
    found = _native.skirmish.representatives(state, clustered, SkirmishSearch(**given).classes)
    return [Representative(name, move, (a[0], a[1], a[2])) for name, a, move in found]
