"""Matches between two to four agents."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad.agents import Agent
from longroad.arena.data.archive import KeptGame
from longroad.arena.play.jobs import (
    AGENT_COLUMNS,
    COLUMNS,
    Chunk,
    Forfeit,
    Job,
    agent_names,
    chunk_of,
    games_in_python,
    is_native,
    made_agents,
    play,
)
from longroad.arena.play.side_by_side import GAMES_AT_ONCE, SideBySide
from longroad.arena.play.signature import mixed
from longroad.arena.statistics.intervals import block_bootstrap, wilson_interval
from longroad.catan import Rules

_MOST_BLOCKS_PER_CALL = 4096
_SHORT_CALL, _LONG_CALL = 0.2, 1.0  # seconds
MAX_THREADS = 1024


@dataclass
class MatchResult:
    """The games of a match, agents in the order they were named."""

    agents: list[str]
    rules: Rules
    seed: int
    winner: npt.NDArray[np.int8] = field(repr=False)
    winner_seat: npt.NDArray[np.int8] = field(repr=False)
    turns: npt.NDArray[np.int32] = field(repr=False)
    rolls: npt.NDArray[np.int32] = field(repr=False)
    points: npt.NDArray[np.uint8] = field(repr=False)
    decisions: npt.NDArray[np.int32] = field(repr=False)
    #: CPU time of an agent's decisions; 0 for native agents that draw.
    agent_seconds: npt.NDArray[np.float32] = field(repr=False)
    forfeits: list[Forfeit] = field(default_factory=list)
    seconds: float = 0.0
    signature: int = 0
    interrupted: bool = False

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.winner)

    @property
    def wins(self) -> list[int]:
        """Games won by each agent."""
        return [int((self.winner == agent).sum()) for agent in range(len(self.agents))]

    def block_scores(self, agent: int) -> npt.NDArray[np.float64]:
        """The share of its games that an agent won in each block."""
        won: npt.NDArray[np.float64] = (self.winner == agent).reshape(-1, len(self.agents)).mean(axis=1)
        return won

    def points_distribution(self, agent: int) -> list[int]:
        """How many games an agent ended with 0, 1, 2, ... points."""
        return [int(n) for n in np.bincount(self.points[:, agent])]

    @property
    def seat_advantage(self) -> list[float]:
        """For each seat, the share of the decided games it won less a fair share."""
        decided = max(int((self.winner_seat >= 0).sum()), 1)
        seats = range(len(self.agents))
        return [float((self.winner_seat == seat).sum()) / decided - 1 / len(self.agents) for seat in seats]

    def to_dict(self) -> dict[str, Any]:
        """The figures, as ``longroad match --json`` prints them."""
        wins, agents = self.wins, range(len(self.agents))
        return {
            "agents": self.agents,
            "games": self.games,
            "interrupted": self.interrupted,
            "wins": wins,
            "win_rate": [round(w / self.games, 6) for w in wins],
            "ci95": [[round(x, 6) for x in wilson_interval(w, self.games)] for w in wins],
            "ci95_blocks": [[round(x, 6) for x in block_bootstrap(self.block_scores(a))] for a in agents],
            "unfinished": int((self.winner < 0).sum()),
            "forfeits": [{"game": f.game, "agent": f.agent, "reason": f.reason} for f in self.forfeits],
            "mean_points": [round(float(p), 4) for p in self.points.mean(axis=0)],
            "points_distribution": [self.points_distribution(agent) for agent in agents],
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
    agents: Sequence[str | Agent],
    *,
    games: int,
    seed: int = 0,
    rules: Rules | None = None,
    threads: int | None = None,
    move_seconds: float | None = None,
    at_once: int = GAMES_AT_ONCE,
    progress: Callable[[int, int, list[int]], None] | None = None,
    keep: Callable[[list[KeptGame]], object] | None = None,
) -> MatchResult:
    """Plays at least ``games`` games, full blocks only: each board in every rotation of the seats.

    Agents are specs or instances of your own. An agent that raises, breaks the rules or thinks longer than
    ``move_seconds`` forfeits the game. ``at_once`` games are played side by side where agents decide for many
    at once (networks); the results do not depend on it. ``progress(done, all, wins)`` is called now and then,
    ``keep(games)`` with games to be kept. KeyboardInterrupt ends the match with what was played and marks the
    result as interrupted.

    >>> play_match(["random", "weighted"], games=100, seed=1).wins
    [28, 72]
    """
    if isinstance(agents, str):
        raise ValueError(f"one agent a player, as a list: ['{agents}', 'random']")
    players = len(agents)
    rules = rules or Rules(players=players, offers_per_turn=0)
    if games < 1:
        raise ValueError("a match has at least 1 game")
    blocks = -(-games // players)
    parts: list[Chunk] = []
    wins = np.zeros(players, dtype=np.int64)
    started = time.perf_counter()
    done = 0
    stream = play_blocks(
        agents,
        seed=seed,
        rules=rules,
        threads=threads,
        move_seconds=move_seconds,
        keep=keep is not None,
        at_once=at_once,
    )
    try:
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
    result = _joined(agent_names(agents), rules, seed, parts)
    result.seconds = time.perf_counter() - started
    result.signature = stream.signature
    result.interrupted = done < blocks
    return result


def play_blocks(
    agents: Sequence[str | Agent],
    *,
    seed: int = 0,
    rules: Rules,
    threads: int | None = None,
    move_seconds: float | None = None,
    keep: bool = False,
    at_once: int = GAMES_AT_ONCE,
) -> BlockStream:
    """The blocks of a match one after the other, as many as are asked for."""
    if len(agents) != rules.players:
        raise ValueError(f"{len(agents)} agents for a game of {rules.players} players")
    if threads is not None and not 1 <= threads <= MAX_THREADS:
        raise ValueError(f"threads={threads}: must be between 1 and {MAX_THREADS}")
    if at_once < 1:
        raise ValueError(f"at_once={at_once}: must be at least 1")
    job = Job(tuple(agents), rules, seed, 0, 0, keep, move_seconds, at_once)
    return BlockStream(job, threads or os.cpu_count() or 1)


class BlockStream:
    """Plays on, block by block. A native call takes about as many as can be played between two looks at a
    progress bar; what comes out does not depend on it."""

    def __init__(self, job: Job, threads: int) -> None:
        self._job, self._threads = job, threads
        self._agents = made_agents(job.agents, job.rules)
        self._in_python = None if is_native(self._agents) else games_in_python(job, self._agents)
        self._blocks = threads
        self._done = 0
        self._chain = 0

    @property
    def signature(self) -> int:
        """Over all games so far."""
        return mixed(0, self._chain) if self._in_python is None else self._chain

    def next(self, most: int) -> Chunk:
        """The next blocks, at least one and at most ``most``."""
        n = self._job.rules.players
        games = self._in_python
        chunk = self._next_natively(most) if games is None else self._next_of(games, most)
        self._chain = chunk.signature
        chunk.forfeits = [Forfeit(f.game + self._done * n, f.agent, f.reason) for f in chunk.forfeits]
        self._done += chunk.games // n
        return chunk

    def _next_natively(self, most: int) -> Chunk:
        job = replace(self._job, first=self._done, blocks=min(self._blocks, most))
        started = time.perf_counter()
        chunk = play(job, threads=self._threads, signature=self._chain, agents=self._agents)
        spent = time.perf_counter() - started
        if spent < _SHORT_CALL:
            self._blocks = min(2 * self._blocks, _MOST_BLOCKS_PER_CALL)
        elif spent > _LONG_CALL:
            self._blocks = max(self._blocks // 2, 1)
        return chunk

    def _next_of(self, games: SideBySide, most: int) -> Chunk:
        end = self._done + most
        blocks = [games.next_block(end)]
        while len(blocks) < most and games.is_ready:
            blocks.append(games.next_block(end))
        return chunk_of(self._job, self._done, blocks, self._chain)

    def __iter__(self) -> Iterator[Chunk]:
        while True:
            yield self.next(_MOST_BLOCKS_PER_CALL)


def _joined(names: list[str], rules: Rules, seed: int, parts: list[Chunk]) -> MatchResult:
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in (*COLUMNS, *AGENT_COLUMNS)
    }
    seconds = columns.pop("seconds")
    forfeits = [forfeit for part in parts for forfeit in part.forfeits]
    return MatchResult(names, rules, seed, **columns, agent_seconds=seconds, forfeits=forfeits)
