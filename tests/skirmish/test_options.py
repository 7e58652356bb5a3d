"""Cards and options: what the paper prints, what can be changed, what is refused."""

from __future__ import annotations

import pickle

import pytest

from longroad import skirmish
from longroad._native import skirmish as native
from longroad.errors import RulesError
from skirmish.reference import ORDER

STARTING_HAND = ("6/6/6", "2/1/1", "4/1/1", "2/3/2", "1/3/3")  # the paper's, section 6


def test_the_catalogue_is_ordered_by_the_sum_of_the_values() -> None:
    assert list(skirmish.CARDS) == ORDER
    totals = [card.total for card in skirmish.CARDS.values()]
    assert totals == sorted(totals)
    for name, card in skirmish.CARDS.items():
        assert name == card.name
        assert card[1:] == ((5, 0, 0) if card.is_removal else tuple(map(int, name.split("/"))))


def test_the_deck_is_table_1_and_two_removals() -> None:
    assert len(skirmish.TABLE_1) == len(set(skirmish.TABLE_1)) == 25
    assert set(skirmish.CARDS) - set(skirmish.TABLE_1) == {"2/1/1", "2/3/2"}
    state = skirmish.State()
    assert state.deck(0) == state.deck(1) == list(skirmish.Rules().deck)
    assert (state.hp(0), state.hp(1), state.players) == (50, 50, 2)


def test_the_starting_hand_of_the_paper_needs_a_deck_of_its_own() -> None:
    deck = (*skirmish.TABLE_1, "2/1/1", "2/3/2")
    state = skirmish.State(skirmish.Rules(deck=deck), hands=(STARTING_HAND, STARTING_HAND))
    assert state.hand(0) == ["2/1/1", "4/1/1", "2/3/2", "1/3/3", "6/6/6"]
    with pytest.raises(RulesError, match="p0 has '2/1/1', which is not a card of the deck"):
        skirmish.State(hands=(STARTING_HAND, STARTING_HAND))


def test_the_order_of_a_deck_does_not_matter() -> None:
    backwards = skirmish.Rules(deck=skirmish.TABLE_1[::-1])
    assert backwards == skirmish.Rules() and hash(backwards) == hash(skirmish.Rules())
    assert backwards.to_dict() == {}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"hand_limit": 28}, "hand_limit=28: must be a whole number between 0 and 27"),
        ({"hand_limit": True}, "hand_limit=True"),
        ({"starting_hp": 0}, "starting_hp=0: must be a whole number between 1 and 255"),
        ({"starting_hp": 256}, "starting_hp=256"),
        ({"turn_cap": 0}, "turn_cap=0: must be a whole number between 1 and 65535"),
        ({"turn_cap": "9"}, "turn_cap='9'"),
        ({"deck": "6/6/6"}, "deck='6/6/6': must be a list of card names"),
        ({"deck": 5}, "deck=5: must be a list"),
        ({"deck": ["9/9/9"]}, "deck: no card '9/9/9'; there are: 1/1/1, "),
        ({"deck": [[]]}, "deck: no card '[]'"),
        ({"deck": ["6/6/6", "6/6/6"]}, "deck: 6/6/6 is in it more than once"),
        ({"deck": ["6/6/6"]}, "deck: 1 cards; must have at least the 5 of a starting hand"),
        ({"cards": 3}, "no option 'cards'; there are: hand_limit, starting_hp, turn_cap, deck"),
    ],
)
def test_impossible_options_are_named(options: dict[str, object], why: str) -> None:
    with pytest.raises(RulesError) as caught:
        skirmish.Rules.from_dict(options)
    assert why in str(caught.value)


def test_presets() -> None:
    assert skirmish.Rules.preset("official") == skirmish.Rules()
    changed = skirmish.Rules.preset("taucher2018", starting_hp=20)
    assert changed.to_dict() == {"hand_limit": 25, "starting_hp": 20}
    with pytest.raises(RulesError, match="preset='chess': must be one of official, taucher2018"):
        skirmish.Rules.preset("chess")


def test_rules_go_through_dicts_and_pickles() -> None:
    rules = skirmish.Rules(hand_limit=7, turn_cap=9, deck=STARTING_HAND)
    _ = rules.core
    assert skirmish.Rules.from_dict(rules.to_dict()) == rules == pickle.loads(pickle.dumps(rules))
    assert rules.replace(turn_cap=200).to_dict() == {"hand_limit": 7, "deck": list(rules.deck)}


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ([STARTING_HAND], "hands: 1 hands; must be two"),
        (["6/6/6 x", skirmish.TABLE_1[:5]], "hands: p0 has '6/6/6 x'; must be 5 different cards"),
        ([skirmish.TABLE_1[:5], skirmish.TABLE_1[:4]], "hands: p1 has"),
        ([skirmish.TABLE_1[:5], ["6/6/6"] * 5], "hands: p1 has"),
        ([skirmish.TABLE_1[:5], [*skirmish.TABLE_1[:4], "9/9/9"]], "hands: p1 has '9/9/9'"),
    ],
)
def test_impossible_hands_are_refused(hands: list[list[str]], why: str) -> None:
    with pytest.raises(RulesError) as caught:
        skirmish.State(hands=hands)
    assert str(caught.value).startswith(why)


def test_a_seed_fixes_the_deal_and_only_the_deal() -> None:
    deals = [skirmish.State(seed=seed) for seed in range(20)]
    assert all(len(deal.event_words()) == 10 and not deal.is_chance for deal in deals)
    assert skirmish.State(seed=3) == deals[3] and skirmish.State(seed=2**64 + 3) == deals[3]
    assert len({(*deal.hand(0), *deal.hand(1)) for deal in deals}) == 20
    with pytest.raises(ValueError, match="a seed or hands, not both"):
        skirmish.State(seed=1, hands=(STARTING_HAND, STARTING_HAND))


def test_a_state_is_one_cache_line() -> None:
    assert native.STATE_BYTES == 64
