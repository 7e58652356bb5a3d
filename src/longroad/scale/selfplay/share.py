"""What a learner and its actors agree on before they begin."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
import torch

import longroad
from longroad.catan import Rules
from longroad.nets.network import PolicyNetwork
from longroad.options import Options
from longroad.scale.cluster import Cluster
from longroad.scale.selfplay.plan import Plan
from longroad.scale.tasks import NetworkFile, prepare
from longroad.train.run.memory import keep_freed_memory

Settings = TypeVar("Settings", bound=Options)


@dataclass(frozen=True)
class Share(Generic[Settings]):
    """What every actor of a learner has in common."""

    #: On the CPU, of the right kind; its weights do not matter.
    network: PolicyNetwork
    rules: Rules
    #: With the games of one actor.
    settings: Settings
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

    def prepared(self) -> torch.device:
        """Makes an actor's process ready; returns the device of its network. Raises ScaleError if the driver
        has another version of Longroad."""
        prepare(self.version, self.networks)
        torch.set_num_threads(self.threads)
        keep_freed_memory()
        return torch.device("cuda" if self.gpu and torch.cuda.is_available() else "cpu")


def shared(
    cluster: Cluster, network: PolicyNetwork, rules: Rules, settings: Settings, plan: Plan, seed: int
) -> Share[Settings]:
    """What the actors of a plan have in common. ``settings``: of one actor."""
    return Share(
        network=copy.deepcopy(network).cpu(),
        rules=rules,
        settings=settings,
        seed=seed,
        threads=plan.threads,
        gpu=plan.gpus > 0,
        networks=cluster.networks,
        version=longroad.__version__,
    )
