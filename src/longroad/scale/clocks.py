"""Agents that think by the clock: they play differently on other machines, so a cluster changes results."""

from __future__ import annotations

from collections.abc import Iterable

from longroad.agents import REGISTRIES
from longroad.errors import ScaleError
from longroad.options.specs import spec_parts


def thinks_by_the_clock(spec: str, game: str = "catan") -> bool:
    """Whether a built-in agent has a limit of time. What agents of your own do nobody knows.

    >>> [thinks_by_the_clock(spec) for spec in ("mcts:ms=20", "expectimax:seconds=1", "mcts:sims=20")]
    [True, True, False]
    """
    name, text = spec_parts(spec)
    info = REGISTRIES[game].get(name)
    if info is None:
        return False
    options = info.options_type.from_text(text)
    return any(getattr(options, limit, 0.0) for limit in ("ms", "seconds"))


def refuse_timed(specs: Iterable[str], game: str = "catan") -> None:
    """Raises ScaleError if one of them thinks by the clock."""
    timed = [spec for spec in dict.fromkeys(specs) if thinks_by_the_clock(spec, game)]
    if timed:
        raise ScaleError(
            f"{timed[0]}: thinks by the clock, so its play depends on the worker it runs on; limit it by "
            "sims=N, or add --allow-timed"
        )
