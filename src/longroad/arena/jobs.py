"""The unit of work: some blocks of a pairing, and what came of them.

A block is one board and one seed of chance, played once for every rotation of the seats. Its result is a pure function of agents,
rules and seed, whoever plays it and wherever; so a job can be played on any machine, twice or in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad.agents import Agent, make_agent
from longroad.arena.archive import KeptGame, kept_game
from longroad.arena.python_games import play_python_block
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
    #: An agent that thinks longer about a move (seconds, in games that Python plays) forfeits the game; None for no limit.
    move_seconds: float | None = None


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
    made = agents if agents is not None else made_agents(job.agents)
    if is_native(made):
        return _play_natively(job, made, threads, signature)
    return _play_in_python(job, made, signature)


def made_agents(agents: Iterable[str | Agent]) -> list[Agent]:
    """Specs turned into agents; agents stay as they are."""
    return [make_agent(agent) if isinstance(agent, str) else agent for agent in agents]


def agent_names(agents: Iterable[str | Agent]) -> list[str]:
    """What agents are called in tables: their spec, or their class."""
    return [agent if isinstance(agent, str) else type(agent).__name__ for agent in agents]


def is_native(agents: Iterable[Agent]) -> bool:
    """Whether every agent has a native twin. Games then run outside Python, and differ from those that Python plays."""
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


def _play_in_python(job: Job, agents: Sequence[Agent], signature: int) -> Chunk:
    parts = []
    for block in range(job.first, job.first + job.blocks):
        part = play_python_block(agents, job.rules, job.seed, block, job.move_seconds, signature)
        signature = part["signature"]
        parts.append(part)
    columns: dict[str, Any] = {
        name: np.concatenate([part[name] for part in parts]) for name in (*COLUMNS, *AGENT_COLUMNS)
    }
    chunk = Chunk(**columns, signature=signature)
    n, names = job.rules.players, agent_names(job.agents)
    for i, part in enumerate(parts):
        for rotation, (agent, reason) in part["forfeits"].items():
            chunk.forfeits.append(Forfeit(i * n + rotation, agent, reason))
        if job.keep:
            for rotation, state in enumerate(part["states"]):
                failed = part["forfeits"].get(rotation)
                seat = None if failed is None else ((failed[0] - rotation) % n, failed[1])
                game = kept_game(
                    names,
                    job.rules,
                    job.seed,
                    job.first + i,
                    rotation,
                    state.board_text,
                    state.event_words(),
                    forfeit=seat,
                )
                chunk.kept.append(game)
    return chunk
