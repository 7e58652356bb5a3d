"""The agents of Skirmish: ``random``, ``expectimax`` and ``mcts``."""

from __future__ import annotations

from longroad import skirmish
from longroad.agents.thinking import ThinkingAgent
from longroad.skirmish.players import ExpectimaxPlayerOptions, MctsPlayerOptions, RandomPlayerOptions


class SkirmishAgent(ThinkingAgent[skirmish.State, skirmish.Action, skirmish.Rules]):
    """Plays Skirmish natively."""

    plays = "skirmish"


class SkirmishRandom(SkirmishAgent):
    """Every legal action is equally likely."""

    options_type = RandomPlayerOptions


class SkirmishExpectimax(SkirmishAgent):
    """Expectiminimax with the paper's evaluation; ``depth`` counts turns."""

    options_type = ExpectimaxPlayerOptions


class SkirmishMcts(SkirmishAgent):
    """Monte-Carlo tree search whose leaves are judged by the paper's evaluation at the end of the turn."""

    options_type = MctsPlayerOptions
