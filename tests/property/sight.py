"""All that a view says, to be compared."""

from __future__ import annotations

from typing import Any

from longroad import catan


def sight(view: catan.View) -> dict[str, Any]:
    """Everything a view says: all public attributes, for all players, and all encodings."""
    seen: dict[str, Any] = {"repr": repr(view)}
    for name in dir(view):
        if name.startswith("_"):
            continue
        value = getattr(view, name)
        seen[name] = [value(p) for p in range(view.players)] if callable(value) else value
    for name, encoding in catan.ENCODINGS.items():
        if name != "gendre2020" or view.players == 2:
            seen[f"encoding {name}"] = encoding.encode(view).tobytes()
    return seen
