"""Random play through OpenSpiel: our game, games of its own in C++, and our engine without it.

    python benchmarks/open_spiel.py [seconds per measurement]

Needs: pip install 'longroad[openspiel]'. Prints a table: steps per second of process CPU time (decisions and
outcomes of chance), median of five rounds, everything in the same process in turn.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import pyspiel

import longroad.adapters.open_spiel  # noqa: F401  # registers the game
from longroad import catan

ROUNDS = 5
#: Native games of OpenSpiel with chance or hidden cards, and chess, by what they are.
NATIVE = {
    "backgammon": "backgammon (chance)",
    "gin_rummy": "gin rummy (chance, hidden cards)",
    "hearts": "hearts (hidden cards, four players)",
    "chess": "chess (neither)",
}
OURS = {
    "longroad_catan(players=2)": "Catan, two players",
    "longroad_catan(players=4)": "Catan, four players",
}


def through_open_spiel(name: str) -> Callable[[random.Random], int]:
    """A random game by OpenSpiel's own loop; returns its steps."""
    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def by_states(rng: random.Random) -> int:
    """The same game by the states of longroad.catan, one call of Python per step."""
    rules = catan.Rules(players=2, offers_per_turn=0, turn_cap=500)
    state, own, steps = catan.State(rules, seed=0), catan.Rng(rng.getrandbits(64)), 0
    while not state.is_over:
        state.apply(state.sample_chance(own) if state.is_chance else state.sample_action(own))
        steps += 1
    return steps


def by_vector_env(rng: random.Random) -> int:
    """A thousand steps of 256 games at once, observations and masks written; only decisions are counted."""
    rules = catan.Rules(players=2, offers_per_turn=0, turn_cap=500)
    env = catan.VectorEnv(rules, games=256, seed=rng.getrandbits(63))
    for _ in range(1000):
        env.step(env.sample())
    return 256_000


def rate(play: Callable[[random.Random], int], seed: int, seconds: float) -> tuple[float, float]:
    """Steps per second, and steps per game."""
    rng, steps, games, start = random.Random(seed), 0, 0, time.process_time()
    while (passed := time.process_time() - start) < seconds:
        steps += play(rng)
        games += 1
    return steps / passed, steps / games


def main(seconds: float = 2.0) -> None:
    measured = {title: through_open_spiel(name) for name, title in {**OURS, **NATIVE}.items()}
    measured |= {"Catan by longroad.catan.State": by_states, "Catan by VectorEnv": by_vector_env}
    found: dict[str, list[tuple[float, float]]] = {title: [] for title in measured}
    for round_ in range(ROUNDS):
        for title, play in measured.items():
            found[title].append(rate(play, round_, seconds))
    print("| random play | steps per second | steps per game |\n| --- | --- | --- |")
    for title, rounds in found.items():
        steps, length = (statistics.median(values) for values in zip(*rounds, strict=True))
        print(f"| {title} | {steps:,.0f} | {'' if play_is_endless(title) else f'{length:,.0f}'} |")


def play_is_endless(title: str) -> bool:
    """Whether its games begin anew by themselves, so that a length says nothing."""
    return title == "Catan by VectorEnv"


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
