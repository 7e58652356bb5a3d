"""What the browser keeps: the keys of seats. They are never part of an address, and the server keeps hashes."""

from __future__ import annotations

import json
from typing import Any

from nicegui import ui

from longroad.web.games import Created


def keep_keys(made: Created) -> None:
    """Leaves the keys of a new game in the browser that began it."""
    keep(
        made.game.id,
        {
            "host": str(made.host),
            "seats": {str(seat): str(key) for seat, key in made.seats.items()},
            "invitations": {str(seat): str(key) for seat, key in made.invitations.items()},
        },
    )


def keep(game: str, keys: dict[str, Any]) -> None:
    """Leaves keys in the browser."""
    ui.run_javascript(f"window.longroad.keep({json.dumps(game)}, {json.dumps(keys)})")


async def kept(game: str) -> dict[str, Any]:
    """The keys that this browser has of a game; a browser may answer anything."""
    told = await ui.run_javascript(f"window.longroad.kept({json.dumps(game)})", timeout=10)
    return told if isinstance(told, dict) else {}
