"""``planner``: plans its turn and bargains."""

from __future__ import annotations

from longroad.agents.thinking import ThinkingAgent
from longroad.catan.native_agents import PlannerOptions


class PlannerAgent(ThinkingAgent):
    """A rule-based player: it tries out plans for the turn, up to ``steps`` actions, keeping
    the ``beam`` best at each, and judges them by income, place, cards and the race to the target. It makes up
    to ``offers`` offers per turn."""

    options_type = PlannerOptions
