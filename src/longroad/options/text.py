"""The one text form of options: ``name=value,name=value``."""

from __future__ import annotations

from collections.abc import Iterable


def pairs_of(text: str) -> dict[str, str]:
    """Names and values of a text; raises ValueError for an empty or repeated option.

    >>> pairs_of("sims=800, trades=on")
    {'sims': '800', 'trades': 'on'}
    >>> pairs_of("sims=1,sims=2")
    Traceback (most recent call last):
      ...
    ValueError: 'sims' is given twice
    """
    return pairs_among(text.split(","))


def pairs_among(parts: Iterable[str]) -> dict[str, str]:
    """Names and values of texts that are each ``name=value``.

    >>> pairs_among(["sims="])
    Traceback (most recent call last):
      ...
    ValueError: 'sims=' is not name=value
    """
    pairs: dict[str, str] = {}
    for part in parts:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not part.strip():
            raise ValueError("an option is empty; write name=value,name=value")
        if not equals or not name or not value:
            raise ValueError(f"'{part.strip()}' is not name=value")
        if name in pairs:
            raise ValueError(f"'{name}' is given twice")
        pairs[name] = value
    return pairs
