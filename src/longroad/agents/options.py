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


def chosen(name: str, value: str, names: tuple[str, ...]) -> int:
    """The place of a value among those an option can have.

    >>> chosen("leaf", "short", ("eval", "playout", "short"))
    2
    >>> chosen("leaf", "deep", ("eval", "playout", "short"))
    Traceback (most recent call last):
      ...
    ValueError: leaf='deep': must be one of eval, playout, short
    """
    if value not in names:
        raise ValueError(f"{name}={value!r}: must be one of {', '.join(names)}")
    return names.index(value)


def in_range(name: str, value: Any, default: Any, low: float, high: float) -> Any:
    """``option_value``, refused outside of low..high.

    >>> in_range("sims", "0", 1000, 1, 10)
    Traceback (most recent call last):
      ...
    ValueError: sims=0: must be between 1 and 10
    """
    number = option_value(name, value, default)
    if not low <= number <= high:
        raise ValueError(f"{name}={number}: must be between {low:g} and {high:g}")
    return number


#: How the other players are thought to answer offers.
PARTNERS = ("judging", "coin")

#: Games a decision of the set-up with ``openings=on``.
OPENING_GAMES = 1000


def opening_games(value: int | str | bool) -> int:
    """Games a decision of the set-up: ``off``, ``on`` or their number.

    >>> opening_games("on"), opening_games("off"), opening_games("200")
    (1000, 0, 200)
    """
    if str(value).lower() in _WORDS:
        return OPENING_GAMES if _WORDS[str(value).lower()] else 0
    try:
        return int(in_range("openings", value, 0, 0, 1_000_000))
    except ValueError:
        raise ValueError(f"openings={value!r}: must be on, off or a number of games up to 1000000") from None
