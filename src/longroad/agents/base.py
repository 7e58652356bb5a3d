"""What an agent is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Self

from typing_extensions import TypeVar

from longroad import catan
from longroad._native import Rng

#: What an agent of a game is shown, what it chooses, what it plays by; those of Catan unless named.
ViewT = TypeVar("ViewT", default=catan.View)
ActionT = TypeVar("ActionT", default=catan.Action)
RulesT = TypeVar("RulesT", default=catan.Rules)


class Agent(ABC, Generic[ViewT, ActionT, RulesT]):
    """Something that picks moves. It is given what its player may know, never the state.

    A bot author overrides ``choose``; ``python:my_module.MyAgent`` then is its spec. An agent of another game
    than Catan says so by ``plays``.
    """

    #: The game it plays, by its name in longroad.games.
    plays: ClassVar[str] = "catan"
    #: The native agent that plays the same way, if there is one: whole matches then run outside Python.
    native: Any = None
    #: The player of ``native`` in the game that was begun: its moves can be made outside Python.
    native_player: Any = None
    #: Shown all resource hands, whatever the rules say. Such an agent's spec says ``open=on``.
    open_hands: bool = False
    #: Wants ``observe`` to be called. Set it before ``begin`` returns.
    follows: bool = False
    #: Need not be asked where only one action is listed (discards apart, which can belong together).
    skips_forced: bool = False
    #: Agents with the same ``together`` (not None) decide in many games at once, by one call of
    #: ``choose_many``.
    together: object | None = None

    #: The seconds that a move may take in the match it plays; None without a limit.
    move_seconds: float | None = None

    #: CPU time of its calls so far that was not spent in the thread that asks.
    cpu_seconds: float = 0.0

    def check(self, rules: RulesT) -> None:  # a hook that may stay empty
        """Raises RulesError if it cannot play under these rules. Called before a match."""

    def twin(self) -> Self | None:
        """An agent of the same kind for another game, to be played at the same time. None if games have to
        be played one after the other, as with an agent that carries something over from one to the next."""
        return None

    def begin(self, rules: RulesT, player: int, rng: Rng) -> None:
        """Called before the first move of every game; ``rng`` is the agent's own for that game. If you
        override it, call ``super().begin(...)``: it keeps ``rng`` as ``self.rng``."""
        self.rng = rng

    @abstractmethod
    def choose(self, view: ViewT, actions: Sequence[ActionT]) -> ActionT:
        """One of ``actions``, or any other legal one (an offer of another bundle, say)."""

    def choose_many(
        self, questions: Sequence[Question[ViewT, ActionT, RulesT]]
    ) -> list[ActionT | BaseException]:
        """The moves of several agents with this one's ``together``, each the one that ``choose`` would make;
        an exception for an agent that fails."""
        return [question.ask() for question in questions]

    def interrupt(self) -> None:  # a hook that may stay empty
        """Called from another thread than ``choose``, which then raises soon; afterwards the agent may have
        to begin the game again (``is_ready``). Does nothing for an agent that only takes a moment."""

    @property
    def is_ready(self) -> bool:
        """Whether it can be asked for the next move in the game that was begun."""
        return True

    def observe(self, before: ViewT, event: ActionT, after: ViewT) -> None:  # a hook that may stay empty
        """Called after every action and outcome of chance if ``follows`` is set: the player's views before
        and after, and what it saw (the card of another's steal or draw is not named). longroad.catan.Belief
        takes in the same three."""


#: An agent of any game.
AnyAgent = Agent[Any, Any, Any]


class Question(NamedTuple, Generic[ViewT, ActionT, RulesT]):
    """A decision that an agent has to make."""

    agent: Agent[ViewT, ActionT, RulesT]
    view: ViewT
    actions: Sequence[ActionT]

    def ask(self) -> ActionT | BaseException:
        """The agent's answer, or what it raised."""
        try:
            return self.agent.choose(self.view, self.actions)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return error
