"""Positions to search: from random play, small enough to be searched in full."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from longroad import catan, search, skirmish
from property.random_games import walk as walk_catan
from skirmish.random_games import draw_event

#: Every leaf is visited and nothing is remembered.
PLAIN: dict[str, Any] = {"prune": False, "probe": False, "table_bits": 0, "deepen": False}
EVERY_LEAF: dict[str, Any] = {**PLAIN, "lean": False}


def skirmish_rules(rng: Random, cards: tuple[int, int] = (5, 8)) -> skirmish.Rules:
    """A small deck, and health, hand limit and turn cap of all kinds."""
    deck = rng.sample(list(skirmish.CARDS), rng.randint(*cards))
    return skirmish.Rules(
        deck=tuple(deck),
        starting_hp=rng.choice((1, 2, 4, 7, 11, 17, 25, 40, 60)),
        hand_limit=rng.choice((0, 5, 25)),
        turn_cap=rng.choice((4, 6, 9, 200, 200)),
    )


def skirmish_position(seed: int, cards: tuple[int, int] = (5, 8)) -> skirmish.State:
    """Somewhere in a random game after the deal, not over."""
    rng = Random(seed)
    state = skirmish.State(skirmish_rules(rng, cards), seed=seed)
    wanted = rng.randint(0, 45)
    before = state.copy()
    for _ in range(wanted):
        before = state.copy()
        state.apply(draw_event(state, rng))
        if state.is_over:
            return before
    return state


def skirmish_positions(
    number: int, most_leaves: int, depth: int, first_seed: int = 0, cards: tuple[int, int] = (5, 8)
) -> Iterator[tuple[skirmish.State, search.Answer]]:
    """Positions with no more leaves, and their full search for player 0 or 1 in turn."""
    seed = first_seed
    while number:
        state = skirmish_position(seed, cards)
        found = search.expectimax(
            state, player=seed % 2, depth=depth, max_nodes=2 * most_leaves, **EVERY_LEAF
        )
        if found.complete and found.leaves <= most_leaves:
            number -= 1
            yield state, search.expectimax(state, player=seed % 2, depth=depth, **EVERY_LEAF)
        seed += 1


def catan_positions(
    number: int, most_nodes: int, depth: int, seed: int = 0, **options: Any
) -> Iterator[catan.State]:
    """Positions of random games that a full search visits in no more nodes: of each game three from anywhere
    and one shortly before its end."""
    rules = catan.Rules(**{"turn_cap": 120, "target_points": 5, "offers_per_turn": 0, **options})
    while True:
        rng = Random(seed)
        game = [state.copy() for state, _ in walk_catan(rules, seed)][:-1]
        for state in (*rng.sample(game, 3), rng.choice(game[-12:])):
            found = search.expectimax(state, player=0, depth=depth, max_nodes=most_nodes, **PLAIN)
            if found.complete:
                yield state
                number -= 1
                if not number:
                    return
        seed += 1
