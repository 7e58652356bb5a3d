"""Placements: the settlements a player has yet to place, as a choice of intersections."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from longroad.catan import Board, State, topology
from longroad.catan.drawing.palette import TERRAINS
from longroad.errors import OpeningsError
from longroad.openings.posterior import Interval, credible_interval, posterior_mean

#: A placement is of at most so many settlements. Where rules give three, the third is drawn for everybody.
CHOSEN = 2


@dataclass
class Placement:
    """Some intersections, and what games from there have brought."""

    intersections: tuple[int, ...]
    wins: int = 0
    ties: int = 0
    games: int = 0
    #: The probability of being the best of all that were played as long.
    p_best: float | None = None

    @property
    def win_rate(self) -> float:
        """The mean of the posterior."""
        return posterior_mean(self.wins, self.games)

    def interval(self, confidence: float = 0.95) -> Interval:
        """The equal-tailed credible interval of the win rate."""
        return credible_interval(self.wins, self.games, confidence)

    @property
    def name(self) -> str:
        """As in the notation of moves.

        >>> Placement((10, 31)).name
        'n10 n31'
        """
        return " ".join(f"n{place}" for place in self.intersections)


def placements(state: State, player: int) -> list[Placement]:
    """All legal placements of a player in the set-up: pairs of intersections, or single ones if one was
    placed before.

    >>> len(placements(State(), 0))
    1359
    """
    if not state.phase.startswith("setup"):
        raise OpeningsError(f"the set-up is over, nothing is left to place (the phase is '{state.phase}')")
    if not 0 <= player < state.players:
        raise OpeningsError(f"seat {player}: the game has {state.players} players, 0 to {state.players - 1}")
    left = CHOSEN - len(state.settlements(player))
    if left <= 0:
        raise OpeningsError(f"p{player} has placed its settlements already")
    free = free_intersections(state)
    return [Placement(chosen) for chosen in combinations(free, left) if _apart(chosen)]


def free_intersections(state: State) -> list[int]:
    """Where a settlement may be placed in the set-up."""
    taken = {place for player in range(state.players) for place in state.settlements(player)}
    taken |= {near for place in taken for near in topology.INTERSECTION_NEIGHBOURS[place]}
    return [place for place in range(len(topology.INTERSECTION_CELL)) if place not in taken]


def hexes_text(board: Board, intersection: int) -> str:
    """The hexes around an intersection, those with the most pips first.

    >>> hexes_text(Board.generate("beginner"), 9)
    'B6 O10 G12'
    """
    around = topology.INTERSECTION_HEXES[intersection]
    tiles = [(abs(7 - (board.tokens[h] or 99)), hexagon, h) for hexagon, h in enumerate(around)]
    letters = [TERRAINS[board.terrain[h]].letter + (str(board.tokens[h] or "")) for _, _, h in sorted(tiles)]
    return " ".join(letters)


def _apart(chosen: tuple[int, ...]) -> bool:
    return all(b not in topology.INTERSECTION_NEIGHBOURS[a] for a, b in combinations(chosen, 2))
