"""Plays an agent up and down the ladder until it is known where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from longroad.agents import AnyAgent
from longroad.agents.levels import CHAMPION, group_of
from longroad.arena.ladder import LADDER, Rung
from longroad.arena.play.jobs import agent_names
from longroad.arena.play.match import MatchResult, play_match
from longroad.arena.play.results import Forfeit
from longroad.arena.statistics.placement import PlacedGame, Placement, placement
from longroad.arena.statistics.ratings import table_ranks
from longroad.catan import Rules
from longroad.jobs import Runner

#: Blocks against the same opponents before the next ones are chosen.
BLOCKS_PER_ROUND = 10


@dataclass
class RatedAgainst:
    """Games against a rung."""

    rung: Rung
    games: int = 0
    wins: int = 0


@dataclass
class RatingResult:
    """What the games so far say. ``placement`` is None before the first round."""

    #: The one agent that is rated.
    agents: list[str]
    players: int
    seed: int
    within: float
    placement: Placement | None = None
    against: dict[str, RatedAgainst] = field(default_factory=dict)
    forfeits: list[Forfeit] = field(default_factory=list)
    interrupted: bool = False

    @property
    def games(self) -> int:
        """How many were played."""
        return self.placement.games if self.placement is not None else 0

    @property
    def is_precise(self) -> bool:
        """Whether the interval is as narrow as was asked for."""
        return self.placement is not None and self.placement.reach <= self.within

    @property
    def all_forfeited(self) -> bool:
        """Whether no game was played to its end: then it says nothing about strength."""
        return len(self.forfeits) == self.games > 0

    @property
    def neighbours(self) -> tuple[Rung | None, Rung | None]:
        """The rungs of the ladder just below and above."""
        elo = self.placement.elo if self.placement is not None else 0.0
        rungs = rungs_of(self.players)
        below = [rung for rung in rungs if rung.elo <= elo]
        above = [rung for rung in rungs if rung.elo > elo]
        return (below[-1] if below else None), (above[0] if above else None)

    def _repr_html_(self) -> str:
        from longroad.arena.sheets import rating_sheet

        return rating_sheet(self).html()

    def to_dict(self) -> dict[str, Any]:
        """The figures, as ``longroad rate --json`` prints them."""
        found, (below, above) = self.placement, self.neighbours
        return {
            "agent": self.agents[0],
            "players": self.players,
            "elo": found and round(found.elo, 1),
            "ci95": found and [round(found.low, 1), round(found.high, 1)],
            "games": self.games,
            "below": below and below.agent,
            "above": above and above.agent,
            "against": [
                {"agent": one.rung.agent, "elo": one.rung.elo, "games": one.games, "wins": one.wins}
                for one in self.against.values()
            ],
            "forfeits": [{"game": f.game, "agent": f.agent, "reason": f.reason} for f in self.forfeits],
            "interrupted": self.interrupted,
            "seed": self.seed,
        }


def rungs_of(players: int) -> list[Rung]:
    """The ladder for so many players, the weakest first, without the champion, which takes its time."""
    group = group_of(players)
    return sorted(
        (one for one in LADDER if one.group == group and one.agent != CHAMPION), key=lambda one: one.elo
    )


def rate(
    agent: str | AnyAgent,
    *,
    players: int = 2,
    within: float = 50.0,
    most_games: int = 4000,
    seed: int = 0,
    threads: int | None = None,
    move_seconds: float | None = None,
    stop_at_failure: bool = False,
    progress: Callable[[RatingResult], None] | None = None,
    runner: Runner | None = None,
) -> RatingResult:
    """Plays rounds against the rungs nearest to where the agent seems to stand, until its 95% interval
    reaches ``within`` Elo to either side or ``most_games`` are played. Official rules, seats rotated.

    With two players the two nearest rungs take turns; with more the nearest ones sit at the table together.
    A forfeit is a last place. KeyboardInterrupt ends it with what is known so far.

    >>> result = rate("weighted", within=400, seed=1)
    >>> result.is_precise, result.neighbours[0].agent
    (True, 'random')
    """
    rules, rungs = Rules(players=players), rungs_of(players)
    result = RatingResult(agent_names([agent]), players, seed, within)
    middle = sum(rung.elo for rung in rungs) / len(rungs)
    games: list[PlacedGame] = []
    try:
        while not result.is_precise and result.games + players * BLOCKS_PER_ROUND <= most_games:
            number = len(games) // (players * BLOCKS_PER_ROUND)
            elo = result.placement.elo if result.placement is not None else middle
            chosen = _opponents(rungs, elo, players, number)
            played = play_match(
                [agent, *(rung.agent for rung in chosen)],
                games=players * BLOCKS_PER_ROUND,
                seed=seed + number,
                rules=rules,
                threads=threads,
                move_seconds=move_seconds,
                stop_at_failure=stop_at_failure,
                runner=runner,
            )
            if played.interrupted:  # a part of a round is left out: it would not be repeated
                raise KeyboardInterrupt
            games += _placed(played, chosen, number)
            _count(result, played, chosen)
            result.placement = placement(games, around=middle)
            if progress:
                progress(result)
    except KeyboardInterrupt:
        result.interrupted = True
        if result.placement is None:
            raise
    return result


def _opponents(rungs: Sequence[Rung], elo: float, players: int, number: int) -> list[Rung]:
    nearest = sorted(rungs, key=lambda rung: abs(rung.elo - elo))
    return [nearest[number % 2]] if players == 2 else nearest[: players - 1]


def _placed(played: MatchResult, chosen: Sequence[Rung], number: int) -> list[PlacedGame]:
    """The agent is number 0 of the match, the rungs follow."""
    failed = {forfeit.game: forfeit.agent for forfeit in played.forfeits}
    found = []
    for game, (points, winner) in enumerate(zip(played.points.tolist(), played.winner.tolist(), strict=True)):
        if game in failed:
            points[failed[game]] = min(points) - 1
        ranks = table_ranks(points, winner)
        opponents = tuple((rung.elo, rank) for rung, rank in zip(chosen, ranks[1:], strict=True))
        found.append(PlacedGame(ranks[0], opponents, (number, game // len(points))))
    return found


def _count(result: RatingResult, played: MatchResult, chosen: Sequence[Rung]) -> None:
    for rung in chosen:
        against = result.against.setdefault(rung.agent, RatedAgainst(rung))
        against.games += played.games
        against.wins += played.wins[0]
    result.forfeits += [
        replace(forfeit, game=result.games + forfeit.game)
        for forfeit in played.forfeits
        if forfeit.agent == 0
    ]
