"""How well win probabilities fit what happens: log loss, Brier score and reliability of native evaluators.

    python benchmarks/calibration.py --out docs/results/calibration

Plays fresh games (2 players, and 4 with trading), judges positions of them and compares with who won. The
hand-written evaluation is measured as `mcts` uses it, and calibrated: evaluation, race and phase in a
logistic model, fitted on one half of the games and measured on the other, on which everything is measured.
Intervals are of the mean over games (bootstrap), since positions of one game are alike.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from longroad._native import LeafSettings, MctsSettings
from longroad.files import write_text
from longroad.models.judge_file import networks_of, read_header, shipped_or_file
from longroad.plots import FOUR, picture
from longroad.train.judge.baseline import calibrated, log_losses, parts_of, softmax
from longroad.train.judge.dataset import read
from longroad.train.judge.making import PositionSettings, generate
from longroad.train.judge.positions import Positions

Floats = npt.NDArray[np.float64]

#: By title, the rules and how many games of `--games` are played.
SETTINGS = {"2 players": ("players=2,offers_per_turn=0", 1.0), "4 players, trading": ("players=4", 0.25)}
PHASES = {"2-4 points": (0, 4), "5-7 points": (5, 7), "8 and more": (8, 99)}
BINS = np.linspace(0, 1, 11)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("out/calibration"))
    parser.add_argument("--games", type=int, default=6000, help="of two players; a quarter of it of four")
    parser.add_argument("--network", default="network", help="a file, or the one that ships with Longroad")
    parser.add_argument("--agent", default="planner:eval=network", help="who plays")
    parser.add_argument("--seed", type=int, default=90_001)
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    results = {title: measured(asked, *how) for title, how in SETTINGS.items()}
    write_text(asked.out / "calibration.json", json.dumps(results, indent=1) + "\n")
    draw(results, asked.out / "reliability.png")
    write_text(asked.out / "README.md", page(asked, results))
    print(f"wrote {asked.out}")


def measured(asked: argparse.Namespace, rules: str, share: float) -> dict[str, Any]:
    """All figures of one number of players."""
    settings = PositionSettings(agent=asked.agent, other="planner", rules=rules, explore=0, seed=asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        games = generate(Path(folder) / "games", settings, int(asked.games * share), asked.threads)
        ((_, positions),) = read([Path(folder) / "games"]).items()
    fitted = positions.game % 2 == 0
    held = positions.rows(~fitted)
    network = networks_of(asked.network)
    probabilities = {
        "hand-written, as mcts judges": softmax(as_mcts(held)),
        "hand-written, calibrated": softmax(parts_of(held) @ calibrated(positions.rows(fitted))),
        "native network": network.win_probabilities(held.absolute_inputs(), held.worths).astype(np.float64),
    }
    best = log_losses(probabilities["hand-written, calibrated"], held.won)
    found: dict[str, Any] = {"games": games, "positions": len(held), "evaluators": {}}
    for name, one in probabilities.items():
        losses = log_losses(one, held.won)
        found["evaluators"][name] = {
            "log_loss": float(losses.mean()),
            "less_calibrated": interval(losses - best, held.game),
            "brier": float(brier(one, held).mean()),
            "by_phase": {phase: by_phase(one, held, *points) for phase, points in PHASES.items()},
            "reliability": reliability(one, held),
        }
    return found


def as_mcts(positions: Positions) -> Floats:
    """The logits of mcts' leaf with the hand-written evaluation."""
    leaf: LeafSettings = MctsSettings().leaf
    two = positions.players == 2
    odds, race = (leaf.odds, leaf.race) if two else (leaf.odds_of_many, leaf.race_of_many)
    worths = positions.worths.astype(np.float64)
    return np.asarray(odds * (worths[..., 0] - race * np.log(worths[..., 1] + 2)), np.float64)


def brier(probabilities: Floats, positions: Positions) -> Floats:
    """Row by row: the squared error summed over players."""
    return np.asarray(np.square(probabilities - positions.won).sum(axis=1), np.float64)


