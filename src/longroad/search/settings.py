"""What a search is asked for."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

from longroad._native import SearchSettings
from longroad.errors import SearchError

#: Which moves are looked at: all of them, one a class of the game's own making, or one a class found by
#: clustering.
MOVES = ("all", "representative", "clustered")
#: How many players are thought to play: all against one, each for himself, or only the worst reply.
OPPONENTS = ("paranoid", "maxn", "best_reply")

_RANGES: dict[str, tuple[float, float]] = {
    "depth": (1, 30),
    "table_bits": (0, 28),
    "seconds": (0, 1e6),
    "max_nodes": (0, 10**18),
}


@dataclass(frozen=True)
class Settings:
    """How deep and how to search. Nothing but ``depth`` and the two limits changes the value that is found.

    >>> Settings(depth=3).depth
    3
    >>> Settings(depth=0)
    Traceback (most recent call last):
      ...
    longroad.errors.SearchError: depth=0: must be a whole number between 1 and 30
    """

    #: In plies: turns in Skirmish, decisions (the roll apart) in Catan.
    depth: int = 2
    #: Alpha-beta at decisions and Star1 at chance.
    prune: bool = True
    #: Star2 on top: one move of every outcome is searched before the others.
    probe: bool = True
    #: The transposition table has 2 to the power of this many entries; 0 for none.
    table_bits: int = 16
    #: Search depth 1, 2, ... first: a better order of moves, and an answer when time runs out.
    deepen: bool = True
    #: A limit of wall-clock time; 0 for none. Depth 1 is always finished.
    seconds: float = 0.0
    #: A limit of positions, the same on every machine; 0 for none. Depth 1 is always finished.
    max_nodes: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name not in _RANGES:
                if not isinstance(value, bool):
                    raise SearchError(f"{field.name}={value!r}: must be on or off (True or False)")
                continue
            low, high = _RANGES[field.name]
            whole = field.name != "seconds"
            number = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
            if not number or not low <= value <= high:
                raise SearchError(
                    f"{field.name}={value!r}: must be a {'whole ' if whole else ''}number between {low:g} "
                    f"and {high:g}"
                )

    @cached_property
    def core(self) -> SearchSettings:
        """The part the native search knows."""
        return SearchSettings(
            depth=self.depth,
            prune=self.prune,
            probe=self.probe,
            table_bits=self.table_bits,
            deepen=self.deepen,
            seconds=float(self.seconds),
            max_nodes=self.max_nodes,
        )


def choice(name: str, value: str, known: tuple[str, ...]) -> int:
    """The number of a named choice.

    >>> choice("moves", "representative", MOVES)
    1
    >>> choice("moves", "some", MOVES)
    Traceback (most recent call last):
      ...
    longroad.errors.SearchError: moves='some': must be one of all, representative, clustered
    """
    if value not in known:
        raise SearchError(f"{name}={value!r}: must be one of {', '.join(known)}")
    return known.index(value)
