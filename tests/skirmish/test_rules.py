"""The rules, one by one, as docs/reference/skirmish.md numbers them."""

from __future__ import annotations

import pytest

from longroad import skirmish
from longroad.errors import IllegalActionError

HAND = ("6/6/6", "4/1/1", "1/3/3", "2/2/2", "removal-a")
RIVAL = ("6/0/0", "4/4/0", "1/1/5", "1/0/3", "removal-b")


def table(
    *moves: str, mine: tuple[str, ...] = HAND, yours: tuple[str, ...] = RIVAL, **options: int
) -> skirmish.State:
    """Both hands dealt, and some moves made."""
    state = skirmish.State(skirmish.Rules(**options), hands=(mine, yours))  # type: ignore[arg-type]
    for move in moves:
        state.apply(move)
    return state


def texts(state: skirmish.State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


# -- the deal and the draw


def test_the_deal_is_chance_first_five_cards_for_p0_then_five_for_p1() -> None:
    state = skirmish.State()
    for card in HAND:
        assert (state.phase, state.is_chance, state.actor, len(state.chance_outcomes())) == (
            "deal", True, None, 25 - len(state.hand(0)),
        )  # fmt: skip
        state.apply(f"draw {card}")
    assert state.phase == "deal" and len(state.chance_outcomes()) == 25
    for card in RIVAL:
        state.apply(f"draw {card}")
    assert (sorted(state.hand(0)), sorted(state.hand(1))) == (sorted(HAND), sorted(RIVAL))
    assert (state.phase, state.current, state.turn) == ("place", 0, 0)


def test_a_player_draws_unless_the_hand_would_pass_the_limit() -> None:
    state = table()
    assert (state.phase, len(state.hand(0))) == ("place", 5), "five cards in hand: no draw"
    state = table("place 6/6/6", "rest 6/6/6", "keep")
    assert (state.phase, state.current, len(state.hand(0))) == ("draw", 0, 4)
    assert [str(outcome) for outcome, _ in state.chance_outcomes()] == [
        f"draw {card}" for card in state.deck(0)
    ]
    state.apply("draw 1/1/1")
    assert (state.phase, len(state.hand(0)), len(state.deck(0))) == ("place", 5, 19)
    assert "1/1/1" in state.hand(0) and "1/1/1" not in state.deck(0)


def test_with_a_limit_of_25_there_is_a_draw_every_turn() -> None:
    state = table(hand_limit=25)
    assert state.rules == skirmish.Rules.preset("taucher2018")
    assert (state.phase, state.current) == ("draw", 0)
    state.apply("draw 1/1/1")
    state.apply("keep")
    assert (state.phase, state.current, len(state.hand(0))) == ("draw", 1, 6)


def test_with_a_limit_of_0_nobody_draws_after_the_deal() -> None:
    state = table("place 6/6/6", "rest 6/6/6", "place 6/0/0", "rest 6/0/0", hand_limit=0)
    assert (state.phase, state.current, len(state.hand(0))) == ("place", 0, 4)


def test_with_an_empty_deck_there_is_no_draw_and_play_goes_on() -> None:
    rules = skirmish.Rules(deck=HAND)
    state = skirmish.State(rules, hands=(HAND, HAND))
    for move in ("place 6/6/6", "rest 6/6/6", "keep"):
        state.apply(move)
    assert (state.phase, state.current, state.deck(0), len(state.hand(0))) == ("place", 0, [], 4)


# -- placing


def test_one_card_may_be_placed_or_none() -> None:
    state = table()
    assert texts(state) == ["place 2/2/2", "place 4/1/1", "place 1/3/3", "place 6/6/6", "keep"]
    state.apply("keep")
    assert (state.phase, state.current, state.turn, state.field(0), len(state.hand(0))) == (
        "place",
        1,
        1,
        [],
        5,
    )


def test_a_placed_card_acts_this_turn() -> None:
    state = table("place 4/1/1")
    assert (state.phase, state.actor, state.acting, state.to_act) == ("act", 0, "4/1/1", ["4/1/1"])
    assert "4/1/1" in state.field(0) and "4/1/1" not in state.hand(0)


def test_a_removal_needs_a_target() -> None:
    state = table()
    assert not any(text.startswith("remove") for text in texts(state))
    assert state.refusal("remove 6/0/0 by removal-a") == "no enemy 6/0/0 on the field"
    assert state.refusal("place removal-a") == "a removal is placed on an enemy card"
    state = table("place 6/6/6", "rest 6/6/6")
    assert texts(state)[-2:] == ["remove 6/6/6 by removal-b", "keep"]


def test_a_removal_takes_an_enemy_card_off_and_is_gone_itself() -> None:
    state = table("place 6/6/6", "rest 6/6/6", "remove 6/6/6 by removal-b")
    assert state.field(0) == [] and state.field(1) == []
    assert "removal-b" not in state.hand(1) + state.deck(1)
    assert "6/6/6" not in state.hand(0) + state.deck(0)
    assert (state.current, state.turn) == (0, 2), "without cards on the field the turn is over"


def test_own_cards_still_act_after_a_removal() -> None:
    state = table(
        "place 6/6/6", "rest 6/6/6", "place 6/0/0", "rest 6/0/0", "draw 1/1/1", "remove 6/0/0 by removal-a"
    )
    assert (state.phase, state.acting, state.field(1)) == ("act", "6/6/6", [])


# -- acting


def two_cards() -> skirmish.State:
    """p0 has 6/6/6 and 4/1/1 on the field and is about to act, p1 4/4/0."""
    return table(
        "place 6/6/6", "rest 6/6/6", "place 4/4/0", "rest 4/4/0", "draw 1/1/1", "place 4/1/1"
    )  # fmt: skip


def test_cards_act_in_catalogue_order_each_once() -> None:
    state = two_cards()
    assert (state.acting, state.to_act) == ("4/1/1", ["4/1/1", "6/6/6"])
    assert state.refusal("heal 6/6/6") == "the next card to act is 4/1/1"
    state.apply("rest 4/1/1")
    assert (state.acting, state.to_act) == ("6/6/6", ["6/6/6"])
    state.apply("rest 6/6/6")
    assert (state.current, state.turn, state.to_act) == (1, 3, [])


def test_what_a_card_may_do() -> None:
    assert texts(two_cards()) == ["battle 4/1/1 with 4/4/0", "attack 4/1/1", "heal 4/1/1", "rest 4/1/1"]


@pytest.mark.parametrize(
    ("move", "hp"), [("rest 1/1/5", (50, 50)), ("heal 1/1/5", (51, 50)), ("attack 1/1/5", (50, 45))]
)
def test_rest_heal_and_attack(move: str, hp: tuple[int, int]) -> None:
    state = table("place 1/1/5", move, mine=RIVAL, yours=HAND)
    assert (state.hp(0), state.hp(1)) == hp
    assert state.field(0) == ["1/1/5"]


def test_healing_goes_beyond_the_starting_health() -> None:
    assert table("place 6/6/6", "heal 6/6/6").hp(0) == 56


def test_in_a_battle_the_lower_fight_is_removed_and_the_winner_stays() -> None:
    won = two_cards()
    won.apply("rest 4/1/1")
    won.apply("battle 6/6/6 with 4/4/0")
    assert (won.field(0), won.field(1)) == (["4/1/1", "6/6/6"], [])
    lost = table(
        "place 2/2/2",
        "rest 2/2/2",
        "place 4/4/0",
        "rest 4/4/0",
        "draw 1/1/1",
        "keep",
        "battle 2/2/2 with 4/4/0",
    )
    assert (lost.field(0), lost.field(1)) == ([], ["4/4/0"])
    assert (lost.hp(0), lost.hp(1)) == (50, 50)


def test_a_tied_battle_removes_both() -> None:
    state = two_cards()
    state.apply("battle 4/1/1 with 4/4/0")
    assert (state.field(0), state.field(1), state.acting) == (["6/6/6"], [], "6/6/6")
    assert "4/1/1" not in state.hand(0) + state.deck(0) and "4/4/0" not in state.hand(1) + state.deck(1)


def test_battles_are_with_enemy_cards_only() -> None:
    assert two_cards().refusal("battle 4/1/1 with 6/6/6") == "no enemy 6/6/6 on the field"


def test_both_players_may_have_the_same_card_on_the_field() -> None:
    state = table("place 6/6/6", "rest 6/6/6", "place 6/6/6", "battle 6/6/6 with 6/6/6", yours=HAND)
    assert state.field(0) == state.field(1) == []


# -- the end


def test_a_player_with_no_health_left_loses() -> None:
    state = table("place 6/6/6", starting_hp=6)
    assert not state.is_over
    state.apply("attack 6/6/6")
    assert (state.is_over, state.winner, state.hp(1), state.phase) == (True, 0, 0, "over")
    assert state.returns() == [1.0, -1.0]
    assert (state.actor, state.acting, state.to_act, state.legal_actions(), state.chance_outcomes()) == (
        None, None, [], [], [],
    )  # fmt: skip
    with pytest.raises(IllegalActionError, match="the phase is 'over'"):
        state.apply("keep")


def test_health_below_zero_loses_and_one_point_does_not() -> None:
    assert table("place 6/6/6", "attack 6/6/6", starting_hp=5).winner == 0
    assert not table("place 6/6/6", "attack 6/6/6", starting_hp=7).is_over


def test_p1_can_win_too() -> None:
    state = table("keep", "place 1/1/5", "attack 1/1/5", starting_hp=5)
    assert (state.winner, state.returns()) == (1, [-1.0, 1.0])


def test_at_the_turn_cap_nobody_wins() -> None:
    state = table("keep", "keep", turn_cap=3)
    assert not state.is_over
    state.apply("keep")
    assert (state.is_over, state.winner, state.turn, state.returns()) == (True, None, 3, [0.0, 0.0])


def test_the_last_turn_before_the_cap_can_still_be_won() -> None:
    assert table("place 6/6/6", "attack 6/6/6", starting_hp=6, turn_cap=1).winner == 0
    assert table("place 6/6/6", "rest 6/6/6", starting_hp=6, turn_cap=1).winner is None


def test_a_refused_move_leaves_the_state_alone() -> None:
    state = two_cards()
    before = state.copy()
    for move in ("keep", "draw 1/1/2", "attack 6/6/6", "battle 4/1/1 with 1/1/1", "place 2/2/2"):
        assert not state.is_legal(move)
        with pytest.raises(IllegalActionError, match=move):
            state.apply(move)
    assert state == before and state.event_words() == before.event_words()
