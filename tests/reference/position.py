"""Where a game stands: the turn and its phase, and the texts that may be applied next.

Moves and chance outcomes are texts, as in `docs/reference/rules.md`. What they do is in `game.py`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .board import BEGINNERS_BOARD, HEX_CORNERS, HEXES, NODE_PATHS, parse_board
from .cards import (
    CARD_PRICE,
    CARDS,
    CITY_PRICE,
    KNIGHT,
    MONOPOLY,
    RESOURCES,
    ROAD_BUILDING,
    ROAD_PRICE,
    SETTLEMENT_PRICE,
    YEAR_OF_PLENTY,
    Exchange,
    card_list,
    holds,
    parse_exchange,
    representative_exchanges,
    resource_list,
    total,
)
from .tabletop import Player, Tabletop

ROLLS = [one + other for one in range(1, 7) for other in range(1, 7)]
FRIENDLY_POINTS = 2
CHANCE_PHASES = ("dice", "steal", "draw")
Reply = str | Exchange | None  # "accept", "refuse", a counter as its speaker said it, or not yet


class Position(Tabletop):
    """The table and the turn. It answers questions and changes nothing."""

    def __init__(
        self,
        players: int = 4,
        target_points: int = 10,
        discard_limit: int = 7,
        bank: int = 19,
        offers_per_turn: int = 10,
        maritime: str = "all",
        robber: bool = True,
        development_cards: bool = True,
        starting_settlements: int = 2,
        turn_cap: int = 5000,
        friendly_robber: bool = False,
        dice_deck: bool = False,
        board: str = BEGINNERS_BOARD,
    ) -> None:
        if players not in (2, 3, 4) or starting_settlements not in (2, 3) or maritime not in ("all", "best"):
            raise ValueError("options out of range")
        super().__init__(parse_board(board), players, bank)
        self.target_points = target_points
        self.discard_limit = discard_limit
        self.offers_per_turn = offers_per_turn
        self.maritime = maritime
        self.robber_on = robber
        self.development_cards = development_cards
        self.turn_cap = turn_cap
        self.friendly_robber = friendly_robber
        # The sums still to be drawn; two dice are rolled where there is no deck.
        self.dice_deck: list[int] | None = list(ROLLS) if dice_deck else None

        forth = list(range(players))
        rounds = [forth, forth[::-1], forth][:starting_settlements]
        self.setup_order = [player for round_ in rounds for player in round_]
        self.setup_step = 0
        self.setup_node = -1  # the settlement that the next set-up road must touch

        self.phase = "setup settlement"
        self.current = 0
        self.turn = 0
        self.winner: int | None = None
        self.rolled = False
        self.card_played = False
        self.last_roll = 0
        self.bought = dict.fromkeys(CARDS, 0)
        self.to_discard: dict[int, int] = {}  # cards still due, in the order in which players discard
        self.victim = -1  # in phase "steal"
        self.free_roads = 0  # in phase "free roads"
        self.plenty = 0  # in phase "plenty"
        self.offers_made = 0
        self.offer: Exchange | None = None
        self.replies: list[Reply] = [None] * players
        self.to_reply: list[int] = []

    @property
    def me(self) -> Player:
        return self.players[self.current]

    @property
    def actor(self) -> int | None:
        if self.phase in CHANCE_PHASES or self.phase == "over":
            return None
        if self.phase == "discard":
            return next(iter(self.to_discard))
        if self.phase == "respond":
            return self.to_reply[0]
        return self.current

    # ---- What may be done -------------------------------------------------------------------------------

    def legal_actions(self) -> list[str]:
        match self.phase:
            case "setup settlement":
                return [f"settle n{node}" for node in self.free_intersections()]
            case "setup road":
                paths = set(NODE_PATHS[self.setup_node]) & set(self.free_paths())
                return [f"road e{path}" for path in sorted(paths)]
            case "before roll":
                return ["roll", *self._playable_cards()]
            case "discard":
                return [f"discard {r}" for r in RESOURCES if self.players[self._acting()].hand[r]]
            case "robber":
                return self._robber_moves()
            case "main":
                return [
                    *self._builds(),
                    *self._playable_cards(),
                    *self._bank_trades(),
                    *self._listed_offers(),
                    "end",
                ]
            case "free roads":
                return [f"road e{path}" for path in self.road_places(self.current)]
            case "plenty":
                return [f"take {resource}" for resource in RESOURCES if self.bank[resource]]
            case "respond":
                return [*self._answers(), *self._listed_counters()]
            case "choose":
                deals = [f"deal p{p}" for p in range(len(self.players)) if self._agreed(p)]
                return [*deals, "cancel"]
        return []  # chance and the end of the game

    def is_legal(self, text: str) -> bool:
        """Whether `apply` would take this text now."""
        return self._objection(text) is None

    def _objection(self, text: str) -> str | None:
        """Why the text is refused now, or None. Offers and counters go beyond the listed ones."""
        if self.phase == "main" and text.startswith("offer "):
            return self._offer_objection(text.removeprefix("offer "))
        if self.phase == "respond" and text.startswith("counter "):
            return self._counter_objection(text.removeprefix("counter "))
        allowed = self.chance_outcomes() if self.phase in CHANCE_PHASES else self.legal_actions()
        return None if text in allowed else "it is not among the legal actions"

    def chance_outcomes(self) -> dict[str, Fraction]:
        if self.phase == "dice":
            rolls = ROLLS if self.dice_deck is None else self.dice_deck
            return {f"dice {dice}": Fraction(rolls.count(dice), len(rolls)) for dice in sorted(set(rolls))}
        if self.phase == "steal":
            return _draw_chances("stole", self.players[self.victim].hand)
        if self.phase == "draw":
            return _draw_chances("drew", self.deck)
        return {}

    def _acting(self) -> int:
        actor = self.actor
        assert actor is not None
        return actor

    def _robber_moves(self) -> list[str]:
        moves = []
        for hex_ in self._robber_hexes():
            victims = self.victims(self.current, hex_)
            moves += [f"robber h{hex_} steal p{victim}" for victim in victims] or [f"robber h{hex_}"]
        return moves

    def _robber_hexes(self) -> list[int]:
        elsewhere = [hex_ for hex_ in HEXES if hex_ != self.robber]
        if not self.friendly_robber:
            return elsewhere
        weak = [p for p in range(len(self.players)) if self.public_points(p) <= FRIENDLY_POINTS]
        spared = {node for player in weak for node in self.players[player].buildings}
        open_hexes = [hex_ for hex_ in elsewhere if not spared & set(HEX_CORNERS[hex_])]
        return open_hexes or elsewhere

    def _builds(self) -> list[str]:
        hand = self.me.hand
        builds = []
        if holds(hand, ROAD_PRICE):
            builds += [f"road e{path}" for path in self.road_places(self.current)]
        if holds(hand, SETTLEMENT_PRICE):
            builds += [f"settle n{node}" for node in self.settlement_places(self.current)]
        if holds(hand, CITY_PRICE):
            builds += [f"city n{node}" for node in self.city_places(self.current)]
        if holds(hand, CARD_PRICE) and self.development_cards and any(self.deck.values()):
            builds.append("buy card")
        return builds

    def _playable_cards(self) -> list[str]:
        if self.card_played:
            return []
        # A card bought this turn is not playable, an older one of its kind is.
        old = {card for card in CARDS if self.me.cards[card] > self.bought[card]}
        plays = []
        if KNIGHT in old:
            plays.append("knight")
        if ROAD_BUILDING in old and self.road_places(self.current):
            plays.append("road building")
        if YEAR_OF_PLENTY in old and total(self.bank):
            plays.append("year of plenty")
        if MONOPOLY in old:
            plays += [f"monopoly {resource}" for resource in RESOURCES]
        return plays

    def _bank_trades(self) -> list[str]:
        trades = []
        for given in RESOURCES:
            rates = self.rates(self.current, given)
            for rate in rates[:1] if self.maritime == "best" else rates:
                if self.me.hand[given] >= rate:
                    wanted = [r for r in RESOURCES if r != given and self.bank[r]]
                    trades += [f"trade {rate} {given} for 1 {resource}" for resource in wanted]
        return trades

    # ---- Domestic trade: what may be said ---------------------------------------------------------------

    def _may_offer(self) -> bool:
        return self.offers_made < self.offers_per_turn and bool(self._listeners())

    def _listeners(self) -> list[int]:
        """Opponents who can take part in a trade: those with a card, in turn order."""
        return [other for other in self.opponents_of(self.current) if total(self.players[other].hand)]

    def _listed_offers(self) -> list[str]:
        if not self._may_offer():
            return []
        return [f"offer {exchange.text}" for exchange in representative_exchanges(self.me.hand)]

    def _offer_objection(self, text: str) -> str | None:
        if not self._may_offer():
            return "no further offer is possible this turn"
        try:
            return parse_exchange(text).objection(self.me.hand)
        except ValueError as error:
            return str(error)

    def _answers(self) -> list[str]:
        assert self.offer is not None
        able = holds(self.players[self._acting()].hand, self.offer.get)
        return ["accept", "refuse"] if able else ["refuse"]

    def _listed_counters(self) -> list[str]:
        exchanges = representative_exchanges(self.players[self._acting()].hand)
        return [f"counter {exchange.text}" for exchange in exchanges if not self._is_the_offer(exchange)]

    def _counter_objection(self, text: str) -> str | None:
        try:
            exchange = parse_exchange(text)
        except ValueError as error:
            return str(error)
        if self._is_the_offer(exchange):
            return "the counter is the offer itself"
        return exchange.objection(self.players[self._acting()].hand)

    def _is_the_offer(self, counter: Exchange) -> bool:
        return counter.seen_from_other_side() == self.offer

    def _agreed(self, other: int) -> Exchange | None:
        """What a deal with this player would carry out, seen from the offerer; None if there can be none."""
        reply = self.replies[other]
        if reply == "accept":
            return self.offer
        if isinstance(reply, Exchange) and holds(self.me.hand, reply.get):
            return reply.seen_from_other_side()
        return None

    # ---- For comparison ---------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """Everything that describes the position, as plain values."""
        everyone = range(len(self.players))
        replies = [reply.as_lists() if isinstance(reply, Exchange) else reply for reply in self.replies]
        return {
            "phase": self.phase,
            "current": self.current,
            "actor": self.actor,
            "turn": self.turn,
            "winner": self.winner,
            "rolled": self.rolled,
            "card_played": self.card_played,
            "robber": self.robber,
            "last_roll": self.last_roll,
            "dice_deck": None if self.dice_deck is None else [self.dice_deck.count(s) for s in range(2, 13)],
            "bank": resource_list(self.bank),
            "deck": card_list(self.deck),
            "bought": card_list(self.bought),
            "hands": [resource_list(player.hand) for player in self.players],
            "cards": [card_list(player.cards) for player in self.players],
            "knights": [player.knights for player in self.players],
            "settlements": [sorted(player.settlements) for player in self.players],
            "cities": [sorted(player.cities) for player in self.players],
            "roads": [sorted(player.roads) for player in self.players],
            "road_length": [player.road_length for player in self.players],
            "points": [self.points(player) for player in everyone],
            "public_points": [self.public_points(player) for player in everyone],
            "longest_road": self.longest_road,
            "largest_army": self.largest_army,
            "offers_made": self.offers_made,
            "offer": self.offer.as_lists() if self.offer else None,
            "replies": replies,
        }


def _draw_chances(verb: str, counts: dict[str, int]) -> dict[str, Fraction]:
    """One card is drawn blindly from these."""
    return {f"{verb} {kind}": Fraction(n, total(counts)) for kind, n in counts.items() if n}
