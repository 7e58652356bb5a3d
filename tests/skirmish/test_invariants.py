"""What holds at every position of every game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from longroad import skirmish
from longroad.errors import IllegalActionError
from longroad.skirmish import CARDS
from skirmish.random_games import rules, seeds, walk

games = settings(max_examples=80)


@games
@given(rules(), seeds)
def test_every_card_is_in_exactly_one_place_and_never_comes_back(rules: skirmish.Rules, seed: int) -> None:
    gone: list[set[str]] = [set(), set()]
    for before, after, event in walk(rules, seed):
        for player in range(2):
            places = [after.hand(player), after.field(player), after.deck(player)]
            cards = [card for place in places for card in place]
            assert all(place == [card for card in CARDS if card in place] for place in places), (
                "catalogue order"
            )
            assert len(cards) == len(set(cards)) and set(cards) <= set(rules.deck)
            now_gone = set(rules.deck) - set(cards)
            assert gone[player] <= now_gone
            if now_gone != gone[player]:
                assert event.kind in ("battle", "remove")
            gone[player] = now_gone
            assert not any(CARDS[card].is_removal for card in after.field(player))
        assert len(after.hand(0)) + len(after.hand(1)) - len(before.hand(0)) - len(before.hand(1)) == {
            "draw": 1, "place": -1, "remove": -1,
        }.get(event.kind, 0)  # fmt: skip


@games
@given(rules(), seeds)
def test_health_changes_by_healing_and_attacking_alone(rules: skirmish.Rules, seed: int) -> None:
    hp = [rules.starting_hp, rules.starting_hp]
    for before, after, event in walk(rules, seed):
        if event.kind == "heal":
            hp[before.current] += CARDS[event.card or ""].heal
        elif event.kind == "attack":
            hp[1 - before.current] -= CARDS[event.card or ""].attack
        assert [after.hp(0), after.hp(1)] == hp
        assert after.is_over == (min(hp) <= 0 or after.turn == rules.turn_cap)
        assert after.winner == (None if min(hp) > 0 else hp.index(max(hp)))


@games
@given(rules(), seeds)
def test_the_evaluation_follows_from_what_can_be_seen(rules: skirmish.Rules, seed: int) -> None:
    def worth(state: skirmish.State, player: int) -> float:
        strength = sum(CARDS[card].total for card in state.field(player))
        totals = [CARDS[card].total for card in state.hand(player)] or [0]
        return state.hp(player) + strength / 3 - (max(totals) - min(totals))

    for _, state, _ in walk(rules, seed):
        assert state.evaluate(0) == pytest.approx(worth(state, 0) - worth(state, 1))
        assert state.evaluate(1) == -state.evaluate(0)


@games
@given(rules(), seeds)
def test_whose_turn_it_is_and_what_is_asked(rules: skirmish.Rules, seed: int) -> None:
    for before, after, event in walk(rules, seed):
        assert after.turn - before.turn in (0, 1)
        goes_on = after.turn == before.turn or after.is_over
        assert after.current == (before.current if goes_on else 1 - before.current)
        assert after.is_chance == (after.phase in ("deal", "draw"))
        assert after.actor == (None if after.is_chance or after.is_over else after.current)
        assert after.acting == (after.to_act[0] if after.phase == "act" else None)
        assert set(after.to_act) <= set(after.field(after.current))
        assert (after.phase == "act") == bool(after.to_act)
        assert after.events() == [*before.events(), event]


@games
@given(rules(), seeds)
def test_lists_samples_and_refusals_agree(rules: skirmish.Rules, seed: int) -> None:
    generator = skirmish.Rng(seed)
    every = [
        skirmish.Action.parse(f"{kind} {card}")
        for kind in ("place", "rest", "attack", "draw")
        for card in CARDS
    ]
    for state, _, _ in walk(rules, seed):
        outcomes, actions = state.chance_outcomes(), state.legal_actions()
        assert bool(outcomes) == state.is_chance and bool(actions) == (not state.is_chance)
        possible = [outcome for outcome, _ in outcomes] + actions
        assert len(set(possible)) == len(possible)
        assert all(state.is_legal(action) and state.refusal(action) is None for action in possible)
        assert all(state.is_legal(action) == (action in possible) for action in every)
        if state.is_chance:
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            assert len({probability for _, probability in outcomes}) == 1
            assert state.sample_chance(generator) in possible
            with pytest.raises(IllegalActionError, match="nobody decides"):
                state.sample_action(generator)
        else:
            assert state.sample_action(generator) in actions
            with pytest.raises(IllegalActionError, match="chance is not next"):
                state.sample_chance(generator)


def test_samples_are_uniform() -> None:
    rng, state = skirmish.Rng(1), skirmish.State()
    drawn = [str(state.sample_chance(rng)) for _ in range(25_000)]
    assert min(map(drawn.count, set(drawn))) > 880 and len(set(drawn)) == 25
    state = skirmish.State(seed=1)
    chosen = [str(state.sample_action(rng)) for _ in range(6_000)]
    assert min(chosen.count(str(action)) for action in state.legal_actions()) > 5_000 / len(
        state.legal_actions()
    )


@pytest.mark.parametrize("player", [-1, 2])
def test_there_are_two_players(player: int) -> None:
    state = skirmish.State()
    for ask in (state.hp, state.hand, state.field, state.deck, state.evaluate):
        with pytest.raises(IndexError, match=f"there is no player p{player}"):
            ask(player)
