"""What a tournament has shown so far: leaderboard, cross table, ratings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad.arena.play.results import Forfeit, Results
from longroad.arena.statistics.intervals import Interval, block_bootstrap
from longroad.arena.statistics.ratings import (
    Duel,
    Ratings,
    TableGame,
    bradley_terry,
    openskill_ratings,
    table_ranks,
)
from longroad.arena.tournament.folder import Tournament
from longroad.arena.tournament.plan import Pairing, Plan
from longroad.drawing.sheet import html
from longroad.errors import RatingsError, TournamentError

#: A pairing, the first block of a job, its games.
Result = tuple[Pairing, int, Results]


@dataclass
class AgentStanding:
    """One agent's games, over all pairings. Copies of an agent at one table are counted one by one."""

    agent: str
    games: int = 0
    wins: int = 0
    points: int = 0
    #: Those whose time was taken.
    decisions: int = 0
    seconds: float = 0.0
    #: Games that it forfeited.
    forfeits: int = 0
    #: Its games that somebody forfeited, itself or another.
    forfeited: int = 0
    #: Games ended with 0, 1, 2, ... points.
    distribution: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(32, np.int64))
    #: The share of games won on each board: blocks of the same number are one observation, whatever the
    #: pairing.
    board_scores: list[float] = field(default_factory=list)
    #: The games on each of these boards: fewer where a pairing has not played yet.
    board_games: list[int] = field(default_factory=list)

    def count_points(self, points: npt.NDArray[np.int32]) -> None:
        """Adds the points of some games; below 0 counts as 0."""
        found = np.bincount(points.clip(min=0), minlength=len(self.distribution))
        found[: len(self.distribution)] += self.distribution
        self.distribution = found

    @property
    def score(self) -> float:
        """The share of games won."""
        return self.wins / max(self.games, 1)

    @property
    def interval(self) -> Interval:
        """Its 95% interval, by bootstrap over boards."""
        return block_bootstrap(self.board_scores, weights=self.board_games)

    @property
    def ms_per_decision(self) -> float:
        """Mean CPU time of the decisions that were timed; 0 if none was (native agents that draw)."""
        return 1000 * self.seconds / max(self.decisions, 1)


@dataclass
class PairingStanding:
    """The match of one pairing."""

    pairing: Pairing
    games: int = 0
    #: By agent as numbered in the pairing.
    wins: list[int] = field(default_factory=list)
    wins_by_seat: list[int] = field(default_factory=list)
    unfinished: int = 0
    turns: int = 0
    rolls: int = 0
    #: The turns of each game.
    lengths: list[int] = field(default_factory=list)
    #: The share of games that each agent, as numbered in the pairing, won in each block.
    shares: list[list[float]] = field(default_factory=list)

    @property
    def block_scores(self) -> list[float]:
        """The share that the first agent won in each block."""
        return self.shares[0]

    @property
    def score(self) -> float:
        """The share of games that the first agent won."""
        return self.score_of(0)

    @property
    def interval(self) -> Interval:
        """Its 95% interval, by bootstrap over blocks."""
        return self.interval_of(0)

    def score_of(self, agent: int) -> float:
        """The share of games that an agent won, as numbered in the pairing."""
        return self.wins[agent] / max(self.games, 1)

    def interval_of(self, agent: int) -> Interval:
        """Its 95% interval, by bootstrap over blocks. ScoresError without games."""
        return block_bootstrap(self.shares[agent])


@dataclass
class SeatStanding:
    """What a seat has won, whoever sat there, over all pairings."""

    games: int
    wins: int
    #: The share of games won on each board, over all pairings.
    board_scores: list[float]
    #: The games on each of these boards.
    board_games: list[int]

    @property
    def score(self) -> float:
        """The share of games won."""
        return self.wins / max(self.games, 1)

    @property
    def interval(self) -> Interval:
        """Its 95% interval, by bootstrap over boards."""
        return block_bootstrap(self.board_scores, weights=self.board_games)


@dataclass
class Standings:
    """Everything a report tells."""

    plan: Plan
    games: int
    complete: bool
    agents: list[AgentStanding]
    pairings: list[PairingStanding]
    #: In turn order.
    seats: list[SeatStanding]
    #: Pairing and forfeit of every forfeited game, which is numbered from 0 in its pairing.
    forfeits: list[tuple[Pairing, Forfeit]]
    ratings: Ratings

    @property
    def failing_agents(self) -> list[str]:
        """Agents that forfeited and have not played one game to its end: they were not measured. In the
        order of the plan."""
        failing = {one.agent for one in self.agents if one.forfeits and one.forfeited == one.games}
        return [name for name in self.plan.agents if name in failing]

    def agent(self, name: str) -> AgentStanding:
        """The standing of an agent."""
        return next(standing for standing in self.agents if standing.agent == name)

    def _repr_html_(self) -> str:
        from longroad.arena.sheets import leaderboard_sheet, pairings_sheet

        return html(leaderboard_sheet(self), pairings_sheet(self))


