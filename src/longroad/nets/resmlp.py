"""The networks of Casher (2024), which say in which place a player will finish if it makes a move: the
residual perceptron, and the plain ones that the article tried before it."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from longroad.catan.encodings import ENCODINGS

FEATURES = ENCODINGS["casher2024"].size
#: Numbers about the position and about the move; together they are the features.
POSITION, MOVES = (ENCODINGS["casher2024"].block(name).count for name in ("position", "move"))
#: In the places of a move: there is no second one.
NO_PLACE = MOVES


class ResidualBlock(nn.Module):
    """Linear and ReLU, twice; then the input is added, and ReLU once more."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one: nn.Linear = nn.Linear(width, width)
        self.two: nn.Linear = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """The block's numbers, added to those that went in."""
        return functional.relu(functional.relu(self.two(functional.relu(self.one(x)))) + x)


class PlaceNetwork(nn.Module):
    """1,782 numbers, a linear layer to ``width``, the layers of a subclass, a linear layer to one number: the
    place, from 1 on.

    The input is the encoding ``casher2024`` of positions with one marked move each, float32 ``[batch,
    1782]``.
    """

    last: nn.Linear

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first: nn.Linear = nn.Linear(FEATURES, width)

    def between(self, hidden: Tensor) -> Tensor:
        """From the first layer's sums to what the last layer reads."""
        raise NotImplementedError

    def forward(self, features: Tensor) -> Tensor:
        """Predicted places ``[batch]``."""
        return self._place(self.first(features))

    def rate(self, positions: Tensor, moves: Tensor, owners: Tensor) -> Tensor:
        """Predicted places of many moves in fewer positions: ``[rows]``.

        ``positions`` is ``[n, 1536]``, ``owners`` ``[rows]`` says which position a row is about, and
        ``moves`` ``[rows, 2]`` holds the places its move marks (``NO_PLACE``: none). The same function as
        ``forward``: the first layer is linear, so its part for a position is computed once.
        """
        weight = self.first.weight
        seen = functional.linear(positions.to(weight.dtype), weight[:, :POSITION], self.first.bias)
        marks = functional.pad(weight[:, POSITION:], (0, 1)).t().contiguous()
        return self._place(seen[owners] + marks[moves[:, 0]] + marks[moves[:, 1]])

    def _place(self, hidden: Tensor) -> Tensor:
        place: Tensor = self.last(self.between(hidden))
        return place.squeeze(-1)


class ResMLP(PlaceNetwork):
    """Four residual blocks of 500 units: the article's network.

    >>> sum(p.numel() for p in ResMLP().parameters())
    2896001
    """

    def __init__(self, width: int = 500, blocks: int = 4) -> None:
        super().__init__(width)
        self.blocks: nn.Sequential = nn.Sequential(*(ResidualBlock(width) for _ in range(blocks)))
        self.last: nn.Linear = nn.Linear(width, 1)

    def between(self, hidden: Tensor) -> Tensor:
        mixed: Tensor = self.blocks(hidden)
        return mixed


class PlainMLP(PlaceNetwork):
    """Layers of ``width`` units with ReLU, one after the other.

    >>> sum(p.numel() for p in PlainMLP(100, layers=1).parameters())
    178401
    """

    def __init__(self, width: int, layers: int) -> None:
        super().__init__(width)
        self.further: nn.ModuleList = nn.ModuleList(nn.Linear(width, width) for _ in range(layers - 1))
        self.last: nn.Linear = nn.Linear(width, 1)

    def between(self, hidden: Tensor) -> Tensor:
        hidden = functional.relu(hidden)
        for layer in self.further:
            hidden = functional.relu(layer(hidden))
        return hidden


def features(positions: Tensor, moves: Tensor) -> Tensor:
    """The network's input from positions ``[rows, 1536]`` and places of one move each ``[rows, 2]``."""
    out = torch.zeros(len(positions), FEATURES + 1, device=positions.device)
    out[:, :POSITION] = positions
    out.scatter_(1, POSITION + moves.long(), 1.0)
    return out[:, :FEATURES]
