"""The options: each deviation from the official game, and the values it can have."""

from __future__ import annotations

from typing import Any

import pytest

from longroad import catan
from longroad.errors import RulesError
from rules.table import HOMES, Table, board, five, way
from rules.test_largest_army import play_knights
from rules.test_seven import hand_of

RANGES = {
    "players": (2, 4),
    "target_points": (3, 20),
    "discard_limit": (1, 250),
    "bank": (1, 50),
    "offers_per_turn": (0, 200),
    "starting_settlements": (2, 3),
    "turn_cap": (0, 65535),
}


def test_without_options_the_game_is_the_official_one() -> None:
    rules = catan.Rules()
    assert (rules.players, rules.target_points, rules.discard_limit, rules.bank) == (4, 10, 7, 19)
    assert (rules.offers_per_turn, rules.maritime, rules.board, rules.harbors) == (
        10,
        "all",
        "spiral",
        "shuffled",
    )
    assert (rules.robber, rules.development_cards, rules.starting_settlements) == (True, True, 2)
    assert (rules.open_hands, rules.turn_cap) == (False, 5000)
    assert (rules.friendly_robber, rules.dice_deck) == (False, False)
    assert rules.to_dict() == {} and catan.Rules.preset("official") == rules


@pytest.mark.parametrize(("name", "low", "high"), [(name, *bounds) for name, bounds in RANGES.items()])
def test_options_outside_their_range_are_refused_by_name(name: str, low: int, high: int) -> None:
    for value in (low, high):
        state = catan.State(catan.Rules(**{name: value}))
        assert getattr(state.rules, name) == value
    for value in (low - 1, high + 1, -1, "4", 4.0, True, None):
        with pytest.raises(RulesError, match=f"{name}=.*between {low} and {high}"):
            catan.Rules(**{name: value})


@pytest.mark.parametrize("name", ["maritime", "harbors"])
def test_unknown_choices_are_refused_by_name(name: str) -> None:
    with pytest.raises(RulesError, match=f"{name}='x': must be one of"):
        catan.Rules(**{name: "x"})


@pytest.mark.parametrize(
    "name", ["robber", "development_cards", "open_hands", "friendly_robber", "dice_deck"]
)
def test_switches_are_true_or_false(name: str) -> None:
    with pytest.raises(RulesError, match=f"{name}=1: must be on or off"):
        catan.Rules(**{name: 1})


def test_unknown_options_and_presets_are_refused() -> None:
    with pytest.raises(RulesError, match="no option 'harbours'; did you mean 'harbors'"):
        catan.Rules.from_dict({"harbours": "fixed"})
    with pytest.raises(RulesError, match="preset='paper'"):
        catan.Rules.preset("paper")


PRESETS: dict[str, dict[str, Any]] = {
    "official": {},
    "duel": {
        "players": 2,
        "target_points": 15,
        "discard_limit": 9,
        "friendly_robber": True,
        "board": "balanced",
    },
    "casual": {"friendly_robber": True, "dice_deck": True},
    "gendre2020": {
        "players": 2,
        "offers_per_turn": 0,
        "discard_limit": 6,
        "maritime": "best",
        "board": "random",
    },
    "casher2024": {"players": 3, "offers_per_turn": 0, "bank": 50, "maritime": "best", "board": "random"},
    "ntu2016": {
        "players": 2,
        "starting_settlements": 3,
        "offers_per_turn": 1,
        "open_hands": True,
        "robber": False,
        "development_cards": False,
        "turn_cap": 1200,
    },
    "jsettlers": {"bank": 50},
    "catanatron": {"offers_per_turn": 0, "maritime": "best", "board": "random", "turn_cap": 1000},
}


def test_presets_are_those_of_the_rules_page() -> None:
    assert {name: catan.Rules.preset(name).to_dict() for name in catan.PRESETS} == PRESETS
    assert catan.Rules.preset("jsettlers", players=2).to_dict() == {"players": 2, "bank": 50}


@pytest.mark.parametrize("name", PRESETS)
def test_presets_play(name: str) -> None:
    rules = catan.Rules.preset(name)
    assert catan.Rules.from_dict(rules.to_dict()) == rules
    state, rng = catan.State(rules, seed=1), catan.Rng(1)
    for _ in range(400):
        if not state.is_over:
            state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))


