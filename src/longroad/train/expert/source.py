"""Where the lessons of expert iteration come from: games of this process, or of actors on a cluster
(longroad.scale.selfplay). What is learnt from them does not depend on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import torch

from longroad.catan import Rules
from longroad.nets.network import PolicyNetwork
from longroad.train.expert.games import Lessons, SearchPlay
from longroad.train.expert.settings import ExpertSettings
from longroad.train.ppo.inference import Inferences


@dataclass(frozen=True)
class Searched:
    """Decisions to learn from."""

    lessons: Lessons
    #: How many games were finished for them.
    games: int
    #: What else there is to log.
    figures: dict[str, float] = field(default_factory=dict)


class LessonSource(Protocol):
    """Plays the games that expert iteration learns from."""

    def next(self, network: PolicyNetwork, step: int) -> Searched:
        """The next decisions. Whether the searches asked this network, that of ``step`` steps of the learner,
        or the one a bounded number of steps earlier, is the source's."""
        ...

    def state_dict(self) -> dict[str, Any]:
        """What it needs to resume."""
        ...

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Resumes from a trainer's state."""
        ...


class OwnSearches:
    """The games of this process. They are played while nothing is learnt, and begin afresh when a run
    resumes."""

    def __init__(
        self,
        network: PolicyNetwork,
        rules: Rules,
        settings: ExpertSettings,
        *,
        device: torch.device,
        seed: int,
        step: int = 0,
        threads: int = 1,
    ) -> None:
        """``network``: one of the kind that will play, on ``device``. ``step``: of the learner; the games of
        every step are other ones."""
        self._network, self._rules, self._settings = network, rules, settings
        self._device, self._seed, self._threads = device, seed, threads
        self._inferences = Inferences(network, device)
        self._play = self._games(step)

    def next(self, network: PolicyNetwork, step: int) -> Searched:
        """Decisions of searches that asked exactly this network."""
        before = self._play.games
        lessons = self._play.play(self._inferences.of(network), self._settings.decisions)
        return Searched(lessons, self._play.games - before)

    def state_dict(self) -> dict[str, Any]:
        """Nothing: games in play are not kept."""
        return {}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """New games, those of the step."""
        self._play = self._games(state["steps"])

    def _games(self, step: int) -> SearchPlay:
        drawn = np.random.SeedSequence([self._seed % 2**63, step]).generate_state(1, np.uint64)
        return SearchPlay(
            self._network,
            self._rules,
            self._settings,
            device=self._device,
            seed=int(drawn[0]),
            threads=self._threads,
        )
