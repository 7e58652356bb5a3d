"""The learner's side of the actors: what they are asked, how far they may be behind, what is done when one of
them dies."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import ray
from ray.exceptions import RayError

from longroad.errors import ScaleError
from longroad.scale.selfplay.actor import Actor, Share
from longroad.scale.selfplay.calls import got, why
from longroad.scale.selfplay.plan import Plan
from longroad.scale.selfplay.travel import Joint, Order, Played, Weights, stored
from longroad.train.ppo.source import Collected, Players

#: An actor that dies so often without a rollout in between ends the run.
DEATHS_IN_A_ROW = 3
#: For a cluster to find room for an actor and start it.
SECONDS_TO_BEGIN = 300.0


class RayRollouts:
    """Rollouts of the games of all actors side by side.

    An actor has at most ``staleness`` + 1 rollouts ahead of the learner, asked for or finished, and never one
    of weights more than ``staleness`` steps before those that learn from it. Which weights a rollout is of
    depends on nothing but the step, so a run in which no actor dies has the same numbers every time.
    """

    def __init__(self, share: Share, plan: Plan, numbers: Sequence[int], joint: Joint) -> None:
        """``numbers``: the actors of this learner. They start when the first rollout is asked for."""
        self._share, self._plan, self._joint = share, plan, joint
        self._actors = [_Actor(number) for number in numbers]
        self._states: Sequence[Mapping[str, Any]] = ()
        self._past: list[tuple[int, ray.ObjectRef[Weights]] | None] = [None] * share.places
        self._put: ray.ObjectRef[Share] | None = None
        self._step = 0
        #: How many actors have died.
        self.lost = 0

    def next(self, players: Players) -> Collected:
        """See the class. Raises ScaleError if an actor dies again and again."""
        self._step = players.step
        order = self._order(players)
        self._start()
        for actor in self._actors:
            while len(actor.asked) <= self._plan.staleness:
                actor.ask(order)
        began = time.perf_counter()
        parts = self._taken(order)
        waited = time.perf_counter() - began
        stale = [players.step - part.step for part in parts]
        collected = self._joint.joined(parts)
        collected.figures = {
            "staleness": sum(stale) / len(stale),
            "staleness/max": float(max(stale)),
            "wait/learner": waited,
            "wait/actors": sum(part.idle for part in parts) / len(parts),
            "actors/lost": float(self.lost),
        }
        return collected

    def state_dict(self) -> dict[str, Any]:
        """Of every actor, in their order; nothing where it would not be resumed exactly and games are not
        kept. Waits for the rollouts that are being played."""
        if self._plan.staleness and not self._share.settings.keep_games:
            return {"actors": []}
        self._start()
        return {"actors": [self._state(actor) for actor in self._actors]}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Resumes from a state of as many actors, or of one process for one actor; else from new games.
        Rollouts that were asked for before are forgotten."""
        self.close()
        states = state.get("actors") or ([state] if "generator" in state else [])
        self._states = states if len(states) == len(self._actors) else ()
        self._step = state["steps"]
        self._past = [None] * len(self._past)

    def close(self) -> None:
        """Ends the actors."""
        for actor in self._actors:
            actor.end()

    def _order(self, players: Players) -> Order:
        league = players.league
        for place, step in enumerate(league.steps):
            known = self._past[place]
            if step is not None and (known is None or known[0] != step):
                self._past[place] = (step, stored(league.networks[place]))
        return Order(players.step, stored(players.network), tuple(self._past), players.asks)

    def _start(self) -> None:
        states: list[Mapping[str, Any] | None] = [*self._states]
        states += [None] * (len(self._actors) - len(states))
        self._states = ()
        begun = {
            actor: self._began(actor, state)
            for actor, state in zip(self._actors, states, strict=True)
            if actor.process is None
        }
        for actor, reference in begun.items():
            try:
                got(reference, SECONDS_TO_BEGIN)
            except RayError as error:
                self._replace(actor, error)

    def _began(self, actor: _Actor, state: Mapping[str, Any] | None, claims: bool = True) -> Any:
        if self._put is None:
            self._put = ray.put(self._share)
        options = self._plan.claim if claims else {"num_cpus": 0, "num_gpus": 0}
        actor.process = ray.remote(Actor).options(scheduling_strategy="SPREAD", **options).remote()
        actor.asked.clear()
        return actor.process.begin.remote(self._put, actor.number, self._step, state)

    def _taken(self, order: Order) -> list[Played]:
        """The oldest rollout of every actor, as they come."""
        taken: dict[int, Played] = {}
        while len(taken) < len(self._actors):
            waiting = {a.asked[0]: a for a in self._actors if a.number not in taken}
            (reference, *_), _ = ray.wait(list(waiting), num_returns=1)
            actor = waiting[reference]
            try:
                taken[actor.number] = got(reference)
            except RayError as error:
                asked = len(actor.asked)
                self._replace(actor, error)
                for _ in range(asked):
                    actor.ask(order)
            else:
                actor.asked.popleft()
                actor.deaths = 0
        return [taken[actor.number] for actor in self._actors]

    def _state(self, actor: _Actor) -> dict[str, Any]:
        assert actor.process is not None
        while True:
            try:
                state: dict[str, Any] = got(actor.process.state.remote())
                return state
            except RayError as error:
                self._replace(actor, error)

    def _replace(self, actor: _Actor, error: RayError) -> None:
        """A new process with new games. It claims no core, so that there is room for it on the nodes that are
        left."""
        while True:
            self.lost += 1
            actor.deaths += 1
            if actor.deaths >= DEATHS_IN_A_ROW:
                raise ScaleError(
                    f"actor {actor.number} died {actor.deaths} times without a rollout: {why(error)}"
                ) from error
            actor.end()
            try:
                got(self._began(actor, None, claims=False), SECONDS_TO_BEGIN)
                return
            except RayError as again:
                error = again


class _Actor:
    """A process, what it was asked and has not given, and how often it died since its last rollout."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: Any = None
        self.asked: deque[Any] = deque()
        self.deaths = 0

    def ask(self, order: Order) -> None:
        self.asked.append(self.process.play.remote(order))

    def end(self) -> None:
        if self.process is not None:
            ray.kill(self.process)
        self.process = None
        self.asked.clear()
