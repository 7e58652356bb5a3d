"""``expectimax``: looks some plies ahead with a positional evaluation."""

from __future__ import annotations

from longroad.agents.thinking import ThinkingAgent
from longroad.catan.native_agents import ExpectimaxOptions


class ExpectimaxAgent(ThinkingAgent):
    """Expectiminimax on a consistent state: what the view hides is drawn once per move, from the cards it has
    counted.

    >>> ExpectimaxAgent(depth=3, moves="representative").options.to_text()
    'depth=3,moves=representative'
    """

    options_type = ExpectimaxOptions
