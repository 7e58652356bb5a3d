"""The state of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from longroad._native import Rng
from longroad._native import skirmish as _native
from longroad._native.skirmish import Action
from longroad.errors import RulesError
from longroad.skirmish.cards import STARTING_HAND
from longroad.skirmish.rules import Rules


class State(_native.State):
    """A game of Skirmish. Chance is the caller's, the deal included, unless a seed or the hands are given.

    With ``seed`` the deal is the one that the seed draws; with ``hands`` these five cards are dealt to each
    player. Both hands are open in this game, so all that a player may know is the state itself: a view is
    a copy of it.

    >>> hand = ["6/6/6", "4/1/1", "1/3/3", "2/2/2", "removal-a"]
    >>> state = State(hands=(hand, hand))
    >>> state.phase, state.actor, [str(action) for action in state.legal_actions()][-2:]
    ('place', 0, ['place 6/6/6', 'keep'])
    >>> state.apply("place 6/6/6")
    >>> state.acting, [str(action) for action in state.legal_actions()]
    ('6/6/6', ['attack 6/6/6', 'heal 6/6/6', 'rest 6/6/6'])
    >>> state.apply("attack 6/6/6")
    >>> state.hp(1), state.current
    (44, 1)
    >>> state.apply("attack 4/1/1")
    Traceback (most recent call last):
      ...
    longroad.errors.IllegalActionError: attack 4/1/1: the phase is 'place'
    """

    __slots__ = ("rules",)
    #: What is played.
    rules: Rules

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: int | None = None,
        hands: Sequence[Sequence[str]] | None = None,
    ) -> None:
        if seed is not None and hands is not None:
            raise ValueError("a seed draws the hands: give a seed or hands, not both")
        rules = rules or Rules()
        dealt = () if hands is None else _checked_hands(hands, rules)
        super().__init__(rules.core)
        self.rules = rules
        for card in dealt:
            self.apply(f"draw {card}")
        if seed is not None:
            rng = Rng.stream(seed % 2**64, 0)
            while self.phase == "deal":
                self.apply(self.sample_chance(rng))

    def view(self, player: int | None = None, open_hands: bool = False) -> Self:
        """What a player may know. Both hands are open in this game, so it is a copy of the state itself."""
        return self.copy()

    def copy(self) -> Self:
        """An independent state; the two share nothing that either can change."""
        other = type(self).__new__(type(self))
        _native.State.__init__(other, self)
        other.rules = self.rules
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Whether rules and position are the same; how the position came about does not matter."""
        if not isinstance(other, State):
            return NotImplemented
        return self.rules == other.rules and self.same_position(other)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # a state changes

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def events(self) -> list[Action]:
        """Every action and outcome of chance so far."""
        return [Action.from_int(word) for word in self.event_words()]

    def to_record(self) -> str:
        """The game so far as one line of JSON; see longroad.skirmish.records."""
        from longroad.skirmish.records import write_record

        return write_record(self)

    @staticmethod
    def from_record(line: str) -> State:
        """The game of a record, replayed and checked move by move; raises RecordError."""
        from longroad.skirmish.records import read_record

        return read_record(line)

    def __repr__(self) -> str:
        who = "chance" if self.is_chance else "nobody" if self.is_over else f"p{self.actor}"
        return f"<State: turn {self.turn}, phase {self.phase}, {who} to act, hp {self.hp(0)} {self.hp(1)}>"

    def __str__(self) -> str:
        """Both sides of the table, drawn in plain characters."""
        from longroad.skirmish.drawing import terminal

        return terminal(self, color=False)

    def __getstate__(self) -> str:
        return self.to_record()

    def __setstate__(self, record: str) -> None:
        other = State.from_record(record)
        _native.State.__init__(self, other)
        self.rules = other.rules

    def _repr_svg_(self) -> str:
        from longroad.skirmish.drawing import svg

        return svg(self)


def state_of(shown: _native.State, rules: Rules) -> State:
    """A state that the native side made."""
    state = State.__new__(State)
    _native.State.__init__(state, shown)
    state.rules = rules
    return state


def plain_state(state: State, player: int) -> dict[str, Any]:
    """All of a state in plain types, ready for JSON: what a bot in another language is shown."""
    return {
        "player": player,
        "phase": state.phase,
        "turn": state.turn,
        "current": state.current,
        "actor": state.actor,
        "acting": state.acting,
        "to_act": state.to_act,
        "players": [
            {
                "hp": state.hp(seat),
                "hand": state.hand(seat),
                "field": state.field(seat),
                "deck": state.deck(seat),
            }
            for seat in range(2)
        ],
    }


def _checked_hands(hands: Sequence[Sequence[str]], rules: Rules) -> tuple[str, ...]:
    """The cards in the order of the deal."""
    if len(hands) != 2:
        raise RulesError(f"hands: {len(hands)} hands; must be two, one per player")
    for player, hand in enumerate(hands):
        if isinstance(hand, str) or len(hand) != STARTING_HAND or len(set(hand)) != STARTING_HAND:
            raise RulesError(f"hands: p{player} has {hand!r}; must be {STARTING_HAND} different cards")
        for card in hand:
            if card not in rules.deck:
                raise RulesError(f"hands: p{player} has {card!r}, which is not a card of the deck")
    return (*hands[0], *hands[1])
