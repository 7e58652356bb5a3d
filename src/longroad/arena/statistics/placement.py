"""Where somebody stands among agents of known strength, from games against them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from longroad.arena.statistics.intervals import ELO_PER_LOGIT
from longroad.errors import RatingsError

#: No rating is further than this from the mean of the known ones, in logits.
_FARTHEST = 30.0


class PlacedGame(NamedTuple):
    """A game: one's own rank (1 is the winner), and Elo and rank of every opponent; equal ranks are ties. The
    games of a block are one observation."""

    rank: int
    opponents: tuple[tuple[float, int], ...]
    block: Hashable


@dataclass(frozen=True)
class Placement:
    """A rating in Elo with the ends of its 95% interval. That the opponents' ratings are measured, too, is
    not in it."""

    elo: float
    low: float
    high: float
    games: int

    @property
    def reach(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


def placement(games: Iterable[PlacedGame], around: float = 0.0) -> Placement:
    """The rating that makes the ranks likeliest by the model of Plackett and Luce, which for two players is
    that of Bradley and Terry; ties as Breslow treats them. The prior is one drawn game against a player of
    rating ``around``, so that a perfect score stays finite.

    The variance is the sandwich clustered by block, with Student's t. With one block the interval is
    infinite. RatingsError without games.

    >>> won, lost = [PlacedGame(r, ((100.0, 3 - r),), block) for block, r in enumerate((1, 2))]
    >>> round(placement([won, lost]).elo)
    67
    """
    from scipy.optimize import brentq
    from scipy.stats import t

    played = [_Stages.of(game, around) for game in games]
    if not played:
        raise RatingsError("no games: there is nothing to rate")

    def slope(own: float) -> float:
        return sum(game.slope(own) for game in played) + 0.5 - _expit(own)

    own = float(brentq(slope, -_FARTHEST, _FARTHEST))
    drawn = _expit(own)
    bend = sum(game.bend(own) for game in played) + drawn * (1 - drawn)
    by_block: dict[Hashable, float] = {}
    for game in played:
        by_block[game.block] = by_block.get(game.block, 0.0) + game.slope(own)
    blocks, reach = len(by_block), math.inf
    if blocks > 1:
        meat = sum(one * one for one in by_block.values()) * blocks / (blocks - 1)
        meat += 0.25 + (0.5 - drawn) ** 2  # a draw as a win or a loss, evenly likely
        reach = ELO_PER_LOGIT * math.sqrt(meat) / bend * float(t.ppf(0.975, blocks - 1))
    elo = around + ELO_PER_LOGIT * own
    return Placement(elo, elo - reach, elo + reach, len(played))


@dataclass(frozen=True)
class _Stages:
    """A game as choices of who comes next, as far as one is among those to choose from: how many come next,
    the others' weight."""

    stages: tuple[tuple[int, float], ...]
    block: Hashable

    @staticmethod
    def of(game: PlacedGame, around: float) -> _Stages:
        seats = [(math.exp((elo - around) / ELO_PER_LOGIT), rank) for elo, rank in game.opponents]
        ranks = sorted({game.rank, *(rank for _, rank in seats)})
        return _Stages(
            tuple(
                (
                    sum(one == rank for _, one in seats) + (game.rank == rank),
                    sum(weight for weight, one in seats if one >= rank),
                )
                for rank in ranks
                if rank <= game.rank
            ),
            game.block,
        )

    def slope(self, own: float) -> float:
        weight = math.exp(own)
        return 1.0 - sum(count * weight / (weight + others) for count, others in self.stages)

    def bend(self, own: float) -> float:
        shares = [(count, 1 / (1 + others * math.exp(-own))) for count, others in self.stages]
        return sum(count * share * (1 - share) for count, share in shares)


def _expit(x: float) -> float:
    return 1 / (1 + math.exp(-x))
