"""The unit of work: some blocks of a pairing, and what came of them.

A block is one board and one seed of chance, played once for every rotation of the seats. Its result is a pure
function of agents, rules and seed, whoever plays it and wherever; so a job can be played on any machine,
twice or in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from longroad.agents import AnyAgent
from longroad.arena.data.archive import Forfeited, KeptGame
from longroad.arena.play.failed_game import FailedGame
from longroad.arena.play.python_games import Failed, PythonGame
from longroad.arena.play.results import COLUMNS, Forfeit, Results
from longroad.arena.play.seating import Seating
from longroad.arena.play.side_by_side import GAMES_AT_ONCE, SideBySide
from longroad.games import Rules, game_of


@dataclass(frozen=True)
class Job:
    """Blocks ``first`` to ``first + blocks - 1`` of a pairing."""

    agents: tuple[str | AnyAgent, ...]
    rules: Rules
    seed: int
    first: int
    blocks: int
    #: Keep the games for replay.
    keep: bool = False
    #: An agent that thinks longer about a move (seconds, in games that Python plays) forfeits the game; None
    #: for no limit. Python agents named by a spec then play in workers and are killed.
    move_seconds: float | None = None
    #: Games side by side where agents decide for many at once; the results do not depend on it.
    at_once: int = GAMES_AT_ONCE
    #: Raise FailedGame as soon as an agent fails.
    stop_at_failure: bool = False


def play(
    job: Job,
    *,
    threads: int = 1,
    agents: Sequence[AnyAgent] | None = None,
    seating: Seating | None = None,
) -> Results:
    """Plays a job. ``agents`` are those of the job if they were made already; else ``seating`` makes them."""
    if agents is None:
        if seating is None:
            with Seating(job.move_seconds is not None) as own:
                return play(job, threads=threads, seating=own)
        try:
            made = seating.agents(job.agents, job.rules)
            return play(job, threads=threads, agents=made)
        finally:
            seating.leave()
    if is_native(agents):
        return _play_natively(job, agents, threads)
    games = games_in_python(job, agents)
    end = job.first + job.blocks
    return results_of(job, job.first, [games.next_block(end) for _ in range(job.blocks)])


def agent_names(agents: Iterable[str | AnyAgent]) -> list[str]:
    """What agents are called in tables: their spec, or their class."""
    return [agent if isinstance(agent, str) else type(agent).__name__ for agent in agents]


def is_native(agents: Iterable[AnyAgent]) -> bool:
    """Whether every agent has a native twin: games then run outside Python, with the same results."""
    return all(agent.native is not None for agent in agents)


def _play_natively(job: Job, agents: Sequence[AnyAgent], threads: int) -> Results:
    game = game_of(job.rules)
    found = game.native.play_blocks(
        game.setup(job.rules),
        [agent.native for agent in agents],
        job.seed % 2**64,
        job.first,
        job.blocks,
        threads,
        job.keep,
    )
    results = Results(found, signatures=found["signatures"])
    for i, (start, events) in enumerate(found["games"]):
        block, rotation = divmod(i, job.rules.players)
        seat = int(results.winner_seat[i])
        record = game.record(job.rules, start, events)
        results.kept.append(_kept(job, job.first + block, rotation, record, None if seat < 0 else seat, None))
    return results


def games_in_python(job: Job, agents: Sequence[AnyAgent]) -> SideBySide:
    """The games of a job, from its first block on."""

    def ended(number: int, game: PythonGame) -> None:
        if job.stop_at_failure and game.failed is not None:
            kept = _kept_in_python(job, number // job.rules.players, game)
            raise FailedGame(number, kept, game.failed, game.state)

    return SideBySide(
        agents,
        job.rules,
        job.seed,
        first=job.first,
        move_seconds=job.move_seconds,
        at_once=job.at_once,
        ended=ended,
    )


def results_of(job: Job, first: int, blocks: Sequence[Sequence[PythonGame]]) -> Results:
    """The results of blocks that Python played, from block ``first`` on."""
    n = job.rules.players
    games = [game for block in blocks for game in block]
    rows = [_row(game, n) for game in games]
    kept = []
    if job.keep:
        kept = [_kept_in_python(job, first + i // n, game) for i, game in enumerate(games)]
    return Results(
        {name: [row[name] for row in rows] for name in COLUMNS},
        forfeits=[
            Forfeit(i, (game.failed.seat + game.rotation) % n, game.failed.reason, game.failed.traceback)
            for i, game in enumerate(games)
            if game.failed is not None
        ],
        signatures=np.array([game.state.mixed_into(0) for game in games], np.uint64),
        kept=kept,
    )


def _row(game: PythonGame, n: int) -> dict[str, Any]:
    """One game's entry in every column."""
    state, seat = game.state, game.winner

    def by_agent(of_seats: Sequence[Any]) -> list[Any]:
        return [of_seats[(agent - game.rotation) % n] for agent in range(n)]

    return {
        "winner": -1 if seat is None else (seat + game.rotation) % n,
        "winner_seat": -1 if seat is None else seat,
        "turns": state.turn,
        "rolls": state.rolls,
        "points": by_agent([state.score(player) for player in range(n)]),
        "decisions": by_agent(game.decisions),
        "agent_seconds": by_agent(game.seconds),
    }


def _kept_in_python(job: Job, block: int, game: PythonGame) -> KeptGame:
    return _kept(job, block, game.rotation, game.state.to_record(), game.winner, game.failed)


def _kept(
    job: Job, block: int, rotation: int, record: str, winner: int | None, failed: Failed | None
) -> KeptGame:
    names, n = agent_names(job.agents), job.rules.players
    return KeptGame(
        agents=tuple(names[(seat + rotation) % n] for seat in range(n)),
        seed=job.seed,
        block=block,
        rotation=rotation,
        winner=winner,
        forfeit=None if failed is None else Forfeited(failed.seat, failed.reason),
        record=record,
    )
