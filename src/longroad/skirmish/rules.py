"""The options of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from longroad._native.skirmish import RulesCore
from longroad.errors import RulesError
from longroad.rules_text import preset_and_options
from longroad.skirmish.cards import CARDS, STARTING_HAND, TABLE_1

_RANGES = {"hand_limit": (0, len(CARDS)), "starting_hp": (1, 255), "turn_cap": (1, 65535)}


@dataclass(frozen=True)
class Rules:
    """What is played: the paper's game, and every deviation from it as a named option (docs/skirmish.md).

    >>> Rules(starting_hp=20).to_dict()
    {'starting_hp': 20}
    >>> Rules(hand_limit=-1)
    Traceback (most recent call last):
      ...
    longroad.errors.RulesError: hand_limit=-1: must be a whole number between 0 and 27
    >>> Rules.preset("taucher2018").hand_limit
    25
    """

    #: Nobody draws beyond it; 0: nobody draws after the deal.
    hand_limit: int = 5
    starting_hp: int = 50
    #: Turns of both players together after which nobody wins.
    turn_cap: int = 200
    #: The cards of either player's deck; any order may be given, the catalogue's is kept.
    deck: tuple[str, ...] = TABLE_1

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise RulesError(f"{name}={value!r}: must be a whole number between {low} and {high}")
        object.__setattr__(self, "deck", _checked_deck(self.deck))

    @staticmethod
    def preset(name: str, **changes: Any) -> Rules:
        """A set of rules by name, with changes: ``Rules.preset("taucher2018", starting_hp=20)``."""
        if name not in PRESETS:
            raise RulesError(f"preset={name!r}: must be one of {', '.join(PRESETS)}")
        return Rules.from_dict({**PRESETS[name], **changes})

    @staticmethod
    def from_text(text: str) -> Rules:
        """Rules from ``preset`` or ``preset,option=value`` or ``option=value,option=value``.

        >>> Rules.from_text("taucher2018,starting_hp=20").starting_hp
        20
        """
        preset, options = preset_and_options(text)
        return Rules.preset(preset, **options)

    @staticmethod
    def from_dict(options: dict[str, Any]) -> Rules:
        """The opposite of to_dict; options left out are official."""
        known = {f.name for f in fields(Rules)}
        for name in options:
            if name not in known:
                raise RulesError(f"{name}: no such option; there are {', '.join(sorted(known))}")
        return Rules(**options)

    def to_dict(self) -> dict[str, Any]:
        """The options that differ from the official game, ready for JSON.

        >>> Rules(deck=("6/6/6", "2/1/1", "4/1/1", "2/3/2", "1/3/3")).to_dict()
        {'deck': ['2/1/1', '4/1/1', '2/3/2', '1/3/3', '6/6/6']}
        """
        official = Rules()
        options = {f.name: getattr(self, f.name) for f in fields(self)}
        changed = {name: value for name, value in options.items() if value != getattr(official, name)}
        return {name: list(value) if name == "deck" else value for name, value in changed.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules.from_dict, (self.to_dict(),)

    def replace(self, **changes: Any) -> Rules:
        """The same rules with some options changed."""
        return replace(self, **changes)

    @property
    def players(self) -> int:
        """Two, always."""
        return 2

    @cached_property
    def core(self) -> RulesCore:
        """The part the native engine plays by."""
        return RulesCore(
            hand_limit=self.hand_limit,
            starting_hp=self.starting_hp,
            turn_cap=self.turn_cap,
            deck=list(self.deck),
        )


def _checked_deck(deck: Iterable[str]) -> tuple[str, ...]:
    if isinstance(deck, str) or not isinstance(deck, Iterable):
        raise RulesError(f"deck={deck!r}: must be a list of card names such as '4/1/1' or 'removal-a'")
    names = tuple(deck)
    for name in names:
        if not isinstance(name, str) or name not in CARDS:
            raise RulesError(f"deck: {name!r} is no card; there are {', '.join(CARDS)}")
        if names.count(name) > 1:
            raise RulesError(f"deck: {name} is in it more than once")
    if len(names) < STARTING_HAND:
        raise RulesError(
            f"deck: {len(names)} cards; must have at least the {STARTING_HAND} of a starting hand"
        )
    return tuple(name for name in CARDS if name in names)


#: Sets of rules by name.
PRESETS: dict[str, dict[str, Any]] = {
    # The paper's rules as they are written: a draw every turn, unless it would make more than five cards.
    "official": {},
    # The reading under which the paper's numbers of leaves come out: a draw every turn, with no limit to the
    # hand.
    "taucher2018": {"hand_limit": 25},
}
