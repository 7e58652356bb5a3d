"""A view in plain types, ready for JSON: what a bot in another language is shown."""

from __future__ import annotations

from typing import Any

from longroad.catan.state import View


def plain_view(view: View, player: int) -> dict[str, Any]:
    """Everything that a view shows. Hands and cards are five counts in the orders of ``RESOURCES`` and
    ``CARDS``, None where they are hidden.

    >>> from longroad.catan import Rules, State
    >>> shown = plain_view(State(Rules(players=3), seed=1).view(0), 0)
    >>> shown["phase"], shown["actor"], shown["players"][1]["hand"], len(shown["players"])
    ('setup settlement', 0, None, 3)
    """
    return {
        "player": player,
        "board": view.board_text,
        "robber": view.robber,
        "phase": view.phase,
        "turn": view.turn,
        "current": view.current,
        "actor": view.actor,
        "rolled": view.rolled,
        "last_roll": view.last_roll,
        "dice_deck": view.dice_deck,
        "card_played": view.card_played,
        "left": view.left,
        "bank": view.bank,
        "deck_size": view.deck_size,
        "unseen_cards": view.unseen_cards,
        "bought": view.bought,
        "longest_road": view.longest_road,
        "largest_army": view.largest_army,
        "offers_made": view.offers_made,
        "offer": view.offer,
        "replies": view.replies,
        "players": [_seat(view, seat) for seat in range(view.players)],
    }


def _seat(view: View, seat: int) -> dict[str, Any]:
    return {
        "points": view.points(seat),
        "hand": view.hand(seat),
        "hand_size": view.hand_size(seat),
        "cards": view.cards(seat),
        "card_count": view.card_count(seat),
        "knights": view.knights(seat),
        "road_length": view.road_length(seat),
        "harbors": view.harbor_access(seat),
        "settlements": view.settlements(seat),
        "cities": view.cities(seat),
        "roads": view.roads(seat),
    }
