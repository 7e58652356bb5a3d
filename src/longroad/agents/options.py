"""Options of agent specs, from text."""

from __future__ import annotations

from typing import Any

_WORDS = {"on": True, "true": True, "off": False, "false": False}


def option_value(name: str, value: Any, default: Any) -> Any:
    """A text as a value of the type of ``default``; values that are no text stay as they are.

    >>> option_value("depth", "3", 2), option_value("prune", "off", True), option_value("moves", "all", "x")
    (3, False, 'all')
    >>> option_value("depth", "three", 2)
    Traceback (most recent call last):
      ...
    ValueError: depth='three': must be a whole number
    """
    if not isinstance(value, str) or isinstance(default, str):
        return value
    if isinstance(default, bool):
        if value.lower() not in _WORDS:
            raise ValueError(f"{name}={value!r}: must be on or off")
        return _WORDS[value.lower()]
    try:
        return int(value) if isinstance(default, int) else float(value)
    except ValueError:
        whole = "whole " if isinstance(default, int) else ""
        raise ValueError(f"{name}={value!r}: must be a {whole}number") from None
