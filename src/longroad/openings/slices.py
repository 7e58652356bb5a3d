"""Games of a few placements: the jobs of a study."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad.catan import State
from longroad.openings.plays import make_play

#: Wins and ties of each placement.
Counts = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class Games:
    """Everything about the games of a study but who places what."""

    state: State
    player: int
    play: str
    partners: str
    rounds: int
    seed: int


@dataclass(frozen=True, eq=False)
class Slice:
    """Games ``first`` to ``first + games - 1`` of some placements, numbered from ``begin`` among those that
    play a round."""

    study: Games
    begin: int
    placements: tuple[tuple[int, ...], ...]
    first: int
    games: int


def play_slice(one: Slice, threads: int) -> Counts:
    """Plays the games; what comes out does not depend on how placements are sliced."""
    study = one.study
    return _native.play_openings(
        study.state,
        study.player,
        [*one.placements],
        _play(study.play),
        _play(study.partners),
        study.rounds,
        study.seed,
        one.first,
        one.games,
        threads,
    )


@lru_cache(maxsize=8)
def _play(spec: str) -> _native.NativeAgent:
    return make_play(spec)
