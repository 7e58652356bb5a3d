"""The next roll: how likely each sum is, and what it brings to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from longroad.analysis.words import Position, Voice, resources_text
from longroad.catan import RESOURCES, topology

_SUMS = range(2, 13)
_SEVEN = 7


@dataclass(frozen=True)
class RollOutlook:
    """A sum of the dice. ``brings`` has five counts for every player; ``text`` says it in words."""

    sum: int
    probability: float
    brings: tuple[tuple[int, ...], ...]
    text: str

    def to_dict(self) -> dict[str, Any]:
        """In plain types."""
        return {
            "sum": self.sum,
            "probability": round(self.probability, 6),
            "brings": [list(counts) for counts in self.brings],
            "text": self.text,
        }


def next_rolls(position: Position, voice: Voice) -> tuple[RollOutlook, ...]:
    """Every sum, 2 to 12, with what it would bring if it were rolled now. Sums that the dice deck has no more
    of have the probability 0."""
    return tuple(
        RollOutlook(
            total,
            probability_of(position, total),
            brings := production(position, total),
            _text(position, total, brings, voice),
        )
        for total in _SUMS
    )


def probability_of(position: Position, total: int) -> float:
    """Of a sum: of two dice, or of the dice deck."""
    deck = position.dice_deck
    if deck is None:
        return (6 - abs(total - 7)) / 36
    return float(deck[total - 2] / sum(deck))


def production(position: Position, total: int) -> tuple[tuple[int, ...], ...]:
    """The cards that a sum brings to every player; a resource that the bank cannot pay to all who are owed it
    is paid to nobody, unless only one is owed it."""
    board = position.board
    owed = [[0] * len(RESOURCES) for _ in range(position.players)]
    for hexagon, token in enumerate(board.tokens):
        if token != total or (hexagon == position.robber and position.rules.robber):
            continue
        corners = set(topology.HEX_CORNERS[hexagon])
        for player in range(position.players):
            cards = len(corners & set(position.settlements(player)))
            cards += 2 * len(corners & set(position.cities(player)))
            owed[player][board.terrain[hexagon]] += cards
    for kind in range(len(RESOURCES)):
        left = position.bank[kind]
        creditors = [player for player in range(position.players) if owed[player][kind]]
        if sum(owed[player][kind] for player in creditors) > left:
            for player in creditors:
                owed[player][kind] = left if len(creditors) == 1 else 0
    return tuple(map(tuple, owed))


def _text(position: Position, total: int, brings: tuple[tuple[int, ...], ...], voice: Voice) -> str:
    if total == _SEVEN and position.rules.robber:
        limit = position.rules.discard_limit
        large = [player for player in range(position.players) if position.hand_size(player) > limit]
        halves = [f"{voice.name(p)} {_discards(p, voice)} {position.hand_size(p) // 2}" for p in large]
        return "; ".join(["the robber moves", *halves])
    paid = [f"{voice.name(p)} {resources_text(cards)}" for p, cards in enumerate(brings) if any(cards)]
    return ", ".join(paid) or "nobody gets a card"


def _discards(player: int, voice: Voice) -> str:
    return "discard" if player == voice.you else "discards"
