"""What an onlooker may know is public: it is the same whichever player's view it is made of. What a game of
agents shows to those who watch is what the players hold."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from longroad import catan
from longroad.catan.onlookers import OpenView, PublicView, seen_by_all
from longroad.catan.plain_view import plain_view
from property.random_games import rules, seeds, walk


def shown(sight: Any) -> dict[str, Any]:
    """All that can be read of it."""
    return {**plain_view(sight, -1), "board": sight.board, "winner": sight.winner, "actions": sight.actions}


@settings(max_examples=40)
@given(rules(), seeds)
def test_an_onlooker_sees_the_same_whoever_it_sits_behind(rules: catan.Rules, seed: int) -> None:
    for state, _ in walk(rules, seed):
        first, *others = (shown(PublicView(state.view(p))) for p in range(rules.players))
        assert all(other == first for other in others)
        if not rules.open_hands:
            assert all(player["hand"] is None and player["cards"] is None for player in first["players"])
        if not state.is_over:
            unplayed = [
                sum(cards) for cards in zip(state.deck, *map(state.cards, range(rules.players)), strict=True)
            ]
            assert first["unseen_cards"] == tuple(unplayed)


@settings(max_examples=40)
@given(rules(), seeds)
def test_where_everything_is_shown_it_is_what_the_players_hold(rules: catan.Rules, seed: int) -> None:
    for state, _ in walk(rules, seed):
        everything = OpenView([state.view(p) for p in range(rules.players)])
        for p in range(rules.players):
            assert everything.hand(p) == state.hand(p)
            assert everything.cards(p) == state.cards(p)
            assert everything.points(p) == state.points(p)
        assert everything.unseen_cards == state.deck and everything.bought == state.bought


def test_an_onlooker_sees_no_stolen_and_no_drawn_card() -> None:
    stolen, drawn = catan.Action.parse("stole ore"), catan.Action.parse("drew knight")
    assert [str(seen_by_all(event, False)) for event in (stolen, drawn)] == ["stole ?", "drew ?"]
    assert [str(seen_by_all(event, True)) for event in (stolen, drawn)] == ["stole ore", "drew ?"]


def test_an_onlooker_has_no_other_attributes_than_those_listed() -> None:
    seen = PublicView(catan.State(seed=1).view(0))
    assert not hasattr(seen, "encode") and not hasattr(seen, "__getstate_of_view__")
    assert "robber" in str(seen)  # it can be drawn
