"""Expectiminimax from Python."""

from __future__ import annotations

from typing import Any, TypeVar

from longroad import _native, catan, skirmish
from longroad.errors import SearchError
from longroad.options import Options, no_such
from longroad.search.answer import Answer
from longroad.search.settings import CatanSearch, Settings, SkirmishSearch
from longroad.skirmish.cards import STARTING_HAND

T = TypeVar("T", bound=Options)

#: A search looks through the end of a deal, not through all of it: that would be more positions than anybody
#: has time for.
MOST_TO_DEAL = 3


def expectimax(
    state: catan.State | skirmish.State,
    *,
    player: int | None = None,
    **settings: Any,
) -> Answer:
    """The value of a position for ``player`` (without it: the one to act) and its best move.

    ``settings`` are those of longroad.search.Settings (depth, prune, seconds and so on) and, for Catan,
    ``moves`` (one of MOVES), ``opponents`` (one of OPPONENTS) and ``classes``, the number of clusters with
    moves="clustered". For Skirmish there are ``moves``, ``classes``, ``real_root``, which searches the
    player's own next placement with real cards even if ``moves`` is not "all", and ``lean``, without which
    what cannot be better is searched too.

    Of Catan the whole state is looked at, hidden cards included: an agent searches on what its view holds
    possible instead.

    >>> state = skirmish.State(seed=1)
    >>> full = expectimax(state, depth=2, prune=False, table_bits=0, lean=False)
    >>> lean = expectimax(state, depth=2)
    >>> full.value == lean.value, full.leaves > lean.leaves
    (True, True)
    """
    if state.is_over:
        raise SearchError("the game is over: there is nothing to look ahead to")
    if isinstance(state, skirmish.State) and (left := _cards_to_deal(state)) > MOST_TO_DEAL:
        raise SearchError(
            f"{left} cards are not dealt yet, too many to look through: give State a seed or hands, or deal "
            "by chance"
        )
    if player is not None and not 0 <= player < state.players:
        raise SearchError(f"player={player}: the game has players 0 to {state.players - 1}")
    who = (
        state.current if player is None and state.actor is None else state.actor if player is None else player
    )
    assert who is not None
    if isinstance(state, catan.State):
        asked, how = _parted(settings, CatanSearch)
        return Answer(**_native.CatanSearch(how.native(asked)).search(state, who))
    asked, of_skirmish = _parted(settings, SkirmishSearch)
    player_of = _native.skirmish.NativePlayer(of_skirmish.native(asked), state.rules.core, who)
    return Answer(**player_of.search(state, who))


def _parted(settings: dict[str, Any], kind: type[T]) -> tuple[Settings, T]:
    """The settings that every search has, and those of a game's."""
    for name in settings:
        if name not in Settings.declared and name not in kind.declared:
            raise SearchError(no_such("setting", name, [*Settings.declared, *kind.declared]))
    return Settings.among(settings), kind.among(settings)


def _cards_to_deal(state: skirmish.State) -> int:
    dealt = len(state.hand(0)) + len(state.hand(1))
    return 2 * STARTING_HAND - dealt if state.phase == "deal" else 0
