"""A game: what each move and each chance outcome does, in the order of a game.

A game is driven by `apply`; in a decision phase it takes a legal action, in a chance phase one of the
`chance_outcomes`.
"""

from __future__ import annotations

from .cards import (
    CARD_PRICE,
    CARDS,
    CITY_PRICE,
    KNIGHT,
    MONOPOLY,
    ROAD_BUILDING,
    ROAD_PRICE,
    SETTLEMENT_PRICE,
    YEAR_OF_PLENTY,
    Bundle,
    Exchange,
    move_cards,
    parse_exchange,
    total,
)
from .position import ROLLS, Position


class Game(Position):
    """The rules of Catan. See `docs/reference/rules.md` for the options and the texts."""

    def apply(self, text: str) -> None:
        objection = self._objection(text)
        if objection is not None:
            raise ValueError(f"{text!r} is illegal in phase {self.phase!r}: {objection}")
        match text.split():
            case ["settle", node]:
                self._settle(int(node[1:]))
            case ["road", "building"]:
                self._play(ROAD_BUILDING)
                self.phase, self.free_roads = "free roads", 2
            case ["road", path]:
                self._build_road(int(path[1:]))
            case ["city", node]:
                self._build_city(int(node[1:]))
            case ["roll"]:
                self.phase = "dice"
            case ["dice", dice]:
                self._roll(int(dice))
            case ["discard", resource]:
                self._discard(resource)
            case ["robber", hex_, *rest]:
                self._move_robber(int(hex_[1:]), int(rest[1][1:]) if rest else None)
            case ["stole", resource]:
                self._steal(resource)
            case ["buy", "card"]:
                self._pay(CARD_PRICE)
                self.phase = "draw"
            case ["drew", *_]:
                self._draw(text.removeprefix("drew "))
            case ["knight"]:
                self._play_knight()
            case ["year", "of", "plenty"]:
                self._play(YEAR_OF_PLENTY)
                self.phase, self.plenty = "plenty", 2
            case ["take", resource]:
                self._take(resource)
            case ["monopoly", resource]:
                self._play_monopoly(resource)
            case ["trade", rate, given, "for", "1", wanted]:
                self._trade_with_bank(int(rate), given, wanted)
            case ["offer", *_]:
                self._make_offer(parse_exchange(text.removeprefix("offer ")))
            case ["accept" | "refuse"]:
                self._reply(text)
            case ["counter", *_]:
                self._reply(parse_exchange(text.removeprefix("counter ")))
            case ["deal", other]:
                self._deal(int(other[1:]))
            case ["cancel"]:
                self._close_trade()
            case ["end"]:
                self._begin_turn((self.current + 1) % len(self.players), self.turn + 1)
        self._check_win()

    def _pay(self, price: Bundle) -> None:
        move_cards(price, self.me.hand, self.bank)

    # ---- Set-up and building ----------------------------------------------------------------------------

    def _settle(self, node: int) -> None:
        if self.phase == "setup settlement":
            self.setup_node = node
            if self.setup_step >= len(self.setup_order) - len(self.players):  # the last round
                self.pay_start(self.current, node)
            self.phase = "setup road"
        else:
            self._pay(SETTLEMENT_PRICE)
        self.me.settlements.add(node)
        self.settle_longest_road()

    def _build_road(self, path: int) -> None:
        if self.phase == "main":
            self._pay(ROAD_PRICE)
        self.me.roads.add(path)
        self.settle_longest_road()
        if self.phase == "setup road":
            self._next_setup_step()
        elif self.phase == "free roads":
            self.free_roads -= 1
            if not self.free_roads or not self.road_places(self.current):
                self.free_roads = 0
                self._resume()

    def _next_setup_step(self) -> None:
        self.setup_step += 1
        if self.setup_step < len(self.setup_order):
            self.current = self.setup_order[self.setup_step]
            self.phase = "setup settlement"
        else:
            self._begin_turn(player=0, turn=0)

    def _build_city(self, node: int) -> None:
        self._pay(CITY_PRICE)
        self.me.settlements.remove(node)
        self.me.cities.add(node)

    # ---- The roll ---------------------------------------------------------------------------------------

    def _roll(self, dice: int) -> None:
        self.rolled = True
        self.last_roll = dice
        if self.dice_deck is not None:
            self.dice_deck.remove(dice)
            if not self.dice_deck:
                self.dice_deck = list(ROLLS)
        self.phase = "main"
        if dice != 7:
            self.produce(dice)
        elif self.robber_on:
            for player in [self.current, *self.opponents_of(self.current)]:
                size = total(self.players[player].hand)
                if size > self.discard_limit and size // 2:
                    self.to_discard[player] = size // 2
            self.phase = "discard" if self.to_discard else "robber"

    def _discard(self, resource: str) -> None:
        player = self._acting()
        move_cards({resource: 1}, self.players[player].hand, self.bank)
        self.to_discard[player] -= 1
        if not self.to_discard[player]:
            del self.to_discard[player]
        if not self.to_discard:
            self.phase = "robber"

    def _move_robber(self, hex_: int, victim: int | None) -> None:
        self.robber = hex_
        if victim is None:
            self._resume()
        else:
            self.victim = victim
            self.phase = "steal"

    def _steal(self, resource: str) -> None:
        move_cards({resource: 1}, self.players[self.victim].hand, self.me.hand)
        self.victim = -1
        self._resume()

    def _resume(self) -> None:
        """After the robber or a development card the turn resumes where it was."""
        self.phase = "main" if self.rolled else "before roll"

    # ---- Development cards ------------------------------------------------------------------------------

    def _draw(self, card: str) -> None:
        self.deck[card] -= 1
        self.me.cards[card] += 1
        self.bought[card] += 1
        self.phase = "main"

    def _play(self, card: str) -> None:
        self.me.cards[card] -= 1
        self.card_played = True

    def _play_knight(self) -> None:
        self._play(KNIGHT)
        self.me.knights += 1
        self.settle_largest_army(self.current)
        if self.robber_on:
            self.phase = "robber"

    def _take(self, resource: str) -> None:
        move_cards({resource: 1}, self.bank, self.me.hand)
        self.plenty -= 1
        if not self.plenty or not total(self.bank):
            self.plenty = 0
            self._resume()

    def _play_monopoly(self, resource: str) -> None:
        self._play(MONOPOLY)
        for other in self.opponents_of(self.current):
            hand = self.players[other].hand
            move_cards({resource: hand[resource]}, hand, self.me.hand)

    # ---- Trade ------------------------------------------------------------------------------------------

    def _trade_with_bank(self, rate: int, given: str, wanted: str) -> None:
        self._pay({given: rate})
        move_cards({wanted: 1}, self.bank, self.me.hand)

    def _make_offer(self, offer: Exchange) -> None:
        self.offers_made += 1
        self.offer = offer
        self.to_reply = self._listeners()
        self.phase = "respond"

    def _reply(self, reply: str | Exchange) -> None:
        self.replies[self.to_reply.pop(0)] = reply
        if self.to_reply:
            return
        if all(reply in (None, "refuse") for reply in self.replies):
            self._close_trade()
        else:
            self.phase = "choose"

    def _deal(self, other: int) -> None:
        exchange = self._agreed(other)
        assert exchange is not None
        move_cards(exchange.give, self.me.hand, self.players[other].hand)
        move_cards(exchange.get, self.players[other].hand, self.me.hand)
        self._close_trade()

    def _close_trade(self) -> None:
        self.offer = None
        self.replies = [None] * len(self.players)
        self.phase = "main"

    # ---- Turns and the end ------------------------------------------------------------------------------

    def _begin_turn(self, player: int, turn: int) -> None:
        self.current = player
        self.turn = turn
        self.rolled = False
        self.card_played = False
        self.bought = dict.fromkeys(CARDS, 0)
        self.offers_made = 0
        self.phase = "before roll"
        # Points may have fallen to this player in another's turn. They count before the cap does.
        self._check_win()
        if self.turn_cap and turn >= self.turn_cap:
            self.phase = "over"

    def _check_win(self) -> None:
        """Only the player whose turn it is can win, and nobody wins during set-up."""
        if self.phase == "over" or self.phase.startswith("setup"):
            return
        if self.points(self.current) >= self.target_points:
            self.phase = "over"
            self.winner = self.current
