"""Cards that nobody showed us: guesses agree with all that was seen, and are corrected when they do not."""

from __future__ import annotations

from itertools import product

import pytest

from longroad.adapters.jsettlers.hidden_cards import DECK, VICTORY_POINT, DrawnCards
from longroad.adapters.jsettlers.hidden_hands import (
    Change,
    Discard,
    Holds,
    Monopoly,
    Note,
    Size,
    Theft,
    explain,
    likely_discard,
)
from longroad.adapters.jsettlers.mirror import Mirror
from longroad.agents import make_agent
from longroad.catan import CARDS, Rng, Rules, State, topology
from longroad.errors import DesynchronisedError

BRICK, LUMBER, ORE, GRAIN, WOOL = (tuple(int(i == r) for i in range(5)) for r in range(5))
NOTHING = (0, 0, 0, 0, 0)
ROOM = 7
KNIGHT, ROADS = CARDS.index("knight"), CARDS.index("road building")


def held(*hands: tuple[int, ...]) -> Change:
    return Change(sum(hands, ()))


class TestHands:
    def test_a_theft_is_what_was_used_later(self) -> None:
        """p1 robs p2, who has brick and ore, and then turns out to hold ore."""
        notes: list[Note] = [held(NOTHING, NOTHING, (1, 0, 1, 0, 0)), Theft(1, 2)]
        assert explain([*notes, Holds(1, ORE)], 3) == [ORE]
        assert explain([*notes, Holds(2, ORE)], 3) == [BRICK]
        assert explain([*notes, Holds(1, WOOL)], 3) is None

    def test_a_discard_is_what_was_not_used_later(self) -> None:
        notes: list[Note] = [held(NOTHING, (4, 0, 4, 0, 0)), Discard(1, 4)]
        assert explain([*notes, Holds(1, (0, 0, 3, 0, 0))], 2) in ([(3, 0, 1, 0, 0)], [(4, 0, 0, 0, 0)])
        assert explain([*notes, Holds(1, (4, 0, 0, 0, 0))], 2) == [(0, 0, 4, 0, 0)]
        assert explain([*notes, Holds(1, (3, 0, 2, 0, 0))], 2) is None

    def test_without_more_the_likeliest(self) -> None:
        notes: list[Note] = [held(NOTHING, (4, 0, 4, 0, 0)), Discard(1, 4)]
        assert explain(notes, 2) == [(2, 0, 2, 0, 0)]

    def test_a_monopoly_tells_how_many_there_were(self) -> None:
        notes: list[Note] = [held(NOTHING, (2, 0, 6, 0, 0)), Discard(1, 4)]
        assert explain([*notes, Monopoly(0, 2, 4, frozenset([1]))], 2) == [(2, 0, 2, 0, 0)]
        assert explain([*notes, Monopoly(0, 2, 5, frozenset([1]))], 2) is None
        assert explain([*notes, Monopoly(0, 2, 4, frozenset())], 2) is None

    def test_sizes_tell_who_lost_to_a_monopoly(self) -> None:
        """p0 monopolizes three ores of p1 and p2, after a theft that made it two and one, or one and two."""
        notes: list[Note] = [
            held(NOTHING, (1, 0, 1, 0, 0), (1, 0, 2, 0, 0)),
            Theft(1, 2),
            Monopoly(0, 2, 3, frozenset([1, 2])),
        ]
        assert explain([*notes, Size(1, 2, 2)], 3) == [BRICK]
        assert explain([*notes, Size(1, 1, 1)], 3) == [ORE]

    def test_many_thefts_against_all_ways(self) -> None:
        """Six thefts between two players; then one of them holds what only some ways explain."""
        start = (1, 1, 1, 1, 0)
        thefts = [Theft(1, 2), Theft(2, 1)] * 3
        for wanted in ((2, 2, 0, 0, 0), (0, 0, 2, 2, 0), (2, 0, 0, 2, 0), (2, 2, 1, 0, 0), (2, 2, 2, 0, 0)):
            notes: list[Note] = [held(NOTHING, start, start), *thefts, Holds(1, wanted)]
            possible = any(
                _follows(notes, ways)
                for ways in product((BRICK, LUMBER, ORE, GRAIN, WOOL), repeat=len(thefts))
            )
            found = explain(notes, 3)
            assert (found is not None) == possible
            if found is not None:
                assert _follows(notes, found)

    def test_the_first_guess_of_a_discard(self) -> None:
        assert likely_discard((5, 1, 3, 0, 0), 4) == (3, 0, 1, 0, 0)


