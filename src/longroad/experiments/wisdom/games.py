"""The games of the study: who plays them, by which rules, and the files they are kept in.

Every game of a set has a board and chance of its own, so its games are independent of each other. They are
kept as archives (longroad.arena.data.archive), which any tool for archives reads.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from longroad import _native
from longroad.agents import make_agent
from longroad.arena.data.archive import KeptGame, write_games
from longroad.catan import Action, Rules, State
from longroad.errors import ExperimentError
from longroad.games import game_of

PLAYERS = 4
#: Who is studied.
AGENT = "planner:eval=network"
#: One that makes no offers and no counter-offers; it still answers those of others.
QUIET = "planner:eval=network,offers=0"
#: Games of the main set, unless asked otherwise.
FULL = 100_000
#: Games of a file: a killed run loses at most one file per process.
PER_FILE = 250


@dataclass(frozen=True)
class GameSet:
    """What is played: four agents, who change seats from game to game where they differ."""

    agents: tuple[str, ...] = (AGENT,) * PLAYERS
    rules: Rules = field(default_factory=lambda: Rules(players=PLAYERS))
    #: For how many of the main set's games one game is played.
    one_in: int = 1

    def rotation(self, number: int) -> int:
        """Agent (seat + rotation) mod 4 sits in a seat."""
        return number % PLAYERS if len(set(self.agents)) > 1 else 0


#: By name. Game number n has the same board in each set.
SETS = {
    "official": GameSet(),
    "deck": GameSet(rules=Rules(players=PLAYERS, dice_deck=True), one_in=10),
    "quiet": GameSet((QUIET, AGENT, AGENT, AGENT), one_in=20),
    "mixed": GameSet((AGENT, "planner", f"{AGENT},temperature=0.2", "planner:temperature=0.3"), one_in=20),
}


@dataclass(frozen=True)
class Shard:
    """Games ``first`` to ``first + count - 1`` of a set, in a file."""

    folder: Path
    of: str
    seed: int
    first: int
    count: int

    @property
    def name(self) -> str:
        """Of its files, without their ends."""
        return f"{self.of}-{self.first:07d}-{self.count}"

    @property
    def games_file(self) -> Path:
        """Where its games are kept."""
        return self.folder / "games" / f"{self.name}.jsonl.gz"

    @property
    def rows_file(self) -> Path:
        """Where it is kept what was read off them."""
        return self.folder / "rows" / f"{self.name}.npz"


def numbers_of(games: int) -> dict[str, int]:
    """How many games of each set go with so many of the main one.

    >>> numbers_of(1000)["official"], numbers_of(1000)["deck"]
    (1000, 100)
    """
    return {name: max(games // one.one_in, min(games, PLAYERS)) for name, one in SETS.items()}


def shards_of(folder: Path, seed: int, games: int) -> list[Shard]:
    """All files of a study of so many games, the sets mixed in proportion."""
    numbers = numbers_of(games)
    found = [
        Shard(folder, of, seed, first, min(PER_FILE, count - first))
        for of, count in numbers.items()
        for first in range(0, count, PER_FILE)
    ]
    return sorted(found, key=lambda shard: ((shard.first + shard.count) / numbers[shard.of], shard.of))


def play_shard(shard: Shard) -> None:
    """Plays the games of a file and writes it, unless it is there."""
    if shard.games_file.exists():
        return
    shard.games_file.parent.mkdir(parents=True, exist_ok=True)
    write_games(shard.games_file, (_game(shard, n) for n in range(shard.first, shard.first + shard.count)))


def _game(shard: Shard, number: int) -> KeptGame:
    played = SETS[shard.of]
    natives = [make_agent(spec, "catan").native for spec in played.agents]
    if None in natives:
        raise ExperimentError(f"{', '.join(played.agents)}: do not all play natively here")
    game, rotation = game_of(played.rules), played.rotation(number)
    setup = game.setup(played.rules)
    board, words = _native.game_events(setup, natives, shard.seed % 2**64, number, rotation)
    state = State(played.rules, board=board)
    for word in words:
        state.apply(Action.from_int(word))
    seats = tuple(played.agents[(seat + rotation) % PLAYERS] for seat in range(PLAYERS))
    return KeptGame(seats, shard.seed, number, rotation, state.winner, None, state.to_record())
