"""Codecs: the policy index of an action, and back.

| name | entries | version | games | history |
| --- | --- | --- | --- | --- |
| ``general`` | 523 | general-1 | 2-4 players, trading included | 1: first |
| ``gendre2020`` | 335 | gendre2020-1 | 2 players, no domestic trade | 1: first |

``cpp/catan/codec_general.hpp`` and ``cpp/catan/codec_gendre.hpp`` hold the meaning of every entry. All
indices are from the point of view of the one who decides: seats are counted from it.

A position is a state, or the view of the one who decides: what it may do follows from what it knows. Of views
``gendre2020`` says what it can of any game of two players; it has no entries for domestic trade, nor for a
discard after which fewer than four cards stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, overload

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad._native import Action, Rng
from longroad.catan.state import State, View


class _NativeCodec(Protocol):
    ACTIONS: int

    @overload
    def index_of(self, state: _native.State, action: Action) -> int | None: ...
    @overload
    def index_of(self, view: _native.View, action: Action) -> int | None: ...

    def write_mask(self, state: _native.State, out: npt.NDArray[np.uint8]) -> None: ...

    def write_masks(self, views: Sequence[_native.View], out: npt.NDArray[np.uint8]) -> None: ...


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
    #: The entries of domestic trade: offers, answers, deals.
    trade: tuple[int, ...] = field(default=(), repr=False)

    def __reduce__(self) -> tuple[object, ...]:
        return _named, (self.name,)

    def index(self, position: State | View, action: Action | str) -> int | None:
        """The index of an action of the actor, or None if this codec cannot say it."""
        return self._native.index_of(position, Action.parse(action) if isinstance(action, str) else action)

    def mask(self, position: State | View) -> npt.NDArray[np.bool_]:
        """True at the index of every listed legal action; of a view that does not decide all are False."""
        if isinstance(position, View):
            row: npt.NDArray[np.bool_] = self.masks([position])[0]
            return row
        out = np.empty(self.size, dtype=np.uint8)
        self._native.write_mask(position, out)
        return out.view(np.bool_)

    def masks(self, views: Sequence[View]) -> npt.NDArray[np.bool_]:
        """The masks of many views, a row each."""
        out = np.empty((len(views), self.size), dtype=np.uint8)
        self._native.write_masks(views, out)
        return out.view(np.bool_)

    def expand(self, position: State | View, index: int, rng: Rng) -> list[Action]:
        """The exact actions behind an index, to be applied in order: one, or several for a large discard.

        The generator draws what the codec leaves open (in ``gendre2020``, which further cards are kept).
        Empty for an entry that stands for nothing here.
        """
        if self.name == "gendre2020":
            return _native.gendre.expand(position, index, rng)
        return [_native.general.action_of(position, index)]


CODECS = {
    "general": Codec(
        "general", "general-1", _native.general.ACTIONS, _native.general, (6, 7, 8, *range(340, 523))
    ),
    "gendre2020": Codec("gendre2020", "gendre2020-1", _native.gendre.ACTIONS, _native.gendre),
}


def _named(name: str) -> Codec:
    return CODECS[name]
