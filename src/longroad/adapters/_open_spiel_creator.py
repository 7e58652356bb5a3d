"""What OpenSpiel's registry keeps until the process ends, in a module of its own.

The registry is in C++ and lets go only after Python has gone. So the creator must not lead to the engine,
which nanobind would report as leaked, and must be a class: classes are never freed at that point, while
freeing a function there ends in a crash.
"""

from __future__ import annotations

from typing import Any


class Creator:
    """Called with the parameters of a game, it gives a longroad.adapters.open_spiel.CatanGame."""

    def __new__(cls, params: dict[str, Any]) -> Any:
        from longroad.adapters.open_spiel import CatanGame

        return CatanGame(params)
