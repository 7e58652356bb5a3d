"""The longest road: its length, and who holds the card."""

from __future__ import annotations

from collections.abc import Iterable

from .board import NODE_PATHS, PATH_ENDS, other_end

SHORTEST_THAT_COUNTS = 5


def road_length(roads: Iterable[int], opponents_buildings: Iterable[int]) -> int:
    """The number of segments of the longest trail over `roads`.

    A trail uses each segment once and may visit an intersection again, so that loops count in full. At an
    intersection with an opponent's building it may begin or end, but not go on. All trails are tried from
    all intersections; with fifteen roads that is little enough.
    """
    own = set(roads)
    closed = set(opponents_buildings)

    def longest_from(node: int, used: set[int]) -> int:
        # A trail may leave a closed intersection only as its first step.
        if node in closed and used:
            return 0
        best = 0
        for path in NODE_PATHS[node]:
            if path in own and path not in used:
                best = max(best, 1 + longest_from(other_end(path, node), used | {path}))
        return best

    starts = {node for path in own for node in PATH_ENDS[path]}
    return max((longest_from(node, set()) for node in starts), default=0)


def next_holder(lengths: list[int], holder: int | None) -> int | None:
    """Who holds the card, given the length of each player's road and who held it before.

    The holder keeps it against a tie; anyone else needs to be longest alone. When a cut leaves several
    others tied, or nobody with five, the card is set aside.
    """
    greatest = max(lengths)
    if greatest < SHORTEST_THAT_COUNTS:
        return None
    longest = [player for player, length in enumerate(lengths) if length == greatest]
    if holder in longest:
        return holder
    return longest[0] if len(longest) == 1 else None
