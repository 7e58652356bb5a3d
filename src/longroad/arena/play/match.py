"""Matches between two to four agents."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad.agents import AnyAgent
from longroad.arena.data.archive import KeptGame
from longroad.arena.play.blocks import play_blocks
from longroad.arena.play.jobs import agent_names
from longroad.arena.play.python_games import PythonGame
from longroad.arena.play.results import Results
from longroad.arena.play.seating import Seating
from longroad.arena.play.side_by_side import GAMES_AT_ONCE
from longroad.arena.statistics.intervals import block_bootstrap, wilson_interval
from longroad.games import GAMES, Rules, State, game_of
from longroad.jobs import Runner


class MatchResult(Results):
    """The games of a match, agents in the order they were named."""

    def __init__(
        self,
        agents: Sequence[str],
        rules: Rules,
        seed: int,
        played: Results,
        *,
        seconds: float = 0.0,
        interrupted: bool = False,
    ) -> None:
        super().__init__(played.columns(), forfeits=played.forfeits, signatures=played.signatures)
        self.agents: list[str] = list(agents)
        self.rules: Rules = rules
        self.seed: int = seed
        #: How long it took, by the clock on the wall.
        self.seconds = seconds
        self.interrupted = interrupted

    def __repr__(self) -> str:
        return f"<MatchResult: {self.games} games of {' - '.join(self.agents)}, wins {self.wins}>"

    def _repr_html_(self) -> str:
        from longroad.arena.sheets import match_sheet

        return match_sheet(self).html()

    @property
    def wins(self) -> list[int]:
        """Games won by each agent."""
        return [int((self.winner == agent).sum()) for agent in range(len(self.agents))]

    def block_scores(self, agent: int) -> npt.NDArray[np.float64]:
        """The share of its games that an agent won in each block."""
        won: npt.NDArray[np.float64] = (self.winner == agent).reshape(-1, len(self.agents)).mean(axis=1)
        return won

    def points_distribution(self, agent: int) -> list[int]:
        """How many games an agent ended with 0, 1, 2, ... points; below 0 counts as 0."""
        return [int(n) for n in np.bincount(self.points[:, agent].clip(min=0))]

    def mean_points_when_winning(self, agent: int) -> float | None:
        """The mean of an agent's points over the games it won; None without any."""
        won = self.winner == agent
        return float(self.points[won, agent].mean()) if won.any() else None

    @property
    def seat_advantage(self) -> list[float]:
        """For each seat, the share of the decided games it won less a fair share."""
        decided = max(int((self.winner_seat >= 0).sum()), 1)
        seats = range(len(self.agents))
        return [float((self.winner_seat == seat).sum()) / decided - 1 / len(self.agents) for seat in seats]

    def to_dict(self) -> dict[str, Any]:
        """The figures, as ``longroad match --json`` prints them. Those of points are named after what the
        game counts (``mean_hp`` in Skirmish)."""
        wins, agents, game = self.wins, range(len(self.agents)), game_of(self.rules)
        winning = [self.mean_points_when_winning(agent) for agent in agents]
        return {
            "game": game.name,
            "agents": self.agents,
            "games": self.games,
            "interrupted": self.interrupted,
            "wins": wins,
            "win_rate": [round(w / self.games, 6) for w in wins],
            "ci95": [[round(x, 6) for x in wilson_interval(w, self.games)] for w in wins],
            "ci95_blocks": [[round(x, 6) for x in block_bootstrap(self.block_scores(a))] for a in agents],
            "unfinished": int((self.winner < 0).sum()),
            "forfeits": [{"game": f.game, "agent": f.agent, "reason": f.reason} for f in self.forfeits],
            f"mean_{game.score}": [round(float(p), 4) for p in self.points.mean(axis=0)],
            f"mean_{game.score}_when_winning": [None if p is None else round(p, 4) for p in winning],
            f"{game.score}_distribution": [self.points_distribution(agent) for agent in agents],
            "mean_turns": round(float(self.turns.mean()), 3),
            "mean_rolls": round(float(self.rolls.mean()), 3),
            "wins_by_seat": [int((self.winner_seat == seat).sum()) for seat in agents],
            "seat_advantage": [round(x, 6) for x in self.seat_advantage],
            "decisions_per_game": [round(float(d), 2) for d in self.decisions.mean(axis=0)],
            "ms_per_decision": [
                round(1000 * float(s) / max(int(d), 1), 5)
                for s, d in zip(
                    self.agent_seconds.sum(axis=0, dtype=np.float64), self.decisions.sum(axis=0), strict=True
                )
            ],
            "rules": self.rules.to_dict(),
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / self.seconds, 2) if self.seconds else None,
            "signature": f"{self.signature:016x}",
        }


