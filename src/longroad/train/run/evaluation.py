"""How well a network plays against native agents, over a fixed number of games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from longroad.agents import AnyAgent
from longroad.arena import play_match
from longroad.arena.statistics.intervals import Interval, wilson_interval
from longroad.catan import Rules, VectorEnv
from longroad.nets.network import PolicyNetwork
from longroad.train.run.choosing import choose

#: That a player can end with: the highest goal, and what a last move can bring beyond it.
MOST_POINTS = 24

Network = TypeVar("Network", bound=nn.Module)


@dataclass(frozen=True)
class Evaluation:
    """What came of a network's games against an agent that had all the other seats."""

    opponent: str
    games: int
    wins: int
    #: Mean points of the network, and of one opponent.
    points: float
    their_points: float
    #: Mean turns per game.
    turns: float
    #: How many games the network, and the others, ended with 0, 1, 2, ... points.
    distribution: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    @staticmethod
    def of(
        opponent: str, wins: int, mine: npt.ArrayLike, theirs: npt.ArrayLike, turns: npt.ArrayLike
    ) -> Evaluation:
        """From the network's points ``[games]``, those of the others ``[games, players - 1]``, and the turns
        ``[games]``."""
        ours, others, lengths = (np.asarray(one, dtype=np.int64) for one in (mine, theirs, turns))
        mine_of, theirs_of = (
            tuple(np.bincount(one.ravel(), minlength=MOST_POINTS + 1).tolist()) for one in (ours, others)
        )
        return Evaluation(
            opponent,
            len(ours),
            wins,
            float(ours.mean()),
            float(others.mean()),
            float(lengths.mean()),
            (mine_of, theirs_of),
        )

    @property
    def win_rate(self) -> float:
        """Games won; a game without a winner is not."""
        return self.wins / self.games

    @property
    def interval(self) -> Interval:
        """Wilson's, 95%."""
        return wilson_interval(self.wins, self.games)

    def figures(self) -> dict[str, float]:
        """As a log has them."""
        low, high = self.interval
        named = {"win": self.win_rate, "low": low, "high": high, "points": self.points, "turns": self.turns}
        return {f"eval/{self.opponent}/{name}": value for name, value in named.items()}


@dataclass(frozen=True)
class Evaluator(ABC, Generic[Network]):
    """Which games are played to measure a network: so many against each opponent, which has all the other
    seats."""

    rules: Rules
    opponents: Sequence[str] = ("random", "weighted")
    games: int = 400

    def __call__(self, network: Network, seed: int) -> list[Evaluation]:
        return [self.against(network, opponent, seed) for opponent in self.opponents]

    @abstractmethod
    def against(self, network: Network, opponent: str, seed: int) -> Evaluation:
        """The games against one of them."""


def match_evaluation(
    agent: AnyAgent, opponent: str, rules: Rules, games: int, seed: int, threads: int = 1
) -> Evaluation:
    """What comes of a match of an agent against others of one kind."""
    match = play_match(
        [agent, *[opponent] * (rules.players - 1)], games=games, seed=seed, rules=rules, threads=threads
    )
    if match.interrupted:
        raise KeyboardInterrupt
    return Evaluation.of(opponent, match.wins[0], match.points[:, 0], match.points[:, 1:], match.turns)


@dataclass(frozen=True)
class PolicyEvaluator(Evaluator[PolicyNetwork]):
    """For networks with a policy: see ``evaluate``."""

    sample: bool = False
    threads: int = 1
    slots: int = 256

    def against(self, network: PolicyNetwork, opponent: str, seed: int) -> Evaluation:
        return evaluate(
            network,
            opponent,
            rules=self.rules,
            games=self.games,
            seed=seed,
            sample=self.sample,
            threads=self.threads,
            slots=self.slots,
        )


@torch.inference_mode()
def evaluate(
    network: PolicyNetwork,
    opponent: str,
    *,
    rules: Rules,
    games: int = 400,
    seed: int = 0,
    sample: bool = False,
    threads: int = 1,
    slots: int = 256,
) -> Evaluation:
    """Plays ``games`` games, ``slots`` at a time on the network's device, its seat rotating. It takes its
    likeliest move, or draws with ``sample``.

    Every slot has a fixed number of games and all are played to their end, so short games do not count more
    than long ones.
    """
    slots = min(slots, games)
    seats = np.arange(slots) % rules.players
    table = {
        slot: tuple(None if seat == mine else opponent for seat in range(rules.players))
        for slot, mine in enumerate(seats)
    }
    env = VectorEnv(
        rules,
        games=slots,
        seed=seed,
        threads=threads,
        space=network.codec,
        encoding=network.encoding,
        opponents=table,
    )
    left = np.full(slots, games // slots) + (np.arange(slots) < games % slots)
    device = next(network.parameters()).device
    generator = torch.Generator(device).manual_seed(seed % 2**63) if sample else None
    was_training = network.training
    network.eval()
    wins = 0
    mine, theirs, turns = [], [], []
    while left.any():
        env.step(choose(network, env.observation, env.mask, left > 0, generator))
        for slot in np.flatnonzero(env.done):
            left[slot] -= 1
            wins += int(env.winner[slot] == seats[slot])
            mine.append(env.points[slot, seats[slot]])
            theirs.append(np.delete(env.points[slot], seats[slot]))
            turns.append(env.turns[slot])
    network.train(was_training)
    return Evaluation.of(opponent, wins, mine, theirs, turns)
