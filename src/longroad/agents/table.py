"""A game and the agents that sit at it: who decides, who is shown what, and who is told what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from longroad._native import Rng
from longroad.agents.base import AnyAgent
from longroad.games import State, game_of

StateT = TypeVar("StateT", bound=State)


class Sighting(NamedTuple):
    """An event as one player saw it."""

    player: int
    agent: AnyAgent
    before: Any
    event: Any
    after: Any

    def tell(self) -> None:
        """Lets the agent observe it."""
        self.agent.observe(self.before, self.event, self.after)


class Table(Generic[StateT]):
    """Agents by seat around a state; seats may be left out. Made after all of them have begun the game.

    ``run`` plays on by itself: chance draws from ``chance``, native agents decide natively, and it
    returns where another agent has to decide. Without ``native`` every agent is asked through Python.

    >>> from longroad.agents import make_agent
    >>> from longroad.catan import Rng, Rules, State
    >>> state, agents = State(Rules(players=3), seed=1), {p: make_agent("value") for p in (0, 2)}
    >>> for player, agent in agents.items():
    ...     agent.begin(state.rules, player, Rng(player))
    >>> table = Table(state, agents, chance=Rng(7))
    >>> while table.run() is not None:  # p1 has no agent: we decide
    ...     table.apply(state.legal_actions()[0])
    >>> state.is_over
    True
    """

    def __init__(
        self,
        state: StateT,
        agents: Mapping[int, AnyAgent],
        *,
        chance: Rng | None = None,
        native: bool = True,
    ) -> None:
        self.state = state
        self.agents: dict[int, AnyAgent] = dict(agents)
        self._chance, self._native = chance, native
        game = game_of(state)
        self._shown = game.shown
        self._seats = game.native.SeatedGame(state, chance)
        for player, agent in self.agents.items():
            if native and agent.native_player is not None:
                self._seats.seat_native(player, agent.native_player, agent.rng)
            else:
                self._seats.seat_python(player, agent.follows, agent.open_hands, agent.skips_forced)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is a table of its own around a copy of the state; native agents cannot be copied."""
        return _seated, (self.state, self.agents, self._chance, self._native)

    def view(self, player: int) -> Any:
        """What the agent of a player is shown now."""
        return self.state.view(player, self.agents[player].open_hands)

    def run(self, tell: Callable[[Sighting], None] = Sighting.tell) -> int | None:
        """Plays on until somebody has to decide that does not play natively: the seat; None when the game is
        over. Agents that follow the game are told by ``tell`` what happens, as it happens."""
        while True:
            waiting: int | None = self._seats.run()
            for sighting in self._sightings():
                tell(sighting)
            if waiting is not None or self.state.is_over:
                return waiting

    def apply(self, event: Any, tell: Callable[[Sighting], None] = Sighting.tell) -> None:
        """Carries out an action or outcome of chance; agents that follow the game are told. Raises as
        ``State.apply`` does, and then nothing has happened."""
        if isinstance(event, str):
            event = game_of(self.state).module.Action.parse(event)
        self._seats.apply(event)
        for sighting in self._sightings():
            tell(sighting)

    def skipped(self, player: int) -> int:
        """How many decisions of an agent were made for it, since it ``skips_forced``."""
        skipped: int = self._seats.skipped(player)
        return skipped

    def _sightings(self) -> list[Sighting]:
        rules = self.state.rules
        return [
            Sighting(
                player, self.agents[player], self._shown(before, rules), event, self._shown(after, rules)
            )
            for player, before, event, after in self._seats.take_sightings()
        ]


def _seated(state: Any, agents: dict[int, AnyAgent], chance: Rng | None, native: bool) -> Table[Any]:
    return Table(state, agents, chance=chance, native=native)
