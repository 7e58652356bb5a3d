"""Star1 and Star2 at chance nodes that matter: decks to draw from, health that may run out, and windows to
fall out of."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from longroad import skirmish
from longroad.search import expectimax
from search.positions import PLAIN
from skirmish.random_games import draw_event

#: Star1, and Star2 on top of it; without a table and with one.
WAYS: list[dict[str, Any]] = [
    {"prune": True, "probe": probe, "table_bits": bits, "deepen": deepen}
    for probe, bits, deepen in product((False, True), (0, 14), (False, True))
]


def with_draws(seed: int, cards: tuple[int, int], most_events: int) -> skirmish.State:
    """Early in a game in which cards are drawn: every turn, or after one was placed."""
    rng = Random(seed)
    rules = skirmish.Rules(
        deck=tuple(rng.sample(list(skirmish.CARDS), rng.randint(*cards))),
        hand_limit=rng.choice((5, 25, 25)),
        starting_hp=rng.choice((1, 3, 6, 10, 15, 25, 60)),
    )
    state = skirmish.State(rules, seed=seed)
    for _ in range(rng.randint(0, most_events)):
        before = state.copy()
        state.apply(draw_event(state, rng))
        if state.is_over:
            return before
    return state


@pytest.mark.parametrize("lean", [False, True])
@pytest.mark.parametrize(
    ("depth", "cards", "events", "seeds", "most_nodes"),
    [
        (2, (12, 25), 12, 120, 150_000),
        (3, (6, 9), 8, 120, 150_000),
        (3, (6, 8), 30, 80, 150_000),
        (4, (7, 8), 12, 160, 400_000),
    ],
)
def test_bounds_and_probes_keep_the_value(
    depth: int, cards: tuple[int, int], events: int, seeds: int, most_nodes: int, lean: bool
) -> None:
    searched = cuts = decided = 0
    for seed in range(seeds):
        state = with_draws(seed + 1000 * depth, cards, events)
        for player in (0, 1):
            how: dict[str, Any] = {"player": player, "depth": depth, "lean": lean}
            if not expectimax(state, max_nodes=most_nodes, **how, **PLAIN).complete:
                continue
            full = expectimax(state, **how, **PLAIN)
            for way in WAYS:
                found = expectimax(state, **how, **way)
                assert found.value == pytest.approx(full.value, abs=1e-9), f"{way} {how}\n{state}"
                cuts += found.cuts
            searched += 1
            decided += abs(full.value) > 50
    assert searched >= 12 and cuts > 1000 and decided >= 3
