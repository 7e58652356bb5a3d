"""Permuting what is hidden changes nothing that a player sees: twin positions that differ only in hidden
cards look the same to everybody who may not know, now and as long as the game continues alike; those who may
know see the difference."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from longroad import catan
from property.random_games import draw_event, positions, rules, seeds
from property.sight import sight

GENERAL = catan.CODECS["general"]
#: Of all options only those that hide or show cards are fixed.
HIDDEN = {
    "open_hands": False,
    "robber": True,
    "bank": 19,
    "development_cards": True,
    "target_points": 14,
    "turn_cap": 200,
}
Twins = tuple[catan.State, catan.State]


def differences(twins: Twins, player: int) -> set[str]:
    """What differs between the twins for a player: names of attributes, and its choices when it decides."""
    one, other = (sight(state.view(player)) for state in twins)
    assert one.keys() == other.keys()
    apart = {name for name in one if one[name] != other[name]}
    if twins[0].actor == twins[1].actor == player:
        choices = [set(state.legal_actions()) for state in twins]
        masks = [GENERAL.mask(state).tobytes() for state in twins]
        apart |= {"choices"} if choices[0] != choices[1] or masks[0] != masks[1] else set()
    return apart


def branches(state: catan.State) -> Iterator[Twins]:
    """The position after every two different outcomes of chance, unless one ends the game."""
    for outcomes in combinations([action for action, _ in state.chance_outcomes()], 2):
        twins = state.copy(), state.copy()
        for twin, outcome in zip(twins, outcomes, strict=True):
            twin.apply(outcome)
        if not twins[0].is_over and not twins[1].is_over:
            yield twins


def play_on(twins: Twins, rng: Random, events: int) -> Iterator[Twins]:
    """Plays the same events in both, as long as they are possible in both and end the game in neither.

    Monopolies are left out: how many cards the others hand over is seen by all.
    """
    one, other = twins
    for _ in range(events):
        event = next((e for e in (draw_event(one, rng) for _ in range(20)) if goes_in_both(e, other)), None)
        if event is None:
            return
        one.apply(event)
        other.apply(event)
        if one.is_over or other.is_over:
            return
        yield one, other


def goes_in_both(event: catan.Action, other: catan.State) -> bool:
    return event.kind != "monopoly" and other.is_legal(event)


def check_twins(twins: Twins, insiders: set[int], tells: set[str], rng: Random) -> int:
    """Checks the twins at once and along the further game; returns how many positions were compared."""
    assert not twins[0].same_position(twins[1])
    for p in insiders:
        apart = differences(twins, p)
        assert tells <= apart, f"p{p} may know and sees only {apart}"
    compared = 0
    for pair in chain([twins], play_on(twins, rng, events=30)):
        compared += 1
        for p in set(range(twins[0].players)) - insiders:
            assert not differences(pair, p), f"p{p} sees {differences(pair, p)} in {pair[0]!r}"
    return compared


@pytest.mark.parametrize("offers", [0, 2])
def test_only_thief_and_victim_know_what_was_stolen(offers: int) -> None:
    compared = 0

    @settings(max_examples=12, deadline=None)
    @given(rules(offers_per_turn=offers, **HIDDEN), seeds)
    def check(rules: catan.Rules, seed: int) -> None:
        nonlocal compared
        rng = Random(seed)
        rules = rules.replace(players=max(3, rules.players))
        nodes = [
            s.copy() for s in positions(rules, seed) if s.phase == "steal" and len(s.chance_outcomes()) > 1
        ]
        for node in rng.sample(nodes, min(4, len(nodes))):
            victim = node.events()[-1].player
            assert victim is not None and node.actor is None
            for twins in branches(node):
                insiders = {node.current, victim}
                compared += check_twins(
                    twins, insiders, {"hand", "encoding general", "encoding casher2024"}, rng
                )

    check()
    assert compared > 500


@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_the_buyer_knows_what_was_drawn(players: int) -> None:
    compared = 0

    @settings(max_examples=12, deadline=None)
    @given(rules(players=players, **HIDDEN), seeds)
    def check(rules: catan.Rules, seed: int) -> None:
        nonlocal compared
        rng = Random(seed)
        nodes = [
            s.copy() for s in positions(rules, seed) if s.phase == "draw" and len(s.chance_outcomes()) > 1
        ]
        for node in rng.sample(nodes, min(2, len(nodes))):
            for twins in branches(node):
                tells = {"cards", "bought", "unseen_cards", "encoding general"}
                tells |= {"encoding gendre2020"} if players == 2 else set()
                compared += check_twins(twins, {node.current}, tells, rng)

    check()
    assert compared > 500


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "open_hands": True}])
def test_where_hands_are_open_everybody_sees_the_stolen_card(options: dict[str, Any]) -> None:
    states = positions(catan.Rules(offers_per_turn=0, **options), seed=5)
    node = next(s.copy() for s in states if s.phase == "steal" and len(s.chance_outcomes()) > 1)
    for twins in branches(node):
        assert all({"hand", "encoding general"} <= differences(twins, p) for p in range(node.players))
