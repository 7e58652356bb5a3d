"""Winning: ten points, on one's own turn, at once."""

from __future__ import annotations

import pytest

from longroad.errors import IllegalActionError
from rules.table import Table, way
from rules.test_largest_army import play_knights
from rules.test_longest_road import CUT, FIVE

FIVE_POINTS = ["victory point"] * 5


def assert_won(t: Table, player: int) -> None:
    assert (t.is_over, t.winner, t.phase, t.actor, t.is_chance) == (True, player, "over", None, False)
    assert t.legal() == set() and t.chance_outcomes() == []
    n = t.players
    assert t.returns() == pytest.approx([1.0 if p == player else -1 / (n - 1) for p in range(n)])
    for text in ("roll", "end", "dice 6", "settle n0"):
        t.refused(text, "over")


def test_ten_points_win() -> None:
    t = Table().buy(0, *FIVE_POINTS).build(0, "city n19", "city n2")  # 5 + 2 + 2
    assert t.points(0) == 9 and not t.is_over
    t.build(0, *way(2, 1, 0), "settle n0")
    assert t.points(0) == 10
    assert_won(t, 0)


def test_hidden_victory_points_win() -> None:
    t = Table().build(0, "city n19", "city n2", *way(2, 1, 0), "settle n0").buy(0, *FIVE_POINTS[:4])
    assert (t.points(0), t.public_points(0), t.is_over) == (9, 5, False)
    t.pay_for(0, "card").main_of(0).play("buy card; drew victory point")
    assert t.public_points(0) == 5
    assert_won(t, 0)


def test_more_than_ten_points_win() -> None:
    t = Table().buy(0, *FIVE_POINTS).build(0, "city n19", "city n2", *way(9, 10), *way(2, 3))
    assert (t.points(0), t.road_length(0)) == (9, 4)
    t.build(0, *way(3, 4))
    assert t.points(0) == 11
    assert_won(t, 0)


def test_a_city_wins() -> None:
    t = Table(target_points=3).build(0, "city n19")
    assert_won(t, 0)


def test_a_knight_wins_before_the_robber_moves() -> None:
    t = play_knights(Table(target_points=4), 0, 2).buy(0, "knight").before_roll_of(0)
    robber = t.robber
    t.play("knight")
    assert t.robber == robber
    assert_won(t, 0)


def test_a_free_road_wins_before_the_second_one() -> None:
    t = Table(target_points=4).build(0, *way(9, 10), *way(2, 3)).buy(0, "road building").before_roll_of(0)
    t.play("road building", *way(3, 4))
    assert_won(t, 0)


def before_the_cut(**options: int) -> Table:
    """p0 holds the longest road with four points, p2 has three and a road as long; five points win."""
    t = (
        Table.lanes(target_points=5, **options)
        .build(0, *FIVE[0])
        .build(2, *FIVE[2], *way(28, 38), "settle n38")
    )
    assert [t.points(p) for p in range(4)] == [4, 2, 3, 2]
    return t


def others_turn(**options: int) -> Table:
    """p1 cuts p0's road. The longest road falls to p2, which has five points now, on p1's turn."""
    t = before_the_cut(**options).build(1, *CUT)
    assert (t.current, t.longest_road, t.points(2)) == (1, 2, 5)
    return t


def test_nobody_wins_on_anothers_turn() -> None:
    t = others_turn()
    assert (t.is_over, t.winner, t.phase) == (False, None, "main")


def test_points_reached_on_anothers_turn_win_when_ones_turn_begins() -> None:
    t = others_turn().play("end")
    assert t.current == 2
    assert_won(t, 2)


def test_points_reached_on_anothers_turn_can_be_lost_before_ones_turn() -> None:
    t = before_the_cut().pay_for(1, "road", "road", "road", "settle", "settle").main_of(1).play(*CUT)
    assert t.points(2) == 5
    t.play(*way(33, 34, 44), "settle n44")  # cuts p2's road as well
    assert (t.longest_road, t.points(2), t.points(1)) == (None, 3, 4)
    t.play("end")
    assert (t.is_over, t.current, t.phase) == (False, 2, "before roll")


def test_the_player_whose_turn_it_is_wins_even_if_another_has_the_points_already() -> None:
    t = before_the_cut().build(1, *way(33, 34, 35), "settle n35")
    t.pay_for(1, "road", "road", "road", "settle", "settle").main_of(1).play(*CUT)
    assert (t.points(1), t.points(2), t.is_over) == (4, 5, False)
    t.play(*way(32, 31, 20), "settle n20")
    assert (t.points(1), t.points(2)) == (5, 5)
    assert_won(t, 1)


def test_a_game_at_the_turn_cap_is_over_without_a_winner() -> None:
    t = Table(3, turn_cap=4)
    for turn in range(4):
        assert (t.turn, t.current, t.is_over) == (turn, turn % 3, False)
        t.roll().play("end")
    assert (t.is_over, t.winner, t.phase, t.turn) == (True, None, "over", 4)
    assert t.returns() == [0.0, 0.0, 0.0]
    assert t.legal() == set()


def test_the_points_count_before_the_turn_cap() -> None:
    cap = others_turn().turn + 1
    t = others_turn(turn_cap=cap)
    assert (t.turn, t.is_over) == (cap - 1, False)
    t.play("end")
    assert_won(t, 2)


def test_returns_are_zero_while_the_game_goes_on() -> None:
    assert Table(4).returns() == [0.0] * 4


def test_a_finished_game_takes_no_event() -> None:
    t = Table(target_points=3).build(0, "city n19")
    with pytest.raises(IllegalActionError):
        t.play("end")
