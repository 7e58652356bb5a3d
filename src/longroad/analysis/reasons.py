"""Why a move is good, in one sentence: built from what changed most in the evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from longroad.analysis import board_facts, card_facts
from longroad.analysis.board_facts import SMALL, road_target
from longroad.analysis.change import Change, Fact
from longroad.analysis.words import Voice, move_text, resources_text, spot_text
from longroad.catan import Action, Belief, View

#: Facts in a sentence at most.
MOST_FACTS = 2

_FACTS: dict[str, Callable[[Change, Voice], Iterator[Fact]]] = {
    "settle": board_facts.settlement_facts,
    "city": board_facts.city_facts,
    "road": board_facts.road_facts,
    "robber": board_facts.robber_facts,
    "knight": board_facts.knight_facts,
    "buy card": card_facts.draw_facts,
    "monopoly": card_facts.monopoly_facts,
    "year of plenty": card_facts.year_of_plenty_facts,
    "road building": card_facts.road_building_facts,
    "take": card_facts.plenty_facts,
    "trade": card_facts.bank_trade_facts,
    "offer": card_facts.offer_facts,
    "counter": card_facts.offer_facts,
    "accept": card_facts.offer_facts,
    "deal": card_facts.offer_facts,
    "cancel": card_facts.cancel_facts,
    "refuse": card_facts.refusal_facts,
    "discard": card_facts.discard_facts,
    "end": card_facts.end_facts,
    "roll": card_facts.roll_facts,
}


def facts_of(change: Change, voice: Voice) -> list[Fact]:
    """All facts of a move, those that matter most first."""
    own = _FACTS.get(change.action.kind)
    found = [*board_facts.special_facts(change, voice), *(own(change, voice) if own else ())]
    return sorted(found, key=lambda fact: -fact.weight)


def told_facts(change: Change, voice: Voice) -> list[Fact]:
    """The facts that a sentence tells: the most important ones, and small ones only where there is nothing
    else."""
    facts = facts_of(change, voice)
    if facts and facts[0].kind == "wins":
        return facts[:1]
    large = [fact for fact in facts if fact.weight > SMALL]
    return large[:MOST_FACTS] or facts[:1]


def head_of(change: Change, voice: Voice) -> str:
    """The move itself, as advice."""
    if change.action.kind == "road":
        target, roads = road_target(change)
        if target is not None:
            return f"build a road {'to' if roads == 0 else 'towards'} {spot_text(change.board, target)}"
    if change.action.kind in ("accept", "refuse", "deal"):
        give, get = card_facts.exchange_of(change)
        exchange = f"{resources_text(get)} for {resources_text(give)}"
        if change.action.player is not None:
            return f"deal with {voice.name(change.action.player)} ({exchange})"
        return f"{change.action.kind} {exchange}"
    return move_text(change.action, change.board, voice)


@dataclass(frozen=True)
class Explained:
    """A move in words: what it is, as advice without a full stop, and why one may want to make it."""

    move: str
    because: str

    @property
    def sentence(self) -> str:
        """Both."""
        because = f": {self.because}" if self.because else ""
        return f"{self.move[0].upper()}{self.move[1:]}{because}."


def explained(view: View, belief: Belief, action: Action, voice: Voice) -> Explained:
    """A move of the viewer in words."""
    change = Change.of(view, belief, action)
    head = head_of(change, voice)
    told = [fact for fact in told_facts(change, voice) if not _is_said(fact, head)]
    return Explained(head, "; ".join(fact.text for fact in told))


def reason(view: View, belief: Belief, action: Action, voice: Voice | None = None) -> str:
    """A sentence on why the viewer may want to make a move.

    >>> from longroad import catan
    >>> state = catan.State(catan.Rules(players=3), seed=7)
    >>> print(reason(state.view(), catan.Belief(), catan.Action.parse("settle n23")))
    Settle on 6-9-4: adds 12 pips of lumber, ore and grain.
    """
    voice = voice or Voice.of(view.players, you=view.player)
    return explained(view, belief, action, voice).sentence


def _is_said(fact: Fact, head: str) -> bool:
    """Whether the move's name tells the fact already."""
    return fact.kind in ("reaches", "leads towards") and head.startswith("build a road ")
