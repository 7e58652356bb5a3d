"""The option friendly_robber: hexes of players with two or fewer visible points are closed to the robber."""

from __future__ import annotations

import pytest

from longroad import catan
from longroad.catan import Position, topology
from longroad.errors import RulesError
from rules.table import Table, board

ELSEWHERE = set(range(19)) - {9}  # the robber starts on h9


def hexes_at(*nodes: str) -> set[int]:
    return {hex_ for hex_ in range(19) for node in nodes if int(node[1:]) in topology.HEX_CORNERS[hex_]}


def open_hexes(t: Table) -> set[int]:
    return {int(text.split()[1][1:]) for text in t.legal("robber")}


def test_hexes_of_players_with_two_points_are_closed() -> None:
    t = Table(friendly_robber=True).roll(7)
    assert open_hexes(t) == ELSEWHERE - hexes_at("n19", "n2", "n23", "n36")
    t.refused("robber h5 steal p1", "2 or fewer visible points", "friendly robber")
    t.refused("robber h9", "different hex")


def test_without_the_option_they_are_open() -> None:
    assert open_hexes(Table().roll(7)) == ELSEWHERE


def test_the_movers_own_hexes_are_closed_like_all_others() -> None:
    t = Table(friendly_robber=True).build(1, "city n23").before_roll_of(0).roll(7)
    assert open_hexes(t) == ELSEWHERE - hexes_at("n19", "n2")
    t.refused("robber h4", "friendly robber")  # p0's own hex, where nobody else is


def test_a_third_point_opens_them() -> None:
    t = Table(friendly_robber=True).build(1, "city n23").before_roll_of(0).roll(7)
    assert t.legal("robber h5") == {"robber h5 steal p1"}


def test_a_hex_that_one_of_several_players_closes_is_closed() -> None:
    setup = [("n0", "e0", "n2", "e7"), ("n20", "e35", "n50", "e68"), ("n22", "e36", "n48", "e67")]
    t = Table(3, board=board("W6", h3="D"), setup=setup, friendly_robber=True).roll(7)
    position = Position.of(t).replace(settlements=((0, 2), (50,), (22, 48)), cities=((), (20,), ()))
    state = position.state(t.rules, t.board)
    assert [state.public_points(p) for p in range(3)] == [2, 3, 2]
    assert state.is_legal("robber h8 steal p1")
    assert "friendly robber" in (state.refusal("robber h9 steal p1") or "")  # p2 stands there, too


def test_hidden_points_do_not_open_them() -> None:
    t = Table(friendly_robber=True).buy(1, "victory point").before_roll_of(0).roll(7)
    assert (t.points(1), t.public_points(1)) == (3, 2)
    t.refused("robber h5 steal p1", "visible points")


def test_longest_road_and_largest_army_are_visible_points() -> None:
    t = Table(friendly_robber=True)
    for hex_ in ("h2", "h9", "h2"):
        t.buy(1, "knight").before_roll_of(1).play("knight", f"robber {hex_}")
    assert (t.largest_army, t.public_points(1)) == (1, 4)
    t.before_roll_of(0).roll(7)
    assert t.legal("robber h5")


def test_a_knight_moves_a_friendly_robber_too() -> None:
    t = Table(friendly_robber=True).buy(0, "knight").before_roll_of(0).play("knight")
    assert open_hexes(t) == ELSEWHERE - hexes_at("n19", "n2", "n23", "n36")
    t.refused("robber h5 steal p1", "friendly robber")
    t.play("robber h2")
    assert t.phase == "before roll"


def test_where_no_hex_is_open_all_are() -> None:
    """Eight settlements that touch every hex but h15, where the robber stands."""
    setup = [
        ("n0", "e0", "n2", "e2"),
        ("n4", "e4", "n18", "e24"),
        ("n21", "e27", "n24", "e31"),
        ("n40", "e56", "n43", "e59"),
    ]
    t = Table(4, board=board("W6", h15="D"), setup=setup, friendly_robber=True)
    assert t.robber == 15
    t.roll(7)
    assert open_hexes(t) == set(range(19)) - {15}
    t.play("robber h18 steal p3", "stole wool", "end").roll(7)
    assert open_hexes(t) == {15}  # now it is open, so all others are closed


def test_views_and_masks_close_the_same_hexes() -> None:
    t = Table(friendly_robber=True, offers_per_turn=0).roll(7)
    assert t.view().actions == t.legal_actions()
    for codec in (catan.CODECS["general"], catan.CODECS["gendre2020"]):
        indices = [index for index, legal in enumerate(codec.mask(t)) if legal]
        listed = [codec.expand(t, index, catan.Rng(0)) for index in indices]
        assert {str(action) for (action,) in listed} == t.legal()


def test_it_needs_a_robber() -> None:
    with pytest.raises(RulesError, match="friendly_robber=on: there is no robber"):
        catan.Rules(friendly_robber=True, robber=False)
