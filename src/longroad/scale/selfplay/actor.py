"""An actor: a process somewhere on the cluster that owns games and a copy of the network, and plays rollouts
with whatever weights it is told."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import ray

from longroad.scale.selfplay.share import Share
from longroad.scale.selfplay.travel import Order, Played, load, packed
from longroad.train.ppo.settings import PpoSettings
from longroad.train.ppo.source import OwnGames, Players
from longroad.train.run.league import League


class Actor:
    """Plays one rollout at a time, in the order in which they are asked for."""

    def begin(
        self, share: Share[PpoSettings], number: int, step: int, state: Mapping[str, Any] | None
    ) -> None:
        """Makes the games of actor ``number``, new ones at ``step``, or those of a saved state."""
        device = share.prepared()
        self._network = share.network.to(device)
        self._league = League(self._network, share.settings.past_versions)
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
