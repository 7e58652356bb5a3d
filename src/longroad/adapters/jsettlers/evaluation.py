"""Many games of one agent against the robots of a server."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from longroad.adapters.jsettlers.connection import Connection, ConnectionLost
from longroad.adapters.jsettlers.lines import Lines
from longroad.adapters.jsettlers.results import Results, robot_type
from longroad.adapters.jsettlers.table import GameTable, Interrupted, Limits, Outcome
from longroad.agents import Agent, make_agent
from longroad.agents.drawing_lots import DrawingAgent
from longroad.catan import Action, Rng, Rules

log: logging.Logger = logging.getLogger(__name__)

GAMES_FILE, UNFINISHED_FILE = "games.jsonl", "unfinished.jsonl"


@dataclass
class Settings:
    """What is to be played, and where."""

    agent: str
    games: int = 100
    players: int = 2
    host: str = "127.0.0.1"
    port: int = 8880
    #: The server's robot cookie: we then play as a robot, in games that the server starts.
    cookie: str | None = None
    parallel: int = 8
    connections: int = 1
    seed: int = 0
    trade: bool = True
    limits: Limits = field(default_factory=Limits)
    #: For how many seconds a server that went away is looked for.
    patience: float = 60.0
    #: A folder for records of the games.
    out: Path | None = None

    @property
    def rules(self) -> Rules:
        """What our agent believes to be playing."""
        changes = {} if self.trade else {"offers_per_turn": 0}
        return Rules.preset("jsettlers", players=self.players, **changes)

    @property
    def options(self) -> str:
        """The server's options of such a game."""
        return f"PL={self.players},BC=t4" + ("" if self.trade else ",NT=t")


class Evaluation:
    """A run. ``progress`` is called with the results so far after every game."""

    def __init__(self, settings: Settings, progress: Callable[[Results], None] | None = None) -> None:
        s = settings
        self.settings: Settings = settings
        self.results: Results = Results(s.agent, s.players, s.seed)
        self._progress = progress
        self._numbers = itertools.count()
        self._name = "longroad" + "".join(random.SystemRandom().choices("abcdefghijkmnpqrstuvwxyz", k=5))
        self._lines = Lines(s.host, s.port, self._name, s.cookie, s.connections, s.patience)
        self._first_agent = make_agent(s.agent)
        self._first_agent.check(s.rules)
        self._threads = ThreadPoolExecutor(max_workers=min(s.parallel, 32))
        self._files: dict[str, IO[str]] = {}
        self._gone: str | None = None

    async def run(self) -> Results:
        """Plays all games, or as many as the server lets us. Raises ConnectionLost if there was no server
        from the start."""
        began = time.perf_counter()
        with ExitStack() as stack:
            stack.callback(self._threads.shutdown, wait=False, cancel_futures=True)
            if self.settings.out is not None:
                self.settings.out.mkdir(parents=True, exist_ok=True)
                for name in (GAMES_FILE, UNFINISHED_FILE):
                    path = self.settings.out / name
                    self._files[name] = stack.enter_context(path.open("a", encoding="utf-8"))
            try:
                await asyncio.gather(
                    *map(self._work, range(min(self.settings.parallel, self.settings.games)))
                )
            finally:
                self.results.seconds = time.perf_counter() - began
                await self._lines.close()
        if self._gone is not None and not self.results.outcomes:
            raise ConnectionLost(self._gone)
        self.results.stopped = self._gone
        return self.results

    # -- One game after the other

    async def _work(self, worker: int) -> None:
        agent = self._agent(worker)
        while self._gone is None:
            number = next(self._numbers)
            if number >= self.settings.games:
                return
            try:
                connection = await self._lines.get(worker)
            except ConnectionLost as error:
                self._gone = str(error)
                return
            self._keep(await self._play(connection, agent, number), number)

    def _agent(self, worker: int) -> Agent:
        if worker == 0:
            return self._first_agent
        return self._first_agent.twin() or make_agent(self.settings.agent)

    async def _play(self, connection: Connection, agent: Agent, number: int) -> Outcome:
        s = self.settings
        rng = Rng.stream(s.seed % 2**64, number)
        name, seat, start = f"{self._name}-{number}", number % s.players, True
        if s.cookie is not None:
            try:
                async with asyncio.timeout(s.limits.silence):
                    invitation = await connection.invitations.get()
            except TimeoutError:
                return Outcome(name, problem="silent", reason="the server has no game for our robot")
            if invitation is None:
                return Outcome(name, problem="lost", reason=connection.lost or "the connection ended")
            name, seat, start = invitation.game, invitation.seat, False
        queue = connection.create(name, s.options) if start else connection.join(name)
        table = GameTable(connection, name, seat, agent, rng, self._thinker(agent), s.limits, s.trade)
        outcome = await table.play(queue, start)
        if outcome.problem == "silent" and self._hangs(connection):
            await connection.close(f"the server said nothing for {s.limits.silence:g} s")
        return outcome

    def _hangs(self, connection: Connection) -> bool:
        return asyncio.get_running_loop().time() - connection.last_heard > self.settings.limits.silence / 2

    def _thinker(self, agent: Agent) -> Callable[[Callable[[], Action]], asyncio.Future[Action]]:
        """Agents think in threads, so that other games continue. Those that draw their moves are done
        before a thread has woken up."""
        loop = asyncio.get_running_loop()

        def think(decide: Callable[[], Action]) -> asyncio.Future[Action]:
            if not isinstance(agent, DrawingAgent):
                return loop.run_in_executor(self._threads, _uninterrupted, decide)
            drawn: asyncio.Future[Action] = loop.create_future()
            drawn.set_result(decide())
            return drawn

        return think

    # -- What is kept

    def _keep(self, outcome: Outcome, number: int) -> None:
        """Writes the game down at once: a run that is killed keeps what was played."""
        finished = outcome.problem is None
        file = self._files.get(GAMES_FILE if finished else UNFINISHED_FILE)
        if file is not None:
            file.write((self._line(outcome, number) if finished else _unfinished_line(outcome)) + "\n")
            file.flush()
        outcome.record = None
        self.results.add(outcome)
        if self._progress is not None:
            self._progress(self.results)

    def _line(self, outcome: Outcome, number: int) -> str:
        """A line of an archive (longroad.arena.data.archive), so that games can be shown and exported like
        those of a match."""
        assert outcome.record is not None, "the game is over"
        assert outcome.me is not None, "the game was begun"
        agents = [
            self.settings.agent if player == outcome.me else f"jsettlers-{robot_type(name)}"
            for player, name in enumerate(outcome.names)
        ]
        played = {
            "agents": agents,
            "seed": self.settings.seed,
            "block": number,
            "rotation": -outcome.me % len(agents),
            "winner": outcome.winner,
            "forfeit": None,
        }
        server = {"names": outcome.names, "points": outcome.points, "seconds": round(outcome.seconds, 3)}
        return json.dumps({**json.loads(outcome.record), "played": played, "jsettlers": server})


def _uninterrupted(decide: Callable[[], Action]) -> Action:
    """An interrupt from the keyboard is for the main thread; here it only ends the thinking."""
    try:
        return decide()
    except KeyboardInterrupt as error:
        raise Interrupted from error


def _unfinished_line(outcome: Outcome) -> str:
    """The record of a game as far as it went, if it was begun, with the reason and the last messages."""
    record = json.loads(outcome.record) if outcome.record is not None else {}
    problem = {"problem": outcome.problem, "reason": outcome.reason, "trace": outcome.trace}
    return json.dumps({**record, "jsettlers": {"game": outcome.game, "names": outcome.names, **problem}})
