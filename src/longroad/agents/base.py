"""What an agent is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from longroad._native import NativeAgent
from longroad.catan import Action, Rng, Rules, View


class Agent(ABC):
    """Something that picks moves. It is given what its player may know, never the state.

    A bot author overrides ``choose``; ``python:my_module.MyAgent`` then is its spec.
    """

    #: The native agent that plays the same way, if there is one: whole matches then run outside Python.
    native: NativeAgent | None = None
    #: Shown all resource hands, whatever the rules say. Such an agent's spec says ``open=on``.
    open_hands: bool = False
    #: Wants ``observe`` to be called. Set it before ``begin`` returns.
    follows: bool = False

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        """Called before the first move of every game; ``rng`` is the agent's own for that game. If you override it, call
        ``super().begin(...)``: it keeps ``rng`` as ``self.rng``."""
        self.rng = rng

    @abstractmethod
    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """One of ``actions``, or any other legal one (an offer of another bundle, say)."""

    def observe(self, before: View, event: Action, after: View) -> None:  # noqa: B027  # a hook that may stay empty
        """Called after every action and outcome of chance if ``follows`` is set: the player's views before and after, and what
        it saw (the card of another's steal or draw is not named). longroad.catan.Belief takes in the same three."""
