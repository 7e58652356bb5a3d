"""Skirmish's native players as agents."""

from __future__ import annotations

from longroad import skirmish
from longroad._native.skirmish import PlayerSettings
from longroad.agents.thinking import ThinkingAgent


class SkirmishAgent(ThinkingAgent[skirmish.State, skirmish.Action, skirmish.Rules]):
    """Plays Skirmish as its settings say."""

    plays = "skirmish"

    def __init__(self, settings: PlayerSettings) -> None:
        self.native = settings