def standings(tournament: Tournament) -> Standings:
    """Reads all results of a tournament. TournamentError as long as not every agent has played."""
    plan = tournament.plan
    agents = {name: AgentStanding(name) for name in plan.agents}
    pairings = {
        pairing.name: PairingStanding(
            pairing, 0, [0] * plan.players, [0] * plan.players, shares=[[] for _ in pairing.agents]
        )
        for pairing in plan.pairings()
    }
    forfeits: list[tuple[Pairing, Forfeit]] = []
    n = plan.players
    by_seat = [_Blocks(plan.blocks) for _ in range(n)]
    by_agent = {name: _Blocks(plan.blocks) for name in plan.agents}
    results = list(tournament.results())  # once: others may be playing on
    for pairing, first, part in results:
        match = pairings[pairing.name]
        match.games += part.games
        forfeited = {f.game for f in part.forfeits}
        match.unfinished += sum(game not in forfeited for game in np.flatnonzero(part.winner < 0).tolist())
        match.turns += int(part.turns.sum())
        match.rolls += int(part.rolls.sum())
        won = np.stack([part.winner == i for i in range(n)], axis=1)
        match.lengths += part.turns.tolist()
        for i, name in enumerate(pairing.agents):
            match.wins[i] += int(won[:, i].sum())
            match.shares[i] += won[:, i].reshape(-1, n).mean(axis=1).tolist()
            match.wins_by_seat[i] += int((part.winner_seat == i).sum())
            by_seat[i].add(first, part.winner_seat == i, n)
            by_agent[name].add(first, won[:, i], n)
            one = agents[name]
            one.games += part.games
            one.forfeited += len(forfeited)
            one.wins += int(won[:, i].sum())
            one.points += int(part.points[:, i].sum())
            one.decisions += int(part.decisions[part.agent_seconds[:, i] > 0, i].sum())
            one.seconds += float(part.agent_seconds[:, i].sum(dtype=np.float64))
            one.count_points(part.points[:, i])
        for f in part.forfeits:
            agents[pairing.agents[f.agent]].forfeits += 1
            forfeits.append((pairing, replace(f, game=first * n + f.game)))
    if any(one.games == 0 for one in agents.values()):
        raise TournamentError(f"{tournament.folder}: not every agent has played yet")
    try:
        rated = bradley_terry(_duels(results)) if n == 2 else openskill_ratings(_tables(results, n))
    except RatingsError as error:  # too few pairings have met so far
        raise TournamentError(f"{tournament.folder}: {error}") from error
    for name, blocks in by_agent.items():
        agents[name].board_scores, agents[name].board_games = blocks.shares, blocks.counts
    most = max(len(one.distribution) for one in agents.values())
    for one in agents.values():
        one.distribution = np.pad(one.distribution, (0, most - len(one.distribution)))
    seats = [
        SeatStanding(int(seat.games.sum()), int(seat.wins.sum()), seat.shares, seat.counts)
        for seat in by_seat
    ]
    ordered = [agents[name] for name in rated.agents]
    total = sum(match.games for match in pairings.values())
    return Standings(
        plan, total, total == plan.total_games, ordered, list(pairings.values()), seats, forfeits, rated
    )


class _Blocks:
    """Games and wins by the number of the block, over all pairings: they share a board, so they are one
    observation."""

    def __init__(self, blocks: int) -> None:
        self.games, self.wins = np.zeros(blocks, np.int64), np.zeros(blocks, np.int64)

    def add(self, first: int, won: np.ndarray[Any, np.dtype[np.bool_]], games_per_block: int) -> None:
        """Counts the games of a part whose first block is ``first``."""
        wins = won.reshape(-1, games_per_block).sum(axis=1)
        self.games[first : first + len(wins)] += games_per_block
        self.wins[first : first + len(wins)] += wins

    @property
    def shares(self) -> list[float]:
        """The share of games won in each block that was played."""
        met = self.games > 0
        shares: list[float] = (self.wins[met] / self.games[met]).tolist()
        return shares

    @property
    def counts(self) -> list[int]:
        """The games of each block that was played."""
        counts: list[int] = self.games[self.games > 0].tolist()
        return counts


def _duels(results: list[Result]) -> Iterator[Duel]:
    for pairing, first, part in results:
        for i in range(part.games):
            block, rotation = first + i // 2, i % 2
            one, two = pairing.agents[rotation], pairing.agents[1 - rotation]
            seat = int(part.winner_seat[i])
            yield Duel(one, two, 0.5 if seat < 0 else float(seat == 0), block)


def _tables(results: list[Result], n: int) -> Iterator[TableGame]:
    for pairing, first, part in results:
        lost = {f.game: f.agent for f in part.forfeits}
        for i in range(part.games):
            points = part.points[i].tolist()
            if i in lost:  # who forfeits is last
                points[lost[i]] = -1
            yield TableGame(pairing.agents, table_ranks(points, int(part.winner[i])), first + i // n)
