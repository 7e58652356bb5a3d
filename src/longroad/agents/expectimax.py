"""``expectimax``: looks some plies ahead with a positional evaluation."""

from __future__ import annotations

from longroad import _native
from longroad.agents.options import opening_games, option_value
from longroad.agents.thinking import ThinkingAgent
from longroad.search.expectimax import CLASSES, catan_choices
from longroad.search.settings import Settings


class ExpectimaxAgent(ThinkingAgent):
    """Expectiminimax on a position the player holds possible: what the view hides is drawn once a move, from
    the cards it has counted.

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
        openings: bool | int | str = False,
        open: bool | str = False,
    ) -> None:
        self.settings = Settings(
            depth=option_value("depth", depth, 2),
            seconds=option_value("seconds", seconds, 0.0),
            max_nodes=option_value("max_nodes", max_nodes, 0),
        )
        self.open_hands = option_value("open", open, False)
        how = catan_choices(moves, opponents, option_value("classes", classes, CLASSES["catan"]))
        self.native = _native.NativeAgent.expectimax(
            self.settings.core, *how, self.open_hands, opening_games(openings)
        )
