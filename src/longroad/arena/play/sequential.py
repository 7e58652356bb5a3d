"""Matches that stop as soon as a sequential test has decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from longroad.agents import AnyAgent
from longroad.arena.play.blocks import play_blocks
from longroad.arena.play.jobs import agent_names
from longroad.arena.play.results import Forfeit
from longroad.arena.statistics.sprt import Sprt
from longroad.games import Rules
from longroad.jobs import Runner

#: The test is looked at after every so many blocks, whatever the number of threads: the same seed stops at
#: the same game.
LOOK_EVERY = 10


@dataclass
class SequentialResult:
    """A finished (or given up) test."""

    test: Sprt
    agents: list[str]
    players: int
    seed: int
    forfeits: list[Forfeit] = field(default_factory=list)
    interrupted: bool = False

    @property
    def games(self) -> int:
        """How many games the test has counted."""
        return self.test.blocks * self.players

    @property
    def all_forfeited(self) -> bool:
        """Whether no game was played to its end: then the test says nothing about strength."""
        return len(self.forfeits) == self.games > 0

    def _repr_html_(self) -> str:
        from longroad.arena.sheets import sequential_sheet

        return sequential_sheet(self).html()

    def to_dict(self) -> dict[str, Any]:
        """The figures, as ``longroad sprt --json`` prints them."""
        low, high = self.test.elo_interval
        return {
            "agents": self.agents,
            "games": self.games,
            "blocks": self.test.blocks,
            "score": round(self.test.score, 6),
            "elo": _finite(self.test.elo),
            "elo_interval": [_finite(low), _finite(high)],
            "elo0": self.test.elo0,
            "elo1": self.test.elo1,
            "llr": round(self.test.llr, 4),
            "bounds": [round(self.test.lower, 4), round(self.test.upper, 4)],
            "decision": self.test.decision,
            "interrupted": self.interrupted,
            "forfeits": [{"game": f.game, "agent": f.agent, "reason": f.reason} for f in self.forfeits],
            "seed": self.seed,
        }


def run_sprt(
    test: Sprt,
    agents: Sequence[str | AnyAgent],
    *,
    rules: Rules,
    seed: int = 0,
    most_games: int = 100_000,
    threads: int | None = None,
    move_seconds: float | None = None,
    stop_at_failure: bool = False,
    progress: Callable[[Sprt], None] | None = None,
    runner: Runner | None = None,
) -> SequentialResult:
    """Plays blocks of the first agent against the others until the test decides or ``most_games`` are played.

    A game without a winner counts as a draw, a fair share for everybody. KeyboardInterrupt ends it without a
    decision. ``move_seconds``, ``stop_at_failure`` and ``runner`` as in ``play_match``.

    >>> from longroad.catan import Rules
    >>> result = run_sprt(Sprt(0, 50), ["weighted", "random"], rules=Rules(players=2, offers_per_turn=0))
    >>> result.test.decision, result.test.blocks
    ('H1', 50)
    """
    n = rules.players
    result = SequentialResult(test, agent_names(agents), n, seed)
    most_blocks = max(LOOK_EVERY, most_games // n // LOOK_EVERY * LOOK_EVERY)
    waiting: list[float] = []
    try:
        with play_blocks(
            agents,
            seed=seed,
            rules=rules,
            threads=threads,
            move_seconds=move_seconds,
            stop_at_failure=stop_at_failure,
            runner=runner,
        ) as stream:
            while test.decision is None and test.blocks + len(waiting) < most_blocks:
                chunk = stream.next(most_blocks - test.blocks - len(waiting))
                result.forfeits += chunk.forfeits
                score = np.where(chunk.winner < 0, 1 / n, chunk.winner == 0).reshape(-1, n).mean(axis=1)
                waiting += score.tolist()
                while len(waiting) >= LOOK_EVERY and test.decision is None:
                    test.add(waiting[:LOOK_EVERY])
                    del waiting[:LOOK_EVERY]
                if progress and test.blocks:
                    progress(test)
    except KeyboardInterrupt:
        result.interrupted = True
        if not test.blocks:
            raise
    result.forfeits = [forfeit for forfeit in result.forfeits if forfeit.game < result.games]
    return result


def _finite(x: float) -> float | None:
    return round(x, 3) if np.isfinite(x) else None
