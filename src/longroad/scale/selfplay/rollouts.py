"""PPO's rollouts, played by the actors of a learner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import ray

from longroad.scale.selfplay.actor import Actor
from longroad.scale.selfplay.plan import Plan
from longroad.scale.selfplay.pool import Pool
from longroad.scale.selfplay.share import Share
from longroad.scale.selfplay.travel import Joint, Order, Played, Weights, stored
from longroad.train.ppo.settings import PpoSettings
from longroad.train.ppo.source import Collected, Players


class RayRollouts(Pool[Order, Played]):
    """Rollouts of the games of all actors side by side."""

    def __init__(self, share: Share[PpoSettings], plan: Plan, numbers: Sequence[int], joint: Joint) -> None:
        """``numbers``: the actors of this learner. They start when the first rollout is asked for."""
        super().__init__(Actor, share, plan, numbers, "a rollout")
        self._keeps, self._joint = share.settings.keep_games, joint
        self._past: list[tuple[int, ray.ObjectRef[Weights]] | None] = [None] * share.settings.past_versions

    def next(self, players: Players) -> Collected:
        """See Pool. Raises ScaleError if an actor dies again and again."""
        parts, figures = self.taken(self._order(players), players.step)
        collected = self._joint.joined(parts)
        collected.figures = figures
        return collected

    def state_dict(self) -> dict[str, Any]:
        """Of every actor, in their order; nothing where it would not be resumed exactly and games are not
        kept. Waits for the rollouts that are being played."""
        if self._plan.staleness and not self._keeps:
            return {"actors": []}
        return {"actors": self.states()}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Resumes from a state of as many actors, or of one process for one actor; else from new games.
        Rollouts that were asked for before are forgotten."""
        self.restart(state["steps"], state.get("actors") or ([state] if "generator" in state else []))
        self._past = [None] * len(self._past)

    def _order(self, players: Players) -> Order:
        league = players.league
        for place, step in enumerate(league.steps):
            known = self._past[place]
            if step is not None and (known is None or known[0] != step):
                self._past[place] = (step, stored(league.networks[place]))
        return Order(players.step, stored(players.network), tuple(self._past), players.asks)
