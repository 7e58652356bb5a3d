"""Making data sets of positions: games of native agents, generated ahead of time, so that training never
waits for players.

A shard is a job and a pure function of the settings and its first game. One that is there is not made again:
a killed run resumes, and several processes can share the work. On a disk, the process that runs ``generate``
writes the shards, wherever they are made; at an address that all machines find (``s3://``, ``gs://``), who
makes a shard writes it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import PathLike

import numpy as np

from longroad._native import sample_positions
from longroad.catan.native_agents import native_agent
from longroad.catan.rules import Rules
from longroad.errors import TrainingError
from longroad.extras import require
from longroad.folders import Folder, folder_at
from longroad.games import game_of
from longroad.jobs import Each, Here, Runner
from longroad.options import Options, option, options
from longroad.train.judge.dataset import begin, shard_name, shards_in
from longroad.train.judge.positions import FIRST_OF_GROUP
from longroad.train.judge.shards import packed

GAMES_PER_SHARD = 500


@options(TrainingError, label="setting")
class PositionSettings(Options):
    """How positions are made."""

    agent: str = option("planner", "The native agent that plays all seats.")
    other: str = option(
        "none", "An agent that takes one seat of every fourth game instead, so that others are met too."
    )
    rules: str = option("players=2,offers_per_turn=0", "The rules: a preset, and options of Rules.")
    turns: int = option(8, "Positions kept of a game at most.", low=0, high=1000)
    explore: float = option(
        0.03, "The probability that a decision is replaced by a random move.", low=0, high=1
    )
    siblings: int = option(
        0, "Moves of one decision per game that are played out and compared; 0 for none.", low=0, high=16
    )
    playouts: int = option(2, "Games per sibling, with the same dice for all.", low=1, high=1000)
    seed: int = option(1, "Seed of boards, dice and agents.", low=0, high=2**40)

    @property
    def agents(self) -> list[str]:
        """The specs of all agents."""
        return [self.agent] if self.other == "none" else [self.agent, self.other]


@dataclass(frozen=True)
class Shard:
    """A job: so many games from the first one on. ``address`` is where it is written by who makes it; with
    None its bytes come back."""

    settings: PositionSettings
    first: int
    games: int
    address: str | None = None

    @property
    def name(self) -> str:
        """Its file."""
        return shard_name(self.first)


def make_shard(shard: Shard, threads: int) -> bytes | None:
    """Plays the games of a shard. The bytes of its file; None if it is at its address, where it is written
    unless it was before: a worker that died may have done so."""
    target = None if shard.address is None else folder_at(shard.address)
    if target is not None and target.exists(shard.name):
        return None
    settings = shard.settings
    rules = Rules.from_text(settings.rules)
    seats = [native_agent(settings.agent)] * rules.players
    if settings.other != "none" and shard.first // shard.games % 4 == 0:
        seats[0] = native_agent(settings.other)
    made = sample_positions(
        game_of(rules).setup(rules),
        seats,
        settings.seed,
        shard.first,
        shard.games,
        settings.turns,
        settings.explore,
        settings.siblings,
        settings.playouts,
        threads,
    )
    inputs = (made["inputs"].astype(np.int64) - FIRST_OF_GROUP).astype(np.uint8)
    data = packed({**made, "inputs": inputs})
    if target is None:
        return data
    target.write_once(shard.name, data)
    return None


def generate(
    address: str | PathLike[str],
    settings: PositionSettings,
    games: int,
    threads: int = 1,
    progress: Callable[[int], None] = lambda done: None,
    runner: Runner | None = None,
) -> int:
    """Makes the positions of ``games`` games, rounded up to whole shards; returns the number of games in the
    data set. Where they are made changes no byte: in ``threads`` here, or by a ``runner``. ``progress`` takes
    the number of games that are there.

    Raises TrainingError if the folder holds positions made in another way.
    """
    require("a data set of positions", ["data"])
    for agent in settings.agents:  # what is wrong shows before anything is written
        native_agent(agent)
    players = Rules.from_text(settings.rules).players
    folder = folder_at(address)
    begin(folder, settings.to_dict(), players, GAMES_PER_SHARD)
    work = _Making(folder, settings, games, progress)
    for done in (runner or Here(threads)).run(Each(make_shard, threaded=True), work.open_shards()):
        if done.result is not None:
            folder.write_once(done.job.name, done.result)
        work.count()
    return len(shards_in(folder)) * GAMES_PER_SHARD


class _Making:
    """What is to be made, and how much of it is there."""

    def __init__(
        self, folder: Folder, settings: PositionSettings, games: int, progress: Callable[[int], None]
    ) -> None:
        self._folder, self._settings = folder, settings
        self._games, self._progress, self._done = games, progress, 0

    def count(self) -> None:
        """One more shard is there."""
        self._done += GAMES_PER_SHARD
        self._progress(min(self._done, self._games))

    def open_shards(self) -> Iterator[Shard]:
        """Those that are not there when they are asked for. Who joins later begins anywhere, to meet the
        others seldom."""
        there = set(shards_in(self._folder))
        firsts = range(0, self._games, GAMES_PER_SHARD)
        start = random.randrange(len(firsts)) if there else 0
        address = self._folder.address if self._folder.is_shared else None
        for first in [*firsts[start:], *firsts[:start]]:
            shard = Shard(self._settings, first, GAMES_PER_SHARD, address)
            if shard.name in there or self._folder.exists(shard.name):
                self.count()
            else:
                yield shard
