"""The largest army: three knights take it, strictly more take it away."""

from __future__ import annotations

from rules.table import Table


def play_knights(t: Table, player: int, count: int) -> Table:
    """The player buys and plays this many knights; the robber goes to and fro between two hexes of nobody."""
    for _ in range(count):
        t.buy(player, "knight").before_roll_of(player).play("knight")
        if not t.is_over:
            t.play("robber h2" if t.robber != 2 else "robber h9")
    return t


def test_three_knights_take_the_largest_army() -> None:
    t = play_knights(Table(), 0, 2)
    assert (t.knights(0), t.largest_army, t.points(0)) == (2, None, 2)
    play_knights(t, 0, 1)
    assert (t.knights(0), t.largest_army, t.points(0), t.public_points(0)) == (3, 0, 4, 4)


def test_knights_in_hand_do_not_count() -> None:
    t = Table().buy(0, "knight", "knight", "knight")
    assert (t.knights(0), t.largest_army) == (0, None)


def test_holder_keeps_it_against_a_tie() -> None:
    t = play_knights(play_knights(Table(), 0, 3), 1, 3)
    assert (t.knights(1), t.largest_army, t.points(0), t.points(1)) == (3, 0, 4, 2)


def test_strictly_more_knights_take_it() -> None:
    t = play_knights(play_knights(Table(), 0, 3), 1, 4)
    assert (t.largest_army, t.points(0), t.points(1)) == (1, 2, 4)


def test_it_goes_back_to_strictly_more_again() -> None:
    t = play_knights(play_knights(play_knights(Table(), 0, 3), 1, 4), 0, 1)
    assert t.largest_army == 1
    play_knights(t, 0, 1)
    assert (t.knights(0), t.largest_army) == (5, 0)


def test_it_counts_before_the_robber_moves() -> None:
    t = play_knights(Table(), 0, 2).buy(0, "knight").before_roll_of(0).play("knight")
    assert (t.phase, t.largest_army) == ("robber", 0)


def test_further_knights_of_the_holder_change_no_points() -> None:
    t = play_knights(Table(), 0, 5)
    assert (t.knights(0), t.points(0)) == (5, 4)


def test_a_knight_that_is_played_leaves_the_hand() -> None:
    t = play_knights(Table(), 0, 1)
    assert t.cards(0) == (0, 0, 0, 0, 0) and t.deck == (13, 5, 2, 2, 2)
