"""Offers, answers and deals of the server in the order of our rules. Seats 0, 2 and 3 play; p0 has seat 2."""

from __future__ import annotations

import pytest

from longroad.adapters.jsettlers.bargaining import Bargaining
from longroad.adapters.jsettlers.messages import MakeOffer
from longroad.adapters.jsettlers.mirror import Mirror
from longroad.agents import make_agent
from longroad.catan import Rng, Rules, topology
from longroad.errors import DesynchronisedError

SEATS = [2, 3, 0]
CLAY, ORE, SHEEP, WHEAT, WOOD = (tuple(int(i == r) for i in range(5)) for r in range(5))  # the server's order
NOTHING = (0, 0, 0, 0, 0)
TOTALS = (3, 4, 5, 6, 8, 9, 10, 11, 12)
BRICK_OF_OURS, ORE_OF_OURS = (1, 0, 0, 0, 0), (0, 0, 1, 0, 0)


def table(me: int) -> Bargaining:
    """p0 has rolled; everybody holds brick and ore."""
    board = "O10 W2 L9 / G12 B6 W4 B10 / G9 L11 D L3 O8 / L8 O3 G4 W5 / B5 G6 W11 | 3 G O 3 W 3 3 B L"
    mirror = Mirror(Rules.preset("jsettlers", players=3), board, me, make_agent("value"), Rng(1))
    for hexes in ((0, 1, 4), (6, 10, 11), (12, 13, 16), (13, 14, 17), (2, 5, 6), (3, 7, 8)):
        mirror.happen(f"settle n{topology.INTERSECTION_HEXES.index(hexes)}")
        mirror.happen(mirror.state.legal_actions()[0])
    while mirror.state.current or not all(mirror.state.hand(p)[r] for p in range(3) for r in (0, 2)):
        mirror.happen("roll", f"dice {TOTALS[mirror.state.turn % len(TOTALS)]}", "end")
    mirror.happen("roll", "dice 2")
    return Bargaining(mirror, SEATS)


def offer(
    seat: int, give: tuple[int, ...], get: tuple[int, ...], to: tuple[int, ...] = (0, 2, 3)
) -> MakeOffer:
    meant = [seat_ in to and seat_ != seat for seat_ in range(4)]
    return MakeOffer("game", seat, *meant, give=give, get=get)  # type: ignore[arg-type]


def hands(bargaining: Bargaining) -> list[tuple[int, ...]]:
    return [bargaining._mirror.state.hand(player) for player in range(3)]


