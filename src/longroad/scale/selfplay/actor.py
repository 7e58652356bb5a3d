"""An actor: a process somewhere on the cluster that owns games and a copy of the network, and plays rollouts
with whatever weights it is told."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import ray
import torch

from longroad.catan import Rules
from longroad.nets.network import PolicyNetwork
from longroad.scale.selfplay.travel import Order, Played, load, packed
from longroad.scale.tasks import NetworkFile, prepare
from longroad.train.ppo.settings import PpoSettings
from longroad.train.ppo.source import OwnGames, Players
from longroad.train.run.league import League
from longroad.train.run.memory import keep_freed_memory


@dataclass(frozen=True)
class Share:
    """What every actor of a learner has in common."""

    #: On the CPU, of the right kind; its weights do not matter.
    network: PolicyNetwork
    rules: Rules
    #: With the games of one actor.
    settings: PpoSettings
    #: Places of the league.
    places: int
    seed: int
    threads: int
    #: Whether a GPU is used where there is one.
    gpu: bool
    #: Files that native agents judge by, and the driver's version of Longroad.
    networks: Mapping[str, NetworkFile]
    version: str

    def seed_of(self, number: int, step: int) -> int:
        """Of the games of an actor that begins at a step. The first actor of a run has the run's own, so that
        alone it plays what one process would."""
        if number == step == 0:
            return self.seed
        parts = np.random.SeedSequence([self.seed % 2**64, number, step])
        return int(parts.generate_state(1, np.uint64)[0])


class Actor:
    """Plays one rollout at a time, in the order in which they are asked for."""

    def begin(self, share: Share, number: int, step: int, state: Mapping[str, Any] | None) -> None:
        """Makes the games of actor ``number``, new ones at ``step``, or those of a saved state."""
        prepare(share.version, share.networks)
        torch.set_num_threads(share.threads)
        keep_freed_memory()
        device = torch.device("cuda" if share.gpu and torch.cuda.is_available() else "cpu")
        self._network = share.network.to(device)
        self._league = League(self._network, share.places)
        self._games = OwnGames(
            self._network,
            share.rules,
            share.settings,
            device=device,
            seed=share.seed_of(number, step),
            threads=share.threads,
        )
        if state is not None:
            self._games.load_state_dict(state)
        self._ended = time.perf_counter()

    def play(self, order: Order) -> Played:
        """A rollout of these players."""
        idle = time.perf_counter() - self._ended
        load(self._network, ray.get(order.weights))
        for place, past in enumerate(order.past):
            if past is not None and self._league.steps[place] != past[0]:
                load(self._league.networks[place], ray.get(past[1]))
                self._league.steps[place] = past[0]
        collected = self._games.next(Players(self._network, self._league, order.step, order.asks))
        played = packed(collected, order.step, idle)
        self._ended = time.perf_counter()
        return played

    def state(self) -> dict[str, Any]:
        """Of the games after the rollouts that were asked for before."""
        return self._games.state_dict()
