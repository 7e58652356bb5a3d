"""The report's random agent (its section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence

from longroad.agents import Agent
from longroad.catan import Action, Rng, Rules, View


class RandomPlayer(Agent):
    """First it may trade once: every trade and not trading are equally likely. Then it builds at random until
    it draws the end of its turn. It accepts an offer half of the time, if it can, and stands by its own.

    Trades are 1 for 1 and 3 for 3 of a kind with the other player, and those with the bank.
    """

    def begin(self, rules: Rules, player: int, rng: Rng) -> None:
        super().begin(rules, player, rng)
        self._traded_in = -1

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        if view.phase == "respond":
            return self.rng.choice([a for a in actions if a.kind in ("accept", "refuse")])
        if view.phase == "choose" and "accept" in view.replies:
            return next(a for a in actions if a.kind == "deal")
        if view.phase != "main":
            return self.rng.choice(actions)
        if view.turn != self._traded_in:
            self._traded_in = view.turn
            trades = [a for a in actions if a.kind == "trade" or (a.kind == "offer" and is_even(a))]
            drawn = self.rng.below(len(trades) + 1)
            if drawn < len(trades):
                return trades[drawn]
        return self.rng.choice([a for a in actions if a.kind not in ("trade", "offer")])


def is_even(offer: Action) -> bool:
    """Whether an offer is 1 for 1 or 3 for 3 of a kind.

    >>> offers = ("1 wool for 1 ore", "2 wool for 2 ore", "3 wool for 1 ore")
    >>> [is_even(Action.parse(f"offer {offer}")) for offer in offers]
    [True, False, False]
    """
    give, get = sorted(offer.give or ()), sorted(offer.get or ())
    return give == get and give[:4] == [0, 0, 0, 0] and give[4] in (1, 3)
