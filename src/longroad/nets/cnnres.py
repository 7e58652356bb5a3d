"""The baseline of Gendre & Kaneko (2020): a residual convolutional network without a stream of scalars.

The scalars enter as constant channels beside the planes, as in AlphaZero; what is not on the board leaves
through a dense layer over the channels' means and variances.
"""

from __future__ import annotations

import itertools

import torch
from torch import Tensor, nn

from longroad.nets.brick_conv import BrickConv
from longroad.nets.gendre_input import COLUMNS, PLANES, ROWS, SCALARS, GendreInput
from longroad.nets.gendre_output import BOARD_CHANNELS, OTHERS, GendreOutput
from longroad.nets.network import Heads, PolicyNetwork
from longroad.nets.xdim import KERAS_SLOPE, SLOPE, activation, start_as_keras

CHANNELS = 40


class CNNRes(PolicyNetwork):
    """Convolutions with a path around each but the first; the sum is made before the activation."""

    codec = "gendre2020"
    players = 2

    def __init__(self, layers: int = 8, *, channels: int = CHANNELS, keras: bool = False) -> None:
        super().__init__()
        self.slope: float = KERAS_SLOPE if keras else SLOPE
        self.read: GendreInput = GendreInput()
        widths = [PLANES + SCALARS] + [channels] * layers
        self.convs: nn.ModuleList = nn.ModuleList(BrickConv(a, b) for a, b in itertools.pairwise(widths))
        self.biases: nn.ParameterList = nn.ParameterList(torch.zeros(channels) for _ in range(layers))
        self.board_head: BrickConv = BrickConv(channels, BOARD_CHANNELS)
        self.other_head: nn.Linear = nn.Linear(2 * channels, OTHERS + 1)
        self.write: GendreOutput = GendreOutput()
        if keras:
            start_as_keras(self)

    def forward(self, observation: Tensor) -> Heads:
        """What it says of observations."""
        planes, scalars = self.read(observation)
        x = torch.cat([planes, scalars[:, None, None, :].expand(-1, ROWS, COLUMNS, -1)], 3)
        for number, (conv, bias) in enumerate(zip(self.convs, self.biases, strict=True)):
            y = conv(x) + bias.to(x.dtype)
            x = activation(number, y + x if number else y, self.slope)
        real = x.float()
        mean = real.mean((1, 2))
        deflated = torch.cat([mean, (real * real).mean((1, 2)) - mean * mean], 1)
        others = self.other_head(deflated.to(x.dtype))
        value = others[:, OTHERS].float()
        return Heads(self.write(self.board_head(x), others[:, :OTHERS]), torch.stack([value, -value], 1))
