"""The options of a game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator

from longroad._native.skirmish import RulesCore
from longroad.errors import RulesError
from longroad.options import PresetOptions, no_such, option, options
from longroad.skirmish.cards import CARDS, STARTING_HAND

#: Sets of rules by name.
PRESETS: dict[str, dict[str, Any]] = {
    # The paper's rules as they are written: a draw every turn, unless it would make more than five cards.
    "official": {},
    # The reading under which the paper's numbers of leaves come out: a draw every turn, with no limit to the
    # hand.
    "taucher2018": {"hand_limit": 25},
}

_CORE = RulesCore()
_DECK = "a list of card names such as '4/1/1' or 'removal-a'"


def _checked_deck(deck: Iterable[str]) -> tuple[str, ...]:
    if isinstance(deck, str) or not isinstance(deck, Iterable):
        raise RulesError(f"deck={deck!r}: must be {_DECK}")
    names = tuple(deck)
    for name in names:
        if not isinstance(name, str) or name not in CARDS:
            raise RulesError(f"deck: {no_such('card', str(name), CARDS)}")
        if names.count(name) > 1:
            raise RulesError(f"deck: {name} is in it more than once")
    if len(names) < STARTING_HAND:
        raise RulesError(
            f"deck: {len(names)} cards; must have at least the {STARTING_HAND} of a starting hand"
        )
    return tuple(name for name in CARDS if name in names)


@options(RulesError)
class Rules(PresetOptions):
    """What is played: the paper's game, and every deviation from it as a named option
    (docs/reference/skirmish.md).

    >>> Rules(starting_hp=20).to_dict()
    {'starting_hp': 20}
    >>> Rules(hand_limit=-1)
    Traceback (most recent call last):
      ...
    longroad.errors.RulesError: hand_limit=-1: must be a whole number between 0 and 27
    >>> Rules.preset("taucher2018").hand_limit
    25
    >>> Rules.from_text("taucher2018,starting_hp=20").starting_hp
    20
    """

    presets: ClassVar[dict[str, dict[str, Any]]] = PRESETS

    hand_limit: int = option(
        _CORE.hand_limit,
        "Nobody draws beyond so many cards in hand; 0: nobody draws after the deal.",
        low=0,
        high=len(CARDS),
    )
    starting_hp: int = option(
        _CORE.starting_hp, "Health points of each player at the start.", low=1, high=255
    )
    turn_cap: int = option(
        _CORE.turn_cap, "Turns of both players together after which nobody wins.", low=1, high=65535
    )
    deck: Annotated[tuple[str, ...], BeforeValidator(_checked_deck)] = option(
        tuple(_CORE.deck),
        "The cards of either player's deck, in any order; as text with spaces between them.",
        allowed=_DECK,
        read=lambda text: tuple(text.split()),
        show=" ".join,
    )

    def to_dict(self) -> dict[str, Any]:
        """The options that differ from the official game, ready for JSON.

        >>> Rules(deck=("6/6/6", "2/1/1", "4/1/1", "2/3/2", "1/3/3")).to_dict()
        {'deck': ['2/1/1', '4/1/1', '2/3/2', '1/3/3', '6/6/6']}
        """
        return {name: list(value) if name == "deck" else value for name, value in super().to_dict().items()}

    @property
    def players(self) -> int:
        """Two, always."""
        return 2

    @cached_property
    def core(self) -> RulesCore:
        """The part the native engine plays by."""
        core = RulesCore()
        core.hand_limit = self.hand_limit
        core.starting_hp = self.starting_hp
        core.turn_cap = self.turn_cap
        core.deck = list(self.deck)
        return core
