"""``value``: one ply over the positional evaluation."""

from __future__ import annotations

from longroad.agents.thinking import ThinkingAgent
from longroad.catan.native_agents import ValueOptions


class ValueAgent(ThinkingAgent):
    """Makes the move after which the position looks best, chance averaged exactly. Answers offers, makes
    none."""

    options_type = ValueOptions
