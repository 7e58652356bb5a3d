"""A file of games: played, read, and some of them played again."""

from __future__ import annotations

from typing import Any

from longroad.arena.data.archive import KeptGame, read_games
from longroad.catan import State
from longroad.experiments.wisdom import rows
from longroad.experiments.wisdom.again import played_again
from longroad.experiments.wisdom.games import SETS, Shard, play_shard
from longroad.experiments.wisdom.reading import Reading

#: One game of so many is played again.
AGAIN_IN = 10


def read_shard(shard: Shard) -> None:
    """Plays the games of a file and reads them, unless that is done."""
    play_shard(shard)
    if rows.is_current(shard.rows_file):
        return
    found = rows.empty()
    for game in read_games(shard.games_file):
        for table, some in Reading(game).rows().items():
            found[table] += some
        if shard.of == "official" and (game.block or 0) % AGAIN_IN == 0:
            found["again"].append(_again(game, shard))
    rows.save(shard.rows_file, found)


def _again(game: KeptGame, shard: Shard) -> dict[str, Any]:
    end, agents = game.state(), SETS[shard.of].agents
    assert isinstance(end, State)
    number = game.block or 0
    new, same = (played_again(end, agents, shard.seed, number, same_dice=same) for same in (False, True))
    return {
        "game": number,
        "winner": -1 if end.winner is None else end.winner,
        "new_dice": -1 if new.winner is None else new.winner,
        "same_dice": -1 if same.winner is None else same.winner,
    }
