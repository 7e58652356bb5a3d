"""``longroad bench``."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from longroad import _native
from longroad.arena import play_match
from longroad.catan import Rng, Rules, State, VectorEnv
from longroad.cli.bench_evaluators import evaluations_per_second
from longroad.cli.options import Json, Threads, print_json
from longroad.experiments.machine import cpu_name

#: What cores are built for.
CORES = {
    "native": "built for this machine",
    "x86-64-v3": "built for processors with AVX2",
    "baseline": "built for every processor of this kind",
}


def bench(
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, help="Rounds to measure; the median is printed.")
    ] = 5,
    threads: Threads = 0,
    as_json: Json = False,
) -> None:
    """Measure the engine on this machine and print its signature.

    Speeds are by process CPU time on one core, the median of several rounds; players' actions are counted,
    outcomes of chance are not. The signature is a hash over fixed games: it changes exactly when the engine's
    behaviour does.

    Example: `longroad bench --json`
    """
    result = measure(rounds, threads or os.cpu_count() or 1)
    if as_json:
        print_json(result)
        return
    table = Table(title=f"signature {result['signature']}")
    table.add_column("what")
    table.add_column("speed", justify="right")
    for key, what in (
        ("random_2p", "2 players"),
        ("random_4p", "4 players"),
        ("trade_4p", "4 players, trading, kind first"),
    ):
        speeds = result[key]
        table.add_row(
            f"random games, {what}",
            f"{speeds['actions_per_s'] / 1e6:.1f} M actions/s, {speeds['games_per_s']:,.0f} games/s",
        )
    for key in ("vector_2p", "vector_4p"):
        speeds = result[key]
        name = f"vector environment, {key[-2]} players"
        table.add_row(f"{name}, 1 thread", f"{speeds['decisions_per_s'] / 1e6:.2f} M decisions/s")
        table.add_row(f"{name}, {result['threads']} threads", f"{speeds['threads_speedup']:.2f} x")
    table.add_row(
        "copies of a state", f"{result['copies_per_s'] / 1e6:.0f} M/s of {result['state_bytes']} bytes"
    )
    table.add_row("state.apply from Python", f"{result['python_apply_us']:.3f} µs")
    for name, speed in result["evaluations_per_s"].items():
        table.add_row(f"positions judged: {name}", f"{speed:,.0f}/s")
    Console().print(table)
    Console().print(
        f"{result['cpu']}, compiler {result['compiler']}, core {result['core']}: {CORES[result['core']]}"
    )


def measure(rounds: int, threads: int) -> dict[str, Any]:
    """All figures of ``--json``."""
    two, four = Rules(players=2, offers_per_turn=0), Rules(players=4, offers_per_turn=0)
    return {
        "signature": signature(),
        "random_2p": _random_games(two, _native.Policy.random, 4000, rounds),
        "random_4p": _random_games(four, _native.Policy.random, 3000, rounds),
        "trade_4p": _random_games(Rules(players=4), _native.Policy.kind, 1000, rounds),
        "vector_2p": _vector(two, rounds, threads),
        "vector_4p": _vector(four, rounds, threads),
        "copies_per_s": round(_copies_per_second(rounds)),
        "python_apply_us": round(_python_apply(rounds), 4),
        "evaluations_per_s": evaluations_per_second(0.2 * rounds),
        "state_bytes": _native.STATE_BYTES,
        "threads": threads,
        "compiler": _native.COMPILER,
        "cpu": cpu_name(),
        "core": _native.CORE,
        "native_instructions": _native.NATIVE_INSTRUCTIONS,
    }


def signature() -> str:
    """A hash over games of 2, 3 and 4 players, with and without trade. Independent of machine and threads."""
    total = 0
    for players in (2, 3, 4):
        plain = play_match(
            ["random"] * players, games=60, seed=1, rules=Rules(players=players, offers_per_turn=0)
        )
        trading = play_match(["random:by=kind"] * players, games=60, seed=2, rules=Rules(players=players))
        for result in (plain, trading):
            total = _native.mixed(total, result.signature)
    return f"{total:016x}"


def _median(measure_once: Callable[[], float], rounds: int) -> float:
    measure_once()  # warm
    return statistics.median(measure_once() for _ in range(rounds))


def _random_games(rules: Rules, policy: _native.Policy, games: int, rounds: int) -> dict[str, float]:
    actions_per_game = 0.0

    def once() -> float:
        nonlocal actions_per_game
        played, actions, seconds = _native.random_games(
            _native.Setup(rules.core, rules.board_source), policy, games, 1
        )
        actions_per_game = actions / played
        return actions / seconds

    speed = _median(once, rounds)
    return {"games_per_s": round(speed / actions_per_game, 1), "actions_per_s": round(speed)}


def _vector(rules: Rules, rounds: int, threads: int, games: int = 4096, steps: int = 100) -> dict[str, float]:
    """Steps with uniformly drawn legal actions; only the steps are measured, not the drawing."""

    def seconds(env: VectorEnv, clock: Callable[[], float]) -> float:
        spent = 0.0
        for _ in range(steps):
            actions = env.sample()
            start = clock()
            env.step(actions)
            spent += clock() - start
        return spent

    one, many = VectorEnv(rules, games=games, seed=1), VectorEnv(rules, games=games, seed=1, threads=threads)
    single = _median(lambda: seconds(one, time.process_time), rounds)
    speedups = [seconds(one, time.perf_counter) / seconds(many, time.perf_counter) for _ in range(rounds)]
    return {
        "decisions_per_s": round(games * steps / single),
        "threads_speedup": round(statistics.median(speedups), 3),
    }


def _copies_per_second(rounds: int, copies: int = 2_000_000) -> float:
    state = State(seed=1)
    return _median(lambda: copies / _native.copy_states(state, copies), rounds)


def _python_apply(rounds: int) -> float:
    """Microseconds per call, over the events of whole games, the loop's own cost taken off."""
    rules = Rules(players=4, offers_per_turn=0)
    rng = Rng(1)
    game = State(rules, seed=1)
    while not game.is_over:
        game.apply(game.sample_chance(rng) if game.is_chance else game.sample_action(rng))
    events = game.events()

    def once() -> float:
        state = State(rules, board=game.board)
        apply = state.apply
        start = time.process_time()
        for event in events:
            apply(event)
        return time.process_time() - start

    def empty() -> float:
        start = time.process_time()
        for _ in events:
            pass
        return time.process_time() - start

    calls = max(1, rounds * 4)
    return 1e6 * (_median(once, calls) - _median(empty, calls)) / len(events)
