"""Agents that answer every offer in the same way, and do nothing else of their own accord."""

from __future__ import annotations

from collections.abc import Sequence

from longroad.agents import Agent
from longroad.catan import RESOURCES, Action, View

_QUIET = ("roll", "end", "settle", "road", "robber", "discard", "take", "cancel")


class Refuses(Agent):
    """Refuses everything."""

    answer = "refuse"

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        if view.phase == "respond":
            return self.reply(view, actions)
        kinds = {action.kind: action for action in reversed(actions)}
        return next(kinds[kind] for kind in _QUIET if kind in kinds)

    def reply(self, view: View, actions: Sequence[Action]) -> Action:
        return next((action for action in actions if action.kind == self.answer), Action.parse("refuse"))


class Accepts(Refuses):
    """Accepts what it can pay."""

    answer = "accept"


class Counters(Refuses):
    """Asks for a card more than it gives, of what the other holds (hands are open)."""

    def reply(self, view: View, actions: Sequence[Action]) -> Action:
        own, other = view.hand(view.player), view.hand(view.current)
        assert own is not None and other is not None, "hands are open"
        for action in actions:
            if action.kind == "counter" and all(
                wanted <= held for wanted, held in zip(action.get or (), other, strict=True)
            ):
                return action
        return Action.parse("refuse")


class Offers(Accepts):
    """Offers one card for one that p0 holds, three times per turn (hands are open)."""

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        own, other = view.hand(view.player), view.hand(0)
        if view.phase == "main" and view.offers_made < 3 and own is not None and other is not None:
            gives = [kind for kind in range(5) if own[kind]]
            gets = [kind for kind in range(5) if other[kind]]
            pairs = [(give, get) for give in gives for get in gets if give != get]
            if pairs:
                give, get = pairs[view.offers_made % len(pairs)]
                return Action.parse(f"offer 1 {RESOURCES[give]} for 1 {RESOURCES[get]}")
        if view.phase == "choose":
            return next((a for a in actions if a.kind == "deal" and a.player == 0), Action.parse("cancel"))
        return super().choose(view, actions)
