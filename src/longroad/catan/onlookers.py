"""What people who do not play may know: an onlooker at the table, and one who is shown all hands.

Both are made of views and of nothing else, and have the attributes of a view (docs/reference/views.md), so
that whatever draws, writes or tells a view takes them as well.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from longroad._native import Action
from longroad.catan.board import Board
from longroad.catan.state import View

#: What a view says that everybody may know, as it is.
_COMMON = frozenset(
    (
        "actor",
        "bank",
        "board",
        "board_text",
        "card_count",
        "card_played",
        "cities",
        "current",
        "deck_size",
        "dice_deck",
        "hand_size",
        "harbor_access",
        "is_chance",
        "is_over",
        "knights",
        "largest_army",
        "last_roll",
        "left",
        "longest_road",
        "offer",
        "offers_made",
        "phase",
        "players",
        "public_points",
        "replies",
        "road_length",
        "roads",
        "robber",
        "rolled",
        "rules",
        "settlements",
        "turn",
        "winner",
    )
)
#: Outcomes whose card not everybody sees, with the card left out.
_STOLE, _DREW = (Action.from_int(int(Action.parse(seen)) | 0xFF00) for seen in ("stole brick", "drew knight"))
_NONE = (0, 0, 0, 0, 0)

Five: TypeAlias = tuple[int, int, int, int, int]


class _Onlooker(ABC):
    """The part that everybody may know is read from a view."""

    #: They have no seat and decide nothing.
    player: None = None
    actions: tuple[Action, ...] = ()

    def __init__(self, view: View) -> None:
        self._view = view

    def __getattr__(self, name: str) -> Any:
        if name not in _COMMON:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return getattr(self._view, name)

    @property
    def board(self) -> Board:
        """The board."""
        return self._view.board

    @abstractmethod
    def hand(self, player: int) -> Five | None:
        """Resource cards, five counts, or None if hidden."""

    @abstractmethod
    def cards(self, player: int) -> Five | None:
        """Development cards held, five counts, or None if hidden."""

    def __str__(self) -> str:
        """The board and the players as they are seen, drawn in plain characters."""
        from longroad.catan.drawing import terminal

        return terminal(cast("Sight", self), color=False)


class PublicView(_Onlooker):
    """What somebody who looks on may know: nobody's hand, unless the rules show all hands.

    It is made of any player's view; it is the same whichever it is. With two players each can count the
    other's cards, since both know what was stolen; an onlooker does not.

    >>> from longroad.catan import Rules, State
    >>> seen = PublicView(State(Rules(players=2), seed=7).view(0))
    >>> seen.hand(0), seen.hand_size(0), seen.unseen_cards, seen.phase
    (None, 0, (14, 5, 2, 2, 2), 'setup settlement')
    """

    @property
    def unseen_cards(self) -> Five:
        """Development cards that nobody has shown: the deck and all hands."""
        own = self._view.cards(self._view.player) or _NONE
        if self._view.winner == self._view.player:  # the points that won are shown
            own = _without_points(own)
        return _sum(self._view.unseen_cards, own)

    @property
    def bought(self) -> Five:
        """Development cards bought this turn: an onlooker sees none of them."""
        return _NONE

    def hand(self, player: int) -> Five | None:
        return self._view.hand(player) if self._view.rules.open_hands else None

    def cards(self, player: int) -> Five | None:
        return None

    def points(self, player: int) -> int:
        """The winner's in full, the others' without victory point cards."""
        return self._view.points(player) if player == self._view.winner else self._view.public_points(player)

    def __repr__(self) -> str:
        return f"<PublicView: turn {self._view.turn}, phase {self._view.phase}>"


class OpenView(_Onlooker):
    """All hands, made of the views of all players: for games of agents alone, and for games that are over.

    >>> from longroad.catan import Rules, State
    >>> state = State(Rules(players=3), seed=7)
    >>> OpenView([state.view(p) for p in range(3)]).hand(2)
    (0, 0, 0, 0, 0)
    """

    def __init__(self, views: Sequence[View]) -> None:
        super().__init__(views[0])
        self._views = tuple(views)

    @property
    def unseen_cards(self) -> Five:
        """The development cards in the deck."""
        one = self._views[0]
        left = _sum(one.unseen_cards, one.cards(one.player) or _NONE)
        for view in self._views:
            held = view.cards(view.player) or _NONE
            shown = view.winner == view.player and view is not one
            left = _difference(left, _without_points(held) if shown else held)
        return left

    @property
    def bought(self) -> Five:
        """What the player whose turn it is bought this turn."""
        return self._views[self._view.current].bought

    def hand(self, player: int) -> Five | None:
        return self._views[player].hand(player)

    def cards(self, player: int) -> Five | None:
        return self._views[player].cards(player)

    def points(self, player: int) -> int:
        """In full."""
        return self._views[player].points(player)

    def __repr__(self) -> str:
        return f"<OpenView: turn {self._view.turn}, phase {self._view.phase}>"


#: What somebody may know of a position, player or not.
Sight: TypeAlias = View | PublicView | OpenView


def seen_by_all(event: Action, open_hands: bool) -> Action:
    """An event as an onlooker sees it; ``open_hands`` as the rules say.

    >>> str(seen_by_all(Action.parse("stole ore"), False)), str(seen_by_all(Action.parse("dice 8"), False))
    ('stole ?', 'dice 8')
    """
    if event.kind == "drew":
        return _DREW
    return _STOLE if event.kind == "stole" and not open_hands else event


def is_hidden(event: Action) -> bool:
    """Whether an event is one whose card its viewer does not see.

    >>> is_hidden(seen_by_all(Action.parse("drew knight"), True)), is_hidden(Action.parse("drew knight"))
    (True, False)
    """
    return event in (_STOLE, _DREW)


def _sum(one: Five, other: Five) -> Five:
    a, b, c, d, e = (x + y for x, y in zip(one, other, strict=True))
    return a, b, c, d, e


def _difference(one: Five, other: Five) -> Five:
    a, b, c, d, e = (x - y for x, y in zip(one, other, strict=True))
    return a, b, c, d, e


def _without_points(cards: Five) -> Five:
    return (cards[0], 0, cards[2], cards[3], cards[4])