def _follows(notes: list[Note], ways: list[tuple[int, ...]] | tuple[tuple[int, ...], ...]) -> bool:
    """Whether these thefts agree with the notes, step by step."""
    hands, left = (0,) * 15, list(ways)
    for note in notes:
        reached = note.follow(hands)
        if isinstance(note, Theft):
            choice = left.pop(0)
            reached = [one for one in reached if one[2] == choice]
        if not reached:
            return False
        hands = reached[0][0]
    return True


class TestCards:
    def test_victory_points_go_where_they_do_not_win(self) -> None:
        """The deck is empty: all five are with somebody, and p1 is one point short of the end."""
        cards = DrawnCards()
        for turn in range(25):
            cards.draw(turn % 2, turn, None, (5, 0)[turn % 2])
        assert self.holders(cards) == [0] * 5
        for turn in (25, 26):
            cards.play(1, turn, KNIGHT)
        assert self.holders(cards) == [0] * 5
        assert [sum(draw.card == kind for draw in cards.draws) for kind in range(5)] == list(DECK)

    def test_victory_points_that_win_are_moved(self) -> None:
        cards = self.empty_deck(room=5)
        cards.limit(0, 2)
        assert cards.guess(0) is True
        assert self.holders(cards) == [0, 1, 1, 1, 1]
        cards.limit(0, 0)
        assert cards.guess(0) is True and self.holders(cards) == [1, 1, 1, 1, 1]

    def test_a_win_that_nothing_else_explains(self) -> None:
        """Between them the two can hide four of five victory points: whose turn it is has won."""
        cards = self.empty_deck(room=5)
        cards.limit(1, 2)
        cards.guess(1)
        cards.limit(0, 2)
        cards.guess(0)
        assert self.holders(cards) == [0, 0, 0, 1, 1]
        assert cards.guess(0) is False

    def test_a_win_in_the_past_is_no_explanation(self) -> None:
        """p0 was one point short of the end after all its draws but the last, and then lost points again."""
        cards = DrawnCards()
        for turn in range(24):
            cards.draw(turn % 2, turn, None, 5)
        cards.limit(0, 0)
        cards.guess(0)
        cards.draw(0, 24, None, 5)
        cards.limit(1, 1)
        cards.guess(1)
        assert self.holders(cards) == [0, 1, 1, 1, 1], "p1 has won: p0 can only have drawn one of late"
        assert cards.draws[-1].card == VICTORY_POINT

    def test_points_that_nobody_can_hold(self) -> None:
        cards = DrawnCards()
        for turn in range(25):
            cards.draw(1, turn, None, 5)
        cards.limit(1, 4)
        with pytest.raises(DesynchronisedError, match="than anybody can hold"):
            cards.guess(0)

    @staticmethod
    def empty_deck(room: int) -> DrawnCards:
        cards = DrawnCards()
        for turn in range(25):
            cards.draw(turn % 2, turn, None, room)
        return cards

    @staticmethod
    def holders(cards: DrawnCards) -> list[int]:
        return sorted(draw.player for draw in cards.draws if draw.card == VICTORY_POINT)

    def test_guesses_are_no_victory_points(self) -> None:
        cards = DrawnCards()
        for turn in range(20):
            cards.draw(turn % 2, turn, None, ROOM)
        kinds = [sum(draw.card == kind for draw in cards.draws) for kind in range(5)]
        assert kinds == [14, 0, 2, 2, 2]
        cards.draw(0, 30, None, ROOM)
        assert cards.draws[-1].card == VICTORY_POINT

    def test_what_is_played_was_drawn(self) -> None:
        cards = DrawnCards()
        cards.draw(1, 3, None, ROOM)
        cards.draw(1, 5, None, ROOM)
        assert cards.play(1, 5, ROADS) is True
        assert cards.draws[0].card == ROADS
        assert cards.play(1, 5, KNIGHT) is None, "the other one was drawn in this turn"
        assert cards.play(1, 6, KNIGHT) is False

    def test_our_own_cards_change_guesses(self) -> None:
        cards = DrawnCards()
        for turn in range(14):
            cards.draw(1, turn, None, ROOM)
        guessed = [draw.card for draw in cards.draws]
        assert guessed.count(KNIGHT) >= 10
        changed = [cards.draw(0, 20 + i, KNIGHT, ROOM) for i in range(10)]
        assert any(changed)
        for kind in range(5):
            assert sum(draw.card == kind for draw in cards.draws) <= DECK[kind]

    def test_points_at_the_end_are_the_last_draws(self) -> None:
        cards = DrawnCards()
        for turn in range(3):
            cards.draw(1, turn, None, ROOM)
        assert cards.reveal_points(1, 2) is True
        assert [draw.card == VICTORY_POINT for draw in cards.draws] == [False, True, True]
        assert cards.reveal_points(1, 5) is None


