"""Strength by simulations: ``mcts`` against ``planner``, official rules, two players.

    python benchmarks/mcts_curve.py --games 400 --sims 100 200 400 800 --out curve.json --plot curve.png

The file keeps the wins of every point. Points that are in it already get more games (give another --seed), so
that a curve can be made over several runs.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from longroad.arena import play_match
from longroad.arena.statistics.intervals import wilson_interval
from longroad.catan import Rules
from longroad.files import write_text
from longroad.plots import OURS, picture

Points = dict[str, list[int]]


def draw(path: Path, points: Points) -> None:
    """Win rates over simulations, with 95% Wilson intervals."""
    sims = sorted(int(n) for n in points)
    rates = [points[str(n)][0] / points[str(n)][1] for n in sims]
    bounds = [wilson_interval(*points[str(n)]) for n in sims]
    errors = [
        [r - low for r, (low, _) in zip(rates, bounds, strict=True)],
        [high - r for r, (_, high) in zip(rates, bounds, strict=True)],
    ]
    with picture(path) as figure:
        axes = figure.subplots()
        axes.errorbar(sims, rates, yerr=errors, color=OURS, marker="o", capsize=4)
        axes.axhline(0.5, color="grey", linewidth=0.8)
        axes.set_xscale("log", base=2)
        axes.set_xticks(sims, [str(n) for n in sims])
        axes.yaxis.set_major_formatter("{x:.0%}")
        axes.set_xlabel("simulations per move")
        axes.set_ylabel("games won against planner")
        axes.set_title("mcts against planner, two players, official rules")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sims", type=int, nargs="+", default=[100, 200, 400, 800, 1600, 3200])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--out", type=Path, default=Path("out/mcts_curve.json"))
    parser.add_argument("--plot", type=Path, default=None)
    asked = parser.parse_args()
    points: Points = json.loads(asked.out.read_text()) if asked.out.exists() else {}
    for sims in asked.sims if asked.games else []:
        result = play_match(
            [f"mcts:sims={sims}", "planner"],
            games=asked.games,
            seed=asked.seed,
            rules=Rules(players=2),
            threads=asked.threads,
        )
        wins, games = points.get(str(sims), [0, 0])
        points[str(sims)] = [wins + result.wins[0], games + result.games]
        asked.out.parent.mkdir(parents=True, exist_ok=True)
        write_text(asked.out, json.dumps(points))
        print(f"{sims:6} simulations: {result.wins[0]} of {result.games} games", flush=True)
    for sims in sorted(int(n) for n in points):
        low, high = wilson_interval(*points[str(sims)])
        wins, games = points[str(sims)]
        print(f"{sims:6} simulations: {wins / games:.1%} of {games} games, 95% {low:.1%} - {high:.1%}")
    if asked.plot:
        draw(asked.plot, points)


if __name__ == "__main__":
    main()
