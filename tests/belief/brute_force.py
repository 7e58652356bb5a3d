"""What a player can know, by enumeration: one whole state for every sequence of cards that may have been
stolen.

Nothing is joined and nothing is known of counting: a sequence stays as long as every event is legal in its
state and its state looks to the player as the real one does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from belief.following import Hands, true_hands
from longroad.catan import Action, State


class Sequences:
    """All that may have happened, as far as one player knows."""

    def __init__(self, start: State, player: int) -> None:
        self.player = player
        self.possible: list[tuple[State, float]] = [(start.copy(), 1.0)]

    def observe(self, before: State, event: Action, after: State) -> None:
        """Takes in what really happened, of which it uses only what the player may know."""
        look = self._look(after)
        self.possible = [
            (state, weight * probability)
            for old, weight in self.possible
            for state, probability in self._continued(old, before, event)
            if self._look(state) == look
        ]

    def posterior(self) -> dict[Hands, float]:
        """Hands and their probabilities."""
        weights: defaultdict[Hands, float] = defaultdict(float)
        for state, weight in self.possible:
            weights[true_hands(state)] += weight
        total = sum(weights.values())
        return {hands: weight / total for hands, weight in weights.items()}

    def _continued(self, old: State, before: State, event: Action) -> Iterator[tuple[State, float]]:
        if event.kind != "stole":
            # Dice are seen by all. Which card was drawn says nothing of hands, so that the real one stands
            # for all.
            happened = [(event, 1.0)] if old.is_legal(event) else []
        else:
            involved = (before.current, before.events()[-1].player)  # the robber was moved just before
            happened = [
                (outcome, probability)
                for outcome, probability in old.chance_outcomes()
                if outcome == event or self.player not in involved
            ]
        for outcome, probability in happened:
            state = old.copy()
            state.apply(outcome)
            yield state, probability

    def _look(self, state: State) -> tuple[Any, ...]:
        """What hands can differ in: their sizes, the own one, the bank, whose move it is."""
        sizes = [state.hand_size(p) for p in range(state.players)]
        return sizes, state.hand(self.player), state.bank, state.phase, state.actor
