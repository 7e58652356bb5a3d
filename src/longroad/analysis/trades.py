"""Trade advice: what to offer, to whom, and why that player may agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from longroad import _native
from longroad.analysis.card_facts import exchanged, purchase_facts
from longroad.analysis.change import Change
from longroad.analysis.engine import planner
from longroad.analysis.reach import Purchase, income, purchases
from longroad.analysis.words import Voice, percent, resources_text
from longroad.catan import RESOURCES, Action, Belief, Rng, View
from longroad.wording import listed

#: Offers that are suggested at most; of less likely ones nothing is said.
_MOST = 3
_LEAST_ACCEPTANCE = 0.05
_SAMPLES = 64


@dataclass(frozen=True)
class TradeTip:
    """An offer, the player who is most likely to agree, and the probability that it does: the share of the
    consistent states in which it holds the cards and gains by the exchange."""

    text: str
    offer: Action
    partner: int
    acceptance: float

    def to_dict(self) -> dict[str, Any]:
        """In plain types."""
        return {
            "text": self.text,
            "offer": str(self.offer),
            "partner": self.partner,
            "acceptance": round(self.acceptance, 4),
        }


def trade_tips(view: View, belief: Belief, voice: Voice, seed: int = 0) -> tuple[TradeTip, ...]:
    """The offers worth making now, the best first; none where the viewer may make none."""
    tips = []
    for offer, agrees in _native.trade_ideas(view, belief, planner(), _SAMPLES, Rng(seed)):
        partner = max(range(view.players), key=lambda player: agrees[player])
        if agrees[partner] >= _LEAST_ACCEPTANCE:
            text = _text(view, belief, offer, partner, voice)
            tips.append(TradeTip(text, offer, partner, agrees[partner]))
    return tuple(tips[:_MOST])


def _text(view: View, belief: Belief, offer: Action, partner: int, voice: Voice) -> str:
    assert offer.give is not None
    assert offer.get is not None
    name = voice.name(partner)
    a, b, c, d, e = offer.get
    holds = min(belief.holds(partner, (a, b, c, d, e)), 1.0)
    cards = resources_text(offer.get)
    has = f"has {cards}" if holds > 0.999 else f"has {cards} with {percent(holds)}"
    wants = _wants(view, belief, offer, partner)
    because = f"{name} {wants} and {has}" if wants else f"{name} {has}"
    change = Change.of(view, belief, offer)
    hand = view.hand(view.player)
    assert hand is not None, "one's own"
    gains = purchase_facts(change, voice, exchanged(hand, offer.give, offer.get), 1.0)
    text = f"Offer {name} {resources_text(offer.give)} for {cards}: {because}."
    return text + "".join(f" It {fact.text}." for fact in gains)


def _wants(view: View, belief: Belief, offer: Action, partner: int) -> str:
    """Why a partner may want what it is offered: what it needs it for, if its hand is known, or that its
    buildings do not bring it. Empty if neither can be said."""
    assert offer.give is not None
    given = [kind for kind, count in enumerate(offer.give) if count]
    needed = _need(view, belief, offer, partner)
    if needed is not None:
        kinds, what = needed
        return f"needs {listed([RESOURCES[kind] for kind in kinds])} for {what.with_article}"
    lacking = [kind for kind in given if kind not in income(view, partner)]
    return f"makes no {' or '.join(RESOURCES[kind] for kind in lacking)}" if lacking else ""


def _need(view: View, belief: Belief, offer: Action, partner: int) -> tuple[list[int], Purchase] | None:
    """The cards of an offer that a partner whose hand is known lacks for something, and for what: for the
    purchase that then is nearest."""
    hands = {hands[partner] for hands, _ in belief.hypotheses}
    if len(hands) != 1:
        return None
    (hand,) = hands
    assert offer.give is not None
    assert offer.get is not None
    before = {one.what: one for one in purchases(view, partner, hand)}
    after = purchases(view, partner, exchanged(hand, offer.get, offer.give))
    nearer = [one for one in after if one.missing < before[one.what].missing]
    if not nearer:
        return None
    best = before[min(nearer, key=lambda one: one.missing).what]
    return [kind for kind, count in enumerate(offer.give) if count and best.lacking[kind]], best
