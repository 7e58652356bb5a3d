"""The unit of work: some blocks of a pairing, and what came of them.

A block is one board and one seed of chance, played once for every rotation of the seats. Its result is a pure
function of agents, rules and seed, whoever plays it and wherever; so a job can be played on any machine,
twice or in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad.agents import Agent, make_agent
from longroad.arena.data.archive import KeptGame, kept_game
from longroad.arena.play.python_games import PythonGame
from longroad.arena.play.side_by_side import GAMES_AT_ONCE, SideBySide
from longroad.arena.play.signature import mixed
from longroad.catan import Rules

#: Columns of a chunk, with an entry a game; those of the second line have a column for each agent.
COLUMNS = {"winner": np.int8, "winner_seat": np.int8, "turns": np.int32, "rolls": np.int32}
AGENT_COLUMNS = {"points": np.uint8, "decisions": np.int32, "seconds": np.float32}


@dataclass(frozen=True)
class Job:
    """Blocks ``first`` to ``first + blocks - 1`` of a pairing."""

    agents: tuple[str | Agent, ...]
    rules: Rules
    seed: int
    first: int
    blocks: int
    #: Keep the games for replay.
    keep: bool = False
    #: An agent that thinks longer about a move (seconds, in games that Python plays) forfeits the game; None
    #: for no limit.
    move_seconds: float | None = None
    #: Games side by side where agents decide for many at once; the results do not depend on it.
    at_once: int = GAMES_AT_ONCE


@dataclass(frozen=True)
class Forfeit:
    """A game that ended because an agent failed."""

    game: int
    agent: int
    reason: str


@dataclass
class Chunk:
    """The results of a job, games in the order of blocks and rotations, agents as numbered in the job."""

    winner: npt.NDArray[np.int8]
    winner_seat: npt.NDArray[np.int8]
    turns: npt.NDArray[np.int32]
    rolls: npt.NDArray[np.int32]
    points: npt.NDArray[np.uint8]
    decisions: npt.NDArray[np.int32]
    #: CPU time an agent spent on its decisions; 0 for native agents that draw.
    seconds: npt.NDArray[np.float32]
    forfeits: list[Forfeit] = field(default_factory=list)
    #: Chained over all games, from that of the chunk before.
    signature: int = 0
    kept: list[KeptGame] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.winner)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; the kept games are not in it."""
        data: dict[str, Any] = {name: getattr(self, name).tolist() for name in (*COLUMNS, *AGENT_COLUMNS)}
        data["seconds"] = np.round(self.seconds.astype(np.float64), 6).tolist()
        data["forfeits"] = [[f.game, f.agent, f.reason] for f in self.forfeits]
        data["signature"] = f"{self.signature:016x}"
        return data

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Chunk:
        """The opposite of to_dict."""
        arrays: dict[str, Any] = {
            name: np.array(data[name], dtype) for name, dtype in {**COLUMNS, **AGENT_COLUMNS}.items()
        }
        return Chunk(
            **arrays,
            forfeits=[Forfeit(*entry) for entry in data["forfeits"]],
            signature=int(data["signature"], 16),
        )


def play(job: Job, *, threads: int = 1, signature: int = 0, agents: Sequence[Agent] | None = None) -> Chunk:
    """Plays a job. ``agents`` are those of the job, if they were made already."""
    made = agents if agents is not None else made_agents(job.agents, job.rules)
    if is_native(made):
        return _play_natively(job, made, threads, signature)
    games = games_in_python(job, made)
    end = job.first + job.blocks
    return chunk_of(job, job.first, [games.next_block(end) for _ in range(job.blocks)], signature)


def made_agents(agents: Iterable[str | Agent], rules: Rules) -> list[Agent]:
    """Specs turned into agents; agents stay as they are. Raises RulesError for one that cannot play under the
    rules."""
    made = [make_agent(agent) if isinstance(agent, str) else agent for agent in agents]
    for agent in made:
        agent.check(rules)
    return made


def agent_names(agents: Iterable[str | Agent]) -> list[str]:
    """What agents are called in tables: their spec, or their class."""
    return [agent if isinstance(agent, str) else type(agent).__name__ for agent in agents]


def is_native(agents: Iterable[Agent]) -> bool:
    """Whether every agent has a native twin. Games then run outside Python, and differ from those that Python
    plays."""
    return all(agent.native is not None for agent in agents)


def _play_natively(job: Job, agents: Sequence[Agent], threads: int, signature: int) -> Chunk:
    natives = [agent.native for agent in agents if agent.native is not None]
    part = _native.play_blocks(
        job.rules.core,
        job.rules.board_source,
        natives,
        job.seed % 2**64,
        job.first,
        job.blocks,
        threads,
        signature,
        job.keep,
    )
    games = part.pop("games")
    chunk = Chunk(**part)
    names, n = agent_names(job.agents), job.rules.players
    for i, (board, events) in enumerate(games):
        block, rotation = job.first + i // n, i % n
        chunk.kept.append(kept_game(names, job.rules, job.seed, block, rotation, board, events))
    return chunk


def games_in_python(job: Job, agents: Sequence[Agent]) -> SideBySide:
    """The games of a job, from its first block on."""
    return SideBySide(
        agents, job.rules, job.seed, first=job.first, move_seconds=job.move_seconds, at_once=job.at_once
    )


def chunk_of(job: Job, first: int, blocks: Sequence[Sequence[PythonGame]], signature: int) -> Chunk:
    """The results of blocks that Python played, from block ``first`` on."""
    n = job.rules.players
    games = [game for block in blocks for game in block]
    for block in blocks:
        block_signature = 0
        for game in block:
            block_signature = game.state.mixed_into(block_signature)
        signature = mixed(signature, block_signature)
    seats = [-1 if game.winner is None else game.winner for game in games]
    agents = [-1 if seat < 0 else (seat + game.rotation) % n for seat, game in zip(seats, games, strict=True)]

    def by_agent(rows: list[list[Any]], dtype: type[np.generic]) -> npt.NDArray[Any]:
        of_agents = [
            [row[(agent - game.rotation) % n] for agent in range(n)]
            for row, game in zip(rows, games, strict=True)
        ]
        return np.array(of_agents, dtype=dtype)

    return Chunk(
        winner=np.array(agents, dtype=np.int8),
        winner_seat=np.array(seats, dtype=np.int8),
        turns=np.array([game.state.turn for game in games], dtype=np.int32),
        rolls=np.array([game.state.rolls for game in games], dtype=np.int32),
        points=by_agent([[game.state.points(p) for p in range(n)] for game in games], np.uint8),
        decisions=by_agent([game.decisions for game in games], np.int32),
        seconds=by_agent([game.seconds for game in games], np.float32),
        forfeits=[
            Forfeit(i, (game.forfeit[0] + game.rotation) % n, game.forfeit[1])
            for i, game in enumerate(games)
            if game.forfeit is not None
        ],
        signature=signature,
        kept=[_kept(job, first + i // n, game) for i, game in enumerate(games)] if job.keep else [],
    )


def _kept(job: Job, block: int, game: PythonGame) -> KeptGame:
    state = game.state
    return kept_game(
        agent_names(job.agents),
        job.rules,
        job.seed,
        block,
        game.rotation,
        state.board_text,
        state.event_words(),
        forfeit=game.forfeit,
    )
