"""Codecs: the policy index of an action, and back.

| name | entries | version | games | history |
| --- | --- | --- | --- | --- |
| ``general`` | 523 | general-1 | 2-4 players, trading included | 1: first |
| ``gendre2020`` | 335 | gendre2020-1 | 2 players, no domestic trade | 1: first |

``cpp/catan/codec_general.hpp`` and ``cpp/catan/codec_gendre.hpp`` hold the meaning of every entry. All indices are from the
point of view of the one who decides: seats are counted from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad._native import Action, Rng
from longroad.catan.state import State


class _NativeCodec(Protocol):
    ACTIONS: int

    def index_of(self, state: _native.State, action: Action) -> int | None: ...

    def write_mask(self, state: _native.State, out: npt.NDArray[np.uint8]) -> None: ...


@dataclass(frozen=True)
class Codec:
    """A dense numbering of actions.

    >>> state = State(seed=1)
    >>> codec = CODECS["general"]
    >>> codec.size, int(codec.mask(state).sum())
    (523, 54)
    >>> index = codec.index(state, "settle n23")
    >>> index, codec.expand(state, index, Rng(0))
    (47, [Action.parse('settle n23')])
    """

    name: str
    version: str
    size: int
    _native: _NativeCodec = field(repr=False)

    def __reduce__(self) -> tuple[object, ...]:
        return _named, (self.name,)

    def index(self, state: State, action: Action | str) -> int | None:
        """The index of an action of the actor, or None if this codec cannot say it."""
        return self._native.index_of(state, Action.parse(action) if isinstance(action, str) else action)

    def mask(self, state: State) -> npt.NDArray[np.bool_]:
        """True at the index of every listed legal action."""
        out = np.empty(self.size, dtype=np.uint8)
        self._native.write_mask(state, out)
        return out.view(np.bool_)

    def expand(self, state: State, index: int, rng: Rng) -> list[Action]:
        """The exact actions behind an index, to be applied in order: one, or several for a large discard.

        The generator draws what the codec leaves open (in ``gendre2020``, which further cards are kept).
        Empty for an entry that stands for nothing here.
        """
        if self.name == "gendre2020":
            return _native.gendre.expand(state, index, rng)
        return [_native.general.action_of(state, index)]


CODECS = {
    "general": Codec("general", "general-1", _native.general.ACTIONS, _native.general),
    "gendre2020": Codec("gendre2020", "gendre2020-1", _native.gendre.ACTIONS, _native.gendre),
}


def _named(name: str) -> Codec:
    return CODECS[name]
