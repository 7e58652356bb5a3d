"""What is public: everything but the kinds of others' cards, which a view does not show."""

from __future__ import annotations

from typing import Any

import pytest

from longroad import catan
from rules.table import Table, five, kinds

# What depends on the viewer. Everything else that a view tells is as in the state.
PRIVATE = {"hand", "cards", "points", "bought", "unseen_cards", "player", "actions"}
TOLD = {name for name in dir(catan.View) if not name.startswith("_")} - {"rules", "board"}


def tell(source: catan.View | catan.State, name: str) -> Any:
    """A property, or a method's answers for all players."""
    value = getattr(source, name)
    return [value(p) for p in range(source.players)] if callable(value) else value


def all_of(view: catan.View) -> dict[str, Any]:
    """Everything a view tells, to a reader and to a network."""
    encoded = {name: catan.ENCODINGS[name].encode(view).tolist() for name in ("general", "casher2024")}
    return {name: tell(view, name) for name in TOLD} | encoded


def after_each_outcome(t: Table, viewer: int) -> list[dict[str, Any]]:
    """What the viewer is told after each outcome of the chance to come."""
    told = []
    for outcome, _ in t.chance_outcomes():
        branch = t.copy()
        branch.apply(outcome)
        told.append(all_of(branch.view(viewer)))
    return told


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_lies_on_the_table_is_public(players: int) -> None:
    t = Table(players).build(0, "city n19", "road e12").buy(0, "knight").before_roll_of(0)
    t.play("knight; robber h4").main_of(0)
    public = TOLD - PRIVATE
    assert {
        "phase",
        "bank",
        "robber",
        "roads",
        "settlements",
        "cities",
        "knights",
        "hand_size",
        "card_count",
    } < public
    for viewer in range(players):
        view = t.view(viewer)
        assert view.player == viewer
        assert {name: tell(view, name) for name in public} == {name: tell(t, name) for name in public}
        assert view.deck_size == 24


def test_an_offer_and_its_replies_are_public() -> None:
    t = Table(3).main_of(0).play("offer 1 brick for 1 wool; counter 1 lumber for 1 brick")
    for viewer in range(3):
        assert t.view(viewer).offer == (five(brick=1), five(wool=1))
        assert t.view(viewer).replies == [None, (five(lumber=1), five(brick=1)), None]


def test_a_player_sees_its_own_cards() -> None:
    t = Table(3).buy(0, "monopoly", "victory point")
    view = t.view(0)
    assert view.hand(0) == t.hand(0) and view.cards(0) == kinds(monopoly=1, victory_point=1)
    assert view.bought == t.bought and view.points(0) == 3


def test_others_hands_are_hidden_with_three_or_four_players() -> None:
    for players in (3, 4):
        t = Table(players)
        assert [t.view(1).hand(p) is None for p in range(players)] == [p != 1 for p in range(players)]
        assert [t.view(1).hand_size(p) for p in range(players)] == [2, 2, 1, 1][:players]


def test_with_two_players_hands_are_known_by_counting() -> None:
    t = Table().roll(7).play("robber h5 steal p1; stole brick")
    assert t.view(0).hand(1) == five(lumber=1) and t.view(1).hand(0) == five(brick=2, lumber=1)


def test_open_hands_show_the_resources_but_not_the_development_cards() -> None:
    t = Table(3, open_hands=True).buy(0, "monopoly")
    assert t.view(1).hand(0) == t.hand(0) and t.view(1).cards(0) is None


@pytest.mark.parametrize("players", [2, 3])
def test_others_development_cards_are_hidden(players: int) -> None:
    t = Table(players).buy(0, "monopoly")
    view = t.view(1)
    assert view.cards(0) is None and view.card_count(0) == 1 and view.bought == kinds()


def test_victory_point_cards_stay_hidden() -> None:
    t = Table().buy(0, "victory point")
    assert t.view(0).points(0) == 3
    assert t.view(1).points(0) == 2 == t.view(1).public_points(0)


def test_unseen_cards_are_the_deck_and_the_others_hands() -> None:
    t = Table().buy(0, "knight", "monopoly").buy(1, "knight").before_roll_of(0).play("knight; robber h2")
    assert t.deck == (12, 5, 2, 2, 1)
    assert t.view(0).unseen_cards == (13, 5, 2, 2, 1)  # the deck and p1's knight
    assert t.view(1).unseen_cards == (12, 5, 2, 2, 2)  # the deck and p0's monopoly


@pytest.mark.parametrize("viewer", [2, 3])
def test_a_bystander_does_not_see_which_card_was_stolen(viewer: int) -> None:
    t = Table(4).roll(7).play("robber h5 steal p1")
    told = after_each_outcome(t, viewer)
    assert len(told) == 2 and told[0] == told[1]


def test_thief_and_victim_see_which_card_was_stolen() -> None:
    t = Table(4).roll(7).play("robber h5 steal p1; stole brick")
    assert t.view(0).hand(0) == five(brick=2, lumber=1) and t.view(1).hand(1) == five(lumber=1)


@pytest.mark.parametrize("players", [2, 4])
def test_opponents_do_not_see_which_card_was_drawn(players: int) -> None:
    t = Table(players).pay_for(0, "card").main_of(0).play("buy card")
    told = after_each_outcome(t, 1)
    assert len(told) == 5 and all(one == told[0] for one in told)


def test_a_view_is_of_the_one_who_decides_unless_named() -> None:
    t = Table(3).main_of(0).play("offer 1 brick for 1 wool")
    assert t.view().player == t.actor == 1
    t = Table(3).play("roll")
    with pytest.raises(ValueError, match="name a player"):
        t.view()
    with pytest.raises(IndexError, match="p3"):
        t.view(3)


def test_a_view_does_not_change_with_the_game() -> None:
    t = Table(3)
    view = t.view(0)
    before = all_of(view)
    t.roll(2).play("end")
    assert all_of(view) == before


def test_discards_are_seen() -> None:
    t = Table(4).give(1, ore=3).before_roll_of(0).roll(7)
    assert t.view(2).actor == 1
    sizes, bank = t.view(2).hand_size(1), t.view(2).bank
    t.play("discard ore")
    assert t.view(2).hand_size(1) == sizes - 1
    assert t.view(2).bank == (bank[0], bank[1], bank[2] + 1, bank[3], bank[4])


def test_a_view_tells_the_whole_board() -> None:
    text = str(Table().board).replace("B2", "B2*")
    state = catan.State(catan.Rules(players=2), board=text)
    assert state.view(0).board_text == state.board_text == text
