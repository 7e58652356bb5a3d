"""Blocks whose games Python plays, many of them side by side.

An agent that decides for many games at once (a network, say) is asked once for all games that wait for it.
Every game ends as it would if it were played alone: the agents of a game are its own, and so are its
generators.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from longroad.agents import AnyAgent, Question
from longroad.agents.processes.workers import WorkerAgent
from longroad.arena.play.python_games import PythonGame
from longroad.arena.play.seating import Absent
from longroad.games import Rules

#: Games that are played side by side where agents decide together.
GAMES_AT_ONCE = 256


class _Waiting(NamedTuple):
    number: int
    game: PythonGame
    question: Question[Any, Any, Any]


class SideBySide:
    """The blocks of a pairing from a first one on, in order. ``ended(number, game)`` is called as soon as a
    game is over, with its number in the pairing.

    Agents that cannot be at several games at the same time (``Agent.twin``, workers) play one after the
    other.
    """

    def __init__(
        self,
        agents: Sequence[AnyAgent],
        rules: Rules,
        seed: int,
        *,
        first: int = 0,
        move_seconds: float | None = None,
        at_once: int = GAMES_AT_ONCE,
        ended: Callable[[int, PythonGame], object] = lambda number, game: None,
    ) -> None:
        self._agents, self._rules, self._seed = agents, rules, seed
        self._move_seconds, self._ended = move_seconds, ended
        self._twins = all(_has_twins(agent) for agent in agents)
        many = self._twins and any(agent.together is not None for agent in agents)
        self._at_once = at_once if many and not any(isinstance(a, WorkerAgent) for a in agents) else 1
        self._block = first
        self._begun = first * rules.players  # games are numbered through: block * players + rotation
        self._waiting: list[_Waiting] = []
        self._over: dict[int, PythonGame] = {}

    @property
    def is_ready(self) -> bool:
        """Whether the next block has been played already."""
        return all(number in self._over for number in self._games_of(self._block))

    def next_block(self, end: int) -> list[PythonGame]:
        """The next block, one game per rotation. Games of blocks before ``end`` may begin meanwhile."""
        while not self.is_ready:
            if len(self._waiting) < self._at_once and self._begun < end * self._rules.players:
                self._begin()
            else:
                self._ask()
        numbers = self._games_of(self._block)
        self._block += 1
        return [self._over.pop(number) for number in numbers]

    def _games_of(self, block: int) -> range:
        return range(block * self._rules.players, (block + 1) * self._rules.players)

    def _begin(self) -> None:
        number = self._begun
        self._begun += 1
        block, rotation = divmod(number, self._rules.players)
        agents = [self._seated(agent) for agent in self._agents]
        self._go_on(number, PythonGame(agents, self._rules, self._seed, block, rotation, self._move_seconds))

    def _seated(self, agent: AnyAgent) -> AnyAgent:
        """Who plays for an agent in one game."""
        try:
            return (self._twins and agent.twin()) or agent
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return Absent(error, agent.plays)

    def _go_on(self, number: int, game: PythonGame) -> None:
        question = game.advance()
        if question is None:
            self._ended(number, game)
            self._over[number] = game
        else:
            self._waiting.append(_Waiting(number, game, question))

    def _ask(self) -> None:
        """Answers all questions, those to agents that decide together in one call; its time is shared
        evenly."""
        groups: dict[int, list[_Waiting]] = {}
        for waiting in self._waiting:
            groups.setdefault(id(waiting.question.agent.together), []).append(waiting)
        self._waiting = []
        for group in groups.values():
            cpu, wall = time.thread_time(), time.perf_counter()
            answers = _answers([waiting.question for waiting in group])
            cpu, wall = time.thread_time() - cpu, time.perf_counter() - wall
            for waiting, answer in zip(group, answers, strict=True):
                waiting.game.answer(answer, cpu / len(group), wall / len(group))
                self._go_on(waiting.number, waiting.game)


def _has_twins(agent: AnyAgent) -> bool:
    """Whether an agent can be at several games; one that fails to say so fails again in each game."""
    try:
        return agent.twin() is not None
    except KeyboardInterrupt:
        raise
    except BaseException:
        return True


def _answers(questions: list[Question[Any, Any, Any]]) -> Sequence[Any]:
    try:
        answers = questions[0].agent.choose_many(questions)
        if len(answers) != len(questions):
            raise ValueError(f"{len(answers)} answers to {len(questions)} questions")
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return [error] * len(questions)
    return answers
