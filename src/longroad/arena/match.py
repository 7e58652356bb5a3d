"""Matches between two to four agents."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad.agents import Agent, make_agent
from longroad.arena.python_games import play_python_block
from longroad.arena.signature import mixed
from longroad.arena.statistics import wilson_interval
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

    def to_dict(self) -> dict[str, Any]:
        """The figures, as ``longroad match --json`` prints them."""
        wins = self.wins
        return {
            "agents": self.agents,
            "games": self.games,
            "interrupted": self.interrupted,
            "wins": wins,
            "win_rate": [round(w / self.games, 6) for w in wins],
            "ci95": [[round(x, 6) for x in wilson_interval(w, self.games)] for w in wins],
            "unfinished": int((self.winner < 0).sum()),
            "mean_points": [round(float(p), 4) for p in self.points.mean(axis=0)],
            "mean_turns": round(float(self.turns.mean()), 3),
            "mean_rolls": round(float(self.rolls.mean()), 3),
            "wins_by_seat": [int((self.winner_seat == seat).sum()) for seat in range(len(self.agents))],
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
    progress: Callable[[int, int, list[int]], None] | None = None,
) -> MatchResult:
    """Plays at least ``games`` games, full blocks only: each board in every rotation of the seats.

    Agents are specs or instances of your own. ``progress(done, all, wins)`` is called now and then. KeyboardInterrupt ends the match
    with what was played and marks the result as interrupted.

    >>> play_match(["random", "weighted"], games=100, seed=1).wins
    [28, 72]
    """
    if isinstance(agents, str):
        raise ValueError(f"one agent a player, as a list: ['{agents}', 'random']")
    players = len(agents)
    rules = rules or Rules(players=players, offers_per_turn=0)
    if players != rules.players:
        raise ValueError(f"{players} agents for a game of {rules.players} players")
    if games < 1:
        raise ValueError("a match has at least 1 game")
    made = [make_agent(agent) if isinstance(agent, str) else agent for agent in agents]
    names = [agent if isinstance(agent, str) else type(agent).__name__ for agent in agents]
    if threads is not None and not 1 <= threads <= MAX_THREADS:
        raise ValueError(f"threads={threads}: must be between 1 and {MAX_THREADS}")
    blocks = -(-games // players)
    play = _BlockPlayer(made, rules, seed, threads or os.cpu_count() or 1)
    parts: list[dict[str, Any]] = []
    wins = np.zeros(players, dtype=np.int64)
    started = time.perf_counter()
    done = 0
    try:
        while done < blocks:
            count = min(play.blocks_per_call, blocks - done)
            part = play(done, count)
            parts.append(part)
            done += count
            wins += [(part["winner"] == agent).sum() for agent in range(players)]
            if progress:
                progress(done * players, blocks * players, wins.tolist())
    except KeyboardInterrupt:
        if not parts:
            raise
    result = _joined(names, rules, seed, parts)
    result.seconds = time.perf_counter() - started
    result.signature = play.signature
    result.interrupted = done < blocks
    return result


@dataclass
class _BlockPlayer:
    """Plays blocks natively if every agent has a native twin, else in Python. The two give different games.

    A native call takes about as many blocks as can be played between two looks at the progress bar.
    """

    agents: list[Agent]
    rules: Rules
    seed: int
    threads: int
    #: Over all games so far; it does not depend on how many blocks a call takes.
    signature: int = 0
    _blocks: int = 0
    _chain: int = 0

    @property
    def native(self) -> bool:
        return all(agent.native is not None for agent in self.agents)

    @property
    def blocks_per_call(self) -> int:
        return (self._blocks or self.threads) if self.native else 1

    def __call__(self, first: int, blocks: int) -> dict[str, Any]:
        if not self.native:
            part = play_python_block(self.agents, self.rules, self.seed, first)
            self.signature = mixed(self.signature, part["signature"])
            return part
        natives = [agent.native for agent in self.agents if agent.native is not None]
        source = self.rules.board_source
        started = time.perf_counter()
        part = _native.play_blocks(
            self.rules.core, source, natives, self.seed % 2**64, first, blocks, self.threads, self._chain
        )
        spent = time.perf_counter() - started
        if spent < _SHORT_CALL:
            self._blocks = min(2 * self.blocks_per_call, _MOST_BLOCKS_PER_CALL)
        elif spent > _LONG_CALL:
            self._blocks = max(self.blocks_per_call // 2, 1)
        self._chain = part["signature"]
        self.signature = mixed(0, self._chain)
        return part


def _joined(names: list[str], rules: Rules, seed: int, parts: list[dict[str, Any]]) -> MatchResult:
    def column(name: str) -> npt.NDArray[Any]:
        return np.concatenate([part[name] for part in parts])

    return MatchResult(
        names,
        rules,
        seed,
        winner=column("winner"),
        winner_seat=column("winner_seat"),
        turns=column("turns"),
        rolls=column("rolls"),
        points=column("points"),
    )
