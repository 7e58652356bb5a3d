"""What the server says about a game, turned into what happens in our copy of it, and compared with it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import singledispatchmethod

from longroad.adapters.jsettlers import messages as m
from longroad.adapters.jsettlers.bargaining import Bargaining
from longroad.adapters.jsettlers.board import board_text
from longroad.adapters.jsettlers.coordinates import (
    CARD_NUMBER,
    HEX,
    INTERSECTION,
    PATH,
    RESOURCE,
    UNKNOWN_RESOURCE,
    card_of,
    our_counts,
)
from longroad.adapters.jsettlers.mirror import Mirror
from longroad.catan import CARDS, RESOURCES
from longroad.errors import DesynchronisedError, ProtocolError

log: logging.Logger = logging.getLogger(__name__)

#: States of the server's games.
FIRST_SETTLEMENT, FIRST_ROAD, SECOND_SETTLEMENT, SECOND_ROAD = 5, 6, 10, 11
BEFORE_ROLL, MAIN = 15, 20
ROBBER, FREE_ROAD_1, FREE_ROAD_2 = 33, 40, 41
DISCARDS, CHOOSE_VICTIM, PLENTY, MONOPOLY, OVER = 50, 51, 52, 53, 1000

_SET, _GAIN, _LOSE = 100, 101, 102
_PIECES_LEFT = {10: ("roads", 15), 11: ("settlements", 5), 12: ("cities", 4)}
_KNIGHTS = 15
_DECK_SIZE, _WHOSE_TURN, _ARMY_HOLDER, _ROAD_HOLDER = 2, 4, 5, 6
_DRAW, _PLAY, _CANNOT_PLAY = 0, 1, 4
_MONOPOLIZED = 3
_BUILT = ("road e", "settle n", "city n")

#: Of a table; and cards of a resource in the bank of its games, which no bundle exceeds.
_SEATS, _MOST_CARDS = 4, 50

_REFUSALS = ("You can't", "You cannot", "It's not your turn", "That is not a legal", "There are no more Dev")

#: The answer to an acceptance that comes too late, and to a bank trade that is against the rules.
_NO_TRADE = "You can't make that trade."

#: What is of interest when somebody has won here.
_TO_THE_END = (m.GameState, m.Turn, m.GameStats, m.ServerText, m.CancelBuild)

#: Makes the mirror once the game starts: text of the board, number of players, which of them is ours.
MirrorMaker = Callable[[str, int, int], Mirror]


class Refused(Exception):
    """The server refused one of our moves."""


class Forced(Exception):
    """The server ended somebody's turn where the rules do not let it end."""


