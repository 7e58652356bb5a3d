"""Expectiminimax from Python."""

from __future__ import annotations

from typing import Any

from longroad import _native, catan, skirmish
from longroad.errors import SearchError
from longroad.search.answer import Answer
from longroad.search.settings import MOVES, OPPONENTS, Settings, choice
from longroad.skirmish.cards import STARTING_HAND

#: Clusters the moves of Catan and the cards of Skirmish can be put into: at most, and unless told otherwise.
MAX_CLASSES = {"catan": 12, "skirmish": 4}
CLASSES = {"catan": 6, "skirmish": 3}

#: A search looks through the end of a deal, not through all of it: that would be more positions than anybody
#: has time for.
MOST_TO_DEAL = 3


def expectimax(
    state: catan.State | skirmish.State,
    *,
    player: int | None = None,
    moves: str = "all",
    opponents: str = "paranoid",
    classes: int | None = None,
    real_root: bool = False,
    lean: bool = True,
    **settings: Any,
) -> Answer:
    """The value of a position for ``player`` (without it: the one to act) and its best move.

    ``settings`` are those of longroad.search.Settings: depth, prune, seconds and so on. ``moves`` is one of
    MOVES, ``classes`` the number of clusters if it is "clustered", ``opponents`` (Catan) one of OPPONENTS.
    For Skirmish, ``real_root`` searches the player's own next placement with real cards even if ``moves`` is
    not "all", and ``lean=False`` also searches what cannot be better.

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
    asked = Settings(**settings)
    who = (
        state.current if player is None and state.actor is None else state.actor if player is None else player
    )
    assert who is not None
    if isinstance(state, catan.State):
        searcher = _native.CatanSearch(asked.core, *catan_choices(moves, opponents, classes))
        return Answer(**searcher.search(state, who))
    settings_of_player = skirmish_settings(asked, moves, classes, real_root, lean)
    return Answer(
        **_native.skirmish.NativePlayer(settings_of_player, state.rules.core, who).search(state, who)
    )


def _cards_to_deal(state: skirmish.State) -> int:
    dealt = len(state.hand(0)) + len(state.hand(1))
    return 2 * STARTING_HAND - dealt if state.phase == "deal" else 0


def catan_choices(moves: str, opponents: str, classes: int | None) -> tuple[int, int, int]:
    """How a search of Catan goes about it, checked and as numbers."""
    return (
        choice("moves", moves, MOVES),
        choice("opponents", opponents, OPPONENTS),
        checked_classes("catan", classes),
    )


def skirmish_settings(
    settings: Settings, moves: str, classes: int | None, real_root: bool, lean: bool = True
) -> _native.skirmish.PlayerSettings:
    """A searching player of Skirmish, checked."""
    return _native.skirmish.PlayerSettings.expectimax(
        settings.core, choice("moves", moves, MOVES), checked_classes("skirmish", classes), real_root, lean
    )


def checked_classes(game: str, classes: int | None) -> int:
    """The number of clusters; the game's own without one.

    >>> checked_classes("catan", None), checked_classes("catan", 9)
    (6, 9)
    >>> checked_classes("skirmish", 9)
    Traceback (most recent call last):
      ...
    longroad.errors.SearchError: classes=9: must be a whole number between 1 and 4
    """
    if classes is None:
        return CLASSES[game]
    if not isinstance(classes, int) or isinstance(classes, bool) or not 1 <= classes <= MAX_CLASSES[game]:
        raise SearchError(f"classes={classes!r}: must be a whole number between 1 and {MAX_CLASSES[game]}")
    return classes
