"""Trades between players: the server's free market in the order of our rules.

On the server anyone may offer anything to anyone, answers come in any order, and the first to accept has the
deal. In our rules the one whose turn it is offers to all, they answer in turn, and the offerer chooses. So an
offer to us is carried out at once, with a refusal by everybody who would answer before us; other offers are
carried out when they are accepted.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress

from longroad.adapters._sight import counts_text
from longroad.adapters.jsettlers.coordinates import our_counts
from longroad.adapters.jsettlers.messages import MakeOffer
from longroad.adapters.jsettlers.mirror import Mirror
from longroad.errors import DesynchronisedError

Bundle = tuple[int, ...]
#: Offers per turn kept free for deals that are made without us.
_RESERVE = 4
#: Cards of one kind in a bundle of our offers.
_MOST_CARDS = 19


class Bargaining:
    """The open offers of a game."""

    def __init__(self, mirror: Mirror, seats: list[int]) -> None:
        self._mirror, self._seats = mirror, seats
        self._offers: dict[int, MakeOffer] = {}
        self._answers: dict[int, MakeOffer | None] = {}
        self._refused: set[tuple[int, Bundle, Bundle]] = set()
        #: Offers to us that our rules cannot express: they wait for a refusal.
        self.to_reject: bool = False
        #: Whether our offer has been answered by all and is to be taken back.
        self.to_clear: bool = False
        #: Our acceptances that the server has not answered, oldest first: whether the offer still stands, as
        #: far as we know. The server answers each in turn, by a deal or by a refusal, whatever it says in
        #: between: that the offerer has taken the offer back, dealt with another or ended its turn.
        self._acceptances: deque[bool] = deque()
        #: How many offers to us there were, and deals by whom.
        self.offers_to_us: int = 0
        self.our_offers: int = 0
        self.our_deals: int = 0

    @property
    def waits(self) -> bool:
        """Whether our own offer waits for answers."""
        state = self._mirror.state
        return state.phase == "respond" and state.current == self._mirror.me

    @property
    def closing(self) -> bool:
        """Whether we have accepted an offer that still stands, and wait for the cards to change hands."""
        return any(self._acceptances)

    def accepts(self) -> None:
        """We tell the server that we accept an offer."""
        self._acceptances.append(True)

    def was_refused(self, give: Bundle, get: Bundle) -> bool:
        """Whether everybody has already refused this offer of our agent in this turn."""
        return (self._mirror.state.turn, give, get) in self._refused

    def offered(self, message: MakeOffer) -> None:
        """Somebody makes an offer."""
        player, mirror = self._player(message.seat), self._mirror
        self._offers[player] = message
        give, get = our_counts(message.give), our_counts(message.get)
        if player == mirror.me:
            self._answers = {}
            self.our_offers += 1
            mirror.happen(_offer(give, get))
        elif not message.to[self._seats[mirror.me]]:
            return
        elif self.waits:
            self._answers[player] = message
            self._settle()
        else:
            self.offers_to_us += 1
            self.to_reject = player != mirror.state.current or not self._ask_us(give, get)

    def _ask_us(self, give: Bundle, get: Bundle) -> bool:
        """Carries out an offer so far that we are to answer; False if our rules or our empty hand do not let
        us."""
        mirror = self._mirror
        if mirror.state.phase != "main":
            self.close()
        if mirror.state.offers_made >= mirror.rules.offers_per_turn - _RESERVE or not _possible(give, get):
            return False
        try:
            mirror.happen(_offer(give, get))
        except DesynchronisedError:  # it offers what it cannot have
            return False
        while mirror.state.phase == "respond" and mirror.state.actor != mirror.me:
            mirror.happen("refuse")
        return mirror.state.phase == "respond"

    def rejected(self, seat: int) -> None:
        """Somebody refuses all offers made to it."""
        if self.waits and seat in self._seats:
            self._answers.setdefault(self._player(seat), None)
            self._settle()

    def give_up(self) -> None:
        """Takes silence for a refusal."""
        for player in range(self._mirror.rules.players):
            self._answers.setdefault(player, None)
        self._settle()

    def _settle(self) -> None:
        """Gives the answers to our offer in the order of our rules, as far as they have come."""
        mirror = self._mirror
        while self.waits and mirror.state.actor in self._answers:
            self._answer(self._answers[mirror.state.actor])
        if mirror.state.phase == "main":
            self.note_refusal()

    def _answer(self, counter: MakeOffer | None) -> None:
        if counter is not None:
            give, get = our_counts(counter.give), our_counts(counter.get)
            if _possible(give, get):
                with suppress(DesynchronisedError):  # it offers what it cannot have
                    self._mirror.happen(f"counter {counts_text(give)} for {counts_text(get)}")
                    return
        self._mirror.happen("refuse")

    def note_refusal(self) -> None:
        """Our offer came to nothing: it is not made again this turn. It stands until the server says that it
        is cleared: what we took for a refusal may have been meant for the offer before."""
        offer = self._offers.get(self._mirror.me)
        if offer is not None:
            self._refused.add((self._mirror.state.turn, our_counts(offer.give), our_counts(offer.get)))
        self.to_clear = True

    def cleared(self, seat: int) -> None:
        """An offer is taken back; all are for seat -1, after a deal and when a turn ends."""
        if seat < 0:
            self._offers.clear()
            self.close()
        elif seat in self._seats:
            self._offers.pop(self._player(seat), None)
            if self._player(seat) == self._mirror.state.current != self._mirror.me:
                self.close()

    def accepted(self, offerer_seat: int, accepter_seat: int) -> None:
        """Somebody accepts an offer, and the cards change hands."""
        offerer, accepter = self._player(offerer_seat), self._player(accepter_seat)
        message, current = self._offers.get(offerer), self._mirror.state.current
        if message is None:
            raise DesynchronisedError(f"p{accepter} accepts an offer of p{offerer}, who made none")
        if current not in (offerer, accepter):
            raise DesynchronisedError(f"p{offerer} and p{accepter} trade in p{current}'s turn")
        if accepter == self._mirror.me:
            if not self._acceptances:
                raise DesynchronisedError(f"the server says that we accept p{offerer}'s offer; we did not")
            self._acceptances.popleft()
        give, get = our_counts(message.give), our_counts(message.get)
        if offerer == current:
            self._deal(accepter, give, get)
        else:
            self._deal(offerer, get, give)
        self.our_deals += self._mirror.me in (offerer, accepter)
        self.to_clear = False
        self._offers.clear()

    def failed(self) -> bool:
        """The server does not let us trade. Returns whether that answers one of our acceptances: somebody
        else was faster, or the offer is gone."""
        if not self._acceptances:
            return False
        if self._acceptances.popleft():
            ours = self._mirror.state.current == self._mirror.me
            self.close()
            if ours:
                self.note_refusal()
        return True

    def _deal(self, partner: int, give: Bundle, get: Bundle) -> None:
        """The one whose turn it is gives and gets."""
        mirror = self._mirror
        mirror.expect_cards(partner, get)
        if mirror.state.phase == "choose" and not self._agreed(partner, give, get):
            self.close()
        if mirror.state.phase == "respond" and (
            mirror.state.offer != (give, get) or mirror.state.replies[partner] is not None
        ):
            self.close()
        if mirror.state.phase == "main":
            mirror.happen(_offer(give, get))
        while mirror.state.phase == "respond":
            mirror.happen("accept" if mirror.state.actor == partner else "refuse")
        mirror.happen(f"deal p{partner}")
        self._offers_are_gone()

    def _agreed(self, partner: int, give: Bundle, get: Bundle) -> bool:
        state = self._mirror.state
        reply = state.replies[partner]
        return reply == (get, give) or (reply == "accept" and state.offer == (give, get))

    def close(self) -> None:
        """Ends what was begun without a deal: something else happens."""
        mirror = self._mirror
        self._offers_are_gone()
        while mirror.state.phase == "respond":
            mirror.happen("refuse")
        if mirror.state.phase == "choose":
            mirror.happen("cancel")

    def _offers_are_gone(self) -> None:
        """None of the offers that we accepted stands any more; the server's answers are still to come."""
        self._acceptances = deque(False for _ in self._acceptances)

    def _player(self, seat: int) -> int:
        if seat not in self._seats:
            raise DesynchronisedError(f"nobody plays on seat {seat}")
        return self._seats.index(seat)


def _possible(give: Bundle, get: Bundle) -> bool:
    """Whether one of our offers can express it: something for something else, and not too much."""
    both = any(a and b for a, b in zip(give, get, strict=True))
    return any(give) and any(get) and not both and min(*give, *get) >= 0 and max(*give, *get) <= _MOST_CARDS


def _offer(give: Bundle, get: Bundle) -> str:
    return f"offer {counts_text(give)} for {counts_text(get)}"
