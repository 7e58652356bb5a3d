"""The longest road: how long a road is, who takes the card, and what happens when a road is cut."""

from __future__ import annotations

from rules.table import Table, way

# Each player's way to a road of five, from the first road of its lane on.
FIVE = {
    0: way(19, 20, 21, 22, 23),
    1: way(31, 32) + way(33, 34, 35, 36),
    2: way(41, 42, 43, 44, 45),
    3: way(10, 11, 12, 13, 14),
}
# One segment more for each.
SIXTH = {0: way(23, 24), 1: way(30, 31), 2: way(39, 40), 3: way(8, 9)}
# p1 cuts p0's road in the middle.
CUT = [*way(33, 22), "settle n22"]


def lengths(t: Table) -> list[int]:
    return [t.road_length(p) for p in range(t.players)]


# ---- Length ---------------------------------------------------------------------------------------------


def test_a_road_of_five_takes_the_card() -> None:
    t = Table.lanes().build(0, *FIVE[0])
    assert (t.road_length(0), t.longest_road, t.points(0)) == (5, 0, 4)
    assert t.public_points(0) == 4


def test_a_road_of_four_does_not() -> None:
    t = Table.lanes().build(0, *FIVE[0][:-1])
    assert (t.road_length(0), t.longest_road, t.points(0)) == (4, None, 2)


def test_segments_count_only_when_connected() -> None:
    t = Table.lanes().build(0, *way(19, 20), *way(37, 36))  # two at n18, two at n37
    assert len(t.roads(0)) == 4 and t.road_length(0) == 2


def test_branches_do_not_count() -> None:
    # Three arms of two meet at n20: six segments, but a road of four.
    t = Table.lanes(2).build(0, *way(19, 20, 21, 22), *way(20, 31, 30))
    assert (t.road_length(0), t.longest_road) == (4, None)


def test_a_loop_counts_in_full() -> None:
    t = Table.lanes(2).build(0, *way(19, 20, 31, 30, 29, 18))
    assert (t.road_length(0), t.longest_road) == (6, 0)


def test_a_loop_with_a_tail_counts_in_full() -> None:
    t = Table.lanes(2).build(0, *way(19, 20, 31, 30, 29, 18), *way(18, 17, 16))
    assert t.road_length(0) == 8


def test_a_loop_with_two_tails_goes_around_once() -> None:
    # Tails of two at n18 and n20, two paths apart on the ring: the trail is one tail and all of the ring, or
    # one tail, the long way round (4) and the other tail. Both are 8.
    t = Table.lanes(2).build(0, *way(19, 20, 31, 30, 29, 18), *way(18, 17, 16), *way(20, 21, 22))
    assert len(t.roads(0)) == 11 and t.road_length(0) == 8


def test_each_segment_counts_once() -> None:
    # Two rings that share a path: all eleven segments can be walked in one go, the shared one once.
    t = Table.lanes(2).build(0, *way(19, 20, 31, 30, 29, 18), *way(18, 17, 7, 8, 9, 19))
    assert t.road_length(0) == 11


def test_own_buildings_do_not_cut_a_road() -> None:
    t = Table.lanes().build(0, *FIVE[0], "settle n20")
    assert (t.road_length(0), t.longest_road) == (5, 0)


def test_an_opponents_building_cuts_a_road() -> None:
    t = Table.lanes().build(0, *FIVE[0]).build(1, *CUT)
    assert t.road_length(0) == 4  # n18 .. n22 on one side, n22-n23 on the other


def test_a_road_may_end_at_an_opponents_building() -> None:
    t = Table.lanes().build(1, *CUT).build(0, *way(19, 20, 21, 22))
    assert t.road_length(0) == 4
    t.build(0, *way(18, 17))
    assert (t.road_length(0), t.longest_road) == (5, 0)


def test_two_roads_that_meet_at_an_opponents_building_are_not_joined() -> None:
    # p0 comes to n22 from n18 and, past n37, from the other end of the row.
    t = Table.lanes().build(1, *CUT).build(0, *way(19, 20, 21, 22), *way(26, 25, 24, 23, 22))
    assert t.road_length(0) == 5  # n37, n26 .. n22


def test_an_opponents_city_cuts_as_a_settlement_does() -> None:
    t = Table(3).build(1, *way(23, 22, 21), "settle n21", "city n21").build(0, *way(19, 20, 21), *way(9, 10))
    # n21 .. n19, n9, n10, n2 is a road of six; n21-n11 cannot go on from it.
    assert t.road_length(0) == 5
    t.build(0, *way(10, 11, 21))
    assert t.road_length(0) == 6  # n21, n20, n19, n9, n10, n11, n21: a loop that begins and ends at p1's city


def test_an_opponents_road_does_not_cut() -> None:
    t = Table.lanes().build(1, *way(33, 22)).build(0, *FIVE[0])
    assert t.road_length(0) == 5


def test_a_loop_may_begin_and_end_at_an_opponents_building() -> None:
    t = Table.lanes(2).build(0, *way(19, 20, 31, 30, 29, 18)).build(1, *way(32, 42, 41, 40, 30), "settle n30")
    assert t.road_length(0) == 6
    t.build(1, *way(33, 22, 21, 20), "settle n20")  # a second cut leaves two arcs, of two and four
    assert (t.road_length(0), t.longest_road) == (4, 1)


# ---- Who holds the card ---------------------------------------------------------------------------------


