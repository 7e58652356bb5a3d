"""Fields that every search by expectiminimax shares: those of longroad.search and of the agents of both
games."""

from __future__ import annotations

from longroad._native import ExpectimaxSettings
from longroad.options.base import option

_DEFAULTS = ExpectimaxSettings().search

DEPTH = option(
    _DEFAULTS.depth,
    "Plies to look ahead: decisions other than the roll in Catan, turns in Skirmish.",
    low=1,
    high=30,
)
SECONDS = option(
    _DEFAULTS.seconds,
    "Seconds per search after which the last finished depth counts; 0 for no limit.",
    low=0,
    high=1e6,
)
MAX_NODES = option(
    _DEFAULTS.max_nodes,
    "Positions per search after which the last finished depth counts; 0 for no limit.",
    low=0,
    high=10**18,
)
