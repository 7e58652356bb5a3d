"""Rules as people write them on a command line, for all games."""

from __future__ import annotations

import re
from typing import Any

from longroad.errors import RulesError

_WORDS = {"on": True, "true": True, "off": False, "false": False}


def preset_and_options(text: str) -> tuple[str, dict[str, Any]]:
    """``preset`` or ``preset,option=value`` or ``option=value,option=value``.

    >>> preset_and_options("gendre2020,discard_limit=7,robber=off")
    ('gendre2020', {'discard_limit': 7, 'robber': False})
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    preset = parts.pop(0) if parts and "=" not in parts[0] else "official"
    options: dict[str, Any] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            raise RulesError(f"rules: '{part}' is not option=value (a preset's name stands first)")
        options[name] = _value(value)
    return preset, options


def _value(text: str) -> Any:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    return int(text) if re.fullmatch("-?[0-9]+", text) else text
