"""Moves and chance as text: every one has one form, which reads back as the same move."""

from __future__ import annotations

import pickle

import pytest

from longroad import catan
from longroad.errors import IllegalActionError, NotationError
from rules.table import Table, five

EXAMPLES = """
settle n23; road e41; city n23; roll; end; buy card; knight; road building; year of plenty; monopoly ore;
take ore; discard wool; robber h7; robber h7 steal p2; trade 4 wool for 1 ore; accept; refuse;
offer 2 grain + 1 wool for 1 ore; counter 1 ore for 3 wool; deal p2; cancel; dice 8; stole wool; drew knight;
drew victory point; drew road building; drew year of plenty; drew monopoly
"""
NONSENSE = """
; settle; settle n54; settle n-1; settle 23; settle e23; settle n023; settle n23 n24; road; road e72;
city n54; rolls; roll 8; buy; buy cards; knights; road buildings; year of; monopoly; monopoly gold;
take 2 ore; discard; robber; robber h19; robber h7 steal; robber h7 steal p4; robber h7 p2;
trade 5 wool for 1 ore; trade 1 wool for 1 ore; trade 4 wool for 2 ore; trade 4 wool for ore;
trade wool for ore; offer 1 wool; offer 1 wool for; offer wool for ore; offer 0 wool for 1 ore;
offer 1 wool + 1 wool for 1 ore; offer 1 wool, 1 ore for 1 brick; offer 1 wool for 20 ore; counter; deal;
deal 2; deal p4; dice; dice 1; dice 13; stole; stole gold; drew; drew road; Roll; ROLL
"""


def listed(texts: str) -> list[str]:
    return [text.strip() for text in texts.split(";")]


@pytest.mark.parametrize("text", listed(EXAMPLES))
def test_texts_of_the_rules_page_round_trip(text: str) -> None:
    action = catan.Action.parse(text)
    assert str(action) == text
    assert catan.Action.from_int(int(action)) == action
    assert pickle.loads(pickle.dumps(action)) == action
    assert text.startswith(action.kind)


@pytest.mark.parametrize("text", listed(NONSENSE))
def test_nonsense_is_no_action(text: str) -> None:
    with pytest.raises(NotationError, match="is not an action"):
        catan.Action.parse(text)
    t = Table()
    with pytest.raises(NotationError):
        t.apply(text)
    assert t.same_position(Table())


def test_bundles_list_resources_in_their_order() -> None:
    action = catan.Action.parse("offer 1 wool + 2 grain for 1 ore + 3 brick")
    assert str(action) == "offer 2 grain + 1 wool for 3 brick + 1 ore"
    assert (action.give, action.get) == (five(grain=2, wool=1), five(brick=3, ore=1))


def test_all_moves_and_outcomes_of_some_games_round_trip() -> None:
    seen = set()
    for seed in range(6):
        state, rng = (
            catan.State(catan.Rules(players=2 + seed % 3, target_points=8), seed=seed),
            catan.Rng(seed),
        )
        for _ in range(1500):
            if state.is_over:
                break
            actions = [action for action, _ in state.chance_outcomes()] or state.legal_actions()
            seen.update(actions)
            state.apply(actions[rng.below(len(actions))])
    assert len({action.kind for action in seen}) == 23  # every kind of move has come up
    for action in seen:
        assert catan.Action.parse(str(action)) == action
    assert len({str(action) for action in seen}) == len(seen)


def test_any_number_is_a_legal_move_or_is_refused() -> None:
    state, rng = catan.State(catan.Rules(players=3), seed=4), catan.Rng(4)
    for _ in range(600):
        if state.is_over:
            break
        before, legal = state.copy(), set(state.legal_actions()) | {a for a, _ in state.chance_outcomes()}
        for _ in range(20):
            action = catan.Action.from_int((rng.next() >> rng.below(60)) & ~255 | rng.below(25))
            if action not in legal and action.kind not in ("offer", "counter"):
                assert not state.is_legal(action)
                with pytest.raises(IllegalActionError):
                    state.apply(action)
        assert state.same_position(before)
        state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))


def test_bundles_of_more_than_nineteen_are_refused_as_numbers_too() -> None:
    t = Table().main_of(0)
    nineteen = catan.Action.parse("offer 1 brick for 19 ore")
    twenty = catan.Action.from_int(int(nineteen) + (1 << (8 + 25 + 10)))
    assert (twenty.give, twenty.get) == (five(brick=1), five(ore=20))
    assert t.is_legal(nineteen)
    with pytest.raises(IllegalActionError, match="at most 19"):
        t.apply(twenty)
    nothing = catan.Action.from_int(int(catan.Action.parse("offer 1 brick for 1 ore")) - (1 << (8 + 25 + 10)))
    with pytest.raises(IllegalActionError, match="both sides must give something"):
        t.apply(nothing)


def test_events_tell_the_whole_game() -> None:
    t = Table().roll(7).play("robber h5 steal p1; stole brick; end")
    assert [str(event) for event in t.events()[8:]] == [
        "roll",
        "dice 7",
        "robber h5 steal p1",
        "stole brick",
        "end",
    ]
    again = catan.State(t.rules, board=t.board_text)
    for event in t.events():
        again.apply(event)
    assert again.same_position(t)
