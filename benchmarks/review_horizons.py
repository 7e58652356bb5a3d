"""How far off the difference of two moves is: by tree search, and by rollouts of some rounds.

    python benchmarks/review_horizons.py --out out/review_horizons --decisions 100

At decisions of games of mixed agents, the move that was made is compared with the one that short rollouts
like best, by a tree search (`mcts:eval=network`) and by rollouts of 1, 2, 4 and 8 rounds with the network at
their ends; and by games to the end, which is what all of these try to foresee. The error of a method is its
root mean square difference from these games, the noise of both taken out: what more rollouts would not mend.
`longroad.analysis.checking` weighs rollouts by these errors.

Every decision is written down at once (decisions.jsonl): a run that is killed resumes where it was.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from datetime import date
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from review_check import AGENTS, played

from longroad import _native
from longroad.agents import make_agent
from longroad.analysis.comparison import Comparison
from longroad.analysis.decisions import choices
from longroad.analysis.engine import Effort, judge, seed_of, tree_search
from longroad.analysis.replay import Decision, Replay
from longroad.catan import Rules
from longroad.files import write_text

ROUNDS = (1, 2, 4, 8)
#: By name: the rules, and the share of the decisions.
SETTINGS: dict[str, tuple[Rules, float]] = {
    "2 players": (Rules(players=2, offers_per_turn=0), 0.6),
    "4 players": (Rules(players=4, offers_per_turn=0), 0.4),
}
#: Pairs of rollouts, of games to the end, and of those that choose the other move.
PAIRS, GAMES, CHOOSING = 128, 400, 16
#: Simulations of the tree.
SIMS = 4000
#: A difference that was seen to be larger is looked at.
LEAST = 0.02
#: Decisions of a game that are looked at, and how many of them in the set-up.
PER_GAME, SET_UP_PER_GAME = 6, 2


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("out/review_horizons"))
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=80_001)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    file = asked.out / "decisions.jsonl"
    for setting, (rules, share) in SETTINGS.items():
        known = [case for case in read(file) if case["setting"] == setting]
        game, wanted = max((case["game"] for case in known), default=-1), round(asked.decisions * share)
        while len(known) < wanted:
            game += 1
            for case in measured_game(asked, setting, rules, game):
                known.append(case)
                with file.open("a") as out:
                    out.write(json.dumps(case) + "\n")
                print(f"{setting}, {len(known)} of {wanted}", flush=True)
    page = report(asked, read(file))
    write_text(asked.out / "README.md", page)
    print(page)


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def measured_game(
    asked: argparse.Namespace, setting: str, rules: Rules, game: int
) -> Iterator[dict[str, Any]]:
    seed = seed_of(asked.seed, rules.players, game)
    specs = [AGENTS[seed_of(seed, seat) % len(AGENTS)] for seat in range(rules.players)]
    decisions = [
        one
        for one in Replay.of(played(specs, rules, seed)).decisions(range(rules.players))
        if len(choices(one.view)) > 1
    ]
    decisions.sort(key=lambda one: seed_of(seed, 3, one.event))
    found, in_set_up = 0, 0
    for one in decisions:
        set_up = one.view.phase.startswith("setup")
        if found == PER_GAME or (set_up and in_set_up == SET_UP_PER_GAME):
            continue
        case = measured(one, seed_of(seed, 4, one.event))
        if case is not None:
            found, in_set_up = found + 1, in_set_up + set_up
            yield {"setting": setting, "game": game, "set_up": set_up, **case}


def measured(one: Decision, seed: int) -> dict[str, Any] | None:
    """All differences at a decision; None where short rollouts see none."""
    lines = [(move, None) for move in choices(one.view)[:20]]
    lines += [] if (one.action, None) in lines else [(one.action, None)]
    short = Comparison(one.view, one.belief, lines, rounds=2, seed=seed_of(seed, 0))
    short.add(lines, CHOOSING)
    best, mine = short.best, (one.action, None)
    if best == mine or short.difference(best, mine)[0] < LEAST:
        return None
    case: dict[str, Any] = {}
    if not one.view.phase.startswith("setup"):
        moves = tree_search(one.view, one.belief, [best[0], mine[0]], Effort(sims=SIMS), seed_of(seed, 1))
        value = {move.action: move.win_probability for move in moves}
        case["tree"] = [value[best[0]] - value[mine[0]], 0.0]
    for rounds in ROUNDS:
        pairs = Comparison(one.view, one.belief, [best, mine], rounds=rounds, seed=seed_of(seed, 2))
        pairs.add(pairs.lines, PAIRS)
        case[f"{rounds} rounds"] = list(pairs.difference(best, mine))
    native = make_agent("planner:eval=network").native
    won = _native.compare_lines(
        one.view, one.belief, [best, mine], native, None, judge(), seed_of(seed, 5), 0, GAMES
    )
    gains = won[:, 0, one.player] - won[:, 1, one.player]
    return case | {"end": [float(gains.mean()), float(gains.std() / sqrt(GAMES))]}


def report(asked: argparse.Namespace, cases: list[dict[str, Any]]) -> str:
    command = f"python benchmarks/review_horizons.py --decisions {asked.decisions} --seed {asked.seed}"
    lines = [
        "# How far off the difference of two moves is",
        "",
        f"{date.today()}. `{command}`",
        "",
        f"{PAIRS} pairs of rollouts, {SIMS:,} simulations, {GAMES} pairs of games to the end. Sign: how",
        "often the better move also wins more games, where the method sees a difference of 5% and more.",
        "",
        "| decisions | method | number | error | noise | correlation | sign |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    groups = [(f"{name}, in play", name, False) for name in SETTINGS]
    groups += [(f"{name}, set-up", name, True) for name in SETTINGS]
    for title, setting, set_up in groups:
        of = [case for case in cases if case["setting"] == setting and case["set_up"] == set_up]
        for method in ("tree", *(f"{rounds} rounds" for rounds in ROUNDS)):
            lines += [row(title, method, [case for case in of if method in case])] if of else []
    return "\n".join(line for line in lines if line is not None) + "\n"


def row(title: str, method: str, cases: Iterable[dict[str, Any]]) -> str | None:
    pairs = [(case[method], case["end"]) for case in cases]
    if len(pairs) < 3:
        return None
    seen, noise = np.array([x for (x, _), _ in pairs]), np.array([e for (_, e), _ in pairs])
    end, end_noise = np.array([x for _, (x, _) in pairs]), np.array([e for _, (_, e) in pairs])
    error = sqrt(max(np.mean((seen - end) ** 2) - np.mean(noise**2) - np.mean(end_noise**2), 0.0))
    large = seen >= 0.05
    sign = f"{int((end[large] > 0).sum())} of {int(large.sum())}" if large.any() else "-"
    correlation = np.corrcoef(seen, end)[0, 1]
    figures = f"{error:.3f} | {noise.mean():.3f} | {correlation:.2f} | {sign}"
    return f"| {title} | {method} | {len(pairs)} | {figures} |"


if __name__ == "__main__":
    main()
