"""The cross-dimensional networks of Gendre & Kaneko (2020).

A layer has two streams: C channels on the brick grid and N scalars. Each gets the other's: scalars are
*inflated* into constant channels by a dense layer, channels *deflated* into their mean and variance, then a
dense layer. Both sources are summed (in the residual variant the layer's input, too), then the activation:
tanh and leaky ReLU in turn.

The paper's program is written in Keras of TensorFlow 2.1, whose defaults are others than PyTorch's: first
weights by Glorot, which keep a signal's size from layer to layer, biases of zero, and a leaky ReLU with the
slope 0.2. With ``keras`` a network is made and computed so.
"""

from __future__ import annotations

import itertools

import torch
from torch import Tensor, nn

from longroad.nets.brick_conv import BrickConv, padded, widened
from longroad.nets.gendre_input import PLANES, SCALARS, GendreInput
from longroad.nets.gendre_output import BOARD_CHANNELS, OTHERS, GendreOutput
from longroad.nets.network import Heads, PolicyNetwork

CHANNELS, NEURONS = 15, 40


#: Of leaky ReLU below zero.
SLOPE, KERAS_SLOPE = 0.01, 0.2


def activation(number: int, x: Tensor, slope: float = SLOPE) -> Tensor:
    """That of a layer: tanh in the first, leaky ReLU in the second, and so on."""
    return torch.tanh(x) if number % 2 == 0 else nn.functional.leaky_relu(x, slope)


def start_as_keras(network: nn.Module) -> None:
    """Draws all weights anew: Glorot's uniform ones, biases of zero."""
    for name, parameter in network.named_parameters():
        if parameter.ndim > 1:
            nn.init.xavier_uniform_(parameter)
        else:
            assert "bias" in name, name
            nn.init.zeros_(parameter)


class XdimLayer(nn.Module):
    """Both streams before the activation."""

    def __init__(
        self, channels: tuple[int, int], neurons: tuple[int, int], fold: int = 1, step: int = 1
    ) -> None:
        super().__init__()
        self.channels = channels
        self.conv: BrickConv = BrickConv(*channels, fold, step)
        self.inflate: nn.Linear = nn.Linear(neurons[0], channels[1])
        self.dense: nn.Linear = nn.Linear(neurons[0], neurons[1])
        self.deflate: nn.Linear = nn.Linear(2 * channels[0], neurons[1], bias=False)

    def forward(self, board: Tensor, scalars: Tensor) -> tuple[Tensor, Tensor]:
        """Both streams after the layer."""
        y = self.conv(board)
        inflated = widened(self.inflate(scalars), padded(self.channels[1], self.conv.step))
        real = board[..., : self.channels[0]].float()
        mean = real.mean((1, 2))
        variance = (real * real).mean((1, 2)) - mean * mean
        deflated = torch.cat([mean, variance], 1).to(scalars.dtype)
        return y + inflated[:, None, None, :], self.dense(scalars) + self.deflate(deflated)


class Xdim(PolicyNetwork):
    """Layers of both streams, then the heads of Table 4 and the value. ``fold`` and ``step`` only arrange the
    arithmetic."""

    codec = "gendre2020"
    players = 2

    def __init__(
        self,
        layers: int = 8,
        *,
        residual: bool = False,
        channels: int = CHANNELS,
        neurons: int = NEURONS,
        keras: bool = False,
        fold: int = 1,
        step: int = 1,
    ) -> None:
        super().__init__()
        self.residual: bool = residual
        self.step: int = step
        self.slope: float = KERAS_SLOPE if keras else SLOPE
        self.read: GendreInput = GendreInput()
        widths = [(PLANES, SCALARS)] + [(channels, neurons)] * layers
        self.layers: nn.ModuleList = nn.ModuleList(
            XdimLayer((a[0], b[0]), (a[1], b[1]), fold, step) for a, b in itertools.pairwise(widths)
        )
        self.last: XdimLayer = XdimLayer((channels, BOARD_CHANNELS), (neurons, OTHERS + 1), fold, step)
        self.write: GendreOutput = GendreOutput()
        if keras:
            start_as_keras(self)

    def forward(self, observation: Tensor) -> Heads:
        """What it says of observations."""
        board, scalars = self.read(observation)
        board = widened(board, padded(PLANES, self.step))
        for number, layer in enumerate(self.layers):
            new_board, new_scalars = layer(board, scalars)
            if self.residual and number:
                new_board, new_scalars = new_board + board, new_scalars + scalars
            board = activation(number, new_board, self.slope)
            scalars = activation(number, new_scalars, self.slope)
        board, scalars = self.last(board, scalars)
        value = scalars[:, OTHERS].float()
        return Heads(self.write(board, scalars[:, :OTHERS]), torch.stack([value, -value], 1))
