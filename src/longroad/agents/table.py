"""A game and the agents that sit at it: who is shown what, and who is told what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from longroad.agents.base import Agent
from longroad.catan import Action, State, View


class Sighting(NamedTuple):
    """An event as one player saw it."""

    player: int
    agent: Agent
    before: View
    event: Action
    after: View

    def tell(self) -> None:
        """Lets the agent observe it."""
        self.agent.observe(self.before, self.event, self.after)


class Table:
    """Agents by seat around a state; seats may be left out. Made after all of them have begun the game.

    >>> from longroad.agents import make_agent
    >>> from longroad.catan import Rng, Rules
    >>> rng, state = Rng(1), State(Rules(players=3), seed=1)
    >>> agents = {player: make_agent("value") for player in range(3)}
    >>> for player, agent in agents.items():
    ...     agent.begin(state.rules, player, rng)
    >>> table = Table(state, agents)
    >>> while not state.is_over:
    ...     if state.is_chance:
    ...         event = state.sample_chance(rng)
    ...     else:
    ...         event = agents[state.actor].choose(table.view(state.actor), state.legal_actions())
    ...     for sighting in table.apply(event):
    ...         sighting.tell()
    """

    def __init__(self, state: State, agents: Mapping[int, Agent]) -> None:
        self.state = state
        self.agents = dict(agents)
        self._followers = [player for player, agent in self.agents.items() if agent.follows]

    def view(self, player: int) -> View:
        """What the agent of a player is shown now."""
        return self.state.view(player, self.agents[player].open_hands)

    def apply(self, event: Action | str) -> list[Sighting]:
        """Carries out an action or outcome of chance. Returns what each agent that follows the game saw of
        it: all of them are to be told. Raises as ``State.apply`` does, and then nothing has happened.
        """
        if not self._followers:
            self.state.apply(event)
            return []
        if isinstance(event, str):
            event = Action.parse(event)
        before = [
            (player, self.view(player), self.state.seen_by(event, player, self.agents[player].open_hands))
            for player in self._followers
        ]
        self.state.apply(event)
        return [
            Sighting(player, self.agents[player], view, seen, self.view(player))
            for player, view, seen in before
        ]
