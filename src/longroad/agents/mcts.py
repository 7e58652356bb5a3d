"""``mcts``: Monte-Carlo tree search."""

from __future__ import annotations

from longroad.agents.thinking import ThinkingAgent
from longroad.catan.native_agents import Mcts1Options, MctsOptions, Ntu2016Options


class TreeSearchAgent(ThinkingAgent):
    """Monte-Carlo tree search on consistent states; its own offers are searched like other moves."""

    @property
    def win_probability(self) -> float | None:
        """Of its player, as the search behind the last move saw it; None if it did not search."""
        found: float | None = self.native_player.win_probability
        return found


class MctsAgent(TreeSearchAgent):
    """The tree search with all its options.

    >>> MctsAgent(sims=100, trades="on").options.to_text()
    'sims=100'
    """

    options_type = MctsOptions


class Mcts1Agent(MctsAgent):
    """``mcts`` as it was before its judgement of games of three and four was tuned; with two players they are
    the same."""

    options_type = Mcts1Options


class Ntu2016Agent(TreeSearchAgent):
    """The player of Ke and Chan's report: 50 build-only playouts per tree, a tree for every trade, a partner
    who flips a coin."""

    options_type = Ntu2016Options
