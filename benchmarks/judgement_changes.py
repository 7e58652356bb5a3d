"""Each change of the four-player judgement by itself: `planner-1` with one of them against three `planner-1`.

    python benchmarks/judgement_changes.py --seed 6001 --most 4000

A sequential test per change (H0: no better, H1: 20 Elo better), on boards of its own seed, trading, seats
rotated. The weights of a change are those of `planner`, where they were tuned together with all others.
"""

from __future__ import annotations

import argparse

import numpy as np

from longroad import _native as native
from longroad.agents import make_agent
from longroad.arena import Sprt
from longroad.arena.statistics.intervals import wilson_interval
from longroad.catan import Rules
from longroad.games import game_of

#: The weights that a change sets; the last one is a habit of bargaining.
CHANGES: dict[str, tuple[str, ...]] = {
    "knights: held and played": ("knight", "knight_played", "army_gap", "army_threat"),
    "one card per turn": ("further_card",),
    "sevens: hands above the limit": ("too_many", "seven"),
    "cities against roads": ("want_city", "want_settlement", "want_road", "city_engine", "settlement_engine"),
    "longest road": ("road_gap", "road_lead", "road_threat", "road"),
    "who is near winning": ("near_target", "leader_share"),
    "income, harbors and spots": (
        "income", "diminishing", "variety", "blocked", "harbor", "general_harbor", "spot", "spot_variety",
        "spot_harbor",
    ),
    "cards and what they buy": ("card", "closeness", "want_card", "progress_card", "to_roll", "at_hand"),
    "trading until one point before the target": (),
}  # fmt: skip


def changed(names: tuple[str, ...]) -> native.NativeAgent:
    """``planner-1`` with some weights of ``planner``; with none of them, with its bargaining."""
    settings, tuned, weights = native.PlannerSettings(), native.Weights.for_many(), native.Weights()
    for name in names:
        setattr(weights, name, getattr(tuned, name))
    settings.judge.many = weights
    if names:
        settings.bargain.too_close = 3
    return native.NativeAgent(settings)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=6001)
    parser.add_argument("--most", type=int, default=4000, help="games per change")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--change", type=int, nargs="*", help="only these, from 1; each has its own boards")
    asked = parser.parse_args()
    rules = Rules(players=4)
    game, before = game_of(rules), make_agent("planner-1").native
    print("| change | games | won | 95% interval | test |\n| --- | --- | --- | --- | --- |")
    for number, (name, weights) in enumerate(CHANGES.items()):
        if asked.change and number + 1 not in asked.change:
            continue
        test, first, wins = Sprt(elo0=0, elo1=20, opponents=3), 0, 0
        while test.decision is None and 4 * first < asked.most:
            blocks = min(25, asked.most // 4 - first)
            played = game.native.play_blocks(
                game.setup(rules), [changed(weights), *[before] * 3], asked.seed + number, first, blocks,
                asked.threads, False,
            )  # fmt: skip
            won = np.asarray(played["winner"]) == 0
            test.add(won.reshape(blocks, 4).mean(axis=1))
            first, wins = first + blocks, wins + int(won.sum())
        low, high = wilson_interval(wins, 4 * first)
        decision = test.decision or f"open, llr {test.llr:+.2f}"
        print(
            f"| {name} | {4 * first:,} | {wins / (4 * first):.1%} | {low:.1%} - {high:.1%} | {decision} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
