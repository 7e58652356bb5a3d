"""Games for the report: networks without drawn moves, and the agents that need no learning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from longroad.arena import play_match
from longroad.experiments.casher2024.learners import Learner
from longroad.experiments.casher2024.learning import network, one_core
from longroad.experiments.folder import ResultFolder
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


def network_games(folder: ResultFolder, learner: Learner, games: int, device: str) -> Lengths:
    """Games of the finished network in all seats."""

    def compute() -> dict[str, Any]:
        return _play(network(folder, learner), learner.settings, games, device)

    return _lengths(folder.part(f"{learner.name}-final", compute))


def untaught_games(
    folder: ResultFolder, board: str, settings: TdSettings, games: int, device: str
) -> Lengths:
    """Games of an untrained network."""

    def compute() -> dict[str, Any]:
        from longroad.train.td.trainer import TemporalDifferences

        return _play(TemporalDifferences(settings).network, settings, games, device)

    return _lengths(folder.part(f"{board}-untaught", compute))


def agent_games(
    folder: ResultFolder, board: str, settings: TdSettings, agent: str, games: int, threads: int
) -> Lengths:
    """Games of three equal agents, to their ends."""
    rules = settings.rules.replace(turn_cap=5000)

    def compute() -> dict[str, Any]:
        agents = [agent] * rules.players
        match = play_match(agents, games=games, seed=settings.seed, rules=rules, threads=threads)
        if match.interrupted:
            raise KeyboardInterrupt
        return {"rolls": match.rolls.tolist(), "won": (match.winner >= 0).tolist()}

    return _lengths(folder.part(f"{board}-{agent}", compute), whole=True)


def _play(network: Any, settings: TdSettings, games: int, device: str) -> dict[str, Any]:
    from longroad.train.td.trainer import play

    with one_core():
        played = play(network.to(device), settings.rules, games, seed=settings.seed + 1, device=device)
    return {"rolls": played.rolls.tolist(), "won": (played.winner >= 0).tolist()}


def _lengths(data: dict[str, Any], whole: bool = False) -> Lengths:
    return Lengths.of(data["rolls"], data["won"], whole)
