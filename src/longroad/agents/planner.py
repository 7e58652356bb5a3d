"""``planner``: plans its turn and bargains."""

from __future__ import annotations

from longroad.agents.thinking import ThinkingAgent
from longroad.catan.native_agents import Planner1Options, PlannerOptions


class PlannerAgent(ThinkingAgent):
    """A rule-based player: it tries out plans for the turn, up to ``steps`` actions, keeping
    the ``beam`` best at each, and judges them by income, place, cards and the race to the target. It makes up
    to ``offers`` offers per turn."""

    options_type = PlannerOptions


class Planner1Agent(PlannerAgent):
    """``planner`` as it was before its judgement of games of three and four was tuned; with two players they
    are the same."""

    options_type = Planner1Options