class TestMirror:
    """p1 is ours; p0, who lives on ore and grain, hides its cards."""

    def mirror(self) -> Mirror:
        board = "O10 W2 L9 / G12 B6 W4 B10 / G9 L11 D L3 O8 / L8 O3 G4 W5 / B5 G6 W11 | 3 G O 3 W 3 3 B L"
        mirror = Mirror(Rules.preset("jsettlers", players=2), board, 1, make_agent("value"), Rng(1))
        for hexes in ({13, 14, 17}, {3, 7, 8}, {5, 6, 10}, {0, 1, 4}):
            node = topology.INTERSECTION_HEXES.index(tuple(sorted(hexes)))
            mirror.happen(f"settle n{node}")
            mirror.happen(mirror.state.legal_actions()[0])
        return mirror

    def rounds(self, mirror: Mirror, *totals: int) -> None:
        """Everybody rolls, whoever has to: p0 is next again."""
        for total in totals:
            mirror.happen("roll", f"dice {total}", "end")
            mirror.happen("roll", "dice 12", "end")

    def test_a_city_that_was_not_expected_corrects_a_discard(self) -> None:
        mirror = self.mirror()
        city = mirror.state.settlements(0)[-1]
        self.rounds(mirror, 3, 3, 3, 4, 4, 3, 3, 4)
        hand = mirror.state.hand(0)
        assert (hand[2], hand[3]) == (6, 3)
        mirror.happen("roll", "dice 7")
        size = mirror.state.hand_size(0)
        mirror.discard(size // 2)
        while mirror.state.phase == "discard":
            mirror.happen(mirror.state.legal_actions()[0])
        assert mirror.state.hand(0)[2] < 3, "the first guess: of what there is most"
        mirror.happen(next(action for action in mirror.state.legal_actions() if action.player is None))
        mirror.happen(f"city n{city}")
        assert mirror.corrections == 1
        assert mirror.state.cities(0) == [city]
        assert mirror.state.hand_size(0) == size - size // 2 - 5
        assert State.from_record(mirror.record()) == mirror.state

    def test_a_card_that_was_not_expected(self) -> None:
        mirror = self.mirror()
        self.rounds(mirror, 3, 4, 4)
        mirror.happen("roll", "dice 2")
        while not mirror.state.is_legal("buy card"):
            mirror.happen("end", "roll", "dice 4", "end", "roll", "dice 3")
        mirror.draw(None)
        mirror.happen("end", "roll", "dice 2", "end")
        mirror.happen("year of plenty", "take ore", "take ore")
        assert mirror.state.phase == "before roll"
        assert mirror.corrections == 1
        assert State.from_record(mirror.record()) == mirror.state

    def test_what_is_against_the_rules(self) -> None:
        mirror = self.mirror()
        mirror.happen("roll", "dice 12")
        before = mirror.state.copy()
        with pytest.raises(DesynchronisedError, match="city n0"):
            mirror.happen("city n0")
        with pytest.raises(DesynchronisedError, match="can hold no such card"):
            mirror.happen("knight")
        with pytest.raises(DesynchronisedError, match="holds 20 cards"):
            mirror.expect_size(0, 20)
        assert mirror.state == before


class TestSizesAfterAMonopoly:
    """p1 has robbed p2 of lumber, which we, p0, took for ore; then our monopoly took four lumber of both. So
    one of p1's cards here is p2's."""

    def mirror(self, last: int) -> Mirror:
        board = "O10 W2 L9 / G12 B6 W4 B10 / G9 L11 D L3 O8 / L8 O3 G4 W5 / B5 G6 W11 | 3 G O 3 W 3 3 B L"
        mirror = Mirror(Rules.preset("jsettlers", players=3), board, 0, make_agent("value"), Rng(1))
        for hexes in ((0, 1, 4), (6, 10, 11), (12, 13, 16), (13, 14, 17), (2, 5, 6), (3, 7, 8)):
            mirror.happen(f"settle n{topology.INTERSECTION_HEXES.index(hexes)}")
            mirror.happen(mirror.state.legal_actions()[0])
        for total in (3, 8, 8, 2):
            mirror.happen("roll", f"dice {total}", "end")
        mirror.happen("roll", "dice 7")
        mirror.rob(13, 2, None)
        mirror.happen("end", "roll", "dice 10", "end", "roll", "dice 5")
        mirror.draw(CARDS.index("monopoly"))
        mirror.happen("end", "roll", "dice 4", "end", "roll", f"dice {last}", "end")
        mirror.monopoly(1, 4, frozenset([1, 2]))
        return mirror

    def test_one_discards_who_has_too_few_cards_here(self) -> None:
        mirror = self.mirror(last=5)
        mirror.happen("roll", "dice 7")
        assert [mirror.state.hand_size(player) for player in range(3)] == [6, 8, 7]
        mirror.expect_discard(2, 4)
        assert [mirror.state.hand_size(player) for player in range(3)] == [6, 7, 8]
        assert (mirror.state.phase, mirror.state.actor, mirror.state.left) == ("discard", 2, 4)
        mirror.discard(4)
        assert mirror.state.phase == "robber"
        assert State.from_record(mirror.record()) == mirror.state

    def test_one_does_not_discard_who_has_too_many_cards_here(self) -> None:
        mirror = self.mirror(last=12)
        mirror.happen("roll", "dice 7")
        assert (mirror.state.phase, mirror.state.actor, mirror.state.left) == ("discard", 1, 4)
        mirror.expect_no_discard()
        assert mirror.state.phase == "robber"
        assert [mirror.state.hand_size(player) for player in range(3)] == [7, 7, 7]

    def test_a_count_is_kept(self) -> None:
        """p1 shows eight cards, as here; a later guess may not make seven of them."""
        mirror = self.mirror(last=5)
        mirror.expect_size(1, 8)
        with pytest.raises(DesynchronisedError, match="p2 holds 8 cards, 7 here"):
            mirror.expect_size(2, 8)

    def test_who_did_not_discard_did_not_have_to(self) -> None:
        mirror = self.mirror(last=12)
        mirror.happen("roll", "dice 7")
        mirror.expect_no_discard()
        mirror.move_robber(0)
        with pytest.raises(DesynchronisedError, match="p1 holds 8 cards, 7 here"):
            mirror.expect_size(1, 8)

    def test_cards_that_are_traded(self) -> None:
        mirror = self.mirror(last=5)
        mirror.happen("roll", "dice 12")
        with pytest.raises(DesynchronisedError, match="p1 trades"):
            mirror.expect_cards(1, (0, 0, 4, 0, 0))
        mirror.expect_cards(2, (0, 0, 3, 0, 0))
        assert [mirror.state.hand_size(player) for player in range(3)] == [7, 7, 8]
