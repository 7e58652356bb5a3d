"""How the games of a study are played: any native agent, and plays that are not agents."""

from __future__ import annotations

from longroad import _native
from longroad.agents import make_agent
from longroad.errors import OpeningsError

#: Plays beside the agents.
PLAYS: dict[str, _native.NativeAgent] = {
    "build": _native.NativeAgent(_native.Policy.build),
}


def make_play(spec: str) -> _native.NativeAgent:
    """The play behind ``build`` (random builds, no trades) or an agent's spec.

    >>> isinstance(make_play("value"), _native.NativeAgent)
    True
    """
    if spec in PLAYS:
        return PLAYS[spec]
    native: _native.NativeAgent | None = make_agent(spec).native
    if native is None:
        raise OpeningsError(f"play '{spec}': it plays in Python, a study needs an agent that plays natively")
    return native
