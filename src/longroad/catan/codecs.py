"""Codecs: the policy index of an action, and back.

| name | entries | version | games | history |
| --- | --- | --- | --- | --- |
| ``general`` | 523 | general-1 | 2-4 players, trading included | 1: first |
| ``gendre2020`` | 335 | gendre2020-1 | 2 players, no domestic trade | 1: first |

This is the table of ``cpp/catan/codecs/codecs.hpp``; ``codec_general.hpp`` and ``codec_gendre.hpp`` beside it
hold the meaning of every entry. ``codec.layout`` names all indices, so that nobody need write them down. All
indices are from the point of view of the one who decides: seats are counted from it.

>>> from longroad.catan.state import State
>>> state, codec = State(seed=1), CODECS["general"]
>>> codec.size, int(codec.mask(state).sum())
(523, 54)
>>> index = codec.index(state, "settle n23")
>>> index, codec.expand(state, index, Rng(0))
(47, [Action.parse('settle n23')])
>>> codec.block("settle").places, codec.block("robber").shape
(range(24, 78), (19, 4))

A position is a state, or the view of the one who decides: what it may do follows from what it knows. Of views
``gendre2020`` says what it can of any game of two players; it has no entries for domestic trade, nor for a
discard after which fewer than four cards stay.
"""

from __future__ import annotations

from longroad import _native
from longroad._native import Action, Block, Codec, Rng

__all__ = ["CODECS", "Action", "Block", "Codec", "Rng"]

CODECS: dict[str, Codec] = {name: Codec(name) for name in _native.CODECS}
