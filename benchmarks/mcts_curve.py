"""Strength by simulations: ``mcts`` against one opponent, two players, and the slope over log2(simulations).

    python benchmarks/mcts_curve.py --options eval=network --opponent planner-1 \\
        --rules players=2,offers_per_turn=0 --sims 100 200 400 800 1600 3200 6400 --games 400 \\
        --out curve.json --plot curve.png

The file keeps the settings and the wins of every point. Points that are in it already get more games (give
another --seed), so that a curve can be made over several runs; a run with other settings is refused.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from longroad.arena import play_match
from longroad.arena.statistics.intervals import wilson_interval
from longroad.catan import Rules
from longroad.files import write_text
from longroad.plots import OURS, picture

Points = dict[str, list[int]]


def slope(points: Points) -> tuple[float, float]:
    """Of the log odds of winning per doubling of the simulations: maximum likelihood, standard error."""
    x = np.log2([int(n) for n in points])
    wins, games = np.array(list(points.values()), float).T

    def chances(line: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(-(line[0] + line[1] * (x - x.mean()))))

    def loss(line: np.ndarray) -> float:
        p = chances(line)
        return -float(np.sum(wins * np.log(p) + (games - wins) * np.log(1 - p)))

    found = minimize(loss, np.zeros(2)).x
    p, design = chances(found), np.stack([np.ones_like(x), x - x.mean()])
    covariance = np.linalg.inv(design * (games * p * (1 - p)) @ design.T)
    return float(found[1]), float(covariance[1, 1] ** 0.5)


def draw(path: Path, points: Points, title: str, opponent: str) -> None:
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
        axes.set_ylabel(f"games won against {opponent}")
        axes.set_title(title)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sims", type=int, nargs="+", default=[100, 200, 400, 800, 1600, 3200])
    parser.add_argument("--options", default="", help="of mcts, as eval=network")
    parser.add_argument("--opponent", default="planner")
    parser.add_argument("--rules", default="players=2")
    parser.add_argument("--games", type=int, default=400, help="per point; 0 draws what the file has")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--out", type=Path, default=Path("out/mcts_curve.json"))
    parser.add_argument("--plot", type=Path, default=None)
    asked = parser.parse_args()
    settings = {"options": asked.options, "opponent": asked.opponent, "rules": asked.rules}
    kept = json.loads(asked.out.read_text()) if asked.out.exists() else {"settings": settings, "points": {}}
    if kept["settings"] != settings:
        sys.exit(f"{asked.out}: of other settings, {kept['settings']}; give another --out")
    points: Points = kept["points"]
    for sims in asked.sims if asked.games else []:
        result = play_match(
            [f"mcts:sims={sims}" + (asked.options and f",{asked.options}"), asked.opponent],
            games=asked.games,
            seed=asked.seed,
            rules=Rules.from_text(asked.rules),
            threads=asked.threads,
        )
        wins, games = points.get(str(sims), [0, 0])
        points[str(sims)] = [wins + result.wins[0], games + result.games]
        asked.out.parent.mkdir(parents=True, exist_ok=True)
        write_text(asked.out, json.dumps(kept))
        print(f"{sims:6} simulations: {result.wins[0]} of {result.games} games", flush=True)
    for sims in sorted(int(n) for n in points):
        low, high = wilson_interval(*points[str(sims)])
        wins, games = points[str(sims)]
        print(f"{sims:6} simulations: {wins / games:.1%} of {games} games, 95% {low:.1%} - {high:.1%}")
    if len(points) > 1:
        per_doubling, error = slope(points)
        print(
            f"per doubling of the simulations, log odds {per_doubling:+.3f}, "
            f"95% {per_doubling - 1.96 * error:+.3f} to {per_doubling + 1.96 * error:+.3f}"
        )
    if asked.plot:
        name = f"mcts:{asked.options}" if asked.options else "mcts"
        draw(asked.plot, points, f"{name} against {asked.opponent}, {asked.rules}", asked.opponent)


if __name__ == "__main__":
    main()