def play_match(
    agents: Sequence[str | AnyAgent],
    *,
    games: int,
    seed: int = 0,
    rules: Rules | None = None,
    threads: int | None = None,
    move_seconds: float | None = None,
    at_once: int = GAMES_AT_ONCE,
    stop_at_failure: bool = False,
    progress: Callable[[int, int, list[int]], None] | None = None,
    keep: Callable[[list[KeptGame]], object] | None = None,
    runner: Runner | None = None,
) -> MatchResult:
    """Plays at least ``games`` games, full blocks only: each board in every rotation of the seats.

    Agents are specs or your own instances; the rules say which game is played. An agent that raises,
    breaks the rules or thinks longer than ``move_seconds`` forfeits the game. With such a limit, agents named
    by ``python:...`` play in worker processes, which are killed if they hang; an instance plays in this
    process, where nothing can stop it, and its time is looked at when it has answered. ``at_once`` games are
    played side by side where agents decide for many at once (networks); the results do not depend on it.
    ``stop_at_failure`` raises FailedGame as soon as an agent fails, with the position and a record.
    By a ``runner`` (``longroad.scale`` has one for a cluster) the games are played elsewhere, with the same
    results. ``progress(done, all, wins)`` is called now and then, ``keep(games)`` with games to be kept.
    KeyboardInterrupt ends the match with what was played and marks the result as interrupted.

    >>> play_match(["random", "weighted"], games=100, seed=1).wins
    [29, 71]
    """
    if isinstance(agents, str):
        raise ValueError(f"one agent per player, as a list: ['{agents}', 'random']")
    players = len(agents)
    rules = rules or GAMES["catan"].match_rules(players)
    if games < 1:
        raise ValueError("a match has at least 1 game")
    blocks = -(-games // players)
    parts: list[Results] = []
    wins = np.zeros(players, dtype=np.int64)
    started = time.perf_counter()
    done = 0
    try:
        with play_blocks(
            agents,
            seed=seed,
            rules=rules,
            threads=threads,
            move_seconds=move_seconds,
            keep=keep is not None,
            at_once=at_once,
            stop_at_failure=stop_at_failure,
            runner=runner,
        ) as stream:
            while done < blocks:
                part = stream.next(blocks - done)
                if keep:
                    keep(part.kept)
                    part.kept = []
                parts.append(part)
                done += part.games // players
                wins += [(part.winner == agent).sum() for agent in range(players)]
                if progress:
                    progress(done * players, blocks * players, wins.tolist())
    except KeyboardInterrupt:
        if not parts:
            raise
    seconds = time.perf_counter() - started
    played = Results.joined(parts)
    return MatchResult(agent_names(agents), rules, seed, played, seconds=seconds, interrupted=done < blocks)


def match_game(
    agents: Sequence[str | AnyAgent], *, rules: Rules, seed: int, block: int, rotation: int = 0
) -> State:
    """One game of a match again: a state with its events, ready for a record or a drawing.

    >>> from longroad import skirmish
    >>> game = match_game(["expectimax:depth=1", "random"], rules=skirmish.Rules(), seed=1, block=0)
    >>> game.is_over, game.winner
    (True, 0)
    """
    with Seating() as seating:
        made = seating.agents(agents, rules)
        game = PythonGame([agent.twin() or agent for agent in made], rules, seed, block, rotation)
        while (question := game.advance()) is not None:
            game.answer(question.ask(), 0.0, 0.0)
        return game.state
