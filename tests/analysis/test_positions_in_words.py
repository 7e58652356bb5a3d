"""What is said of a position: rolls, holdings, names of places; each against the engine or an enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from analysis.games import replay_of
from longroad import _native
from longroad.analysis.engine import judge
from longroad.analysis.happenings import happened
from longroad.analysis.holdings import _one_or_more, holdings
from longroad.analysis.reach import reach
from longroad.analysis.rolls import next_rolls, probability_of, production
from longroad.analysis.words import Voice, spot_text
from longroad.catan import Action, Board, Rng, Rules, State


def before_rolls(players: int) -> Iterator[State]:
    """The positions of a game in which the dice are about to fall."""
    return (state for state in replay_of(players, 4).states if state.phase == "dice")


@pytest.mark.parametrize("players", [2, 4])
def test_a_roll_brings_what_the_engine_pays(players: int) -> None:
    for state in before_rolls(players):
        for outcome, probability in state.chance_outcomes():
            assert outcome.sum is not None
            assert probability_of(state, outcome.sum) == pytest.approx(probability)
            after = state.copy()
            after.apply(outcome)
            paid = tuple(
                tuple(b - a for a, b in zip(state.hand(p), after.hand(p), strict=True))
                for p in range(players)
            )
            assert production(state, outcome.sum) == paid


def test_an_empty_bank_pays_a_single_creditor_only() -> None:
    """The bank is made small, so that it runs out often."""
    state = State(Rules(players=4, bank=6, offers_per_turn=0), seed=3)
    rng, short = Rng(3), 0
    while not state.is_over and state.turn < 400:
        if state.phase == "dice":
            for outcome, _ in state.chance_outcomes():
                after = state.copy()
                after.apply(outcome)
                paid = [sum(after.hand(p)) - sum(state.hand(p)) for p in range(4)]
                assert [sum(cards) for cards in production(state, outcome.sum or 0)] == paid
            short += any(count < 2 for count in state.bank)
        state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
    assert short > 50


def test_the_dice_deck_is_counted() -> None:
    state = State(Rules(players=2, dice_deck=True), seed=1)
    rng = Rng(1)
    while state.turn < 20:
        state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
    assert state.dice_deck is not None
    rolls = next_rolls(state.view(0), Voice.of(2, you=0))
    assert [roll.probability for roll in rolls] == [n / sum(state.dice_deck) for n in state.dice_deck]
    assert sum(roll.probability for roll in rolls) == pytest.approx(1)


def test_rolls_in_words() -> None:
    state = next(s for s in before_rolls(4) if any(s.hand_size(p) > 7 for p in range(4)))
    rolls = {roll.sum: roll for roll in next_rolls(state.view(0), Voice.of(4, you=0))}
    large = [p for p in range(4) if state.hand_size(p) > 7]
    for player in large:
        name = ["you discard", "blue discards", "orange discards", "white discards"][player]
        assert f"{name} {state.hand_size(player) // 2}" in rolls[7].text
    for total, roll in rolls.items():
        if total != 7:
            assert ("you" in roll.text) == any(roll.brings[0])
            assert ("nobody" in roll.text) == (not any(map(any, roll.brings)))


def test_reach_is_what_the_native_evaluation_counts() -> None:
    """Where the engine lets a player settle is in reach without a road, and the worth of what is in reach
    falls where reach shrinks."""
    for state in replay_of(3, 14).states[::7]:
        if state.phase != "main" or state.actor is None:
            continue
        player = state.actor
        settled = {a.intersection for a in state.legal_actions() if a.kind == "settle"}
        near, one, two = reach(state, player)
        assert near <= one <= two or not near
        if settled:
            assert settled == near
        parts = _native.evaluation_parts(state, judge())[player]
        assert (parts["reach"] > 0) == bool(near | one | two)


def test_the_parts_of_the_evaluation_add_up() -> None:
    for state in replay_of(4, 4).states[40::25]:
        if not state.is_chance and not state.is_over:
            parts = _native.evaluation_parts(state, judge())
            for player in range(4):
                assert parts[player]["points"] == state.points(player)
            two = State.from_record(replay_of(2, 4).record)
            assert len(_native.evaluation_parts(two, judge())) == 2


def test_holdings_agree_with_the_hypotheses() -> None:
    for one in list(replay_of(4, 4).decisions([0]))[::9]:
        for holding in holdings(one.view, one.belief, Voice.of(4, you=0)):
            hands = [(hands[holding.player], p) for hands, p in one.belief.hypotheses]
            for kind in range(5):
                assert holding.certain[kind] == min(hand[kind] for hand, _ in hands)
                assert holding.expected[kind] == pytest.approx(sum(hand[kind] * p for hand, p in hands))
                assert holding.likely[kind] == pytest.approx(sum(p for hand, p in hands if hand[kind]))
            assert holding.cards == one.view.hand_size(holding.player)
            assert holding.text.endswith(".") and "None" not in holding.text


def test_development_cards_are_dealt_from_what_is_unseen() -> None:
    """By enumeration: a deck of five with two knights, two cards held."""
    deck = (1, 1, 0, 0, 0)
    deals = list(combinations(deck, 2))
    assert _one_or_more(2, 5, 2) == pytest.approx(sum(any(deal) for deal in deals) / len(deals))


@pytest.mark.parametrize("seed", range(20))
def test_every_spot_has_a_name_of_its_own(seed: int) -> None:
    board = Board.generate("random", seed=seed)
    names = [spot_text(board, place) for place in range(54)]
    assert len(set(names)) == 54


def test_everything_that_happens_has_words() -> None:
    voice = Voice.of(4, ["Ada", "Ben", "Cem", "Dora"])
    replay = replay_of(4, 4)
    for number, event in enumerate(replay.events):
        before, after = replay.states[number], replay.states[number + 1]
        said = happened(before, event, after, voice)
        who = before.current if before.actor is None else before.actor
        assert said.startswith(voice.names[who]) and "None" not in said


def test_a_stolen_card_is_named_with_thief_and_victim() -> None:
    replay = replay_of(4, 4)
    number = next(i for i, event in enumerate(replay.events) if event.kind == "stole")
    before, event, after = replay.states[number], replay.events[number], replay.states[number + 1]
    victim = replay.events[number - 1].player
    colours = ("red", "blue", "orange", "white")
    said = happened(before, event, after, Voice.of(4))
    assert victim is not None
    assert said == f"{colours[before.current]} {str(event).replace('stole', 'steals')} from {colours[victim]}"


def test_a_counter_offer_that_is_taken_is_told_from_the_right_side() -> None:
    state = next(
        s
        for s in replay_of(4, 4).states
        if s.phase == "choose" and any(not isinstance(r, str | None) for r in s.replies)
    )
    partner = next(p for p, reply in enumerate(state.replies) if not isinstance(reply, str | None))
    deal = Action.parse(f"deal p{partner}")
    if not state.is_legal(deal):
        pytest.skip("nobody can pay it")
    after = state.copy()
    after.apply(deal)
    given = [a - b for a, b in zip(state.hand(state.current), after.hand(state.current), strict=True)]
    said = happened(state, deal, after, Voice.of(4))
    before_for, after_for = said.split(" for ")
    for kind, count in enumerate(given):
        name = ("brick", "lumber", "ore", "grain", "wool")[kind]
        if count > 0:
            assert f"{count} {name}" in before_for
        if count < 0:
            assert f"{-count} {name}" in after_for