def moved(before: list[tuple[int, ...]], after: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return [tuple(b - a for a, b in zip(x, y, strict=True)) for x, y in zip(before, after, strict=True)]


class TestOurOffers:
    def test_all_refuse(self) -> None:
        bargaining = table(me=0)
        bargaining.offered(offer(2, CLAY, ORE))
        assert bargaining.waits
        bargaining.rejected(0)
        assert bargaining.waits, "p2 has answered, p1 has not"
        bargaining.rejected(3)
        assert not bargaining.waits and bargaining.to_clear
        assert bargaining.was_refused(BRICK_OF_OURS, ORE_OF_OURS)
        assert not bargaining.was_refused(ORE_OF_OURS, BRICK_OF_OURS)

    def test_silence_is_a_refusal(self) -> None:
        bargaining = table(me=0)
        bargaining.offered(offer(2, CLAY, ORE))
        bargaining.give_up()
        assert not bargaining.waits and bargaining.to_clear

    def test_the_first_to_accept_has_the_deal(self) -> None:
        bargaining = table(me=0)
        before = hands(bargaining)
        bargaining.offered(offer(2, CLAY, ORE))
        bargaining.accepted(2, 0)
        assert moved(before, hands(bargaining)) == [(-1, 0, 1, 0, 0), NOTHING, (1, 0, -1, 0, 0)]
        assert bargaining._mirror.state.phase == "main" and bargaining.our_deals == 1

    def test_a_refusal_that_was_meant_for_an_earlier_offer(self) -> None:
        bargaining = table(me=0)
        before = hands(bargaining)
        bargaining.offered(offer(2, CLAY, ORE))
        bargaining.rejected(0)
        bargaining.rejected(3)
        bargaining.accepted(2, 3)
        assert moved(before, hands(bargaining)) == [(-1, 0, 1, 0, 0), (1, 0, -1, 0, 0), NOTHING]
        assert not bargaining.to_clear

    def test_a_counter_offer(self) -> None:
        bargaining = table(me=0)
        before = hands(bargaining)
        bargaining.offered(offer(2, CLAY, ORE))
        bargaining.offered(offer(3, ORE, (1, 0, 0, 1, 0), to=(2,)))
        bargaining.rejected(0)
        state = bargaining._mirror.state
        assert (state.phase, state.actor, state.replies[1]) == ("choose", 0, (ORE_OF_OURS, (1, 0, 0, 1, 0)))
        bargaining.accepts()
        bargaining.accepted(3, 2)
        assert moved(before, hands(bargaining)) == [(-1, 0, 1, -1, 0), (1, 0, -1, 1, 0), NOTHING]


class TestOffersToUs:
    def test_we_are_asked(self) -> None:
        bargaining = table(me=2)
        bargaining.offered(offer(2, CLAY, ORE))
        state = bargaining._mirror.state
        assert (state.phase, state.actor, state.offer) == ("respond", 2, (BRICK_OF_OURS, ORE_OF_OURS))
        assert state.replies[1] == "refuse" and bargaining.offers_to_us == 1

    def test_somebody_else_was_faster(self) -> None:
        bargaining = table(me=2)
        before = hands(bargaining)
        bargaining.offered(offer(2, CLAY, ORE))
        bargaining._mirror.happen("accept")
        bargaining.accepts()
        bargaining.accepted(2, 3)
        assert moved(before, hands(bargaining)) == [(-1, 0, 1, 0, 0), (1, 0, -1, 0, 0), NOTHING]
        assert not bargaining.closing
        assert bargaining.failed() and not bargaining.failed(), "our acceptance came too late, once"

    def test_the_server_does_not_let_us(self) -> None:
        bargaining = table(me=2)
        bargaining.offered(offer(2, CLAY, ORE))
        bargaining._mirror.happen("accept")
        bargaining.accepts()
        assert bargaining.failed() and bargaining._mirror.state.phase == "main"
        assert not bargaining.to_clear, "it was not our offer"

    def test_an_offer_that_is_taken_back_while_we_accept(self) -> None:
        bargaining = table(me=2)
        before = hands(bargaining)
        bargaining.offered(offer(2, CLAY, ORE))
        bargaining._mirror.happen("accept")
        bargaining.accepts()
        bargaining.cleared(2)
        assert bargaining._mirror.state.phase == "main" and hands(bargaining) == before
        assert bargaining.failed() and not bargaining.failed(), "our acceptance came too late, once"

    def test_a_turn_that_ends_while_we_accept(self) -> None:
        bargaining = table(me=2)
        before = hands(bargaining)
        bargaining.offered(offer(2, CLAY, ORE))
        bargaining._mirror.happen("accept")
        bargaining.accepts()
        bargaining.cleared(-1)
        assert bargaining._mirror.state.phase == "main" and hands(bargaining) == before
        assert not bargaining.closing
        assert bargaining.failed() and not bargaining.failed(), "our acceptance came too late, once"

    def test_a_second_acceptance_before_the_first_is_refused(self) -> None:
        """The server answers in turn: the refusal is the first one's, the second one still waits."""
        bargaining = table(me=2)
        bargaining.offered(offer(2, CLAY, ORE))
        bargaining._mirror.happen("accept")
        bargaining.accepts()
        bargaining.cleared(2)
        bargaining.offered(offer(2, ORE, CLAY))
        bargaining._mirror.happen("accept")
        bargaining.accepts()
        before = hands(bargaining)
        assert bargaining.failed() and bargaining.closing
        bargaining.accepted(2, 0)
        assert moved(before, hands(bargaining)) == [(1, 0, -1, 0, 0), NOTHING, (-1, 0, 1, 0, 0)]
        assert not bargaining.closing and not bargaining.failed()

    def test_the_server_says_that_we_accept_what_we_did_not(self) -> None:
        bargaining = table(me=2)
        bargaining.offered(offer(2, CLAY, ORE))
        with pytest.raises(DesynchronisedError, match="we did not"):
            bargaining.accepted(2, 0)

    def test_an_offer_that_is_taken_back(self) -> None:
        bargaining = table(me=2)
        bargaining.offered(offer(2, CLAY, ORE))
        bargaining.cleared(2)
        assert bargaining._mirror.state.phase == "main"

    @pytest.mark.parametrize(
        "bundles", [(CLAY, NOTHING), (NOTHING, ORE), (CLAY, (1, 1, 0, 0, 0)), ((40, 0, 0, 0, 0), ORE)]
    )
    def test_what_our_rules_cannot_say_is_refused(
        self, bundles: tuple[tuple[int, ...], tuple[int, ...]]
    ) -> None:
        bargaining = table(me=2)
        bargaining.offered(offer(2, *bundles))
        assert bargaining.to_reject and bargaining._mirror.state.phase == "main"

    def test_more_than_one_can_have(self) -> None:
        bargaining = table(me=2)
        bargaining.offered(offer(2, (19, 0, 0, 0, 0), ORE))
        assert bargaining.to_reject and bargaining._mirror.state.phase == "main"

    def test_out_of_turn(self) -> None:
        bargaining = table(me=2)
        bargaining.offered(offer(3, CLAY, ORE))
        assert bargaining.to_reject

    def test_meant_for_others(self) -> None:
        bargaining = table(me=2)
        before = hands(bargaining)
        bargaining.offered(offer(2, CLAY, ORE, to=(3,)))
        assert bargaining._mirror.state.phase == "main" and not bargaining.to_reject
        bargaining.accepted(2, 3)
        assert moved(before, hands(bargaining)) == [(-1, 0, 1, 0, 0), (1, 0, -1, 0, 0), NOTHING]

    def test_too_many(self) -> None:
        bargaining = table(me=2)
        for _ in range(9):
            bargaining.offered(offer(2, CLAY, ORE))
            bargaining.close()
        assert bargaining._mirror.state.offers_made == 6 and bargaining.to_reject


def test_deals_that_cannot_be() -> None:
    bargaining = table(me=2)
    with pytest.raises(DesynchronisedError, match="who made none"):
        bargaining.accepted(2, 3)
    bargaining.offered(offer(3, CLAY, ORE, to=(0,)))
    with pytest.raises(DesynchronisedError, match="in p0's turn"):
        bargaining.accepted(3, 0)
    with pytest.raises(DesynchronisedError, match="nobody plays on seat 1"):
        bargaining.accepted(1, 0)
