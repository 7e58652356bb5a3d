"""Tunes the weights of the hand-written evaluation by self-play (SPSA, Spall 1992).

    python benchmarks/tune_weights.py --players 4 --minutes 20 --out tuned.json

Each step moves all weights at once in a random direction and back, and plays the two against each other: at
every other step alone, else with two `planner-1` at the table. At the end the mean of the last steps is
measured against `planner-1` on other seeds, and printed. A file that is there already is continued.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from longroad import _native as native
from longroad.agents import make_agent
from longroad.catan import Rules
from longroad.files import replacing
from longroad.games import game_of

#: A step of a weight is a quarter of its value; these have no value to begin with.
FIRST_STEPS = {
    "knight_played": 0.3,
    "further_card": 0.15,
    "seven": 0.1,
    "road_threat": 0.2,
    "army_threat": 0.2,
    "near_target": 0.2,
}
FINAL_SEED = 777_000_000


def names_of(weights: native.Weights) -> list[tuple[str, int | None]]:
    """Every weight by name, and by index where there are several of the name."""
    found: list[tuple[str, int | None]] = []
    for name in dir(weights):
        if name.startswith("_") or name == "for_many":
            continue
        value = getattr(weights, name)
        found += [(name, i) for i in range(len(value))] if isinstance(value, list) else [(name, None)]
    return found


NAMES = names_of(native.Weights())


def numbers(weights: native.Weights) -> np.ndarray:
    return np.array([getattr(weights, n) if i is None else getattr(weights, n)[i] for n, i in NAMES])


def weights_of(values: np.ndarray) -> native.Weights:
    weights = native.Weights()
    for (name, index), value in zip(NAMES, values.tolist(), strict=True):
        if index is None:
            setattr(weights, name, value)
        else:
            setattr(weights, name, [value if i == index else x for i, x in enumerate(getattr(weights, name))])
    return weights


def planner(values: np.ndarray) -> Any:
    settings = native.PlannerSettings()
    settings.judge.two = settings.judge.many = weights_of(values)
    return native.NativeAgent(settings)


def winners(agents: list[Any], seed: int, first: int, blocks: int, threads: int) -> np.ndarray:
    rules = Rules(players=len(agents), offers_per_turn=0 if len(agents) == 2 else 10)
    game = game_of(rules)
    played = game.native.play_blocks(game.setup(rules), agents, seed, first, blocks, threads, False)
    return np.asarray(played["winner"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--final-minutes", type=float, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--blocks", type=int, default=27, help="boards per step, each in every rotation")
    parser.add_argument("--rate", type=float, default=0.35)
    parser.add_argument("--width", type=float, default=0.6, help="of a perturbation, in steps of the weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()

    base = numbers(native.Weights() if given.players == 2 else native.Weights.for_many())
    steps_of = [
        FIRST_STEPS.get(name, max(abs(x) / 4, 0.005)) for (name, _), x in zip(NAMES, base, strict=True)
    ]
    scale = np.array(steps_of)
    state = {"steps": 0, "games": 0, "at": [0.0] * len(base), "mean": [0.0] * len(base)}
    if given.out.exists():
        state = json.loads(given.out.read_text())
    at, mean, steps = np.array(state["at"]), np.array(state["mean"]), state["steps"]
    yardstick = make_agent("planner-1").native
    generator = np.random.default_rng([given.seed, steps])
    begin, until = time.monotonic(), 60 * given.minutes
    while (spent := time.monotonic() - begin) < until:
        done = spent / until
        direction = generator.choice([-1.0, 1.0], len(base))
        move = given.width * (1 - 0.5 * done) * direction
        pair = [planner(base + scale * (at + move)), planner(base + scale * (at - move))]
        alone = given.players == 2 or (steps % 2 == 1 and given.players == 4)
        agents = pair * (given.players // 2) if alone else pair + [yardstick] * (given.players - 2)
        won = winners(agents, 1_000_003 * given.seed + steps, 0, given.blocks, given.threads)
        sides = won % 2 if alone else np.where(won < 2, won, -1)
        difference = np.mean((won >= 0) & (sides == 0)) - np.mean((won >= 0) & (sides == 1))
        at = np.clip(at + given.rate * (1 - 0.9 * done) * difference * direction, -6, 6)
        mean += (at - mean) / min(steps + 1, 200)
        steps += 1
        state = {"steps": steps, "games": state["games"] + len(won), "at": at.tolist(), "mean": mean.tolist()}
        if steps % 20 == 0 or time.monotonic() - begin >= until:
            print(f"{steps} steps, {state['games']} games, {time.monotonic() - begin:.0f} s", flush=True)
            with replacing(given.out) as file:
                file.write(json.dumps(state).encode())

    tuned = base + scale * mean
    begin, first, wins, games = time.monotonic(), 0, 0, 0
    while time.monotonic() - begin < 60 * given.final_minutes:
        agents = [planner(tuned)] + [yardstick] * (given.players - 1)
        won = winners(agents, FINAL_SEED + given.seed, first, given.blocks, given.threads)
        wins, games, first = wins + int(np.sum(won == 0)), games + len(won), first + given.blocks
    for (name, index), value in zip(NAMES, tuned, strict=True):
        print(f".{name}{'' if index is None else f'[{index}]'} = {value:.3g}")
    if games:
        half = 1.96 * (wins / games * (1 - wins / games) / games) ** 0.5
        print(f"against planner-1: {wins} of {games}, {wins / games:.1%} +- {half:.1%}")


if __name__ == "__main__":
    main()
