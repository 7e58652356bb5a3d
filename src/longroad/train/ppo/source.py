"""Where PPO's rollouts come from: games of this process, or of actors on a cluster (longroad.scale.selfplay).
What is learnt from them does not depend on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import torch
from torch import Tensor

from longroad.catan import Rewards, Rules
from longroad.nets.network import PolicyNetwork
from longroad.train.ppo.collector import Collector
from longroad.train.ppo.inference import Inferences
from longroad.train.ppo.native_shares import advised, seated, shares_of
from longroad.train.ppo.rollout import Rollout
from longroad.train.ppo.settings import PpoSettings
from longroad.train.run.league import League


@dataclass(frozen=True)
class Players:
    """Who plays a rollout: the network after ``step`` steps of the learner, past versions in one seat of some
    games, and advisers if the network is still to be advised."""

    network: PolicyNetwork
    league: League[PolicyNetwork]
    step: int
    asks: bool


@dataclass
class Collected:
    """A rollout, and in what order its moves are learnt from. The tensors are written anew when the next one
    is asked for."""

    rollout: Rollout
    #: Per epoch, the rows of ``rollout`` (flattened) in which the learner decided.
    orders: list[Tensor]
    #: Of the games against past versions that ended: how many the learner won, and how many there were.
    past: tuple[float, float]
    #: What else there is to log.
    figures: dict[str, float] = field(default_factory=dict)


class RolloutSource(Protocol):
    """Plays the games that PPO learns from."""

    def next(self, players: Players) -> Collected:
        """The next rollout to learn from. Whether it is of exactly these players, or of the same a bounded
        number of steps earlier, is the source's."""
        ...

    def state_dict(self) -> dict[str, Any]:
        """Generators and games in play, to resume."""
        ...

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Resumes from there; from new games if the state is one of another kind of source."""
        ...


class OwnGames:
    """The games of this process. They are stepped while nothing is learnt."""

    def __init__(
        self,
        network: PolicyNetwork,
        rules: Rules,
        settings: PpoSettings,
        *,
        device: torch.device,
        seed: int,
        threads: int = 1,
    ) -> None:
        """``network``: one of the kind that will play, on ``device``."""
        self.settings = settings
        self._inferences = Inferences(network, device)
        opponents, advisers = shares_of(settings.opponents), shares_of(settings.advisers)
        self.collector: Collector = Collector(
            rules,
            space=network.codec,
            games=settings.games,
            steps=settings.steps,
            groups=settings.groups,
            device=device,
            seed=seed,
            threads=threads,
            reward=Rewards(settings.win, settings.loss, settings.point),
            opponents=seated(opponents, settings.games, settings.groups, rules.players),
            advisers=advised(advisers, opponents, settings.games, settings.groups),
            spread=settings.spread,
            luck=settings.luck or None,
        )
        self._seated: list[int | None] = []

    def next(self, players: Players) -> Collected:
        """A rollout of exactly these players"""
        self._seat_past(players.league)
        self.collector.asks = players.asks
        rollout = self.collector.collect(self._inferences.of(players.network))
        past = self.collector.against_past((self.settings.win + self.settings.loss) / 2)
        return Collected(rollout, self.collector.orders(self.settings.epochs), past)

    def change_rollout(self, other: Rollout) -> Rollout:
        """Writes the next rollout into other tensors; returns those of the last one."""
        last, self.collector.rollout = self.collector.rollout, other
        return last

    def _seat_past(self, league: League[PolicyNetwork]) -> None:
        if league.steps == self._seated:
            return
        versions = [self._inferences.of(league.networks[place]) for place in league.by_age()]
        self.collector.seat_past(self.settings.past_share, versions)
        self._seated = list(league.steps)

    def state_dict(self) -> dict[str, Any]:
        """The generator, and the games if the settings keep them."""
        return {
            "generator": self.collector.generator.get_state(),
            "games": self.collector.save_games() if self.settings.keep_games else [],
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Resumes from there; nothing changes if the state has no generator."""
        if "generator" in state:
            self.collector.generator.set_state(state["generator"].cpu())
            self.collector.restore_games(state["games"])
