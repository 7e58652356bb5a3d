"""Matches of Skirmish between two players."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad._native import skirmish as _native
from longroad.agents.skirmish import make_skirmish_player
from longroad.arena.statistics.intervals import wilson_interval
from longroad.skirmish import Action, Rules, State

_COLUMNS = ("winner", "first", "turns", "hp", "seconds", "decisions")


@dataclass
class SkirmishMatch:
    """The games of a match, players in the order they were named."""

    players: list[str]
    rules: Rules
    seed: int
    #: The player who won, -1 if the turn cap came first.
    winner: npt.NDArray[np.int8] = field(repr=False)
    #: The player who moved first.
    first: npt.NDArray[np.uint8] = field(repr=False)
    #: Turns of both players together.
    turns: npt.NDArray[np.int32] = field(repr=False)
    #: Final health points, a column a player.
    hp: npt.NDArray[np.int32] = field(repr=False)
    #: CPU time spent on decisions, a column a player, and their number.
    seconds: npt.NDArray[np.float64] = field(repr=False)
    decisions: npt.NDArray[np.int32] = field(repr=False)
    wall_seconds: float = 0.0
    signature: int = 0
    interrupted: bool = False

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.winner)

    @property
    def wins(self) -> list[int]:
        """Games won by each player."""
        return [int((self.winner == player).sum()) for player in (0, 1)]

    def mean_hp_when_winning(self, player: int) -> float | None:
        """The mean final health of a player over the games he won; None without any."""
        won = self.winner == player
        return float(self.hp[won, player].mean()) if won.any() else None

    def to_dict(self) -> dict[str, Any]:
        """The figures, as ``longroad match --game skirmish --json`` prints them."""
        return {
            "game": "skirmish",
            "agents": self.players,
            "games": self.games,
            "interrupted": self.interrupted,
            "wins": self.wins,
            "win_rate": [round(wins / self.games, 6) for wins in self.wins],
            "ci95": [[round(x, 6) for x in wilson_interval(wins, self.games)] for wins in self.wins],
            "unfinished": int((self.winner < 0).sum()),
            "mean_hp": [round(float(hp), 3) for hp in self.hp.mean(axis=0)],
            "mean_hp_when_winning": [
                None if hp is None else round(hp, 3) for hp in map(self.mean_hp_when_winning, (0, 1))
            ],
            "mean_turns": round(float(self.turns.mean()), 3),
            "wins_by_seat": [
                int(((self.winner >= 0) & ((self.winner == self.first) == (seat == 0))).sum())
                for seat in (0, 1)
            ],
            "ms_per_decision": [
                round(1000 * float(s) / max(int(n), 1), 4)
                for s, n in zip(self.seconds.sum(axis=0), self.decisions.sum(axis=0), strict=True)
            ],
            "rules": self.rules.to_dict(),
            "seed": self.seed,
            "seconds": round(self.wall_seconds, 3),
            "games_per_second": round(self.games / self.wall_seconds, 2) if self.wall_seconds else None,
            "signature": f"{self.signature:016x}",
        }


def play_skirmish_match(
    players: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    rules: Rules | None = None,
    threads: int | None = None,
    progress: Callable[[int, int, list[int]], None] | None = None,
) -> SkirmishMatch:
    """Plays at least ``games`` games in full blocks: every seed of chance is played twice, the seats
    exchanged.

    ``progress(done, all, wins)`` is called now and then. KeyboardInterrupt ends the match with what was
    played.

    >>> play_skirmish_match(["expectimax:depth=1", "random"], games=100, seed=1).wins
    [100, 0]
    """
    if len(players) != 2 or isinstance(players, str):
        raise ValueError("Skirmish has two players: name two")
    if games < 1:
        raise ValueError("a match has at least 1 game")
    if threads is not None and not 1 <= threads <= 1024:
        raise ValueError(f"threads={threads}: must be between 1 and 1024")
    made = [make_skirmish_player(spec) for spec in players]
    rules = rules or Rules()
    blocks, done = -(-games // 2), 0
    workers = threads or os.cpu_count() or 1
    chunk = workers
    parts: list[dict[str, Any]] = []
    wins = np.zeros(2, dtype=np.int64)
    signature = 0
    started = time.perf_counter()
    try:
        while done < blocks:
            now = time.perf_counter()
            count = min(chunk, blocks - done)
            part = _native.play_blocks(
                rules.core, made[0], made[1], seed % 2**64, done, count, workers, signature
            )
            signature = part["signature"]
            parts.append(part)
            done += count
            wins += [(part["winner"] == player).sum() for player in (0, 1)]
            if progress:
                progress(2 * done, 2 * blocks, wins.tolist())
            if time.perf_counter() - now < 0.3:
                chunk = min(2 * chunk, 4096)
    except KeyboardInterrupt:
        if not parts:
            raise
    columns = {name: np.concatenate([part[name] for part in parts]) for name in _COLUMNS}
    return SkirmishMatch(
        list(players),
        rules,
        seed,
        **columns,
        wall_seconds=time.perf_counter() - started,
        signature=signature,
        interrupted=done < blocks,
    )


def skirmish_game(
    players: Sequence[str], *, seed: int, block: int, exchanged: bool = False, rules: Rules | None = None
) -> State:
    """One game of a match again, move by move: a state with its events, ready for a record.

    >>> game = skirmish_game(["expectimax:depth=1", "random"], seed=1, block=0)
    >>> game.is_over, game.winner
    (True, 0)
    """
    rules = rules or Rules()
    one, two = (make_skirmish_player(spec) for spec in players)
    state = State(rules)
    for word in _native.game_events(rules.core, one, two, seed % 2**64, block, int(exchanged)):
        state.apply(Action.from_int(word))
    return state
