"""Games for the report: networks without drawn moves, and the agents that need no learning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from longroad.arena import play_match
from longroad.experiments.casher2024.learners import Learner
from longroad.experiments.casher2024.learning import network, one_core, state_of
from longroad.experiments.folder import ResultFolder
from longroad.jobs import Each, Runner
from longroad.train.td.settings import TURN_CAP, TdSettings

#: Played by three of a kind.
AGENTS = ("random", "weighted", "value", "planner")


@dataclass(frozen=True)
class Lengths:
    """How long some games took."""

    games: int
    #: The mean of dice rolls, a game counting with at most TURN_CAP of them, and half of its 95% interval.
    rolls: float
    margin: float
    #: The share of games that somebody won within TURN_CAP rolls.
    won: float
    #: The mean of dice rolls if games are played to their ends; None if they were not.
    whole: float | None = None

    @staticmethod
    def of(rolls: list[int], won: list[bool], whole: bool = False) -> Lengths:
        """Of the rolls of each game, and whether it was won."""
        capped = np.minimum(rolls, TURN_CAP)
        margin = 1.96 * float(capped.std(ddof=1)) / len(capped) ** 0.5 if len(capped) > 1 else float("nan")
        in_time = np.asarray(won) & (np.asarray(rolls) <= TURN_CAP)
        mean = float(np.mean(rolls)) if whole else None
        return Lengths(len(capped), float(capped.mean()), margin, float(in_time.mean()), mean)


@dataclass(frozen=True, eq=False)
class Series:
    """Games of three of a kind: of an agent, or of a learner's network (as it stood at the end, or untrained
    without a state)."""

    name: str
    settings: TdSettings
    games: int
    device: str
    agent: str | None = None
    state: bytes | None = None

    @property
    def lasts(self) -> bool:
        """Whether games are played to their ends."""
        return self.agent is not None


def all_series(
    folder: ResultFolder, learners: Sequence[Learner], boards: Iterable[str], games: int, device: str
) -> Iterator[Series]:
    """Every finished network, and for each board an untrained one and the agents."""
    for one in learners:
        yield Series(one.name, one.settings, games, device, state=state_of(folder, one))
    for board in boards:
        settings = next(learner.settings for learner in learners if learner.board == board)
        yield Series(f"{board}-untaught", settings, games, device)
        for agent in AGENTS:
            yield Series(f"{board}-{agent}", settings, games, device, agent)


def play_all(folder: ResultFolder, series: Iterable[Series], runner: Runner) -> Iterator[tuple[str, Lengths]]:
    """Name and lengths of each, those found in the folder first."""
    missing = []
    for one in series:
        if folder.has(_part(one)):
            yield one.name, _lengths(folder, one, {})
        else:
            missing.append(one)
    for done in runner.run(Each(_play), missing):
        yield done.job.name, _lengths(folder, done.job, done.result)


def _part(one: Series) -> str:
    return f"{one.name}-final" if one.state is not None else one.name


def _lengths(folder: ResultFolder, one: Series, played: dict[str, Any]) -> Lengths:
    kept = folder.part(_part(one), lambda: played)
    return Lengths.of(kept["rolls"], kept["won"], one.lasts)


def _play(one: Series) -> dict[str, Any]:
    if one.agent is not None:
        rules = one.settings.rules.replace(turn_cap=5000)
        agents = [one.agent] * rules.players
        match = play_match(agents, games=one.games, seed=one.settings.seed, rules=rules, threads=1)
        if match.interrupted:
            raise KeyboardInterrupt
        return {"rolls": match.rolls.tolist(), "won": (match.winner >= 0).tolist()}

    from longroad.train.td.trainer import TemporalDifferences, play

    settings = one.settings
    found = network(one.state, settings) if one.state else TemporalDifferences(settings).network
    with one_core():
        played = play(
            found.to(one.device), settings.rules, one.games, seed=settings.seed + 1, device=one.device
        )
    return {"rolls": played.rolls.tolist(), "won": (played.winner >= 0).tolist()}
