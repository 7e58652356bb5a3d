"""Agents that draw their moves: ``random`` and ``weighted``."""

from __future__ import annotations

from longroad import _native
from longroad.agents.thinking import ThinkingAgent

_UNIFORM, _BY_KIND, _BUILD_FIRST = 0, 1, 2


class RandomAgent(ThinkingAgent):
    """Every listed legal action is equally likely; with ``by=kind`` every kind of action is, then every
    action of the kind."""

    def __init__(self, by: str = "action") -> None:
        if by not in ("action", "kind"):
            raise ValueError(f"by={by!r}: must be action or kind")
        self.native = _native.NativeAgent.drawing(_BY_KIND if by == "kind" else _UNIFORM)


class WeightedAgent(ThinkingAgent):
    """Draws a kind of action by weight, then an action of that kind: a city or a settlement whenever it can
    be built, cards and roads often, offers seldom."""

    native = _native.NativeAgent.drawing(_BUILD_FIRST)
