"""What an agent is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple, Self

from longroad._native import NativeAgent, NativePlayer
from longroad.catan import Action, Rng, Rules, View


class Agent(ABC):
    """Something that picks moves. It is given what its player may know, never the state.

    A bot author overrides ``choose``; ``python:my_module.MyAgent`` then is its spec.
    """

    #: The native agent that plays the same way, if there is one: whole matches then run outside Python.
    native: NativeAgent | None = None
    #: The player of ``native`` in the game that was begun: its moves can be made outside Python.
    native_player: NativePlayer | None = None
    #: Shown all resource hands, whatever the rules say. Such an agent's spec says ``open=on``.
    open_hands: bool = False
    #: Wants ``observe`` to be called. Set it before ``begin`` returns.
    follows: bool = False
    #: Need not be asked where only one action is listed (discards apart, which can belong together).
    skips_forced: bool = False
    #: Agents with the same ``together`` (not None) decide in many games at once, by one call of
    #: ``choose_many``.
    together: object | None = None

    def check(self, rules: Rules) -> None:  # noqa: B027  # a hook that may stay empty
        """Raises RulesError if it cannot play under these rules. Called before a match."""

    def twin(self) -> Self | None:
        """An agent of the same kind for another game, to be played at the same time. None if games have to
        come one after the other, as with an agent that carries something over from one to the next."""
        return None

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        """Called before the first move of every game; ``rng`` is the agent's own for that game. If you
        override it, call ``super().begin(...)``: it keeps ``rng`` as ``self.rng``."""
        self.rng = rng

    @abstractmethod
    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """One of ``actions``, or any other legal one (an offer of another bundle, say)."""

    def choose_many(self, questions: Sequence[Question]) -> list[Action | BaseException]:
        """The moves of several agents with this one's ``together``, each the one that ``choose`` would make;
        an exception for an agent that fails."""
        return [question.ask() for question in questions]

    def observe(self, before: View, event: Action, after: View) -> None:  # noqa: B027  # a hook that may stay empty
        """Called after every action and outcome of chance if ``follows`` is set: the player's views before
        and after, and what it saw (the card of another's steal or draw is not named). longroad.catan.Belief
        takes in the same three."""


class Question(NamedTuple):
    """A decision that an agent has to make."""

    agent: Agent
    view: View

    def ask(self) -> Action | BaseException:
        """The agent's answer, or what it raised."""
        try:
            return self.agent.choose(self.view, self.view.actions)
        except (Exception, SystemExit) as error:
            return error
