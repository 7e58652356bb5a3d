"""A run of self-play on a cluster: a trainer for ``longroad.train.run.loop``, in the process that calls."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch

from longroad.catan import Rules
from longroad.nets.network import PolicyNetwork
from longroad.scale.cluster import Cluster
from longroad.scale.selfplay.plan import Plan
from longroad.scale.selfplay.rollouts import RayRollouts
from longroad.scale.selfplay.searches import RayLessons
from longroad.scale.selfplay.share import Share, shared
from longroad.scale.selfplay.travel import Joint
from longroad.train.expert.settings import ExpertSettings
from longroad.train.expert.trainer import ExpertTrainer
from longroad.train.ppo.ranks import ALONE, Ranks
from longroad.train.ppo.settings import PpoSettings
from longroad.train.ppo.trainer import PpoTrainer
from longroad.train.run.trainer import Trainer


@dataclass(frozen=True)
class Run:
    """What all learners have in common."""

    network: PolicyNetwork
    rules: Rules
    settings: PpoSettings
    plan: Plan
    share: Share[PpoSettings]
    #: Whether learners use GPUs.
    gpu: bool
    seed: int

    @property
    def device(self) -> torch.device:
        """Of a learner, in its own process."""
        return torch.device("cuda" if self.gpu else "cpu")

    def learner(self, rank: int = 0, ranks: Ranks = ALONE) -> PpoTrainer:
        """The learner of that rank, with its actors."""
        source = RayRollouts(self.share, self.plan, self.plan.numbers(rank), Joint(self.device))
        return PpoTrainer(
            copy.deepcopy(self.network),
            self.rules,
            self.settings,
            device=self.device,
            seed=self.seed,
            source=source,
            ranks=ranks,
        )


@contextmanager
def self_play(
    cluster: Cluster,
    network: PolicyNetwork,
    rules: Rules,
    settings: PpoSettings,
    plan: Plan,
    *,
    device: torch.device,
    seed: int,
) -> Iterator[Trainer]:
    """A block with a trainer whose games are played on the cluster. With ``staleness=0`` and one actor it
    comes to the numbers of PpoTrainer in one process."""
    from longroad.scale.selfplay.learners import Learners

    own = settings.replace(games=settings.games // plan.actors)
    share = shared(cluster, network, rules, own, plan, seed)
    run = Run(share.network, rules, settings, plan, share, device.type == "cuda", seed)
    trainer = run.learner() if plan.learners == 1 else Learners(run)
    try:
        yield trainer
    finally:
        if isinstance(trainer, Learners):
            trainer.close()
        elif isinstance(trainer.source, RayRollouts):
            trainer.source.close()


@contextmanager
def search_play(
    cluster: Cluster,
    network: PolicyNetwork,
    rules: Rules,
    settings: ExpertSettings,
    plan: Plan,
    *,
    device: torch.device,
    seed: int,
) -> Iterator[Trainer]:
    """A block with an ExpertTrainer whose games are searched on the cluster: each actor has an equal part of
    the games and of an iteration's decisions. With ``staleness=0`` and one actor it comes to the numbers of
    one process."""
    own = settings.replace(
        games=settings.games // plan.actors, decisions=-(-settings.decisions // plan.actors)
    )
    source = RayLessons(shared(cluster, network, rules, own, plan, seed), plan)
    try:
        yield ExpertTrainer(copy.deepcopy(network), rules, settings, device=device, seed=seed, source=source)
    finally:
        source.close()
