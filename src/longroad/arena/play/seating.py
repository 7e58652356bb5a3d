"""Who sits at the games of a job: agents made of specs, in this process or in workers, and made ready."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Any, Self

from longroad._native import Rng
from longroad.agents import FOREIGN, AnyAgent, extras_of, make_agent
from longroad.agents.exec_agent import ExecAgent
from longroad.agents.processes.workers import Workers
from longroad.errors import AgentSpecError, BotError, LongroadError
from longroad.extras import require
from longroad.games import Rules, game_of


class Seating:
    """Makes the agents of jobs, one job after the other, and ends what they run in when the block ends.

    With ``limited``, agents of your own that are named by a spec play in worker processes, where they can be
    killed. Those of Longroad, and instances, which belong to the process that made them, play in this one.
    """

    def __init__(self, limited: bool = False) -> None:
        self._workers = Workers() if limited else None
        self._programs: list[ExecAgent] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()
        if self._workers is not None:
            self._workers.__exit__(kind, error, trace)

    def agents(self, agents: Iterable[str | AnyAgent], rules: Rules) -> list[AnyAgent]:
        """Specs turned into agents of the rules' game; instances stay as they are. Raises RulesError for one
        that cannot play under the rules, AgentSpecError for one of another game, MissingExtraError for all
        whose libraries are missing. One that fails otherwise when it is asked about the rules forfeits its
        games."""
        agents = list(agents)
        require("playing", extras_of(agent for agent in agents if isinstance(agent, str)))
        return [self._ready(agent, rules) for agent in agents]

    def leave(self) -> None:
        """The agents made so far have played their games."""
        if self._workers is not None:
            self._workers.rest()
        for program in self._programs:
            program.close()
        self._programs.clear()

    def _ready(self, agent: str | AnyAgent, rules: Rules) -> AnyAgent:
        game = game_of(rules).name
        made = self._made(agent, game) if isinstance(agent, str) else agent
        if made.plays != game:
            raise AgentSpecError(f"{_name(agent)} plays {made.plays}, not {game}")
        try:
            made.check(rules)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if isinstance(error, LongroadError) and not isinstance(error, BotError):
                raise
            return Absent(error, game)
        return made

    def _made(self, spec: str, game: str) -> AnyAgent:
        if self._workers is not None and spec.partition(":")[0] in ("python", *FOREIGN):
            return self._workers.agent(spec, game)
        made = make_agent(spec, game)
        if isinstance(made, ExecAgent):
            self._programs.append(made)
        return made


def _name(agent: str | AnyAgent) -> str:
    return agent if isinstance(agent, str) else type(agent).__name__


class Absent(AnyAgent):
    """Sits for an agent that could not be made ready: every game is forfeited when it begins."""

    def __init__(self, error: BaseException, game: str) -> None:
        self._error, self._trace = error, error.__traceback__
        self.plays = game  # type: ignore[misc]

    def twin(self) -> Self:
        return self

    def begin(self, rules: Any, player: int, rng: Rng) -> None:
        raise self._error.with_traceback(self._trace)  # else it would become longer from game to game

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        raise self._error
