"""Ratings of many agents from all their games, in Elo around a mean of 0, with 95% intervals over blocks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from longroad.arena.statistics.intervals import ELO_PER_LOGIT
from longroad.errors import RatingsError

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]


class Duel(NamedTuple):
    """A game of two: the agent in the first seat, the other, the first one's score (0, 0.5 or 1), the
    block."""

    first: str
    second: str
    score: float
    block: int


class TableGame(NamedTuple):
    """A game of three or four: the agents, the rank of each (1 is the winner, ties are equal ranks), the
    block."""

    agents: tuple[str, ...]
    ranks: tuple[int, ...]
    block: int


@dataclass(frozen=True)
class Ratings:
    """Agents, the strongest first, each with its Elo, the ends of its 95% interval and the number of its
    games."""

    agents: list[str]
    rating: list[float]
    low: list[float]
    high: list[float]
    games: list[int]
    #: What else the games have told: ``seat_advantage`` with ``_low`` and ``_high`` for Bradley-Terry.
    extra: dict[str, float] = field(default_factory=dict)

    def _repr_html_(self) -> str:
        from longroad.arena.sheets import ratings_sheet

        return ratings_sheet(self).html()


def table_ranks(points: Sequence[int], winner: int | None) -> tuple[int, ...]:
    """The ranks in a game: the winner first, the others by their points; equal points are equal ranks.

    ``winner`` is an index into ``points``; None or -1 where nobody won.

    >>> table_ranks([7, 10, 7, 8], winner=1)
    (3, 1, 3, 2)
    """
    worth = [math.inf if seat == winner else float(own) for seat, own in enumerate(points)]
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def bradley_terry(games: Iterable[Duel | tuple[str, str, float, int]]) -> Ratings:
    """The ratings that make the results of two-player games likeliest, and what the first seat is worth.

    The model is logit P(first wins) = rating of first - rating of second + advantage; a draw counts as half a
    win and half a loss. The prior is one drawn game of each agent against a player of rating 0, and one drawn
    game between equals for the advantage: a perfect score stays finite, and 100 games hardly feel it.

    The covariance is the sandwich clustered by block, with Student's t for the number of blocks. The prior's
    games are clusters of their own, so that blocks which all agree leave the doubt of a game. With one block
    there is no variance: the intervals are infinite. RatingsError for games that cannot be, and for agents
    that no chain of games connects.

    >>> games = [("a", "b", 1, 0), ("b", "a", 0.5, 0), ("a", "b", 0, 1), ("b", "a", 0, 1), ("a", "b", 1, 2)]
    >>> ratings = bradley_terry(games)
    >>> ratings.agents, [round(r) for r in ratings.rating], round(ratings.extra["seat_advantage"])
    (['a', 'b'], [68, -68], -25)
    """
    from scipy.optimize import minimize
    from scipy.sparse import coo_array
    from scipy.special import expit
    from scipy.stats import t

    duels = [Duel(*game) for game in games]
    for duel in duels:
        if duel.first == duel.second or duel.score not in (0, 0.5, 1):
            raise RatingsError(f"{duel}: two different agents and a score of 0, 0.5 or 1 are needed")
    names, seats = _indexed([(duel.first, duel.second) for duel in duels])
    score = np.array([duel.score for duel in duels], dtype=np.float64)
    agents, count = len(names), len(duels)

    # One row per pairing, then the prior's rows: what a game adds to the agents' parameters and to the
    # advantage.
    pairs, pairing = np.unique(seats, axis=0, return_inverse=True)
    pairing = pairing.reshape(-1)
    design = np.zeros((len(pairs) + agents + 1, agents + 1))
    rows = np.arange(len(pairs))
    design[rows, pairs[:, 0]], design[rows, pairs[:, 1]], design[rows, agents] = 1, -1, 1
    design[len(pairs) :] = np.eye(agents + 1)
    played = np.concatenate([np.bincount(pairing), np.ones(agents + 1)])
    won = np.concatenate([np.bincount(pairing, weights=score), np.full(agents + 1, 0.5)])

    def loss(x: Floats) -> float:
        return float(played @ np.logaddexp(0, design @ x) - won @ (design @ x))

    def slope(x: Floats) -> Floats:
        return np.asarray(design.T @ (played * expit(design @ x) - won))

    def bend(x: Floats) -> Floats:
        p = expit(design @ x)
        return np.asarray((design.T * (played * p * (1 - p))) @ design)

    found = minimize(
        loss, np.zeros(agents + 1), jac=slope, hess=bend, method="trust-exact", options={"gtol": 1e-8}
    )

    # The bread is the inverse curvature, the meat the blocks' summed slopes; the ratings are then centred.
    chance = expit(design @ found.x)
    block_ids, block = np.unique([duel.block for duel in duels], return_inverse=True)
    blocks = len(block_ids)
    surprise = score - chance[pairing]
    at = np.concatenate([seats[:, 0], seats[:, 1], np.full(count, agents)])
    by_block = coo_array(
        (np.concatenate([surprise, -surprise, surprise]), (np.tile(block, 3), at)),
        shape=(blocks, agents + 1),
    ).tocsr()
    meat = (by_block.T @ by_block).toarray() * (blocks / (blocks - 1) if blocks > 1 else 1)
    meat += np.diag(0.25 + (0.5 - chance[len(pairs) :]) ** 2)  # a draw as a win or a loss, evenly likely
    bread = np.linalg.inv(bend(found.x))
    centre = np.eye(agents + 1)
    centre[:agents, :agents] -= 1 / agents
    elo = ELO_PER_LOGIT * (centre @ found.x)
    error = ELO_PER_LOGIT * np.sqrt(np.diag(centre @ bread @ meat @ bread @ centre.T))
    reach = error * t.ppf(0.975, blocks - 1) if blocks > 1 else np.full(agents + 1, math.inf)
    advantage = {
        "seat_advantage": float(elo[-1]),
        "seat_advantage_low": float(elo[-1] - reach[-1]),
        "seat_advantage_high": float(elo[-1] + reach[-1]),
    }
    return _ratings(names, elo[:agents], reach[:agents], seats, advantage)


def openskill_ratings(
    games: Iterable[TableGame | tuple[tuple[str, ...], tuple[int, ...], int]],
    shuffles: int = 5,
    resamples: int = 20,
    seed: int = 0,
) -> Ratings:
    """Ratings from the rankings of games with up to four players: openskill's Plackett-Luce model.

    Set up for agents that do not change: no drift (tau 0), sigma shrinking undamped (gamma 1), and beta such
    that the win probability is that of ``statistics.score_from_elo``. The prior's sigma is beta, not the
    library's 2 beta: there its one-pass approximation is nearest to the maximum of the likelihood (2 beta
    spreads ratings by 12% at 200 games). An agent may sit at a table more than once. Seats are not modelled:
    rotate them.

    The library goes game by game, so the rating is the mean over ``shuffles`` passes, each in an order of its
    own: the order of ``games`` does not matter at all. Intervals are Student's, from the spread over
    ``resamples`` draws of whole blocks, one pass each; one more block, in which all games are tied, may be
    drawn as well, so that an agent that never lost has a spread, too. A pass takes 40-60 microseconds per
    game: 2,000 games take 3 seconds. With one block the intervals are infinite. RatingsError for games that
    cannot be, and for agents that no chain of games connects.

    >>> ratings = openskill_ratings([(("a", "b", "c"), (1, 2, 3), 0), (("c", "a", "b"), (2, 1, 2), 1)])
    >>> ratings.agents, ratings.games
    (['a', 'b', 'c'], [2, 2, 2])
    """
    from scipy.stats import t

    tables = sorted(TableGame(tuple(agents), tuple(ranks), block) for agents, ranks, block in games)
    players = len(tables[0].agents) if tables else 0
    for table in tables:
        if not len(table.agents) == len(table.ranks) == players or players < 2:
            raise RatingsError(f"{table}: all games must have as many players, and a rank for each")
    if shuffles < 1 or resamples < 2:
        raise RatingsError(f"shuffles={shuffles}, resamples={resamples}: at least 1 and 2 are needed")
    names, seats = _indexed([table.agents for table in tables])
    if len(names) < 2:
        raise RatingsError("no games, or all of one agent: at least two agents are needed")
    ranked = [
        (seat, list(map(float, table.ranks))) for seat, table in zip(seats.tolist(), tables, strict=True)
    ]
    rng = np.random.default_rng(seed)
    block_ids, block = np.unique([table.block for table in tables], return_inverse=True)
    members = np.split(np.argsort(block, kind="stable"), np.cumsum(np.bincount(block))[:-1])

    def one_pass(chosen: Indices) -> Floats:
        return _plackett_luce([ranked[i] for i in rng.permutation(chosen)], len(names), players)

    elo = np.mean([one_pass(np.arange(len(tables))) for _ in range(shuffles)], axis=0)
    reach = np.full(len(names), math.inf)
    if len(block_ids) > 1:
        ranked += [(seat, [1.0] * players) for seat, _ in ranked]
        ties = members[0] + len(tables)  # a block that tells nothing
        drawn = rng.integers(len(members) + 1, size=(resamples, len(members)))
        passes = [one_pass(np.concatenate([[*members, ties][b] for b in blocks])) for blocks in drawn]
        reach = np.std(passes, axis=0, ddof=1) * t.ppf(0.975, min(resamples, len(block_ids)) - 1)
    return _ratings(names, elo, reach, seats, {})


def _plackett_luce(games: Iterable[tuple[list[int], list[float]]], agents: int, players: int) -> Floats:
    """One pass of openskill over the games, in their order: Elo around a mean of 0."""
    from openskill.models import PlackettLuce

    beta = ELO_PER_LOGIT / math.sqrt(players)
    model = PlackettLuce(mu=0.0, sigma=beta, beta=beta, tau=0.0, gamma=_undamped)
    ratings = [model.rating() for _ in range(agents)]
    for seats, ranks in games:
        before = [ratings[agent] for agent in seats]
        twice = len(set(seats)) < len(seats)
        if twice:  # the library takes the same object for the same player
            before = [model.rating(rating.mu, rating.sigma) for rating in before]
        after = model.rate([[rating] for rating in before], ranks=ranks)
        for agent, old, (new,) in zip(seats, before, after, strict=True):
            if twice:  # each of an agent's seats has taught something
                ratings[agent].mu += new.mu - old.mu
                ratings[agent].sigma *= new.sigma / old.sigma
            else:
                ratings[agent] = new
    mu = np.array([rating.mu for rating in ratings])
    return np.asarray(mu - mu.mean())


def _undamped(*_: Any) -> float:
    return 1.0


def _indexed(seats: Sequence[tuple[str, ...]]) -> tuple[list[str], Indices]:
    """The agents' names in order, and the games with indices for names; all agents are connected by games."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not seats:
        raise RatingsError("no games: at least one is needed")
    names = sorted({name for game in seats for name in game})
    number = {name: index for index, name in enumerate(names)}
    indices = np.array([[number[name] for name in game] for game in seats], dtype=np.intp)
    first, others = np.repeat(indices[:, 0], indices.shape[1] - 1), indices[:, 1:].reshape(-1)
    graph = coo_array((np.ones(len(first)), (first, others)), shape=(len(names), len(names)))
    groups, group = connected_components(graph.tocsr(), directed=False)
    if groups > 1:
        stranger = names[int((group != group[0]).argmax())]
        raise RatingsError(f"no chain of games connects {names[0]} and {stranger}: they cannot be compared")
    return names, indices


def _ratings(
    names: list[str], elo: Floats, reach: Floats, seats: Indices, extra: dict[str, float]
) -> Ratings:
    order = sorted(range(len(names)), key=lambda i: (-elo[i], names[i]))
    return Ratings(
        agents=[names[i] for i in order],
        rating=[float(elo[i]) for i in order],
        low=[float(elo[i] - reach[i]) for i in order],
        high=[float(elo[i] + reach[i]) for i in order],
        games=[int((seats == i).any(axis=1).sum()) for i in order],
        extra=extra,
    )
