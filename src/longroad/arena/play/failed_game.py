"""The game at which a match stops that is to stop at the first failure."""

from __future__ import annotations

from longroad.arena.data.archive import KeptGame
from longroad.arena.play.python_games import Failed
from longroad.errors import LongroadError
from longroad.games import State


class FailedGame(LongroadError):
    """An agent has failed in a match with ``stop_at_failure``."""

    def __init__(self, number: int, kept: KeptGame, failed: Failed, state: State) -> None:
        super().__init__(f"{kept.agents[failed.seat]} failed in game {number + 1}: {failed.reason}")
        #: Of the game in the match, from 0.
        self.number = number
        #: The game so far; it replays to ``state``, the position in which the agent failed.
        self.kept: KeptGame = kept
        self.state: State = state
        self.failed = failed
