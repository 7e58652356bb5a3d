"""Games for the tests of archives and data sets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from longroad import _native, catan, skirmish
from longroad.agents import make_agent
from longroad.arena import skirmish_game
from longroad.arena.data.archive import KeptGame, kept_game

SPECS = ["weighted", "random", "random:by=kind", "weighted"]


def catan_games(players: int = 2, blocks: int = 1, seed: int = 1, **options: Any) -> Iterator[KeptGame]:
    """Whole blocks of a native match."""
    rules = catan.Rules(**{"players": players, "offers_per_turn": 0, "turn_cap": 300, **options})
    specs = SPECS[:players]
    natives = [agent for spec in specs if (agent := make_agent(spec).native) is not None]
    for block in range(blocks):
        for rotation in range(players):
            board, words = _native.game_events(rules.core, rules.board_source, natives, seed, block, rotation)
            yield kept_game(specs, rules, seed, block, rotation, board, words)


def skirmish_games(seed: int = 1) -> Iterator[KeptGame]:
    """Both games of a block."""
    specs = ["expectimax:depth=1", "random"]
    for rotation in (0, 1):
        state = skirmish_game(specs, seed=seed, block=0, exchanged=bool(rotation))
        yield kept_game(specs, skirmish.Rules(), seed, 0, rotation, None, state.event_words())
