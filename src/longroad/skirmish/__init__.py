"""Skirmish, the card game of Taucher, Polk and Oommen (2018): rules, states, records, drawings.

>>> from longroad import skirmish
>>> rng = skirmish.Rng(7)
>>> state = skirmish.State(seed=7)
>>> while not state.is_over:
...     state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
>>> sum(state.returns())
0.0
"""

from longroad._native import Rng
from longroad._native.skirmish import Action
from longroad.skirmish import drawing
from longroad.skirmish.cards import CARDS, TABLE_1, Card
from longroad.skirmish.codecs import CODEC, ENCODING, Codec, Encoding
from longroad.skirmish.records import read_record, read_records, write_record
from longroad.skirmish.rules import PRESETS, Rules
from longroad.skirmish.state import State

__all__ = [
    "CARDS",
    "CODEC",
    "ENCODING",
    "PRESETS",
    "TABLE_1",
    "Action",
    "Card",
    "Codec",
    "Encoding",
    "Rng",
    "Rules",
    "State",
    "drawing",
    "read_record",
    "read_records",
    "write_record",
]
