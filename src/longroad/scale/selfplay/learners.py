"""Several learners: the first in the process of the driver, the others on the cluster, each with actors of
its own. They average their gradients after every batch (longroad.train.ppo.ranks), so that all have the same
weights."""

from __future__ import annotations

import os
import socket
from datetime import timedelta
from typing import Any

import ray
import torch
import torch.distributed as dist
from ray.exceptions import RayError

from longroad.errors import ScaleError
from longroad.nets.network import PolicyNetwork
from longroad.scale.selfplay.calls import got, why
from longroad.scale.selfplay.pool import SECONDS_TO_BEGIN
from longroad.scale.selfplay.rollouts import RayRollouts
from longroad.scale.selfplay.runs import Run
from longroad.scale.tasks import prepare
from longroad.train.ppo.ranks import Together
from longroad.train.run.memory import keep_freed_memory

#: After so long without a word from another learner it counts as gone.
PATIENCE = timedelta(minutes=10)
#: Learners that are lost so often in one step end the run.
LOSSES_IN_A_STEP = 3


class Learner:
    """A learner beyond the first, an actor of Ray."""

    def prepare(self, run: Run, threads: int) -> None:
        """Loads everything. Raises ScaleError if the driver has another version of Longroad."""
        prepare(run.share.version, run.share.networks)
        torch.set_num_threads(threads)
        keep_freed_memory()

    def begin(self, run: Run, rank: int, address: str) -> None:
        """Joins the others at ``address``, and makes the learner of that rank."""
        _join(address, rank, run.plan.learners, run.gpu)
        self._trainer = run.learner(rank, Together(run.device))

    def step(self) -> dict[str, float]:
        """A step along with the others. Where it fails they are told, by leaving them."""
        try:
            return self._trainer.step()
        except BaseException:
            dist.destroy_process_group()
            raise

    def state_dict(self) -> dict[str, Any]:
        """Of its actors."""
        return self._trainer.source.state_dict()

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """As a trainer's."""
        self._trainer.load_state_dict(state)

    def weights(self) -> dict[str, torch.Tensor]:
        """Of the network being trained, on the CPU."""
        return {name: value.cpu() for name, value in self._trainer.network.state_dict().items()}


class Learners:
    """A trainer made of all of them (see train.trainer for the protocol). A learner on the cluster that dies
    is made anew, from the weights of the first."""

    def __init__(self, run: Run) -> None:
        self._run = run
        #: Those beyond the first.
        self.others: list[Any] = []
        #: How often a learner died.
        self.lost: int = 0
        self._gather()
        self.first = run.learner(0, Together(run.device))

    @property
    def moves(self) -> int:
        """Learnt from by all of them."""
        return self.first.moves

    @property
    def steps(self) -> int:
        """Made by all of them together."""
        return self.first.steps

    @property
    def network(self) -> PolicyNetwork:
        """The first one's; those of the others have the same weights."""
        return self.first.network

    @property
    def playing(self) -> PolicyNetwork:
        """The first one's."""
        return self.first.playing

    def step(self) -> dict[str, float]:
        """A step of all of them. Raises ScaleError if learners die again and again."""
        losses = 0
        while True:
            asked = [other.step.remote() for other in self.others]
            try:
                figures: list[dict[str, float]] = [self.first.step(), *map(got, asked)]
            except (RayError, RuntimeError) as error:
                losses += 1
                self._raise_own(error, asked)
                if losses >= LOSSES_IN_A_STEP:
                    words = f"learners died {losses} times in a step: {why(error)}"
                    raise ScaleError(words) from error
                self._regather()
                continue
            joint = figures[0]
            joint["actors/lost"] = sum(one["actors/lost"] for one in figures)
            joint["staleness/max"] = max(one["staleness/max"] for one in figures)
            for name in ("staleness", "wait/learner", "wait/actors"):
                joint[name] = sum(one[name] for one in figures) / len(figures)
            return joint | {"learners/lost": float(self.lost)}

    def state_dict(self) -> dict[str, Any]:
        """The first one's, and the actors of all of them."""
        state = self.first.state_dict()
        for other in self.others:
            state["actors"] = [*state["actors"], *got(other.state_dict.remote())["actors"]]
        return state

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Resumes from there; from new games if it has another number of actors."""
        actors = state.get("actors", [])
        if len(actors) != self._run.plan.actors:
            actors = []

        def of(rank: int) -> dict[str, Any]:
            numbers = self._run.plan.numbers(rank)
            return {**state, "actors": actors[numbers.start : numbers.stop]}

        asked = [other.load_state_dict.remote(of(rank)) for rank, other in enumerate(self.others, start=1)]
        self.first.load_state_dict(of(0))
        for reference in asked:
            got(reference)

    def close(self) -> None:
        """Ends all of them, and their actors."""
        for other in self.others:
            ray.kill(other)
        self.others = []
        if isinstance(self.first.source, RayRollouts):
            self.first.source.close()
        if dist.is_initialized():
            dist.destroy_process_group()

    def _gather(self) -> None:
        """Makes the others and the group of all."""
        run, plan = self._run, self._run.plan
        address, put = _free_address(), ray.put(run)
        threads = max(1, int(plan.cpus))
        made = ray.remote(Learner).options(scheduling_strategy="SPREAD", **plan.claim)
        self.others = [made.remote() for _ in range(1, plan.learners)]
        try:  # before this process waits for them to join
            for reference in [other.prepare.remote(put, threads) for other in self.others]:
                got(reference, SECONDS_TO_BEGIN)
        except RayError as error:
            raise ScaleError(f"a learner died before it began: {why(error)}") from error
        begun = [other.begin.remote(put, rank, address) for rank, other in enumerate(self.others, start=1)]
        _join(address, 0, plan.learners, run.gpu)
        for reference in begun:
            got(reference)

    def _regather(self) -> None:
        """New others in a new group, from the first one's state; their games begin anew."""
        self.lost += 1
        for other in self.others:
            ray.kill(other)
        dist.destroy_process_group()
        self._gather()
        self.first.ranks = Together(self._run.device)
        state = ray.put({**self.first.learnt_state(), "actors": []})
        for reference in [other.load_state_dict.remote(state) for other in self.others]:
            got(reference)

    def _raise_own(self, error: Exception, asked: list[Any]) -> None:
        """Raises what is no consequence of a death: an error of Longroad at any learner."""
        for reference in asked:
            ready, _ = ray.wait([reference], timeout=1.0)
            if ready:
                try:
                    got(reference)
                except (RayError, RuntimeError) as other:
                    if isinstance(other, ScaleError):
                        raise other from error
        if isinstance(error, ScaleError):
            raise error


def _join(address: str, rank: int, size: int, gpu: bool) -> None:
    """Joins the process group whose first member listens at ``address``."""
    if address.startswith("127."):
        os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    dist.init_process_group(
        "nccl" if gpu else "gloo",
        init_method=f"tcp://{address}",
        rank=rank,
        world_size=size,
        timeout=PATIENCE,
    )


def _free_address() -> str:
    """Of this node, with a port that nobody uses."""
    host = ray.util.get_node_ip_address()
    with socket.socket() as found:
        found.bind((host, 0))
        return f"{host}:{found.getsockname()[1]}"
