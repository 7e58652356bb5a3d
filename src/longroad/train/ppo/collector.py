"""Plays many games with a network and keeps what happened: the acting half of learning.

Games are dealt into groups. While the device evaluates one group's positions, the processor steps the other's
games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from longroad.catan import Rewards, Rules, VectorEnv
from longroad.train.ppo.inference import Inference
from longroad.train.ppo.rollout import Rollout, seats_from
from longroad.train.run.choosing import drawn


@dataclass
class PastSeats:
    """Games of a group that a past version plays in one seat: rows ``first`` to ``end - 1``, the seat
    alternating by row."""

    first: int
    end: int
    infer: Inference


@dataclass
class _Group:
    env: VectorEnv
    first: int
    pinned: dict[str, Tensor]
    chosen: Tensor
    told: Tensor
    ready: Any = None
    past: list[PastSeats] = field(default_factory=list)

    @property
    def games(self) -> slice:
        return slice(self.first, self.first + self.env.games)


class Collector:
    """Steps ``games`` games in ``groups`` groups. ``collect`` returns the same tensors at every call, written
    anew."""

    def __init__(
        self,
        rules: Rules,
        *,
        space: str,
        games: int,
        steps: int,
        device: torch.device,
        seed: int,
        threads: int = 1,
        groups: int = 2,
        reward: Rewards | None = None,
        opponents: Mapping[int, Sequence[str | None]] | None = None,
        advisers: Mapping[int, str] | None = None,
        spread: int = 0,
        luck: str | None = None,
    ) -> None:
        """``reward``, ``luck``, and ``opponents`` and ``advisers`` by game, as a VectorEnv takes them.
        ``spread``: up to so many random moves are played first, more in some games than in others, so that
        not all of them begin and end together."""
        if games % groups:
            raise ValueError(f"games={games}: must be a multiple of the {groups} groups")
        self.rules: Rules = rules
        self.device: torch.device = device
        self.steps: int = steps
        self._has_natives = bool(opponents or advisers)
        #: Whether the advisers are asked.
        self.asks: bool = bool(advisers)
        self.generator: torch.Generator = torch.Generator(device).manual_seed(seed % 2**63)
        each = games // groups
        self._groups = []
        for number in range(groups):
            natives = {
                "opponents": _of_group(opponents or {}, number, each),
                "advisers": _of_group(advisers or {}, number, each),
            }
            self._groups.append(
                _group(
                    rules, space, each, number, seed, threads, device.type == "cuda", reward, natives, luck
                )
            )
            _scatter(self._groups[-1].env, spread, natives["opponents"])
        env = self._groups[0].env
        self.rollout: Rollout = Rollout.empty(
            steps, games, rules.players, env.observation.shape[1], env.actions, device
        )

    @property
    def envs(self) -> list[VectorEnv]:
        """The games themselves."""
        return [group.env for group in self._groups]

    def save_games(self) -> list[Tensor]:
        """The games in play, for ``restore_games``; none if native agents take part in some, since what those
        remember is not kept."""
        if self._has_natives:
            return []
        return [torch.from_numpy(env.save()) for env in self.envs]

    def restore_games(self, saved: Sequence[Tensor]) -> None:
        """Resumes from there; from new games if none were kept."""
        for env, games in zip(self.envs, saved, strict=False):
            env.restore(games.cpu().numpy())

    def seat_past(self, share: float, versions: Sequence[Inference]) -> None:
        """Lets past versions play one seat in a share of the games of every group, each version in as
        many."""
        for group in self._groups:
            count = int(share * group.env.games) // max(len(versions), 1)
            group.past = [
                PastSeats(i * count, (i + 1) * count, infer) for i, infer in enumerate(versions) if count > 0
            ]

    @torch.no_grad()
    def collect(self, infer: Inference) -> Rollout:
        """Plays ``steps`` decisions in every game by drawing from the network's policy."""
        self.rollout.advice.fill_(-1)
        for t in range(self.steps):
            for group in self._groups:
                if group.ready is not None:
                    self._step(group, t - 1)
                self._launch(group, t, infer)
        for group in self._groups:
            self._step(group, self.steps - 1)
            self._look_ahead(group, infer)
        return self.rollout

    def orders(self, epochs: int) -> list[Tensor]:
        """Per epoch, the rows of the flattened rollout in which the learner decided, in a drawn order."""
        learnt = self.rollout.learnt.flatten().nonzero().squeeze(1)
        return [
            learnt[torch.randperm(len(learnt), device=self.device, generator=self.generator)]
            for _ in range(epochs)
        ]

    def against_past(self, even: float) -> tuple[float, float]:
        """Of the rollout's games against past versions that ended: in how many those got no more than
        ``even``, and how many there were."""
        won = games = 0.0
        for group in self._groups:
            for seats in group.past:
                rows = torch.arange(seats.first, seats.end, device=self.device)
                done = self.rollout.done[:, group.first + rows]
                reward = self.rollout.reward[:, group.first + rows]
                theirs = reward.gather(
                    2, (rows % self.rules.players).expand(len(reward), -1).unsqueeze(2)
                ).squeeze(2)
                games += done.sum().item()
                won += (done & (theirs <= even)).sum().item()
        return won, games

    def _launch(self, group: _Group, t: int, infer: Inference) -> None:
        """Asks the network about a group's positions and draws its moves; the device works on while this
        returns."""
        r, games = self.rollout, group.games
        r.observation[t, games].copy_(group.pinned["observation"], non_blocking=True)
        r.mask[t, games].copy_(group.pinned["mask"], non_blocking=True)
        actor = group.pinned["actor"].to(self.device, non_blocking=True).long()
        r.actor[t, games] = actor
        r.turn[t, games] = group.pinned["turn"].to(self.device, non_blocking=True).float()
        heads = infer(r.observation[t, games])
        logits = heads.logits.float()
        learnt = torch.ones_like(actor, dtype=torch.bool)
        for seats in group.past:
            rows = slice(seats.first, seats.end)
            theirs = (
                actor[rows] == torch.arange(seats.first, seats.end, device=self.device) % self.rules.players
            )
            past = seats.infer(r.observation[t, games][rows]).logits.float()
            logits[rows] = torch.where(theirs.unsqueeze(1), past, logits[rows])
            learnt[rows] = ~theirs
        action, log_probability = drawn(logits, r.mask[t, games], self.generator)
        r.action[t, games], r.log_probability[t, games] = action, log_probability
        r.values[t, games] = seats_from(heads.values[:, : self.rules.players].float(), actor)
        r.learnt[t, games] = learnt
        group.chosen.copy_(action, non_blocking=True)
        if self.asks:  # while the device works
            group.told.copy_(torch.from_numpy(group.env.advice()))
            r.advice[t, games] = group.told.to(self.device, non_blocking=True).long()
        group.ready = _mark(self.device)

    def _step(self, group: _Group, t: int) -> None:
        """Carries out the moves drawn at step ``t`` and keeps what they brought."""
        if self.device.type == "cuda":
            group.ready.synchronize()
        group.ready = None
        group.env.step(group.chosen.numpy())
        r, games = self.rollout, group.games
        done = group.pinned["done"].to(self.device, non_blocking=True)
        points = group.pinned["points"].to(self.device, non_blocking=True).float()
        r.done[t, games], r.points[t, games] = done, points
        r.turns[t, games] = group.pinned["turns"].to(self.device, non_blocking=True).float()
        r.reward[t, games] = group.pinned["rewards"].to(self.device, non_blocking=True)
        r.luck[t, games] = group.pinned["luck"].to(self.device, non_blocking=True)

    def _look_ahead(self, group: _Group, infer: Inference) -> None:
        """Values of the positions after the last step."""
        actor = group.pinned["actor"].to(self.device).long()
        heads = infer(group.pinned["observation"].to(self.device))
        self.rollout.actor[-1, group.games] = actor
        self.rollout.values[-1, group.games] = seats_from(
            heads.values[:, : self.rules.players].float(), actor
        )


