"""What a policy network is."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor, nn

#: Stands for minus infinity before a softmax. Infinite itself, a stretch of it alone would make the fast
#: kernels divide 0 by 0.
FORBIDDEN = -1e9


class Heads(NamedTuple):
    """What a network says of a batch of positions."""

    #: [B, actions] by the index of its codec; illegal actions are not masked.
    logits: Tensor
    #: [B, players] the expected return of each seat, the viewer first, then in turn order.
    values: Tensor
    #: What is learnt beside them, by networks that have it: [B, players] before the softmax that makes
    #: ``values`` (seats that take no part at FORBIDDEN), a tenth of each seat's final points, a hundredth of
    #: the turns to the end.
    value_logits: Tensor | None = None
    points: Tensor | None = None
    turns: Tensor | None = None


class PolicyNetwork(nn.Module):
    """Takes the general encoding, bytes [B, 407], and returns Heads. Spreads the bytes out where it lives."""

    #: Names in longroad.catan.ENCODINGS and CODECS.
    encoding = "general"
    codec: str
    #: Most players of the games it plays.
    players: int

    def forward(self, observation: Tensor) -> Heads:
        """What it says of observations."""
        raise NotImplementedError
