"""Whether a review is right: moves that it calls mistakes, checked by games played to their end.

    python benchmarks/review_check.py --out out/review_check --mistakes 200

Games of mixed agents (2 players, 4 without and 4 with trading) are reviewed. For every move that is graded
mistake or blunder, games are played on from the position after it and from the position after the move
proposed instead, in pairs: the same cards where they are hidden (drawn from what the decider could know), the
same dice in the same turn, `planner:eval=network` in all seats. A mistake is confirmed if the proposed move
wins more games. Pairs are played until the difference is beyond three standard errors, within a limit. The
seeds are others than those of the review.

Every case is written down at once (cases.jsonl): a run that is killed resumes where it was.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator
from datetime import date
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from longroad import _native
from longroad.agents import Table, make_agent
from longroad.analysis import review_game
from longroad.analysis.engine import judge, seed_of
from longroad.analysis.replay import Replay
from longroad.analysis.review import ReviewedDecision
from longroad.arena.statistics.intervals import wilson_interval
from longroad.catan import Action, Rng, Rules, State
from longroad.files import write_text

AGENTS = ("value", "planner", "weighted", "planner:eval=network")
#: By name: the rules, and the share of the mistakes.
SETTINGS: dict[str, tuple[Rules, float]] = {
    "2 players": (Rules(players=2, offers_per_turn=0), 0.5),
    "4 players": (Rules(players=4, offers_per_turn=0), 0.25),
    "4 players, trading": (Rules(players=4), 0.25),
}
#: Pairs of games at a time, before the first look, and at most.
BLOCK, LEAST, MOST = 50, 100, 600
#: Of the mistakes of a game at most so many are of the set-up, where weak agents make most of theirs; and at
#: most so many in all, so that many games are looked at.
SET_UP_PER_GAME, PER_GAME = 1, 8
#: Standard errors at which the sign is taken for known.
CLEAR = 3.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("out/review_check"))
    parser.add_argument("--mistakes", type=int, default=200, help="half of them of games of two players")
    parser.add_argument("--sims", type=int, default=400, help="of the review")
    parser.add_argument("--ms", type=float, default=None, help="milliseconds per decision instead")
    parser.add_argument("--agent", default="planner:eval=network", help="who plays the games on")
    parser.add_argument("--most", type=int, default=MOST, help="pairs of games per mistake at most")
    parser.add_argument("--seed", type=int, default=70_001)
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for setting in SETTINGS:
        collect(asked, setting)
    cases = read_cases(asked.out)
    page = report(asked, cases)
    write_text(asked.out / "README.md", page)
    print(page)


def read_cases(folder: Path) -> list[dict[str, Any]]:
    file = folder / "cases.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def collect(asked: argparse.Namespace, setting: str) -> None:
    """Reviews games until there are enough mistakes, and checks each."""
    known = [case for case in read_cases(asked.out) if case["setting"] == setting]
    mistakes = sum(case["kind"] == "mistake" for case in known)
    wanted = round(asked.mistakes * SETTINGS[setting][1])
    done = {case["game"] for case in known if case["kind"] == "game"}
    checked = {(case["game"], case["event"]) for case in known if case["kind"] == "mistake"}
    number = 0
    while mistakes < wanted:
        game = number
        number += 1
        if game in done:
            continue
        with (asked.out / "cases.jsonl").open("a") as file:
            for case in checked_game(asked, setting, game, checked):
                file.write(json.dumps(case) + "\n")
                file.flush()
                mistakes += case["kind"] == "mistake"
                if case["kind"] == "mistake":
                    print(f"{setting}, {mistakes} of {wanted}: {case['text']}", flush=True)


def checked_game(
    asked: argparse.Namespace, setting: str, game: int, known: set[tuple[int, int]]
) -> Iterator[dict[str, Any]]:
    """The mistakes of one game that are not known yet, and at the end what the review cost."""
    rules = SETTINGS[setting][0]
    players = rules.players
    seed = seed_of(asked.seed, list(SETTINGS).index(setting), game)
    specs = [AGENTS[seed_of(seed, seat) % len(AGENTS)] for seat in range(players)]
    state = played(specs, rules, seed)
    start, cpu = time.perf_counter(), time.process_time()
    review = review_game(state, sims=asked.sims, ms=asked.ms, threads=asked.threads, seed=seed)
    wall, cpu = time.perf_counter() - start, time.process_time() - cpu
    by_event = {one.event: one for one in Replay.of(state).decisions(range(players))}
    for one in chosen(review.decisions, seed):
        if (game, one.event) in known:
            continue
        found = by_event[one.event]
        moves = Action.parse(one.best.notation), found.action
        difference, error, pairs = paired(asked, found.view, found.belief, moves, seed_of(seed, 7, one.event))
        yield {
            "kind": "mistake",
            "setting": setting,
            "game": game,
            "event": one.event,
            "phase": one.phase,
            "agent": specs[one.player],
            "grade": str(one.grade),
            "loss": one.loss,
            "error": one.error,
            "difference": difference,
            "difference_error": error,
            "pairs": pairs,
            "text": f"{one.grade} {one.loss:.3f}, playouts {difference:+.3f} +-{error:.3f} ({pairs}): "
            f"{one.comment}",
        }
    grades = {str(grade): sum(p.grades[grade] for p in review.players) for grade in review.players[0].grades}
    yield {
        "kind": "game",
        "setting": setting,
        "game": game,
        "agents": specs,
        "decisions": len(review.decisions),
        "grades": grades,
        "accuracy": [[spec, p.accuracy] for spec, p in zip(specs, review.players, strict=True)],
        "seconds": wall,
        "cpu_seconds": cpu,
    }


def chosen(decisions: Iterable[ReviewedDecision], seed: int) -> list[ReviewedDecision]:
    """The mistakes of a game that are checked: drawn, few of the set-up."""
    errors = [one for one in decisions if one.grade.is_error]
    errors.sort(key=lambda one: seed_of(seed, 5, one.event))
    first = [one for one in errors if one.phase.startswith("setup")][:SET_UP_PER_GAME]
    rest = [one for one in errors if not one.phase.startswith("setup")]
    return [*first, *rest][:PER_GAME]


def played(specs: list[str], rules: Rules, seed: int) -> State:
    """A game of these agents."""
    state = State(rules, seed=seed)
    agents = {player: make_agent(spec) for player, spec in enumerate(specs)}
    for player, agent in agents.items():
        agent.begin(rules, player, Rng.stream(seed, 10 + player))
    Table(state, agents, chance=Rng.stream(seed, 1)).run()
    return state


def paired(
    asked: argparse.Namespace, view: Any, belief: Any, moves: tuple[Action, Action], seed: int
) -> tuple[float, float, int]:
    """By how much the first move wins more games than the second, its standard error, the pairs played."""
    native = make_agent(asked.agent).native
    lines = [(move, None) for move in moves]
    gains = np.zeros(0)
    while len(gains) < asked.most:
        won = _native.compare_lines(
            view, belief, lines, native, None, judge(), seed, len(gains), BLOCK, asked.threads
        )
        gains = np.concatenate([gains, won[:, 0, view.player] - won[:, 1, view.player]])
        error = float(gains.std() / sqrt(len(gains)))
        if len(gains) >= min(LEAST, asked.most) and abs(gains.mean()) > CLEAR * error:
            break
    return float(gains.mean()), float(gains.std() / sqrt(len(gains))), len(gains)


# -- the report


def report(asked: argparse.Namespace, cases: list[dict[str, Any]]) -> str:
    mistakes = [case for case in cases if case["kind"] == "mistake"]
    games = [case for case in cases if case["kind"] == "game"]
    spent = f"--ms {asked.ms:g}" if asked.ms else f"--sims {asked.sims}"
    command = f"python benchmarks/review_check.py --mistakes {asked.mistakes} {spent} --seed {asked.seed}"
    pairs = sum(case["pairs"] for case in mistakes)
    lines = [
        "# Is a review right?",
        "",
        f"{date.today()}. `{command}`",
        "",
        f"Games of {', '.join(f'`{agent}`' for agent in AGENTS)}, seats drawn.",
        f"Playouts by `{asked.agent}` in all seats: {pairs:,} pairs, {LEAST} to {asked.most} per move.",
        "",
        "| moves called a mistake | number | confirmed | 95% interval | loss in the review | in playouts |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    groups: list[tuple[str, list[dict[str, Any]]]] = [("all", mistakes)]
    groups += [(setting, [c for c in mistakes if c["setting"] == setting]) for setting in SETTINGS]
    groups += [(grade, [c for c in mistakes if c["grade"] == grade]) for grade in ("mistake", "blunder")]
    groups += [
        ("in the set-up", [c for c in mistakes if is_set_up(c)]),
        ("in play", [c for c in mistakes if not is_set_up(c)]),
    ]
    groups += [(f"by `{agent}`", [c for c in mistakes if c["agent"] == agent]) for agent in AGENTS]
    lines += [row(name, group) for name, group in groups if group]
    heads = ("reviews", "number", "decisions", "mistakes per game", "CPU seconds")
    lines += ["", f"| {' | '.join(heads)} |", "| --- | --- | --- | --- | --- |"]
    for setting in SETTINGS:
        of = [case for case in games if case["setting"] == setting]
        if of:
            errors = np.mean([case["grades"]["mistake"] + case["grades"]["blunder"] for case in of])
            decisions = np.mean([case["decisions"] for case in of])
            cpu = np.mean([case["cpu_seconds"] for case in of])
            lines.append(f"| {setting} | {len(of)} | {decisions:.0f} | {errors:.1f} | {cpu:.1f} |")
    lines += ["", "| agent | accuracy |", "| --- | --- |"]
    for agent in AGENTS:
        found = [a for case in games for spec, a in case["accuracy"] if spec == agent and a is not None]
        if found:
            lines.append(f"| `{agent}` | {np.mean(found):.1%} |")
    return "\n".join(lines) + "\n"


def is_set_up(case: dict[str, Any]) -> bool:
    return bool(case["phase"].startswith("setup"))


def row(name: str, cases: Iterable[dict[str, Any]]) -> str:
    of = list(cases)
    confirmed = sum(case["difference"] > 0 for case in of)
    low, high = wilson_interval(confirmed, len(of))
    loss, seen = np.mean([case["loss"] for case in of]), np.mean([case["difference"] for case in of])
    share = f"{confirmed / len(of):.1%} | {low:.1%} - {high:.1%}"
    return f"| {name} | {len(of)} | {share} | {loss:.3f} | {seen:.3f} |"


if __name__ == "__main__":
    main()
