"""``value``: one ply over the positional evaluation."""

from __future__ import annotations

from longroad import _native
from longroad.agents.options import opening_games, option_value
from longroad.agents.thinking import ThinkingAgent


class ValueAgent(ThinkingAgent):
    """Makes the move after which the position looks best, chance averaged exactly. Answers offers, makes
    none."""

    def __init__(self, openings: bool | int | str = False, open: bool | str = False) -> None:
        self.open_hands = option_value("open", open, False)
        self.native = _native.NativeAgent.value(self.open_hands, opening_games(openings))
