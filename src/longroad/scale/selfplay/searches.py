"""Expert iteration's lessons, searched by the actors of a learner."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import ray

from longroad.nets.network import PolicyNetwork
from longroad.scale.selfplay.plan import Plan
from longroad.scale.selfplay.pool import Pool
from longroad.scale.selfplay.share import Share
from longroad.scale.selfplay.travel import Array, Weights, load, stored
from longroad.train.expert.games import Lessons
from longroad.train.expert.settings import ExpertSettings
from longroad.train.expert.source import OwnSearches, Searched


@dataclass(frozen=True)
class SearchOrder:
    """Whom searches ask. The weights lie in the object store, so that a node gets each version once."""

    #: The learner's step that the weights are from.
    step: int
    weights: ray.ObjectRef[Weights]


@dataclass(frozen=True)
class SearchedThere:
    """Lessons on their way, with what ``Searched`` says of them."""

    step: int
    #: Policies as the learner's memory keeps them, masks with eight actions per byte.
    columns: dict[str, Array]
    actions: int
    games: int
    #: Seconds that the actor had nothing to do before them.
    idle: float


class SearchActor:
    """Owns games of a search against itself, and plays them with whatever weights it is told."""

    def begin(self, share: Share[ExpertSettings], number: int, step: int, state: None) -> None:
        """New games of actor ``number`` at ``step``; their states are not kept."""
        device = share.prepared()
        self._network = share.network.to(device)
        self._searches = OwnSearches(
            self._network,
            share.rules,
            share.settings,
            device=device,
            seed=share.seed_of(number, 0),
            step=step,
            threads=share.threads,
        )
        self._ended = time.perf_counter()

    def play(self, order: SearchOrder) -> SearchedThere:
        """An actor's part of the decisions of an iteration."""
        idle = time.perf_counter() - self._ended
        load(self._network, ray.get(order.weights))
        searched = self._searches.next(self._network, order.step)
        columns, actions = _packed(searched.lessons)
        self._ended = time.perf_counter()
        return SearchedThere(order.step, columns, actions, searched.games, idle)


class RayLessons(Pool[SearchOrder, SearchedThere]):
    """Lessons of all actors, in their order. Games begin afresh when a run resumes."""

    def __init__(self, share: Share[ExpertSettings], plan: Plan) -> None:
        """The actors start when the first lessons are asked for."""
        super().__init__(SearchActor, share, plan, range(plan.actors), "a lesson")

    def next(self, network: PolicyNetwork, step: int) -> Searched:
        """See Pool. Raises ScaleError if an actor dies again and again."""
        parts, figures = self.taken(SearchOrder(step, stored(network)), step)
        lessons = [_unpacked(part) for part in parts]
        joined = {name: np.concatenate([one[name] for one in lessons]) for name in lessons[0]}
        return Searched(joined, sum(part.games for part in parts), figures)

    def state_dict(self) -> dict[str, Any]:
        """Nothing: games in play are not kept."""
        return {}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """New games, those of the step. What was asked for before is forgotten."""
        self.restart(state["steps"])


def _packed(lessons: Lessons) -> tuple[dict[str, Array], int]:
    """Smaller columns, and how many actions a mask has."""
    mask = lessons["mask"]
    smaller: dict[str, Array] = {
        "policy": lessons["policy"].astype(np.float16),
        "mask": np.packbits(mask, axis=1),
    }
    return {**lessons, **smaller}, mask.shape[1]


def _unpacked(part: SearchedThere) -> dict[str, Array]:
    mask = np.unpackbits(part.columns["mask"], axis=1, count=part.actions)
    return {**part.columns, "mask": mask}
