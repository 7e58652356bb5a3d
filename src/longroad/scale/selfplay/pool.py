"""The learner's side of its actors: what they are asked, how far they may be behind, what is done when one of
them dies. Knows nothing of what they play."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import ray
from ray.exceptions import RayError

from longroad.errors import ScaleError
from longroad.scale.selfplay.calls import got, why
from longroad.scale.selfplay.plan import Plan
from longroad.scale.selfplay.share import Share

#: An actor that dies so often without having played what it was asked for ends the run.
DEATHS_IN_A_ROW = 3
#: For a cluster to find room for an actor and start it.
SECONDS_TO_BEGIN = 300.0


class Answer(Protocol):
    """What an actor hands over."""

    @property
    def step(self) -> int:
        """The learner's step that its weights were from."""
        ...

    @property
    def idle(self) -> float:
        """Seconds that the actor had nothing to do before it."""
        ...


Order = TypeVar("Order")
Part = TypeVar("Part", bound=Answer)


class Pool(Generic[Order, Part]):
    """Actors that play side by side: processes of a class with ``begin(share, number, step, state)``,
    ``play(order)`` and, if their games are kept, ``state()``.

    An actor has at most ``staleness`` + 1 orders ahead of the learner, under way or done, and none is of
    weights more than ``staleness`` steps before those that learn from what it came to. Which weights an
    answer is of depends on nothing but the step, so a run in which no actor dies has the same numbers every
    time.
    """

    def __init__(
        self, kind: type, share: Share[Any], plan: Plan, numbers: Sequence[int], answer: str
    ) -> None:
        """``numbers``: the actors of this learner. They start when they are first asked. ``answer``: what one
        is called in messages."""
        self._kind, self._share, self._plan, self._answer = kind, share, plan, answer
        self._actors = [_Actor(number) for number in numbers]
        self._states: Sequence[Mapping[str, Any]] = ()
        self._put: ray.ObjectRef[Share[Any]] | None = None
        self._step = 0
        #: How many actors have died.
        self.lost: int = 0

    def taken(self, order: Order, step: int) -> tuple[list[Part], dict[str, float]]:
        """The oldest answer of every actor, in the order of the actors, and what there is to log of them;
        ``order``: of the learner's ``step``. Raises ScaleError if an actor dies again and again."""
        self._step = step
        self._start()
        for actor in self._actors:
            while len(actor.asked) <= self._plan.staleness:
                actor.ask(order)
        began = time.perf_counter()
        parts = self._oldest(order)
        waited = time.perf_counter() - began
        stale = [step - part.step for part in parts]
        return parts, {
            "staleness": sum(stale) / len(stale),
            "staleness/max": float(max(stale)),
            "wait/learner": waited,
            "wait/actors": sum(part.idle for part in parts) / len(parts),
            "actors/lost": float(self.lost),
        }

    def states(self) -> list[dict[str, Any]]:
        """Of every actor, in their order. Waits for what is being played."""
        self._start()
        return [self._state(actor) for actor in self._actors]

    def restart(self, step: int, states: Sequence[Mapping[str, Any]] = ()) -> None:
        """Actors begin at the step: from states of as many actors, else from new games. What was asked for
        before is forgotten."""
        self.close()
        self._states = states if len(states) == len(self._actors) else ()
        self._step = step

    def close(self) -> None:
        """Ends the actors."""
        for actor in self._actors:
            actor.end()

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
        actor.process = ray.remote(self._kind).options(scheduling_strategy="SPREAD", **options).remote()
        actor.asked.clear()
        return actor.process.begin.remote(self._put, actor.number, self._step, state)

    def _oldest(self, order: Order) -> list[Part]:
        """The oldest answer of every actor, as they come."""
        taken: dict[int, Part] = {}
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
                    f"actor {actor.number} died {actor.deaths} times without {self._answer}: {why(error)}"
                ) from error
            actor.end()
            try:
                got(self._began(actor, None, claims=False), SECONDS_TO_BEGIN)
                return
            except RayError as again:
                error = again


class _Actor:
    """A process, what it was asked and has not given, and how often it died since it last gave something."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: Any = None
        self.asked: deque[Any] = deque()
        self.deaths = 0

    def ask(self, order: object) -> None:
        self.asked.append(self.process.play.remote(order))

    def end(self) -> None:
        if self.process is not None:
            ray.kill(self.process)
        self.process = None
        self.asked.clear()
