"""What opponents may hold: resource cards by counting, development cards by what has not been seen."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

from longroad.analysis.reach import PRICES
from longroad.analysis.words import Voice, percent, resources_text
from longroad.catan import CARDS, RESOURCES, Belief, View
from longroad.wording import counted

#: Named in words from this probability on.
_LIKELY = 0.25


@dataclass(frozen=True)
class Holding:
    """What a player may hold. Resources are in their usual order; probabilities are those of the viewer."""

    player: int
    #: How many resource cards, which everybody sees.
    cards: int
    #: By resource: the number held for certain, the mean number, the probability of one or more.
    certain: tuple[int, ...]
    expected: tuple[float, ...]
    likely: tuple[float, ...]
    #: By purchase: the probability that the hand pays for it.
    pays_for: dict[str, float]
    #: How many development cards, and by kind the probability that there is one or more among them.
    development: int
    development_likely: tuple[float, ...]
    text: str

    def to_dict(self) -> dict[str, Any]:
        """In plain types."""
        return {
            "player": self.player,
            "cards": self.cards,
            "certain": list(self.certain),
            "expected": [round(x, 4) for x in self.expected],
            "likely": [round(x, 4) for x in self.likely],
            "pays_for": {what: round(x, 4) for what, x in self.pays_for.items()},
            "development": self.development,
            "development_likely": [round(x, 4) for x in self.development_likely],
            "text": self.text,
        }


def holdings(view: View, belief: Belief, voice: Voice) -> tuple[Holding, ...]:
    """Of every opponent, in turn order after the viewer."""
    order = [(view.player + step) % view.players for step in range(1, view.players)]
    return tuple(_holding(view, belief, player, voice) for player in order)


def _holding(view: View, belief: Belief, player: int, voice: Voice) -> Holding:
    hands = [hands[player] for hands, _ in belief.hypotheses]
    certain = tuple(min(hand[kind] for hand in hands) for kind in range(len(RESOURCES)))
    single = [tuple(int(r == kind) for r in range(len(RESOURCES))) for kind in range(len(RESOURCES))]
    likely = tuple(min(belief.holds(player, _five(one)), 1.0) for one in single)
    expected = tuple(belief.expected(player))
    held = view.card_count(player)
    return Holding(
        player,
        view.hand_size(player),
        certain,
        expected,
        likely,
        {what: min(belief.holds(player, _five(price)), 1.0) for what, price in PRICES.items()},
        held,
        tuple(_one_or_more(unseen, sum(view.unseen_cards), held) for unseen in view.unseen_cards),
        _text(view, player, certain, likely, voice),
    )


def _five(counts: tuple[int, ...]) -> tuple[int, int, int, int, int]:
    a, b, c, d, e = counts
    return a, b, c, d, e


def _one_or_more(of_kind: int, unseen: int, held: int) -> float:
    """The probability that of ``held`` cards out of the unseen ones at least one is of a kind.

    >>> _one_or_more(14, 25, 1), _one_or_more(0, 10, 3)
    (0.56, 0.0)
    """
    return 1 - comb(unseen - of_kind, held) / comb(unseen, held) if held else 0.0


def _text(view: View, player: int, certain: tuple[int, ...], likely: tuple[float, ...], voice: Voice) -> str:
    """The holding in one sentence."""
    size, cards = view.hand_size(player), view.card_count(player)
    name = voice.name(player)
    if size == 0:
        said = f"{name} holds no resource cards"
    elif sum(certain) == size:
        said = f"{name} holds {resources_text(certain)}"
    else:
        maybe = [
            f"{RESOURCES[kind]} with {percent(share)}"
            for kind, share in sorted(enumerate(likely), key=lambda one: (-one[1], one[0]))
            if share >= _LIKELY and not certain[kind]
        ]
        sure = [f"{resources_text(certain)} for certain"] if any(certain) else []
        known = ", ".join([*sure, *maybe])
        said = f"{name} holds {counted(size, 'card')}" + (f": {known}" if known else "")
    if cards:
        knight = _one_or_more(view.unseen_cards[0], sum(view.unseen_cards), cards)
        kind = CARDS[0]
        said += f"; {counted(cards, 'development card')}, a {kind} among them with {percent(knight)}"
    return f"{said[0].upper()}{said[1:]}."
