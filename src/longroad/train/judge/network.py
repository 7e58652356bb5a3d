"""The native network in PyTorch: the same function as cpp/catan/evaluation/network in floating point, and its
weights as integers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from longroad._native import ordered_groups
from longroad.models.judge_file import INPUT_GROUPS
from longroad.train.judge.positions import FIRST_OF_GROUP, INPUTS

OWN, OTHER, HIDDEN = 128, 64, 32
#: What an activation, a weight of the second and of the third layer of 1 is as an integer.
ONE, SECOND, THIRD = 127, 64, 1024


class JudgeNetwork(nn.Module):
    """A number per player; the win probabilities are their softmax.

    The weights of an ordered group of inputs (pips, cards, points) are sums of steps: those of neighbours are
    alike unless the games say otherwise, so that decay shrinks differences, not values.
    """

    offset: Tensor
    ordered: Tensor
    first_of: Tensor

    def __init__(self, worth: float = 0.3, dropout: float = 0.2) -> None:
        super().__init__()
        self.steps: nn.Parameter = nn.Parameter(torch.randn(INPUTS, OWN + OTHER) * 0.03)
        self.first_bias: nn.Parameter = nn.Parameter(torch.full((OWN + OTHER,), 0.2))
        self.second: nn.Linear = nn.Linear(OWN + 2 * OTHER, HIDDEN)
        self.third: nn.Linear = nn.Linear(HIDDEN, 1)
        nn.init.normal_(self.third.weight, std=0.02)
        self.worth: nn.Parameter = nn.Parameter(torch.tensor(worth))
        self.drop: nn.Dropout = nn.Dropout(dropout)
        sizes = torch.tensor([size for _, size in INPUT_GROUPS])
        ordered = torch.tensor([float(one) for one in ordered_groups()])
        offset = torch.from_numpy(FIRST_OF_GROUP)
        self.register_buffer("offset", offset)
        self.register_buffer("ordered", ordered.repeat_interleave(sizes)[:, None])
        self.register_buffer("first_of", offset.repeat_interleave(sizes))

    def first(self) -> Tensor:
        """The weights of the first layer, by input."""
        steps = self.steps * self.ordered
        sums = torch.cumsum(steps, 0)
        return (sums - (sums - steps)[self.first_of]) * self.ordered + self.steps * (1 - self.ordered)

    def forward(self, inputs: Tensor, worths: Tensor) -> Tensor:
        """Of (rows, players, groups) inputs relative to their groups, and (rows, players, 2) worths."""
        rows, players, groups = inputs.shape
        numbers = (inputs.long() + self.offset).reshape(rows * players, groups)
        sums = functional.embedding_bag(numbers, self.first(), mode="sum") + self.first_bias
        sums = sums.clamp(0, 1).view(rows, players, -1)
        own, other = sums[..., :OWN], sums[..., OWN:]
        mean = (other.sum(1, keepdim=True) - other) / (players - 1)
        joint = torch.cat([own, mean, _most_of_others(other)], -1)
        hidden = self.second(self.drop(joint)).clamp(0, 1)
        numbers_of = self.third(self.drop(hidden)).squeeze(-1)
        found: Tensor = numbers_of + self.worth * worths[..., 0]
        return found

    def clip(self) -> None:
        """Keeps the weights within what the integers can say; to be called after every step."""
        with torch.no_grad():
            self.second.weight.clamp_(-127 / SECOND, 127 / SECOND)
            self.third.weight.clamp_(-31, 31)

    def flat(self) -> npt.NDArray[np.float32]:
        """All weights in one array, in the order of the native learner."""
        return torch.cat([one.detach().reshape(-1) for one in self._in_order()]).float().numpy()

    def load_flat(self, weights: npt.NDArray[np.float32]) -> None:
        """The opposite."""
        layers = self._in_order()
        ends = np.cumsum([one.numel() for one in layers])[:-1]
        with torch.no_grad():
            for one, part in zip(layers, np.split(weights, ends), strict=True):
                one.copy_(torch.from_numpy(part).view_as(one))

    def _in_order(self) -> tuple[Tensor, ...]:
        layers = (self.second.weight, self.second.bias, self.third.weight, self.third.bias)
        return self.steps, self.first_bias, *layers, self.worth

    def integers(self) -> dict[str, npt.NDArray[Any]]:
        """The weights as the native network has them (longroad.models.judge_file)."""

        def rounded(weights: Tensor, scale: int, kind: type) -> npt.NDArray[Any]:
            return (weights.detach().double().cpu().numpy() * scale).round().astype(kind)

        return {
            "first": rounded(self.first(), ONE, np.int16),
            "first_bias": rounded(self.first_bias, ONE, np.int16),
            "second": rounded(self.second.weight, SECOND, np.int8),
            "second_bias": rounded(self.second.bias, SECOND * ONE, np.int32),
            "third": rounded(self.third.weight[0], THIRD, np.int16),
            "third_bias": rounded(self.third.bias[0], THIRD * ONE, np.int32),
            "worth": np.array(self.worth.item(), np.float32),
            "race": np.array(0, np.float32),
        }

    def load_integers(self, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        """Takes the weights of a file, as far as integers say them."""

        def floats(name: str, scale: int) -> Tensor:
            return torch.as_tensor(np.asarray(weights[name], np.float32)) / scale

        with torch.no_grad():
            first = floats("first", ONE).reshape(INPUTS, -1)
            before = torch.cat([torch.zeros_like(first[:1]), first[:-1]])
            begins = torch.zeros(INPUTS, 1)
            begins[self.offset] = 1
            self.steps.copy_(first - before * self.ordered.cpu() * (1 - begins))
            self.first_bias.copy_(floats("first_bias", ONE))
            self.second.weight.copy_(floats("second", SECOND).reshape(HIDDEN, -1))
            self.second.bias.copy_(floats("second_bias", SECOND * ONE))
            self.third.weight.copy_(floats("third", THIRD)[None])
            self.third.bias.copy_(floats("third_bias", THIRD * ONE).reshape(1))
            self.worth.copy_(floats("worth", 1).reshape(()))


def _most_of_others(other: Tensor) -> Tensor:
    players = other.shape[1]
    if players == 2:
        return other.flip(1)
    without = [torch.cat([other[:, :p], other[:, p + 1 :]], 1).amax(1) for p in range(players)]
    return torch.stack(without, 1)
