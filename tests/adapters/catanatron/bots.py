"""Players of catanatron that the tests name by their dotted path."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

pytest.importorskip("catanatron", reason="needs the extra: pip install 'longroad[catanatron]'")

from catanatron.models.player import Player


class Spy(Player):  # type: ignore[misc]
    """Draws its moves and keeps the games it was shown."""

    seen: ClassVar[list[Any]] = []

    def decide(self, game: Any, playable_actions: Any) -> Any:
        assert game.state.current_color() is self.color
        self.seen.append(game.copy())
        return random.choice(playable_actions)


class Choosy(Player):  # type: ignore[misc]
    """Has options of several types."""

    def __init__(
        self,
        color: Any,
        depth: int = 2,
        prune: bool = True,
        name: str = "x",
        any_value: Any = None,
        table: Any = (1, 2),
    ) -> None:
        super().__init__(color)
        if depth > 9:
            raise ValueError("too deep")
        self.given = depth, prune, name, any_value

    def decide(self, game: Any, playable_actions: Any) -> Any:
        return playable_actions[0]


class Rebel(Player):  # type: ignore[misc]
    """Plays what it was not offered."""

    def decide(self, game: Any, playable_actions: Any) -> Any:
        return playable_actions[0]._replace(value="nonsense")


NotAPlayer = object