# ---- Discard limit --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "size", "due"), [(6, 6, 0), (6, 7, 3), (7, 7, 0), (9, 9, 0), (9, 10, 5), (1, 2, 1)]
)
def test_discard_limit_is_the_largest_hand_that_is_kept(limit: int, size: int, due: int) -> None:
    t = hand_of(0, size, discard_limit=limit).roll(7)
    count = 0
    while t.phase == "discard" and t.actor == 0:
        t.play_any()
        count += 1
    assert count == due and t.hand_size(0) == size - due


def test_a_high_discard_limit_spares_everyone() -> None:
    assert hand_of(0, 20, discard_limit=250).roll(7).phase == "robber"


# ---- Bank -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bank", [1, 19, 50])
def test_bank_starts_with_that_many_of_each_kind(bank: int) -> None:
    assert catan.State(catan.Rules(bank=bank)).bank == (bank,) * 5


def test_a_bank_of_fifty_pays_more_than_nineteen() -> None:
    t = Table(bank=50).give(0, ore=40)
    assert t.hand(0)[2] == 40 and t.bank[2] == 10


# ---- Trade ----------------------------------------------------------------------------------------------


def test_with_best_maritime_trade_only_the_best_rate_may_be_used() -> None:
    t = Table(maritime="best").build(0, *way(2, 1, 0), "settle n0", *way(2, 3, 4), "settle n4")
    t.give(0, grain=4, ore=4).main_of(0)
    rates = {text.split(" for ")[0] for text in t.legal("trade")}
    assert rates == {"trade 2 grain", "trade 3 ore"}
    for text in ("trade 4 grain for 1 ore", "trade 3 grain for 1 ore", "trade 4 ore for 1 wool"):
        t.refused(text, "best")


def test_with_best_maritime_trade_four_for_one_stays_without_a_harbor() -> None:
    t = Table(maritime="best").give(0, ore=4).main_of(0)
    assert "trade 4 ore for 1 wool" in t.legal()


def test_offers_per_turn_may_be_many() -> None:
    t = Table(offers_per_turn=200).main_of(0)
    for _ in range(200):
        t.play("offer 1 brick for 1 ore; refuse")
    assert t.offers_made == 200
    t.refused("offer 1 brick for 1 ore", "all offers of this turn")


# ---- Robber ---------------------------------------------------------------------------------------------


def test_without_the_robber_a_seven_does_nothing() -> None:
    t = hand_of(0, 9, robber=False).roll(7)
    assert (t.phase, t.hand_size(0), t.last_roll) == ("main", 9, 7)


def test_without_the_robber_no_hex_is_blocked() -> None:
    text = HOMES.replace("B2", "B2*")
    blocked, free = Table(board=text).roll(2), Table(board=text, robber=False).roll(2)
    assert blocked.hand(0) == five(brick=1, lumber=1)
    assert free.hand(0) == five(brick=2, lumber=1)
    without_a_desert = board("W3", h0="B2")
    assert Table(board=without_a_desert, robber=False).roll(2).hand(0)[0] == 2


def test_without_the_robber_a_knight_only_counts() -> None:
    t = Table(robber=False).buy(0, "knight").before_roll_of(0).play("knight")
    assert (t.phase, t.knights(0), t.card_played) == ("before roll", 1, True)
    t.roll()
    t.refused("robber h2", "the phase is 'main'")
    t = Table(robber=False)
    for _ in range(3):
        t.buy(0, "knight").before_roll_of(0).play("knight")
    assert t.largest_army == 0


# ---- Development cards ----------------------------------------------------------------------------------


def test_without_development_cards_none_can_be_bought() -> None:
    t = Table(development_cards=False).pay_for(0, "card").main_of(0)
    assert "buy card" not in t.legal()
    t.refused("buy card", "development cards are off")


# ---- Length of the game ---------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [4, 5])
def test_target_points_end_the_game(target: int) -> None:
    t = play_knights(Table(target_points=target), 0, 3)
    assert t.is_over == (target == 4)


def test_a_turn_cap_of_zero_never_ends_a_game() -> None:
    t = Table(turn_cap=0)
    for _ in range(300):
        t.roll().play("end")
    assert (t.turn, t.is_over) == (300, False)


def test_the_official_turn_cap_is_far_away() -> None:
    t = Table()
    for _ in range(5000):
        assert not t.is_over
        t.roll(12).play("end")
    assert (t.turn, t.winner) == (5000, None)


def options(**changes: Any) -> catan.Rules:
    return catan.Rules(players=2).replace(**changes)


def test_replace_checks_its_options_too() -> None:
    assert options(bank=20).bank == 20
    with pytest.raises(RulesError):
        options(bank=0)
