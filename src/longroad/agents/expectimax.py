"""``expectimax``: looks some plies ahead with a positional evaluation."""

from __future__ import annotations

from collections.abc import Sequence

from longroad import _native
from longroad.agents.base import Agent
from longroad.agents.options import option_value
from longroad.catan import Action, Rng, Rules, View
from longroad.search.expectimax import CLASSES, catan_choices
from longroad.search.settings import Settings


class ExpectimaxAgent(Agent):
    """Expectiminimax on a position the player holds possible: what the view hides is dealt at random, once a move.

    >>> ExpectimaxAgent(depth=3, moves="representative").settings.depth
    3
    """

    def __init__(
        self,
        depth: int | str = 2,
        moves: str = "all",
        opponents: str = "paranoid",
        classes: int | str = CLASSES["catan"],
        seconds: float | str = 0.0,
        max_nodes: int | str = 0,
    ) -> None:
        self.settings = Settings(
            depth=option_value("depth", depth, 2),
            seconds=option_value("seconds", seconds, 0.0),
            max_nodes=option_value("max_nodes", max_nodes, 0),
        )
        self._how = catan_choices(moves, opponents, option_value("classes", classes, CLASSES["catan"]))
        self.native = _native.NativeAgent.expectimax(self.settings.core, *self._how)

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self._search = _native.CatanSearch(self.settings.core, *self._how)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        return self._search.choose(view, self.rng)