def test_first_to_reach_five_keeps_it_against_a_tie() -> None:
    t = Table.lanes().build(0, *FIVE[0]).build(1, *FIVE[1])
    assert lengths(t)[:2] == [5, 5]
    assert t.longest_road == 0 and t.points(1) == 2


def test_a_strictly_longer_road_takes_it() -> None:
    t = Table.lanes().build(0, *FIVE[0]).build(1, *FIVE[1], *SIXTH[1])
    assert (t.longest_road, t.points(0), t.points(1)) == (1, 2, 4)


def test_it_goes_back_only_to_a_strictly_longer_road() -> None:
    t = Table.lanes().build(0, *FIVE[0]).build(1, *FIVE[1], *SIXTH[1]).build(0, *SIXTH[0])
    assert lengths(t)[:2] == [6, 6] and t.longest_road == 1
    t.build(0, *way(24, 25))
    assert t.longest_road == 0


def test_free_roads_count() -> None:
    t = Table().build(0, *way(9, 10), *way(2, 3)).buy(0, "road building").before_roll_of(0)
    assert (t.road_length(0), t.longest_road) == (4, None)
    t.play("road building", *way(3, 4))
    assert (t.road_length(0), t.longest_road, t.phase) == (5, 0, "free roads")


# ---- A cut ----------------------------------------------------------------------------------------------


def test_cut_holder_loses_it_to_the_one_other_with_five() -> None:
    t = Table.lanes().build(0, *FIVE[0]).build(2, *FIVE[2])
    assert t.longest_road == 0
    t.build(1, *CUT)
    assert lengths(t) == [4, 2, 5, 1]
    assert (t.current, t.longest_road, t.points(0), t.points(2)) == (1, 2, 2, 4)


def test_cut_the_one_who_cuts_may_take_it() -> None:
    t = Table.lanes().build(0, *FIVE[0]).build(1, *FIVE[1])
    assert t.longest_road == 0
    t.build(1, *CUT)
    assert (t.longest_road, t.points(0), t.points(1)) == (1, 2, 5)


def test_cut_the_longer_of_two_others_takes_it() -> None:
    t = Table.lanes().build(0, *FIVE[0], *SIXTH[0]).build(2, *FIVE[2], *SIXTH[2]).build(3, *FIVE[3])
    assert (lengths(t), t.longest_road) == ([6, 1, 6, 5], 0)
    t.build(1, *CUT)
    assert (lengths(t), t.longest_road) == ([4, 2, 6, 5], 2)


def whole_row() -> Table:
    """p0's road runs the row from n18 to n26 and on to n37: nine, of which a cut at n22 leaves five."""
    return Table.lanes().build(0, *way(19, 20, 21, 22, 23, 24, 25, 26))


def test_cut_holder_that_is_still_longest_keeps_it() -> None:
    t = whole_row()
    assert t.road_length(0) == 9
    t.build(1, *CUT)
    assert (t.road_length(0), t.longest_road) == (5, 0)


def test_cut_holder_that_is_still_among_the_longest_keeps_it() -> None:
    t = whole_row().build(2, *FIVE[2]).build(3, *FIVE[3]).build(1, *CUT)
    assert (lengths(t), t.longest_road) == ([5, 2, 5, 5], 0)


def test_cut_holder_with_five_loses_it_to_a_longer_road() -> None:
    t = whole_row().build(2, *FIVE[2], *SIXTH[2]).build(1, *CUT)
    assert (lengths(t), t.longest_road, t.points(0)) == ([5, 2, 6, 1], 2, 2)


def test_cut_card_is_set_aside_when_several_others_tie() -> None:
    t = Table.lanes().build(0, *FIVE[0]).build(2, *FIVE[2]).build(3, *FIVE[3]).build(1, *CUT)
    assert lengths(t) == [4, 2, 5, 5]
    assert t.longest_road is None
    assert [t.points(p) for p in range(4)] == [2, 3, 2, 2]


def test_cut_holder_with_five_sees_it_set_aside_when_two_longer_roads_tie() -> None:
    t = whole_row().build(2, *FIVE[2], *SIXTH[2]).build(3, *FIVE[3], *SIXTH[3]).build(1, *CUT)
    assert (lengths(t), t.longest_road) == ([5, 2, 6, 6], None)


def test_cut_card_is_set_aside_when_nobody_has_five() -> None:
    t = Table.lanes().build(0, *FIVE[0]).build(1, *CUT)
    assert (t.longest_road, t.points(0)) == (None, 2)


def test_card_set_aside_waits_for_someone_alone_longest() -> None:
    t = Table.lanes().build(0, *FIVE[0]).build(2, *FIVE[2]).build(3, *FIVE[3]).build(1, *CUT)
    t.build(0, *way(18, 17))  # the former holder is at five again, one of three
    assert (lengths(t), t.longest_road) == ([5, 2, 5, 5], None)
    t.build(3, *SIXTH[3])
    assert (lengths(t), t.longest_road) == ([5, 2, 5, 6], 3)


def test_card_set_aside_is_taken_by_the_first_with_five() -> None:
    t = Table.lanes().build(0, *FIVE[0]).build(1, *CUT).build(2, *FIVE[2])
    assert t.longest_road == 2


def test_settlement_at_the_end_of_a_road_cuts_nothing() -> None:
    t = Table.lanes().build(0, *FIVE[0], *SIXTH[0])  # to n24
    t.build(1, *way(33, 34, 35, 24), "settle n24")
    assert (t.road_length(0), t.longest_road) == (6, 0)
