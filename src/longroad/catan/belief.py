"""Counting cards: what a player knows of the others' resource cards."""

from __future__ import annotations

from typing import Any, Self

import longroad
from longroad import _native
from longroad._native import Rng
from longroad.catan.state import State, View, check_pickled

Hand = tuple[int, int, int, int, int]


class Belief(_native.Belief):
    """What a player knows of all hands by following a game from its start.

    Every event that the player sees is taken in. Where two others rob each other, all cards it may have been
    are kept with their probabilities. Nothing is sampled and nothing forgotten. What players choose to do
    tells only that they could.

    >>> from longroad import catan
    >>> rng = catan.Rng(3)
    >>> state = catan.State(catan.Rules(players=3), seed=3)
    >>> belief = catan.Belief()
    >>> while len(belief.hypotheses) == 1:
    ...     event = state.sample_chance(rng) if state.is_chance else state.sample_action(rng)
    ...     before, seen = state.view(0), state.seen_by(event, 0)
    ...     state.apply(event)
    ...     belief.observe(before, seen, state.view(0))
    >>> belief.holds(0, state.hand(0)), 0 < belief.holds(1, state.hand(1)) < 1
    (1.0, True)
    >>> sum(belief.expected(1)) - state.hand_size(1) < 1e-9
    True
    >>> possible = belief.sample(state.view(0), rng)
    >>> possible.hand_size(1) == state.hand_size(1), possible.hand(0) == state.hand(0)
    (True, True)
    """

    __slots__ = ("_players",)

    def __init__(self) -> None:
        super().__init__()
        self._players = 4  # until the first view tells

    def observe(self, before: View, event: _native.Action, after: View) -> None:  # type: ignore[override]
        """Takes in an event: the player's views before and after it, and what it saw of it
        (``State.seen_by``).

        Raises BeliefError, and changes nothing, if that cannot have happened or earlier events are missing.
        """
        super().observe(before, event, after)
        self._players = before.players

    @property
    def hypotheses(self) -> list[tuple[tuple[Hand, ...], float]]:
        """All hands that are possible, by player, and how likely they are. The probabilities sum to 1."""
        return [(tuple(hands), probability) for hands, probability in self.listed(self._players)]

    def sample(self, view: View, rng: Rng) -> State:
        """A full position consistent with what the viewer knows: hands by their probability, development
        cards dealt.

        Seen by the viewer it is the position of the view. It can be played on, but it has no history
        (``State.has_history``) and cannot be written as a record. Raises BeliefError if the belief has not
        followed the game up to the view.
        """
        state = State.__new__(State)
        _native.State.__init__(state, self.deal(view, rng))
        state.rules = view.rules
        return state

    def copy(self) -> Self:
        """An independent belief."""
        other = type(self).__new__(type(self))
        _native.Belief.__init__(other, self)
        other._players = self._players
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles are for the version that wrote them, as those of views."""
        return _unpickled, (longroad.__version__, _native.Belief.__getstate__(self), self._players)

    def __repr__(self) -> str:
        return f"<Belief: {len(self)} hypotheses>"


def _unpickled(version: str, packed: tuple[int, bytes], players: int) -> Belief:
    check_pickled("belief", version)
    belief = Belief.__new__(Belief)
    _native.Belief.__setstate__(belief, packed)
    belief._players = players
    return belief
