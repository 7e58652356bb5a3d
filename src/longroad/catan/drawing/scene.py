"""What a drawing shows, read once from a State, a View or a Board.

The SVG and the terminal drawing both work from the plain, frozen `Scene` made here; nothing else in
this package touches the engine. What a View hides is `None` in its scene, so it cannot be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from longroad.catan.board import Board
from longroad.catan.onlookers import Sight
from longroad.catan.state import State, View

ANY_RESOURCE = 5

#: What can be drawn.
Drawable = State | Sight | Board
Bundles = tuple[Sequence[int], Sequence[int]]

Counts = tuple[int, ...]


@dataclass(frozen=True)
class Land:
    """The board: terrain, tokens, harbors, and where the robber stands."""

    terrain: Counts
    tokens: Counts
    harbors: Counts
    robber: int


@dataclass(frozen=True)
class Trade:
    """Two bundles of cards: what the speaker gives and gets."""

    give: Counts
    get: Counts


@dataclass(frozen=True)
class Reply:
    """What a player answered to the open offer: accept, refuse, counter, or nothing yet (waiting)."""

    player: int
    kind: str
    counter: Trade | None = None

    @property
    def verb(self) -> str:
        """What the player does, in one word."""
        return {"accept": "accepts", "refuse": "refuses", "counter": "counters"}.get(self.kind, "thinks")


@dataclass(frozen=True)
class Seat:
    """One player: pieces, hand and standing. Hidden counts are None."""

    player: int
    settlements: Counts
    cities: Counts
    roads: Counts
    hand: Counts | None
    hand_size: int
    cards: Counts | None
    card_count: int
    knights: int
    road_length: int
    points: int
    public_points: int
    longest_road: bool
    largest_army: bool
    current: bool
    acts: bool
    won: bool


@dataclass(frozen=True)
class Tabletop:
    """The facts of a game beside the board."""

    seats: tuple[Seat, ...]
    bank: Counts
    deck: int
    turn: int
    phase: str
    last_roll: int
    #: Rolls left of each sum 2 to 12; None where dice are rolled.
    dice_deck: tuple[int, ...] | None
    current: int
    actor: int | None
    winner: int | None
    viewer: int | None
    offer: Trade | None
    replies: tuple[Reply, ...]

    @property
    def headline(self) -> str:
        """Who does what, in a few words."""
        if self.phase == "over":
            return "no winner" if self.winner is None else f"p{self.winner} wins"
        who = self.current if self.actor is None else self.actor
        return f"p{who}: {self.phase}"


@dataclass(frozen=True)
class Scene:
    """All a drawing shows; a board alone has no table."""

    land: Land
    table: Tabletop | None


def scene_of(thing: Drawable) -> Scene:
    """The scene of a State, a View or a Board."""
    if isinstance(thing, Board):
        return Scene(_land(thing, thing.robber), None)
    return Scene(_land(thing.board, thing.robber), _table(thing))


def _land(board: Board, robber: int) -> Land:
    return Land(tuple(board.terrain), tuple(board.tokens), tuple(board.harbors), robber)


def _table(game: State | Sight) -> Tabletop:
    seats = tuple(_seat(game, player) for player in range(game.rules.players))
    offer = None if game.offer is None else _trade(game.offer)
    return Tabletop(
        seats=seats,
        bank=tuple(game.bank),
        deck=game.deck_size,
        turn=game.turn,
        phase=game.phase,
        last_roll=game.last_roll,
        dice_deck=game.dice_deck,
        current=game.current,
        actor=game.actor,
        winner=game.winner,
        viewer=game.player if isinstance(game, View) else None,
        offer=offer,
        replies=() if offer is None else _replies(game, seats),
    )


def _seat(game: State | Sight, player: int) -> Seat:
    hand, cards = game.hand(player), game.cards(player)
    return Seat(
        player=player,
        settlements=tuple(game.settlements(player)),
        cities=tuple(game.cities(player)),
        roads=tuple(game.roads(player)),
        hand=None if hand is None else tuple(hand),
        hand_size=game.hand_size(player),
        cards=None if cards is None else tuple(cards),
        card_count=game.card_count(player),
        knights=game.knights(player),
        road_length=game.road_length(player),
        points=game.points(player),
        public_points=game.public_points(player),
        longest_road=game.longest_road == player,
        largest_army=game.largest_army == player,
        current=game.current == player,
        acts=game.actor == player,
        won=game.winner == player,
    )


def _trade(bundles: Bundles) -> Trade:
    give, get = bundles
    return Trade(tuple(give), tuple(get))


def _replies(game: State | Sight, seats: Sequence[Seat]) -> tuple[Reply, ...]:
    """What the opponents who have cards said (the others are passed over), in turn order."""
    order = [(game.current + step) % len(seats) for step in range(1, len(seats))]
    return tuple(_reply(player, game.replies[player]) for player in order if seats[player].hand_size > 0)


def _reply(player: int, said: str | Bundles | None) -> Reply:
    if said is None:
        return Reply(player, "waiting")
    if isinstance(said, str):
        return Reply(player, said)
    return Reply(player, "counter", _trade(said))