def interval(values: Floats, games: npt.NDArray[np.int64], rounds: int = 1000) -> list[float]:
    """The mean and its 95% interval, games drawn with replacement."""
    _, number = np.unique(games, return_inverse=True)
    sums, counts = np.bincount(number, values), np.bincount(number)
    rng = np.random.default_rng(1)
    drawn = rng.integers(len(sums), size=(rounds, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    return [float(values.mean()), *(float(x) for x in np.quantile(means, [0.025, 0.975]))]


def by_phase(probabilities: Floats, positions: Positions, low: int, high: int) -> dict[str, float]:
    leader = positions.points.max(axis=1)
    rows = (leader >= low) & (leader <= high)
    losses = log_losses(probabilities[rows], positions.won[rows])
    return {
        "positions": int(rows.sum()),
        "log_loss": float(losses.mean()),
        "brier": float(brier(probabilities, positions)[rows].mean()),
    }


def reliability(probabilities: Floats, positions: Positions) -> list[list[float]]:
    """Per bin: mean probability, share won, and how many."""
    said, won = probabilities.reshape(-1), positions.won.reshape(-1)
    bins = np.clip(np.digitize(said, BINS) - 1, 0, len(BINS) - 2)
    return [
        [float(said[bins == b].mean()), float(won[bins == b].mean()), int((bins == b).sum())]
        for b in range(len(BINS) - 1)
        if (bins == b).any()
    ]


def draw(results: dict[str, Any], path: Path) -> None:
    """A reliability diagram per number of players."""
    with picture(path, 5.0 * len(results), 4.8) as figure:
        for axis, (title, result) in zip(figure.subplots(1, len(results)), results.items(), strict=True):
            axis.plot([0, 1], [0, 1], color="0.7", linewidth=1)
            for (name, one), color in zip(result["evaluators"].items(), FOUR, strict=False):
                said, won, _ = zip(*one["reliability"], strict=True)
                axis.plot(said, won, marker="o", markersize=4, label=name, color=color)
            axis.set(title=title, xlabel="win probability", ylabel="share won", xlim=(0, 1), ylim=(0, 1))
            axis.legend(fontsize=8, frameon=False)


def page(asked: argparse.Namespace, results: dict[str, Any]) -> str:
    header = read_header(shipped_or_file(asked.network))
    lines = [
        "# Calibration: what win probabilities are worth",
        "",
        f"{date.today()}. `python benchmarks/calibration.py --games {asked.games} --agent {asked.agent} "
        f"--seed {asked.seed}`;",
        f"network {header['sha256'][:16]}. All seats are the agent's; of every fourth 500 games one seat is "
        "`planner`'s.",
        "Positions are mostly ends of turns, hands open, as a search judges them in a consistent state.",
        "",
        "![reliability](reliability.png)",
        "",
    ]
    for title, result in results.items():
        lines += [
            f"## {title}",
            "",
            f"{result['positions']:,} positions of {result['games'] // 2:,} games; as many games fitted the "
            "calibrated evaluation.",
            "",
            "| evaluator | log loss | less the calibrated one (95%) | Brier score |",
            "| --- | --- | --- | --- |",
        ]
        for name, one in result["evaluators"].items():
            mean, low, high = one["less_calibrated"]
            less = f"{mean:+.4f} ({low:+.4f} to {high:+.4f})"
            lines.append(f"| {name} | {one['log_loss']:.4f} | {less} | {one['brier']:.4f} |")
        lines += ["", "Log loss and Brier score by phase, the points of the leader:", ""]
        lines += ["| evaluator | " + " | ".join(PHASES) + " |", "| --- |" + " --- |" * len(PHASES)]
        for name, one in result["evaluators"].items():
            cells = [f"{p['log_loss']:.4f}, {p['brier']:.4f}" for p in one["by_phase"].values()]
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