def _scatter(env: VectorEnv, most: int, without: Iterable[int]) -> None:
    """Those with native players are left where they are: they would have to think, and soon run apart by
    themselves."""
    offsets = np.arange(env.games) * most // env.games
    offsets[list(without)] = 0
    for move in range(most):
        env.step(np.where(move < offsets, env.sample(), -1))


def _of_group(games: Mapping[int, Any], number: int, each: int) -> dict[int, Any]:
    """Those of one group, counted from its first game."""
    return {game - number * each: what for game, what in games.items() if game // each == number}


def _mark(device: torch.device) -> Any:
    """Something to wait for: what the device was given until now."""
    if device.type != "cuda":
        return True
    event = torch.cuda.Event()  # type: ignore[no-untyped-call]
    event.record()
    return event


def _group(
    rules: Rules,
    space: str,
    games: int,
    number: int,
    seed: int,
    threads: int,
    pin: bool,
    reward: Rewards | None,
    natives: dict[str, Any],
    luck: str | None,
) -> _Group:
    def make(buffers: dict[str, Any] | None) -> VectorEnv:
        return VectorEnv(
            rules,
            games=games,
            seed=seed + 7919 * number,
            threads=threads,
            space=space,
            encoding="general",
            **natives,
            skip_forced=True,
            reward=reward,
            luck=luck,
            buffers=buffers,
        )

    env = make(None)
    pinned = {name: torch.from_numpy(array) for name, array in env.arrays.items()}
    if pin:  # the same games, written into memory that the device can read while the processor continues
        pinned = {name: tensor.pin_memory() for name, tensor in pinned.items()}
        env = make({name: tensor.numpy() for name, tensor in pinned.items()})
    chosen, told = (torch.zeros(games, dtype=torch.int32, pin_memory=pin) for _ in range(2))
    return _Group(env, number * games, pinned, chosen, told)
