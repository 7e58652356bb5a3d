"""Catan for 2-4 players: rules, states, views, beliefs, boards, codecs, encodings, records, drawings, many
games at once.

>>> from longroad import catan
>>> rng = catan.Rng(7)
>>> state = catan.State(catan.Rules(players=3), seed=7)
>>> while not state.is_over:
...     state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
>>> sum(state.returns())
0.0
"""

from longroad._native import Action, Rng
from longroad.catan import drawing, symmetry, topology
from longroad.catan.belief import Belief
from longroad.catan.board import LAYOUTS, Board
from longroad.catan.codecs import CODECS, Codec
from longroad.catan.encodings import ENCODINGS, Encoding
from longroad.catan.position import Position
from longroad.catan.records import read_record, read_records, write_record
from longroad.catan.rules import PRESETS, Rules
from longroad.catan.state import CARDS, RESOURCES, State, View
from longroad.catan.vector_env import Rewards, VectorEnv

__all__ = [
    "CARDS",
    "CODECS",
    "ENCODINGS",
    "LAYOUTS",
    "PRESETS",
    "RESOURCES",
    "Action",
    "Belief",
    "Board",
    "Codec",
    "Encoding",
    "Position",
    "Rewards",
    "Rng",
    "Rules",
    "State",
    "VectorEnv",
    "View",
    "drawing",
    "read_record",
    "read_records",
    "symmetry",
    "topology",
    "write_record",
]
