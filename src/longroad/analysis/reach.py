"""Where players can settle soon, and what their hands lack for a purchase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from longroad.analysis.words import Position
from longroad.catan import topology

#: Prices in the order of the resources.
PRICES: dict[str, tuple[int, ...]] = {
    "city": (0, 0, 3, 2, 0),
    "settlement": (1, 1, 0, 1, 1),
    "development card": (0, 0, 1, 1, 1),
    "road": (1, 1, 0, 0, 0),
}
PIECES = {"city": 4, "settlement": 5, "road": 15}


@cache
def _paths_at() -> tuple[tuple[int, ...], ...]:
    at: list[list[int]] = [[] for _ in topology.INTERSECTION_CELL]
    for path, ends in enumerate(topology.PATH_ENDS):
        for end in ends:
            at[end].append(path)
    return tuple(map(tuple, at))


def buildings(position: Position, player: int) -> set[int]:
    """The intersections with a building of a player."""
    return {*position.settlements(player), *position.cities(player)}


def reach(position: Position, player: int) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """The free intersections that a player can settle after building 0, 1 or 2 roads, money aside."""
    players = range(position.players)
    built = set().union(*(buildings(position, p) for p in players))
    closed = built | {near for place in built for near in topology.INTERSECTION_NEIGHBOURS[place]}
    taken = set().union(*(position.roads(p) for p in players))
    own = buildings(position, player)
    blocked = built - own
    network = {end for path in position.roads(player) for end in topology.PATH_ENDS[path]}
    found = [frozenset(network - closed)]
    network = (network | own) - blocked
    for _ in range(2):
        free = {path for place in network for path in _paths_at()[place]} - taken
        network |= {end for path in free for end in topology.PATH_ENDS[path]} - blocked
        found.append(frozenset(network - closed))
    first, second, third = found
    return first, second, third


def income(position: Position, player: int) -> set[int]:
    """The resources that a player's buildings bring, the robber left aside."""
    board = position.board
    return {
        board.terrain[hexagon]
        for place in buildings(position, player)
        for hexagon in topology.INTERSECTION_HEXES[place]
        if board.tokens[hexagon]
    }


@dataclass(frozen=True)
class Purchase:
    """Something that a player may buy, and what its hand lacks for it."""

    what: str
    lacking: tuple[int, ...]

    @property
    def missing(self) -> int:
        """How many cards are lacking."""
        return sum(self.lacking)

    @property
    def with_article(self) -> str:
        """As in ``pays for a city``."""
        return f"a {self.what}"


def purchases(position: Position, player: int, hand: Sequence[int]) -> list[Purchase]:
    """What a player has a place and a piece for, with what a hand lacks; the dearest first."""
    pieces = {
        "city": len(position.cities(player)),
        "settlement": len(position.settlements(player)),
        "road": len(position.roads(player)),
    }
    places = {
        "city": bool(position.settlements(player)),
        "settlement": bool(reach(position, player)[0]),
        "road": True,
        "development card": position.rules.development_cards and position.deck_size > 0,
    }
    return [
        Purchase(what, tuple(max(price - held, 0) for price, held in zip(prices, hand, strict=True)))
        for what, prices in PRICES.items()
        if places[what] and pieces.get(what, 0) < PIECES.get(what, 99)
    ]
