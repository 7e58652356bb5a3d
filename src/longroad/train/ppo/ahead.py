"""Rollouts one step ahead: the next one is played in a thread while the network learns from the last.

On a GPU the two share it, the games on a stream of higher priority; so neither the processor nor the device
waits for the other. What is played is a function of the seed all the same: each rollout is by the weights of
one step earlier, whichever of the two is done first.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import torch

from longroad.nets.network import PolicyNetwork
from longroad.train.ppo.collector import Collector
from longroad.train.ppo.source import Collected, OwnGames, Players
from longroad.train.run.league import League


class GamesAhead:
    """The games of this process, stepped while the network learns. The first two rollouts are by the same
    weights, every later one by those of a step earlier."""

    def __init__(self, games: OwnGames, network: PolicyNetwork) -> None:
        """``games``: nobody else steps them. ``network``: one of the kind that will play, on their device."""
        device = games.collector.device
        self._games = games
        self._spare = games.collector.rollout.like()
        self._network = copy.deepcopy(network).requires_grad_(False)
        self._league = League(network, games.settings.past_versions)
        self._stream = (
            torch.cuda.Stream(device, priority=-1)  # type: ignore[no-untyped-call]
            if device.type == "cuda"
            else None
        )
        self._thread = ThreadPoolExecutor(1, "rollouts")
        self._under_way: Future[Collected] | None = None

    @property
    def collector(self) -> Collector:
        """Who steps the games, perhaps at this moment."""
        return self._games.collector

    def next(self, players: Players) -> Collected:
        """The rollout that was begun at the last call; another one begins, by these players."""
        collected = self._games.next(players) if self._under_way is None else self._under_way.result()
        self._spare = self._games.change_rollout(self._spare)
        mine = self._copied(players)
        if self._stream is not None:
            self._stream.wait_stream(torch.cuda.current_stream())
        self._under_way = self._thread.submit(self._play, mine)
        return collected

    def state_dict(self) -> dict[str, Any]:
        """That of the games after the rollout that is under way, which a resumed run does not have."""
        self._settle()
        return self._games.state_dict()

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Resumes from there. A rollout under way is forgotten."""
        self._settle()
        self._under_way = None
        self._games.load_state_dict(state)

    def _settle(self) -> None:
        """Waits until nobody steps the games."""
        if self._under_way is not None:
            wait([self._under_way])

    def _play(self, players: Players) -> Collected:
        if self._stream is None:
            return self._games.next(players)
        with torch.cuda.stream(self._stream):
            collected = self._games.next(players)
            self._stream.synchronize()
        return collected

    def _copied(self, players: Players) -> Players:
        """The same players, whom learning does not change."""
        self._network.load_state_dict(players.network.state_dict())
        for place, step in enumerate(players.league.steps):
            if step is not None and step != self._league.steps[place]:
                self._league.networks[place].load_state_dict(players.league.networks[place].state_dict())
                self._league.steps[place] = step
        return Players(self._network, self._league, players.step, players.asks)
