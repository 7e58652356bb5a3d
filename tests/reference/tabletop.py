"""What lies on the table: pieces, hands, bank and deck, and what the rules say about them at any moment.

Nothing here knows whose turn it is or what phase the game is in; that is `game.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .board import (
    GENERAL,
    HEX_CORNERS,
    HEXES,
    NODE_HEXES,
    NODE_NEIGHBOURS,
    NODE_PATHS,
    NODES,
    PATH_ENDS,
    PATHS,
    Board,
)
from .cards import CARDS, DECK, RESOURCES, VICTORY_POINT, Bundle, move_cards, total
from .longest_road import next_holder, road_length

ROAD_PIECES = 15
SETTLEMENT_PIECES = 5
CITY_PIECES = 4
SMALLEST_ARMY = 3


@dataclass
class Player:
    """One player's pieces on the board and cards in hand. `cards` includes those bought this turn."""

    hand: Bundle = field(default_factory=lambda: dict.fromkeys(RESOURCES, 0))
    cards: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CARDS, 0))
    knights: int = 0  # played
    settlements: set[int] = field(default_factory=set)
    cities: set[int] = field(default_factory=set)
    roads: set[int] = field(default_factory=set)
    road_length: int = 0

    @property
    def buildings(self) -> set[int]:
        return self.settlements | self.cities


class Tabletop:
    """The shared things, and questions about them."""

    def __init__(self, board: Board, players: int, bank: int) -> None:
        self.board = board
        self.players = [Player() for _ in range(players)]
        self.bank: Bundle = dict.fromkeys(RESOURCES, bank)
        self.deck = dict(DECK)
        self.robber = board.robber
        self.longest_road: int | None = None
        self.largest_army: int | None = None

    def opponents_of(self, player: int) -> list[int]:
        """The others in turn order, beginning with the next one."""
        count = len(self.players)
        return [(player + step) % count for step in range(1, count)]

    def opponents_buildings(self, player: int) -> set[int]:
        return {node for other in self.opponents_of(player) for node in self.players[other].buildings}

    # ---- Where one may build ----------------------------------------------------------------------------

    def free_intersections(self) -> list[int]:
        """Where the distance rule allows a settlement."""
        taken = {node for player in self.players for node in player.buildings}
        return [n for n in NODES if n not in taken and not taken & set(NODE_NEIGHBOURS[n])]

    def settlement_places(self, player: int) -> list[int]:
        me = self.players[player]
        if len(me.settlements) == SETTLEMENT_PIECES:
            return []
        return [n for n in self.free_intersections() if me.roads & set(NODE_PATHS[n])]

    def city_places(self, player: int) -> list[int]:
        me = self.players[player]
        return sorted(me.settlements) if len(me.cities) < CITY_PIECES else []

    def free_paths(self) -> list[int]:
        taken = {path for player in self.players for path in player.roads}
        return [path for path in PATHS if path not in taken]

    def road_places(self, player: int) -> list[int]:
        me = self.players[player]
        if len(me.roads) == ROAD_PIECES:
            return []
        closed = self.opponents_buildings(player)

        def connects(node: int) -> bool:
            # An opponent's building ends one's road: nothing is built on from behind it.
            if node in closed:
                return False
            return node in me.buildings or bool(me.roads & set(NODE_PATHS[node]))

        return [path for path in self.free_paths() if any(connects(node) for node in PATH_ENDS[path])]

    # ---- Production -------------------------------------------------------------------------------------

    def owed(self, dice: int) -> list[Bundle]:
        """What each player is owed by a roll, before asking whether the bank can pay."""
        owed: list[Bundle] = [dict.fromkeys(RESOURCES, 0) for _ in self.players]
        for hex_ in HEXES:
            if self.board.tokens[hex_] != dice or (self.robber_on and hex_ == self.robber):
                continue
            corners = set(HEX_CORNERS[hex_])
            for player, bundle in zip(self.players, owed, strict=True):
                cards = len(corners & player.settlements) + 2 * len(corners & player.cities)
                bundle[self.board.terrain[hex_]] += cards
        return owed

    def produce(self, dice: int) -> None:
        owed = self.owed(dice)
        for resource in RESOURCES:
            creditors = [player for player, bundle in enumerate(owed) if bundle[resource]]
            if sum(bundle[resource] for bundle in owed) <= self.bank[resource]:
                for player in creditors:
                    move_cards({resource: owed[player][resource]}, self.bank, self.players[player].hand)
            elif len(creditors) == 1:
                move_cards({resource: self.bank[resource]}, self.bank, self.players[creditors[0]].hand)

    def pay_start(self, player: int, node: int) -> None:
        """One card for each producing hex at the last starting settlement, as far as the bank can pay."""
        for hex_ in NODE_HEXES[node]:
            resource = self.board.terrain[hex_]
            if resource in RESOURCES and self.bank[resource]:
                move_cards({resource: 1}, self.bank, self.players[player].hand)

    # ---- Robber and harbors -----------------------------------------------------------------------------

    def victims(self, thief: int, hex_: int) -> list[int]:
        """Whom the thief can rob on this hex: opponents with a building there and a card in hand."""
        corners = set(HEX_CORNERS[hex_])
        return [
            other
            for other in sorted(self.opponents_of(thief))
            if corners & self.players[other].buildings and total(self.players[other].hand)
        ]

    def rates(self, player: int, resource: str) -> list[int]:
        """The rates at which the bank takes this resource from the player, best first."""
        harbors = {self.board.harbor_at(node) for node in self.players[player].buildings}
        rates = [4]
        if GENERAL in harbors:
            rates.insert(0, 3)
        if resource in harbors:
            rates.insert(0, 2)
        return rates

    # ---- Special cards and points -----------------------------------------------------------------------

    def settle_longest_road(self) -> None:
        """To be called after every new road, which may lengthen, and settlement, which may cut."""
        for number, player in enumerate(self.players):
            player.road_length = road_length(player.roads, self.opponents_buildings(number))
        self.longest_road = next_holder([player.road_length for player in self.players], self.longest_road)

    def settle_largest_army(self, player: int) -> None:
        """To be called after `player` has played a knight."""
        knights = self.players[player].knights
        to_beat = SMALLEST_ARMY - 1 if self.largest_army is None else self.players[self.largest_army].knights
        if knights > to_beat:
            self.largest_army = player

    def public_points(self, player: int) -> int:
        me = self.players[player]
        special = (self.longest_road == player) + (self.largest_army == player)
        return len(me.settlements) + 2 * len(me.cities) + 2 * special

    def points(self, player: int) -> int:
        return self.public_points(player) + self.players[player].cards[VICTORY_POINT]
