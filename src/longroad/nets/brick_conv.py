"""Convolutions on the brick grid, channels last.

A kernel covers 3 rows and 5 columns, as in the paper. Fifteen channels waste the matrix units of a GPU, so
the same sums can be taken with several columns *folded* into the channels: [B, 11, 21, 16] read as [B, 11, 7,
48] is the same memory, and a sparse 3 x 3 kernel over 48 channels does what the 5-wide one over 16 did, with
more multiplications and far fewer idle units. Only the arrangement changes, never the numbers.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from longroad.nets.gendre_input import COLUMNS, ROWS

KERNEL_ROWS, KERNEL_COLUMNS = 3, 5
FOLDS = (1, 3, 7, 21)


def padded(channels: int, step: int) -> int:
    """Channels rounded up to a multiple of ``step``."""
    return -(-channels // step) * step


def widened(x: Tensor, channels: int) -> Tensor:
    """With zeros behind the last dimension, up to ``channels``."""
    return nn.functional.pad(x, (0, channels - x.shape[-1])) if channels > x.shape[-1] else x


class BrickConv(nn.Module):
    """[B, 11, 21, padded inputs] to [B, 11, 21, padded outputs]; channels beyond the real ones are zero.
    Without bias."""

    taps: Tensor

    def __init__(self, inputs: int, outputs: int, fold: int = 1, step: int = 1) -> None:
        super().__init__()
        if fold not in FOLDS:
            raise ValueError(f"fold={fold}: must be one of {FOLDS}, so that it divides the {COLUMNS} columns")
        self.fold = fold
        self.inputs: int = inputs
        self.outputs: int = outputs
        self.step: int = step
        self.weight: nn.Parameter = nn.Parameter(torch.empty(outputs, inputs, KERNEL_ROWS, KERNEL_COLUMNS))
        nn.init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        self.register_buffer("taps", _folded_taps(fold), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        """The convolution of planes [B, channels, 11, 21]."""
        weight = self._folded_weight().to(x.dtype)
        if self.fold == 1:
            return nn.functional.conv2d(x.permute(0, 3, 1, 2), weight, padding=(1, 2)).permute(0, 2, 3, 1)
        groups = COLUMNS // self.fold
        folded = x.reshape(-1, ROWS, groups, weight.shape[1]).permute(0, 3, 1, 2)
        y = nn.functional.conv2d(folded, weight, padding=(1, weight.shape[3] // 2)).permute(0, 2, 3, 1)
        return y.reshape(-1, ROWS, COLUMNS, weight.shape[0] // self.fold)

    def _folded_weight(self) -> Tensor:
        more_out = padded(self.outputs, self.step) - self.outputs
        more_in = padded(self.inputs, self.step) - self.inputs
        sixth = int(self.fold > 1)  # a tap that is zero
        weight: Tensor = self.weight
        if more_out or more_in or sixth:
            weight = nn.functional.pad(weight, (0, sixth, 0, 0, 0, more_in, 0, more_out))
        if self.fold == 1:
            return weight
        f, spread = self.fold, weight[..., self.taps.flatten()]  # [out, in, 3, (p_out, p_in, d)]
        spread = spread.reshape(*spread.shape[:3], f, f, -1).permute(
            3, 0, 4, 1, 2, 5
        )  # [p_out, out, p_in, in, 3, d]
        return spread.reshape(f * spread.shape[1], f * spread.shape[3], KERNEL_ROWS, -1)


def _folded_taps(fold: int) -> Tensor:
    """[place of the output in its group, place of the input, group distance] -> tap of the kernel; 5 where
    none."""
    reach = 0 if fold == COLUMNS else 1
    out, into, group = torch.meshgrid(
        torch.arange(fold), torch.arange(fold), torch.arange(-reach, reach + 1), indexing="ij"
    )
    tap = group * fold + into - out + KERNEL_COLUMNS // 2
    return torch.where((tap >= 0) & (tap < KERNEL_COLUMNS), tap, KERNEL_COLUMNS)
