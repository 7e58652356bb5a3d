"""``net``: plays with an exported network, without the library it was trained with."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, Self, cast

import numpy as np
import numpy.typing as npt

from longroad.agents.base import Agent, Question
from longroad.agents.net.network_file import Network, open_network
from longroad.agents.net.network_sheets import Rows, Sheet, sheet_of, wordless
from longroad.agents.net.picking import pick
from longroad.catan import Action, Rng, Rules, View
from longroad.catan.encodings import unseen_options
from longroad.errors import AgentSpecError, NetworkError, RulesError
from longroad.options import Options, option, options

_FAILED = -1


@options(AgentSpecError)
class NetOptions(Options):
    """Of ``net``."""

    model: str = option("", "The file of a network (ONNX), or the name of one that ships with Longroad.")
    temperature: float = option(
        0.0, "0 for the best move; above it moves are drawn by exp(score / temperature).", low=0, high=1000
    )
    threads: int = option(1, "Threads per call of the network.", low=1, high=256)

    def __post_init__(self) -> None:
        if not self.model:
            raise AgentSpecError("model: name the file of a network, as in model=mine.onnx")


class NetAgent(Agent):
    """Makes the move its network likes best (``temperature=0``), or draws one in proportion to exp(score /
    temperature).

    Where only one move can be said, the network is not asked. A network without domestic trade, or
    trained without it, never offers and refuses all offers. A ``gendre2020`` network names what it keeps of
    a large hand: the single discards follow one after the other.
    """

    options_type = NetOptions
    skips_forced = True

    def __init__(self, model: str = "", **others: Any) -> None:
        self.options: NetOptions = NetOptions.from_dict({"model": model, **others})
        self.temperature: float = self.options.temperature
        self.network: Network = open_network(model, self.options.threads)
        self.together: Network = self.network
        self._discards: list[Action] = []  # decided already

    def check(self, rules: Rules) -> None:
        fewest, most = self.network.players
        if not fewest <= rules.players <= most:
            wanted = str(most) if fewest == most else f"{fewest}-{most}"
            raise RulesError(f"{self.network.file}: plays games of {wanted} players, not of {rules.players}")
        for name in unseen_options(rules):
            if name not in self.network.options:
                raise RulesError(
                    f"{name}=on: {self.network.file} was not trained with it, and its encoding "
                    f"'{self.network.encoding.version}' does not show it; play with {name}=off"
                )

    def twin(self) -> Self:
        return copy(self)

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self.check(rules)
        self._discards = []

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        (answer,) = self.choose_many([Question(self, view, actions)])
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def choose_many(self, questions: Sequence[Question]) -> list[Action | BaseException]:
        asked = [(cast(NetAgent, question.agent), question.view) for question in questions]
        answers: list[Action | BaseException | None] = [agent._next_discard(view) for agent, view in asked]
        left = [i for i, answer in enumerate(answers) if answer is None]
        for i, answer in zip(left, self._decided([asked[i] for i in left]), strict=True):
            answers[i] = answer
        return cast("list[Action | BaseException]", answers)

    def _next_discard(self, view: View) -> Action | None:
        """The next card of a discard that was decided before."""
        own = view.phase == "discard" and view.actor == view.player
        if own and self._discards and view.left == len(self._discards):
            return self._discards.pop(0)
        self._discards = []
        return None

    def _decided(self, asked: Sequence[tuple[NetAgent, View]]) -> list[Action | BaseException]:
        """The moves of agents with this network."""
        sheet = sheet_of(self.network, [view for _, view in asked])
        counts = sheet.mask.sum(axis=1)
        columns = sheet.mask.argmax(axis=1) if sheet.mask.size else counts  # right where there is only one
        several = np.flatnonzero(counts > 1)
        if len(several):
            columns[several] = _picked(sheet, several, [asked[row][0] for row in several.tolist()])
        answers: list[Action | BaseException] = []
        for row, (agent, view) in enumerate(asked):
            try:
                answers.append(agent._said(sheet, row, int(columns[row]), view if not counts[row] else None))
            except Exception as error:
                answers.append(error)
        return answers

    def _said(self, sheet: Sheet, row: int, column: int, wordless_at: View | None) -> Action:
        if wordless_at is not None:
            return wordless(wordless_at, self.rng)
        if column == _FAILED:
            raise NetworkError(f"{self.network.file}: what it says of a position is not a number")
        first, *self._discards = sheet.said(row, column, self.rng)
        return first

    def _ticket(self) -> float:
        """A number in [0, 1) if there is something to draw."""
        return (self.rng.next() >> 11) * 2.0**-53 if self.temperature else 0.0


def _picked(sheet: Sheet, rows: Rows, agents: Sequence[NetAgent]) -> npt.NDArray[np.intp]:
    """The column of each agent. Where it is too close to tell, the network is asked again about that one
    alone, so that it does not matter who was asked at the same time."""
    heat = np.array([agent.temperature for agent in agents])
    tickets = np.array([agent._ticket() for agent in agents])
    columns, sure = _read(sheet, rows, heat, tickets)
    for i in np.flatnonzero(~sure) if len(rows) > 1 else ():
        one = slice(i, i + 1)
        columns[one], _ = _read(sheet, rows[one], heat[one], tickets[one])
    return columns


def _read(
    sheet: Sheet, rows: Rows, heat: npt.NDArray[np.float64], tickets: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    scores, mask = sheet.scores(rows), sheet.mask[rows]
    failed: npt.NDArray[np.bool_] = np.any(mask & ~np.isfinite(scores), axis=1)
    columns, sure = pick(np.where(failed[:, None], 0, scores), mask, heat, tickets)
    columns[failed] = _FAILED
    return columns, sure
