"""Which rules both programs can play.

| option | |
| --- | --- |
| players, target_points, discard_limit, bank, board, harbors, open_hands, turn_cap | any |
| maritime | any; catanatron's players trade at their best rate only |
| development_cards | any; without them catanatron's deck is empty |
| offers_per_turn | 0: catanatron's players do not offer each other trades |
| robber | on |
| starting_settlements | 2 |
| friendly_robber | off: catanatron's counts hidden points, too, and spares opponents only |
| dice_deck | off: catanatron rolls two dice |

catanatron's small map has no counterpart here.
"""

from __future__ import annotations

from typing import Any

from longroad.catan import Rules
from longroad.errors import RulesError

_NEEDED = {
    "offers_per_turn": (0, "its players do not trade with each other"),
    "robber": (True, "its games have a robber"),
    "starting_settlements": (2, "its players start with two settlements"),
    "friendly_robber": (False, "its own friendly robber counts hidden points and spares opponents only"),
    "dice_deck": (False, "it rolls two dice"),
}


def check_rules(rules: Rules) -> None:
    """Raises RulesError, naming the option, for rules that catanatron cannot play.

    >>> check_rules(Rules(players=2, offers_per_turn=0))
    >>> check_rules(Rules.preset("catanatron", starting_settlements=3))
    Traceback (most recent call last):
      ...
    longroad.errors.RulesError: starting_settlements=3: catanatron needs starting_settlements=2, its players
    start with two settlements
    """
    for option, (needed, why) in _NEEDED.items():
        value = getattr(rules, option)
        if value != needed:
            raise RulesError(f"{option}={value}: catanatron needs {option}={needed}, {why}")


def rules_of(game: Any) -> Rules:
    """The rules of a catanatron game. Raises RulesError for those we do not have."""
    if getattr(game, "friendly_robber", False):
        raise RulesError(
            "friendly_robber=True: catanatron's counts hidden points and spares opponents only, Longroad's "
            "counts visible points and spares every player; play without it"
        )
    return Rules.preset(
        "catanatron",
        players=len(game.state.colors),
        target_points=game.vps_to_win,
        discard_limit=game.state.discard_limit,
    )
