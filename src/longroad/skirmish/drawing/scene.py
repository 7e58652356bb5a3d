"""What a drawing shows, read once from a State; nothing else in this package touches the engine."""

from __future__ import annotations

from dataclasses import dataclass

from longroad.skirmish.cards import CARDS, Card
from longroad.skirmish.state import State


@dataclass(frozen=True)
class Placed:
    """A card on the field, and whether it acts now or has acted this turn."""

    card: Card
    acts: bool
    has_acted: bool


@dataclass(frozen=True)
class Side:
    """One player's side of the table."""

    player: int
    hp: int
    hand: tuple[Card, ...]
    field: tuple[Placed, ...]
    deck: int
    gone: int
    current: bool
    won: bool


@dataclass(frozen=True)
class Scene:
    """All a drawing shows."""

    sides: tuple[Side, ...]
    starting_hp: int
    turn: int
    phase: str
    current: int
    acting: str | None
    winner: int | None

    @property
    def headline(self) -> str:
        """Who does what, in a few words."""
        if self.phase == "over":
            return "no winner" if self.winner is None else f"p{self.winner} wins"
        if self.phase == "deal":
            return "the deal"
        return f"p{self.current}: {self.phase}" + (f" with {self.acting}" if self.acting else "")

    @property
    def most_hp(self) -> int:
        """What the longest health bar stands for."""
        return max(self.starting_hp, *(side.hp for side in self.sides))


def scene_of(state: State) -> Scene:
    """The scene of a state."""
    return Scene(
        sides=tuple(_side(state, player) for player in range(state.players)),
        starting_hp=state.rules.starting_hp,
        turn=state.turn,
        phase=state.phase,
        current=state.current,
        acting=state.acting,
        winner=state.winner,
    )


def _side(state: State, player: int) -> Side:
    hand, field, deck = state.hand(player), state.field(player), state.deck(player)
    acts_now = state.phase == "act" and state.current == player
    return Side(
        player=player,
        hp=state.hp(player),
        hand=tuple(CARDS[name] for name in hand),
        field=tuple(
            Placed(CARDS[name], acts_now and name == state.acting, acts_now and name not in state.to_act)
            for name in field
        ),
        deck=len(deck),
        gone=len(state.rules.deck) - len(hand) - len(field) - len(deck),
        current=state.phase not in ("deal", "over") and state.current == player,
        won=state.winner == player,
    )
