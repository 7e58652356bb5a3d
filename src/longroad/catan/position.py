"""A position in plain numbers: what two programs that play the same game can agree on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from longroad import _native
from longroad.catan.board import Board
from longroad.catan.rules import Rules
from longroad.catan.state import State

Five = tuple[int, int, int, int, int]
Places = tuple[tuple[int, ...], ...]

#: Kinds of actions that play a development card, in the order of the cards; a victory point is never played.
_PLAYING = ("knight", None, "road building", "year of plenty", "monopoly")


@dataclass(frozen=True)
class Position:
    """All there is to know of a position between two decisions, seat by seat, in our numbers and words.

    >>> state = State(Rules(players=2), seed=7)
    >>> state.apply("settle n23")
    >>> position = Position.of(state)
    >>> position.settlements, position.phase, position.actor
    (((23,), ()), 'setup road', 0)
    >>> position.state(state.rules, state.board) == state
    True
    """

    settlements: Places
    cities: Places
    roads: Places
    hands: tuple[Five, ...]
    #: Development cards held, those bought this turn included, and those played by each player.
    cards: tuple[Five, ...]
    played: tuple[Five, ...]
    #: Bought this turn by the player whose turn it is.
    bought: Five
    bank: Five
    deck: Five
    longest_road: int | None
    largest_army: int | None
    #: As each program counts them. Our engine works them out by itself.
    road_lengths: tuple[int, ...]
    robber: int
    phase: str
    turn: int
    current: int
    actor: int
    #: Free roads, cards of a year of plenty or discards still to come.
    left: int
    last_roll: int
    rolled: bool
    card_played: bool
    #: Domestic offers made this turn.
    offers_made: int = 0
    #: How many rolls of each sum 2 to 12 are left in the dice deck; None where the rules have none.
    dice_deck: tuple[int, ...] | None = None

    @staticmethod
    def of(state: State, played: Sequence[Five] | None = None) -> Position:
        """The position of a state. Which cards were played is read from its events; for a state without a
        history (``State.has_history``) say it in ``played``, or the knights alone are known."""
        seats = range(state.players)
        return Position(
            settlements=tuple(tuple(sorted(state.settlements(seat))) for seat in seats),
            cities=tuple(tuple(sorted(state.cities(seat))) for seat in seats),
            roads=tuple(tuple(sorted(state.roads(seat))) for seat in seats),
            hands=tuple(state.hand(seat) for seat in seats),
            cards=tuple(state.cards(seat) for seat in seats),
            played=_played(state) if played is None else tuple(played),
            bought=state.bought,
            bank=state.bank,
            deck=state.deck,
            longest_road=state.longest_road,
            largest_army=state.largest_army,
            road_lengths=tuple(state.road_length(seat) for seat in seats),
            robber=state.robber,
            phase=state.phase,
            turn=state.turn,
            current=state.current,
            actor=state.current if state.actor is None else state.actor,
            left=state.left,
            last_roll=state.last_roll,
            rolled=state.rolled,
            card_played=state.card_played,
            offers_made=state.offers_made,
            dice_deck=state.dice_deck,
        )

    def state(self, rules: Rules, board: Board | str) -> State:
        """The state that holds it, without a history. Raises PositionError for numbers that contradict each
        other, positions where nothing can be done, and those at chance, in a domestic trade or after the
        end."""
        made = State.__new__(State)
        native = _native.placed(
            rules.core,
            str(board),
            settlements=self.settlements,
            cities=self.cities,
            roads=self.roads,
            hands=self.hands,
            cards=self.cards,
            knights=[played[0] for played in self.played],
            bought=self.bought,
            bank=self.bank,
            deck=self.deck,
            longest_road=self.longest_road,
            largest_army=self.largest_army,
            robber=self.robber,
            phase=self.phase,
            turn=self.turn,
            current=self.current,
            actor=self.actor,
            left=self.left,
            last_roll=self.last_roll,
            rolled=self.rolled,
            card_played=self.card_played,
            offers_made=self.offers_made,
            dice_deck=self.dice_deck,
        )
        _native.State.__init__(made, native)
        made.rules = rules
        return made

    def replace(self, **changes: Any) -> Position:
        """The same position with some of it changed."""
        return replace(self, **changes)


def with_old_cards(state: State) -> State:
    """The same position, without a history, in which the development cards bought this turn count as old:
    they can be played at once."""
    return Position.of(state).replace(bought=(0, 0, 0, 0, 0)).state(state.rules, state.board)


def card_played_by(kind: str) -> int | None:
    """The development card that an action of a kind plays.

    >>> card_played_by("monopoly"), card_played_by("roll")
    (4, None)
    """
    return _PLAYING.index(kind) if kind in _PLAYING else None


def plus_card(counts: Five, card: int) -> Five:
    """One card more.

    >>> plus_card((0, 0, 0, 0, 0), 2)
    (0, 0, 1, 0, 0)
    """
    more = list(counts)
    more[card] += 1
    return (more[0], more[1], more[2], more[3], more[4])


def _played(state: State) -> tuple[Five, ...]:
    played: list[Five] = [(0, 0, 0, 0, 0)] * state.players
    if not state.has_history:
        return tuple((state.knights(seat), 0, 0, 0, 0) for seat in range(state.players))
    turn = 0
    for event in state.events():
        card = card_played_by(event.kind)
        if card is not None:
            seat = turn % state.players
            played[seat] = plus_card(played[seat], card)
        turn += event.kind == "end"
    return tuple(played)
