"""Expectiminimax from Python."""

from __future__ import annotations

from typing import Any

from longroad import _native, catan, skirmish
from longroad.errors import SearchError
from longroad.search.answer import Answer
from longroad.search.settings import MOVES, OPPONENTS, Settings, choice

#: Clusters a player's cards can be put into.
MAX_CLASSES = 4


def expectimax(
    state: catan.State | skirmish.State,
    *,
    player: int | None = None,
    moves: str = "all",
    opponents: str = "paranoid",
    classes: int = 3,
    real_root: bool = False,
    lean: bool = True,
    **settings: Any,
) -> Answer:
    """The value of a position for ``player`` (without it: the one to act) and its best move.

    ``settings`` are those of longroad.search.Settings: depth, prune, seconds and so on. ``moves`` is one of MOVES,
    ``opponents`` (Catan) one of OPPONENTS. For Skirmish, ``classes`` is the number of clusters, ``real_root`` searches the
    player's own next placement with real cards even if ``moves`` is not "all", and ``lean=False`` also searches what
    cannot be better.

    Of Catan the whole state is looked at, hidden cards included: an agent searches on what its view holds possible
    instead.

    >>> state = skirmish.State(seed=1)
    >>> full = expectimax(state, depth=2, prune=False, table_bits=0, lean=False)
    >>> lean = expectimax(state, depth=2)
    >>> full.value == lean.value, full.leaves > lean.leaves
    (True, True)
    """
    if state.is_over:
        raise SearchError("the game is over: there is nothing to look ahead to")
    if player is not None and not 0 <= player < state.players:
        raise SearchError(f"player={player}: the game has players 0 to {state.players - 1}")
    asked = Settings(**settings)
    who = (
        state.current if player is None and state.actor is None else state.actor if player is None else player
    )
    assert who is not None
    if isinstance(state, catan.State):
        searcher = _native.CatanSearch(
            asked.core, choice("moves", moves, MOVES[:2]), choice("opponents", opponents, OPPONENTS)
        )
        return Answer(**searcher.search(state, who))
    settings_of_player = skirmish_settings(asked, moves, classes, real_root, lean)
    return Answer(**_native.skirmish.Player(settings_of_player).search(state, who))


def skirmish_settings(
    settings: Settings, moves: str, classes: int, real_root: bool, lean: bool = True
) -> _native.skirmish.PlayerSettings:
    """A searching player of Skirmish, checked."""
    if not isinstance(classes, int) or not 1 <= classes <= MAX_CLASSES:
        raise SearchError(f"classes={classes!r}: must be a whole number between 1 and {MAX_CLASSES}")
    return _native.skirmish.PlayerSettings.expectimax(
        settings.core, choice("moves", moves, MOVES), classes, real_root, lean
    )
