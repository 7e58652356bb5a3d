"""Decisions of Skirmish as numbers: the policy index of an action, and what a player sees as bytes.

| name | size | version | history |
| --- | --- | --- | --- |
| codec ``skirmish`` | 1,567 | skirmish-1 | 1: first |
| encoding ``skirmish`` | 223 bytes | skirmish-1 | 1: first |

``cpp/skirmish/codecs/codec.hpp`` holds the meaning of every index and byte.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from longroad._native import skirmish as _native
from longroad._native.skirmish import Action, RulesCore


@dataclass(frozen=True)
class Codec:
    """A dense numbering of actions.

    >>> from longroad import skirmish
    >>> state = skirmish.State(seed=1)
    >>> int(CODEC.mask(state).sum()) == len(state.legal_actions())
    True
    >>> CODEC.action(CODEC.index(state, state.legal_actions()[0])) == state.legal_actions()[0]
    True
    """

    name: str = "skirmish"
    version: str = _native.CODEC_VERSION
    size: int = _native.CODEC_SIZE
    needs: str = "any rules"

    def fits(self, rules: RulesCore) -> bool:
        """Whether it has an index for every decision: always."""
        return True

    def index(self, state: _native.State, action: Action) -> int | None:
        """The index of an action; None for an outcome of chance."""
        return _native.index_of(action)

    def action(self, index: int) -> Action:
        """The action behind an index."""
        return _native.action_at(index)

    def mask(self, state: _native.State) -> npt.NDArray[np.bool_]:
        """True at the index of every legal action."""
        out = np.empty(self.size, dtype=np.uint8)
        self.write_mask(state, out)
        return out.view(np.bool_)

    def write_mask(self, state: _native.State, out: npt.NDArray[np.uint8]) -> None:
        """The same as bytes, written into an array."""
        _native.write_mask(state, out)


@dataclass(frozen=True)
class Encoding:
    """A fixed layout of bytes, the player's own side first.

    >>> from longroad import skirmish
    >>> ENCODING.encode(skirmish.State(seed=1), 0).shape
    (223,)
    """

    name: str = "skirmish"
    version: str = _native.ENCODING_VERSION
    size: int = _native.ENCODING_SIZE
    dtype: str = "uint8"
    most_players: int = 2

    def encode(self, state: _native.State, player: int) -> npt.NDArray[np.uint8]:
        """What a player sees."""
        out = np.empty(self.size, dtype=np.uint8)
        _native.encode(state, player, out)
        return out

    def write(self, state: _native.State, out: npt.NDArray[np.uint8]) -> None:
        """What the one whose turn it is sees, written into an array."""
        _native.encode(state, state.current, out)


CODEC = Codec()
ENCODING = Encoding()
