"""How well a network plays against native agents, over a fixed number of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from longroad.arena.statistics.intervals import Interval, wilson_interval
from longroad.catan import Rules, VectorEnv
from longroad.nets.network import PolicyNetwork
from longroad.train.run.choosing import choose

#: That a player can end with: the highest goal, and what a last move can bring beyond it.
MOST_POINTS = 24


@dataclass(frozen=True)
class Evaluation:
    """What came of a network's games against an agent that had all the other seats."""

    opponent: str
    games: int
    wins: int
    #: Mean points of the network, and of one opponent.
    points: float
    their_points: float
    #: Mean turns a game.
    turns: float
    #: How many games the network, and the others, ended with 0, 1, 2, ... points.
    distribution: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

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
class Evaluator:
    """Which games are played to measure a network: so many against each opponent."""

    rules: Rules
    opponents: Sequence[str] = ("random", "weighted")
    games: int = 400
    sample: bool = False
    threads: int = 1
    slots: int = 256

    def __call__(self, network: PolicyNetwork, seed: int) -> list[Evaluation]:
        return [
            evaluate(
                network,
                opponent,
                rules=self.rules,
                games=self.games,
                seed=seed,
                sample=self.sample,
                threads=self.threads,
                slots=self.slots,
            )
            for opponent in self.opponents
        ]


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
    wins = turns = 0
    counts = np.zeros((2, MOST_POINTS + 1), dtype=np.int64)  # the network's, the others'
    while left.any():
        env.step(choose(network, env.observation, env.mask, left > 0, generator))
        ended = np.flatnonzero(env.done)
        left[ended] -= 1
        wins += int((env.winner[ended] == seats[ended]).sum())
        turns += int(env.turns[ended].sum())
        mine = env.points[ended, seats[ended]]
        np.add.at(counts[0], mine, 1)
        np.add.at(counts[1], env.points[ended], 1)
        np.subtract.at(counts[1], mine, 1)
    network.train(was_training)
    points, theirs = (float(np.average(np.arange(MOST_POINTS + 1), weights=row)) for row in counts)
    distribution = (tuple(counts[0].tolist()), tuple(counts[1].tolist()))
    return Evaluation(opponent, games, wins, points, theirs, turns / games, distribution)
