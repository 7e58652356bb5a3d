"""What a network is asked about a number of decisions, and how its answers are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from longroad.agents.net.network_file import Network
from longroad.catan import RESOURCES, Action, Rng, View
from longroad.catan.codecs import Codec
from longroad.errors import IllegalActionError

Rows = npt.NDArray[np.intp]

#: Kinds of actions that no network knows which was made for games without domestic trade.
TRADE_KINDS = frozenset({"offer", "accept", "refuse", "counter", "deal", "cancel"})


class Sheet(Protocol):
    """Decisions, a row each; the columns are the moves that can be said."""

    #: Where there is a legal move.
    mask: npt.NDArray[np.bool_]

    def scores(self, rows: Rows) -> npt.NDArray[np.float32]:
        """What the network gives some of the decisions for every column: the more, the better."""
        ...

    def said(self, row: int, column: int, rng: Rng) -> list[Action]:
        """The exact actions behind a move, in order."""
        ...


class PolicySheet:
    """For a network with a logit for every entry of a codec: the columns are the codec's."""

    def __init__(self, network: Network, codec: Codec, views: Sequence[View]) -> None:
        self._network, self._codec, self._views = network, codec, views
        self.mask: npt.NDArray[np.bool_] = codec.masks(views)
        if not network.trades:
            self.mask[:, codec.trade] = False

    def scores(self, rows: Rows) -> npt.NDArray[np.float32]:
        """The logits of these rows."""
        return self._network.run(self._network.shown([self._views[row] for row in rows]))

    def said(self, row: int, column: int, rng: Rng) -> list[Action]:
        """The actions behind a column of a row."""
        return self._codec.expand(self._views[row], column, rng)


class RatingSheet:
    """For a network that rates a position with a move: the columns are the legal moves in their order."""

    def __init__(self, network: Network, views: Sequence[View]) -> None:
        self._network, self._views = network, views
        self._moves = [[move for move in view.actions if move.kind not in TRADE_KINDS] for view in views]
        counts = np.array([len(moves) for moves in self._moves], dtype=np.intp)
        self.mask: npt.NDArray[np.bool_] = np.arange(max(counts, default=0)) < counts[:, None]

    def scores(self, rows: Rows) -> npt.NDArray[np.float32]:
        """The ratings of these rows, the best one the highest."""
        encode = self._network.encoding.encode_moves
        places = self._network.run(
            np.concatenate([encode(self._views[row], self._moves[row]) for row in rows])
        )
        mask = self.mask[rows]
        scores = np.zeros(mask.shape, dtype=np.float32)
        scores[mask] = -places
        return scores

    def said(self, row: int, column: int, rng: Rng) -> list[Action]:
        """The actions behind a column of a row."""
        return [self._moves[row][column]]


def sheet_of(network: Network, views: Sequence[View]) -> Sheet:
    """The decisions of those who see this, in the words of a network."""
    return (
        RatingSheet(network, views) if network.codec is None else PolicySheet(network, network.codec, views)
    )


def wordless(view: View, rng: Rng) -> Action:
    """The move where a network has no words for any: it refuses an offer, takes back its own, discards a card
    drawn from its hand."""
    for action in view.actions:
        if action.kind in ("refuse", "cancel"):
            return action
    hand = view.hand(view.player)
    if view.phase != "discard" or not view.actions or not hand:
        raise IllegalActionError(f"p{view.player} does not decide now")
    ticket = rng.below(sum(hand))
    kind = next(kind for kind in range(len(hand)) if ticket < sum(hand[: kind + 1]))
    return Action.parse(f"discard {RESOURCES[kind]}")
