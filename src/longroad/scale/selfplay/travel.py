"""What travels between learner and actors: weights there, rollouts back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt
import ray
import torch
from torch import Tensor, nn

from longroad.train.ppo.rollout import Rollout
from longroad.train.ppo.source import Collected

Array = npt.NDArray[Any]
Weights = dict[str, Array]
_FIELDS = tuple(field.name for field in fields(Rollout) if field.name != "mask")


@dataclass(frozen=True)
class Order:
    """Who plays a rollout. Weights lie in the object store, so that a node gets each version once."""

    #: The learner's step that the weights are from.
    step: int
    weights: ray.ObjectRef[Weights]
    #: The step and the weights of each place of the league; None for an empty one.
    past: tuple[tuple[int, ray.ObjectRef[Weights]] | None, ...]
    asks: bool


@dataclass(frozen=True)
class Played:
    """A rollout on its way, with what ``Collected`` says of it."""

    step: int
    #: By the names of Rollout's fields.
    arrays: dict[str, Array]
    #: Eight actions per byte.
    mask: Array
    actions: int
    orders: list[Array]
    past: tuple[float, float]
    #: Seconds that the actor had nothing to do before it.
    idle: float


def stored(network: nn.Module) -> ray.ObjectRef[Weights]:
    """A network's weights, put into the object store."""
    return ray.put({name: value.detach().cpu().numpy() for name, value in network.state_dict().items()})


def load(network: nn.Module, weights: Weights) -> None:
    """Copies the weights into a network."""
    own = network.state_dict()
    with torch.no_grad():
        for name, value in weights.items():
            own[name].copy_(torch.from_numpy(value.copy()))


def packed(collected: Collected, step: int, idle: float) -> Played:
    """A rollout, ready to be sent."""
    rollout = collected.rollout
    return Played(
        step,
        {name: getattr(rollout, name).cpu().numpy() for name in _FIELDS},
        np.packbits(rollout.mask.cpu().numpy(), axis=2, bitorder="little"),
        rollout.mask.shape[2],
        [order.cpu().numpy() for order in collected.orders],
        collected.past,
        idle,
    )


class Joint:
    """One rollout of several: the games of all actors side by side. Its memory is used again for the next."""

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._host: Rollout | None = None
        self._there: Rollout | None = None

    def joined(self, parts: Sequence[Played]) -> Collected:
        """All parts together. Their moves are mixed evenly, so that each batch has moves of every actor."""
        host = self._room(parts)
        first = 0
        for part in parts:
            games = slice(first, first + part.mask.shape[1])
            for name in _FIELDS:
                getattr(host, name).numpy()[:, games] = part.arrays[name]
            bits = np.unpackbits(part.mask, axis=2, count=part.actions, bitorder="little")
            host.mask.numpy()[:, games] = bits.view(np.bool_)
            first = games.stop
        orders = [mixed(columns) for columns in zip(*_rows(parts, first), strict=True)]
        won = sum(part.past[0] for part in parts)
        met = sum(part.past[1] for part in parts)
        return Collected(self._on_device(host), [order.to(self._device) for order in orders], (won, met))

    def _room(self, parts: Sequence[Played]) -> Rollout:
        if self._host is None:
            steps, _, players = parts[0].arrays["reward"].shape
            observation = parts[0].arrays["observation"].shape[2]
            games = sum(part.mask.shape[1] for part in parts)
            sizes = (steps, games, players, observation, parts[0].actions)
            self._host = Rollout.empty(*sizes, torch.device("cpu"))
            if self._device.type != "cpu":
                self._there = Rollout.empty(*sizes, self._device)
        return self._host

    def _on_device(self, host: Rollout) -> Rollout:
        if self._there is None:
            return host
        for field in fields(Rollout):
            getattr(self._there, field.name).copy_(getattr(host, field.name))
        return self._there


def _rows(parts: Sequence[Played], games: int) -> list[list[Tensor]]:
    """Per part and epoch, the rows that its moves have in the joint rollout, in its order."""
    found, first = [], 0
    for part in parts:
        own = part.mask.shape[1]
        orders = (torch.from_numpy(order.copy()) for order in part.orders)
        found.append([order // own * games + first + order % own for order in orders])
        first += own
    return found


def mixed(orders: Sequence[Tensor]) -> Tensor:
    """One order of several, each of them spread over the whole length.

    >>> mixed([torch.tensor([1, 2, 3, 4]), torch.tensor([7, 8])]).tolist()
    [1, 7, 2, 3, 8, 4]
    """
    places = torch.cat([(torch.arange(len(order)) + 0.5).double() / len(order) for order in orders])
    return torch.cat(list(orders))[places.argsort(stable=True)]
