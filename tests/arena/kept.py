"""Games for the tests of archives and data sets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from longroad import catan, skirmish
from longroad.arena.data.archive import Forfeited, KeptGame
from longroad.arena.play.jobs import Job, play
from longroad.games import State

SPECS = ("weighted", "random", "random:by=kind", "weighted")


def catan_games(players: int = 2, blocks: int = 1, seed: int = 1, **options: Any) -> Iterator[KeptGame]:
    """Whole blocks of a native match."""
    rules = catan.Rules(**{"players": players, "offers_per_turn": 0, "turn_cap": 300, **options})
    yield from play(Job(SPECS[:players], rules, seed, 0, blocks, keep=True)).kept


def skirmish_games(seed: int = 1) -> Iterator[KeptGame]:
    """Both games of a block."""
    yield from play(Job(("expectimax:depth=1", "random"), skirmish.Rules(), seed, 0, 1, keep=True)).kept


def kept(state: State, agents: tuple[str, ...] = ("a", "b"), seed: int = 3, **facts: Any) -> KeptGame:
    """A game as an archive keeps it, at the state it has come to."""
    forfeit = facts.pop("forfeit", None)
    winner = state.winner if forfeit is None else 1 - forfeit[0] if state.players == 2 else None
    given = {"block": 0, "rotation": 0, "winner": winner, **facts}
    failed = None if forfeit is None else Forfeited(*forfeit)
    return KeptGame(agents=agents, seed=seed, forfeit=failed, record=state.to_record(), **given)