class Interpreter:
    """Follows one game. ``take`` is given every message about it, in order, and raises DesynchronisedError
    where the server's game and ours differ."""

    def __init__(self, seat: int, make_mirror: MirrorMaker) -> None:
        self.seat = seat
        self._make_mirror = make_mirror
        #: Who sits where, by the server's seats.
        self.names: dict[int, str] = {}
        #: The server's seats of our players p0, p1, ...
        self.seats: list[int] = []
        self.state: int = 0
        self.seat_to_move: int = -1
        #: Whether the server has said what comes next since our last move.
        self.settled: bool = False
        self.points: list[int] | None = None
        self.bargaining: Bargaining | None = None
        self._layout: tuple[int, ...] = ()
        self._mirror: Mirror | None = None
        self._robber: int | None = None
        self._discards: dict[int, int] = {}
        self._monopoly: tuple[int, int] | None = None
        self._losses: set[int] = set()

    @property
    def mirror(self) -> Mirror:
        if self._mirror is None:
            raise DesynchronisedError("a move before the game has started")
        return self._mirror

    @property
    def started(self) -> bool:
        return self._mirror is not None

    def player(self, seat: int) -> int:
        """Our player on a seat of the server."""
        if seat not in self.seats:
            raise DesynchronisedError(f"nobody plays on seat {seat}")
        return self.seats.index(seat)

    def take(self, message: m.Message) -> None:
        """Takes in a message; those that tell nothing new are passed over."""
        if self._mirror is not None and self._mirror.state.is_over and not isinstance(message, _TO_THE_END):
            return  # the server lets the winner move the robber after a last knight
        self._take(message)

    @singledispatchmethod
    def _take(self, message: m.Message) -> None: ...

    # -- The start

    @_take.register
    def _(self, message: m.SitDown) -> None:
        if message.seat not in range(_SEATS):
            raise ProtocolError(f"there is no seat {message.seat}")
        self.names[message.seat] = message.name

    @_take.register
    def _(self, message: m.BoardLayout) -> None:
        self._layout = message.numbers  # one who joins early is told of a board that is still empty

    def _start(self, first: int) -> None:
        board = board_text(self._layout)
        if self.seat not in self.names or first not in self.names:
            raise DesynchronisedError("the game starts without us")
        seats = sorted(self.names)
        at = seats.index(first)
        self.seats = seats[at:] + seats[:at]
        self._mirror = self._make_mirror(board, len(seats), self.seats.index(self.seat))
        self.bargaining = Bargaining(self._mirror, self.seats)

    # -- States and turns

    @_take.register
    def _(self, message: m.StartGame) -> None:
        self._enter(message.state[0] if message.state else self.state)

    @_take.register
    def _(self, message: m.GameState) -> None:
        self._enter(message.state)

    def _enter(self, state: int) -> None:
        self.state = state
        self.settled = True
        if self.started and self.mirror.state.is_over:
            return
        if self._robber is not None and state != CHOOSE_VICTIM:
            hex_, self._robber = self._robber, None
            self.mirror.move_robber(hex_)
        if self._monopoly is not None:
            self._close_monopoly()
        if state == ROBBER:
            self._end_discards()

    @_take.register
    def _(self, message: m.Turn) -> None:
        if message.state:
            self._enter(message.state[0])
        self.seat_to_move = message.seat
        if not self.started:
            if self.state == FIRST_SETTLEMENT:
                self._start(message.seat)
            return
        game = self.mirror.state
        if game.is_over:
            if self.state != OVER:
                raise DesynchronisedError(f"here p{game.winner} has won; on the server the game continues")
            return
        self._pass_turn_to(message.seat)
        game = self.mirror.state
        if game.current != self.player(message.seat):
            stuck = game.current if game.actor is None else game.actor
            raise Forced(
                f"{self.names[self.seats[stuck]]} (p{stuck}) was forced to end its turn (phase {game.phase})"
            )

    def _pass_turn_to(self, seat: int) -> None:
        """Ends the turn if it is another player's now."""
        self._close_trade()
        game = self.mirror.state
        if game.phase == "main" and self.state != MAIN and game.current != self.player(seat):
            self.mirror.happen("end")

    @_take.register
    def _(self, message: m.Dice) -> None:
        if self.started and 2 <= message.total <= 12:
            self.mirror.happen("roll", f"dice {message.total}")

    @_take.register
    def _(self, message: m.GameStats) -> None:
        if self.started:
            self._close_trade()
            self.points = [message.points[seat] for seat in self.seats]
            self.mirror.finish(self.points)

    # -- Pieces and cards

    @_take.register
    def _(self, message: m.PutPiece) -> None:
        self._close_trade()
        self._expect_current(message.seat)
        place = (PATH if message.piece == 0 else INTERSECTION).get(message.coordinate)
        if place is None or not 0 <= message.piece < len(_BUILT):
            raise ProtocolError(f"no piece {message.piece} can stand on {message.coordinate:#x}")
        self.mirror.happen(f"{_BUILT[message.piece]}{place}")

    @_take.register
    def _(self, message: m.CardAction) -> None:
        if not self.started or not message.cards:
            return
        if message.action == _CANNOT_PLAY:
            raise Refused(f"the development card {message.cards[0]} cannot be played")
        if message.action == _DRAW:
            self._close_trade()
            self._expect_current(message.seat)
            self.mirror.draw(card_of(message.cards[0]))
        elif message.action == _PLAY:
            self._close_trade()
            self._expect_current(message.seat)
            card = card_of(message.cards[0])
            if card is None:
                raise DesynchronisedError(f"an unknown card {message.cards[0]} is played")
            if message.cards[0] != CARD_NUMBER["monopoly"]:  # that happens once the resource is named
                self.mirror.happen(CARDS[card])

    @_take.register
    def _(self, message: m.SimpleAction) -> None:
        if message.action == _MONOPOLIZED and self.started:
            self._expect_current(message.seat)
            resource = RESOURCE.get(message.second)
            if resource is None:
                raise ProtocolError(f"{message.second} is not a resource")
            self._monopoly, self._losses = (resource, message.first), set()

    def _close_monopoly(self) -> None:
        """All has been said about a monopoly: how many cards were taken, and from whom."""
        assert self._monopoly is not None
        (resource, total), self._monopoly = self._monopoly, None
        victims = frozenset(self._losses) - {self.mirror.state.current}
        self.mirror.monopoly(resource, total, victims)

    @_take.register
    def _(self, message: m.MoveRobber) -> None:
        self._close_trade()
        self._expect_current(message.seat)
        if message.hex not in HEX:
            raise ProtocolError(f"the robber cannot stand on {message.hex:#x}")
        self._robber = HEX[message.hex]

    @_take.register
    def _(self, message: m.CancelBuild) -> None:
        if self.started and self.seat_to_move == self.seat and not self.settled:
            raise Refused(f"the server does not let us build piece {message.piece}")

    @_take.register
    def _(self, message: m.ServerText) -> None:
        """Sentences are for people, but a refusal of what a player with a client asks for comes as nothing
        else."""
        text = " ".join(message.words)
        if self.started and text.startswith(_REFUSALS):
            if text == _NO_TRADE and self.bargaining is not None and self.bargaining.failed():
                log.info("%s: %s", message.game, text)
            elif not self.settled:
                raise Refused(text)

    # -- Trades

    @_take.register
    def _(self, message: m.BankTrade) -> None:
        self._close_trade()
        self._expect_current(message.seat)
        give, get = our_counts(message.give), our_counts(message.get)
        if max(*give, *get) > _MOST_CARDS:
            raise DesynchronisedError(f"a bank trade of {give} for {get}: there are not so many cards")
        given = [r for r in range(5) if give[r]]
        wanted = [r for r in range(5) for _ in range(get[r])]
        if len(given) != 1 or not wanted or give[given[0]] % len(wanted):
            raise DesynchronisedError(f"a bank trade of {give} for {get}, which our rules do not know")
        rate = give[given[0]] // len(wanted)
        for resource in wanted:
            self.mirror.happen(f"trade {rate} {RESOURCES[given[0]]} for 1 {RESOURCES[resource]}")
        self.settled = True

    @_take.register
    def _(self, message: m.MakeOffer) -> None:
        if self.bargaining is not None:
            self.bargaining.offered(message)

    @_take.register
    def _(self, message: m.RejectOffer) -> None:
        if self.bargaining is not None:
            self.bargaining.rejected(message.seat)

    @_take.register
    def _(self, message: m.ClearOffer) -> None:
        if self.bargaining is not None:
            self.bargaining.cleared(message.seat)
            self.settled |= message.seat == self.seat

    @_take.register
    def _(self, message: m.AcceptOffer) -> None:
        if self.bargaining is not None:
            self.bargaining.accepted(message.offerer, message.accepter)
            self.settled = True

    def _close_trade(self) -> None:
        if self.bargaining is not None:
            self.bargaining.close()

    # -- Amounts: what they say of robberies, discards and plenty, and checks

    @_take.register
    def _(self, message: m.PlayerElement) -> None:
        self._element(message.seat, message.action, message.element, message.amount)

    @_take.register
    def _(self, message: m.PlayerElements) -> None:
        for element, amount in zip(message.pairs[::2], message.pairs[1::2], strict=False):
            self._element(message.seat, message.action, element, amount)

    def _element(self, seat: int, action: int, element: int, amount: int) -> None:
        if not self.started or seat not in self.seats:
            return
        if 1 <= element <= UNKNOWN_RESOURCE:
            self._cards(self.player(seat), action, element, amount)
        elif action == _SET and element in _PIECES_LEFT:
            name, all_ = _PIECES_LEFT[element]
            count = len(getattr(self.mirror.state, name)(self.player(seat)))
            self._compare(f"{name} of p{self.player(seat)}", all_ - amount, count)
        elif action == _SET and element == _KNIGHTS:
            knights = self.mirror.state.knights(self.player(seat))
            self._compare(f"knights of p{self.player(seat)}", amount, knights)

    def _cards(self, player: int, action: int, element: int, amount: int) -> None:
        game = self.mirror.state
        if action == _SET:
            self._set_cards(player, element, amount)
        elif self._robber is not None:
            if action == _LOSE:
                hex_, self._robber = self._robber, None
                self.mirror.rob(hex_, player, RESOURCE.get(element))
        elif self.state == DISCARDS and action == _LOSE and player != self.mirror.me:
            self.mirror.expect_discard(player, amount)
            self._discards[player] = amount
            self.take_discards()
        elif game.phase == "plenty" and action == _GAIN and player == game.current != self.mirror.me:
            if element not in RESOURCE:
                raise ProtocolError(f"{element} is not a resource that can be taken")
            for _ in range(amount):
                self.mirror.happen(f"take {RESOURCES[RESOURCE[element]]}")

    def _set_cards(self, player: int, element: int, amount: int) -> None:
        """Known amounts: our own cards, and all players' of a resource that was monopolized."""
        if self._monopoly is not None and RESOURCE.get(element) == self._monopoly[0]:
            self._losses.add(player)
        elif player == self.mirror.me and element in RESOURCE:
            held = self.mirror.state.hand(player)[RESOURCE[element]]
            self._compare(f"our cards of {RESOURCES[RESOURCE[element]]}", amount, held)

    def take_discards(self) -> None:
        """Lets others discard in the order of our rules; the server's players do it in any order."""
        while self.mirror.state.phase == "discard" and self.mirror.state.actor in self._discards:
            self.mirror.discard(self._discards.pop(self.mirror.state.actor))

    def _end_discards(self) -> None:
        """All have discarded: those who still are to do it here did not have to."""
        while self.mirror.state.phase == "discard":
            self.mirror.expect_no_discard()
            self.take_discards()

    @_take.register
    def _(self, message: m.ResourceCount) -> None:
        if self.started and message.seat in self.seats and self._robber is None and self._monopoly is None:
            player = self.player(message.seat)
            self.mirror.expect_size(player, message.cards)

    @_take.register
    def _(self, message: m.RollGains) -> None:
        """Totals of those who gained: players, then for each its seat, its cards now, and what it gained."""
        if not self.started:
            return
        numbers = list(message.numbers[1:])
        while len(numbers) >= 2:
            seat, total = numbers[:2]
            player = self.player(seat)
            self.mirror.expect_size(player, total)
            end = numbers.index(0, 2) + 1 if 0 in numbers[2:] else len(numbers)
            numbers = numbers[end:]

    @_take.register
    def _(self, message: m.GameElements) -> None:
        if not self.started:
            return
        game = self.mirror.state
        for element, value in zip(message.pairs[::2], message.pairs[1::2], strict=False):
            if element == _DECK_SIZE:
                # It is told between the payment and the draw.
                self._compare("cards in the deck", value + 1, game.deck_size)
            elif element == _WHOSE_TURN and value in self.seats and value != self._seat_of_current():
                self.state = OVER  # it is only told so at the end: somebody has won as its turn began
                self._pass_turn_to(value)
            elif element == _ARMY_HOLDER:
                self._compare("the largest army", self._holder(value), game.largest_army)
            elif element == _ROAD_HOLDER:
                self._compare("the longest road", self._holder(value), game.longest_road)

    def _seat_of_current(self) -> int:
        return self.seats[self.mirror.state.current]

    def _holder(self, seat: int) -> int | None:
        return None if seat < 0 else self.player(seat)

    def _expect_current(self, seat: int) -> None:
        if self.player(seat) != self.mirror.state.current:
            raise DesynchronisedError(f"seat {seat} moves; here it is p{self.mirror.state.current}'s turn")

    def _compare(self, what: str, theirs: object, ours: object) -> None:
        if theirs != ours:
            raise DesynchronisedError(f"{what}: the server says {theirs}, ours is {ours}")
