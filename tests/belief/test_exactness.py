"""Counting gives the same probabilities as enumerating everything that may have happened, for every player,
after every event."""

from __future__ import annotations

from collections import Counter

import pytest

from belief.brute_force import Sequences
from belief.following import agents_events, eager_events, follow
from longroad.catan import Action, Rules, State

MOST_SEQUENCES = 1000


def compared(start: State, events: list[Action]) -> Counter[str]:
    """Compares along a game. Returns how often an event of each kind was taken in by a player who was unsure
    before."""
    sequences = [Sequences(start, p) for p in range(start.players)]
    unsure = [False] * start.players
    kinds: Counter[str] = Counter()
    for step in follow(start, events):
        for p, brute in enumerate(sequences):
            if len(brute.possible) > MOST_SEQUENCES:
                return kinds
            brute.observe(step.before, step.event, step.after)
            expected, found = brute.posterior(), dict(step.beliefs[p].hypotheses)
            assert found.keys() == expected.keys(), f"p{p} after {step.event}"
            assert found == pytest.approx(expected, abs=1e-9), f"p{p} after {step.event}"
            kinds[step.event.kind] += unsure[p]
            unsure[p] = len(expected) > 1
    return kinds


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("spec", ["random", "random:by=kind", "weighted", "value", "expectimax:depth=1"])
def test_games_of_agents(spec: str, players: int) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(6):
        rules = Rules(players=players, offers_per_turn=2, turn_cap=100)
        kinds += compared(*agents_events([spec] * players, rules, seed))
    assert kinds["dice"] > 20 and kinds["stole"] > 0


def test_games_of_agents_of_all_kinds() -> None:
    for seed in range(6):
        rules = Rules(players=4, offers_per_turn=3, turn_cap=80)
        compared(*agents_events(["value", "random:by=kind", "weighted", "random"], rules, seed))


def test_every_kind_of_event_that_tells_something() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(60):
        rules = Rules(
            players=3 + seed % 2,
            offers_per_turn=seed % 4,
            turn_cap=120,
            bank=(19, 19, 6)[seed % 3],
            discard_limit=(4, 7)[seed % 2],
            target_points=14,
            starting_settlements=2 + seed % 5 // 4,
        )
        kinds += compared(*eager_events(rules, seed))
    telling = {"settle", "road", "city", "buy card", "discard", "trade", "offer", "counter", "accept", "deal"}
    telling |= {"monopoly", "take", "dice", "stole"}
    rare = {kind: kinds[kind] for kind in telling if kinds[kind] < 5}
    assert not rare, f"too rarely seen by a player who is unsure: {rare}"
