"""Longroad's speed beside catanatron's, measured in the same run on the same machine.

    python benchmarks/peers.py
    python benchmarks/peers.py --quick --json

Figures of different machines cannot be compared, ratios can. So catanatron 3.2.1 and ours take turns in one
process, round by round, by process CPU time (``time.process_time``). Printed is the median of the rounds; a
ratio is the median of the rounds' ratios. Only the gain of a second thread is by the wall clock: let nothing
else run beside it.

What is counted: decisions of players, on both sides. In catanatron these are the entries of
``game.state.actions``, in ours the actions of the players. Rolling the dice and ending a turn are decisions
in both; the outcomes of chance (dice, stolen and drawn cards) are not. Ours discards card by card and takes
the cards of a year of plenty one at a time, catanatron in one action; with trade, offers and replies count.
Making the board and setting up the game is in the time of both.
"""

from __future__ import annotations

import json
import platform
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from longroad import _native
from longroad.catan import Rng, Rules, State, VectorEnv

PEER = "catanatron==3.2.1"
#: What catanatron reached where the goals of this project were set; scaled figures refer to such a machine.
YARDSTICK_ACTIONS_PER_S = 35_000
UNIFORM, KIND_FIRST = _native.Policy.random, _native.Policy.kind
OFFERS_PER_TURN = 10

Sample = dict[str, float]
Clock = Callable[[], float]


@dataclass(frozen=True)
class Effort:
    """How long to measure."""

    peer_seconds: float
    own_seconds: float
    games: int
    steps: int
    copies: int
    replays: int


FULL = Effort(peer_seconds=3.0, own_seconds=1.0, games=4096, steps=100, copies=5_000_000, replays=100)
QUICK = Effort(peer_seconds=0.5, own_seconds=0.2, games=1024, steps=50, copies=1_000_000, replays=20)


@dataclass(frozen=True)
class Played:
    """Games played one after the other and what they took."""

    games: int
    actions: int
    seconds: float

    @property
    def actions_per_s(self) -> float:
        return self.actions / self.seconds

    @property
    def games_per_s(self) -> float:
        return self.games / self.seconds

    def sample(self, name: str) -> Sample:
        return {f"{name}.actions_per_s": self.actions_per_s, f"{name}.games_per_s": self.games_per_s}


# -- Random games


def peer_games(players: int, seconds: float, seed: int) -> Played:
    """catanatron's random players, one game after another until the time is used up."""
    from catanatron.game import Game
    from catanatron.models.player import Color, RandomPlayer

    colors = list(Color)[:players]
    games = actions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        game = Game([RandomPlayer(color) for color in colors], seed=1 + seed + games)  # 0 would mean no seed
        game.play()
        games += 1
        actions += len(game.state.actions)
    return Played(games, actions, time.process_time() - start)


def own_games(rules: Rules, policy: _native.Policy, seconds: float, seed: int, batch: int = 500) -> Played:
    """Ours, in batches until the time is used up. The time is taken inside, around the games alone."""
    games = actions = 0
    spent = 0.0
    while spent < seconds:
        played, taken, took = _native.random_games(
            _native.Setup(rules.core, rules.board_source), policy, batch, seed + games
        )
        games, actions, spent = games + played, actions + taken, spent + took
    return Played(games, actions, spent)


def play_both(players: int, effort: Effort, seed: int) -> Sample:
    """catanatron, ours without trade, ours with trade, for one number of players."""
    no_trade = Rules.preset("catanatron", players=players)
    trade = no_trade.replace(offers_per_turn=OFFERS_PER_TURN)
    peer = peer_games(players, effort.peer_seconds, seed)
    plain = own_games(no_trade, UNIFORM, effort.own_seconds, seed)
    trading = own_games(trade, KIND_FIRST, effort.own_seconds, seed)
    return {
        **peer.sample(f"catanatron.random_{players}p"),
        **plain.sample(f"longroad.random_{players}p"),
        **trading.sample(f"longroad.trade_{players}p"),
        f"ratios.random_{players}p": plain.actions_per_s / peer.actions_per_s,
        f"ratios.random_{players}p_games": plain.games_per_s / peer.games_per_s,
        f"ratios.trade_{players}p": trading.actions_per_s / peer.actions_per_s,
    }


# -- The vector environment


def step_seconds(env: VectorEnv, steps: int, clock: Clock) -> list[float]:
    """The times of every ``step`` with uniformly drawn legal actions; drawing them is not counted."""
    times: list[float] = []
    for _ in range(steps):
        actions = env.sample()
        start = clock()
        env.step(actions)
        times.append(clock() - start)
    return times


def vector(players: int, effort: Effort, seed: int) -> Sample:
    """Decisions per second by CPU time on one thread, and the gain of a second thread by the wall clock."""
    rules = Rules.preset("catanatron", players=players)
    envs = [VectorEnv(rules, games=effort.games, seed=seed, threads=threads) for threads in (1, 2)]
    for env in envs:
        step_seconds(env, effort.steps, time.perf_counter)  # past the set-up, so that all phases occur
    walls = [statistics.median(step_seconds(env, effort.steps, time.perf_counter)) for env in envs]
    cpu = step_seconds(envs[0], effort.steps, time.process_time)
    name = f"longroad.vector_{players}p"
    return {
        f"{name}.decisions_per_s": effort.games * effort.steps / sum(cpu),
        f"{name}.wall_decisions_per_s_1_thread": effort.games / walls[0],
        f"{name}.wall_decisions_per_s_2_threads": effort.games / walls[1],
        f"{name}.speedup_2_threads": walls[0] / walls[1],
    }


# -- Single states


def recorded_game(seed: int) -> tuple[State, list[_native.Action]]:
    """The start of a random game of four players, and all its events."""
    rules, rng = Rules.preset("catanatron", players=4), Rng(seed)
    start = State(rules, seed=seed)
    game = start.copy()
    while not game.is_over:
        game.apply(game.sample_chance(rng) if game.is_chance else game.sample_action(rng))
    return start, game.events()


def copies_per_second(effort: Effort, seed: int) -> float:
    """Copies of a position in the middle of a game, inside the native core."""
    state, events = recorded_game(seed)
    for event in events[: len(events) // 2]:
        state.apply(event)
    return effort.copies / _native.copy_states(state, effort.copies)


def python_apply_us(effort: Effort, seed: int) -> float:
    """Microseconds of one ``state.apply`` from Python, less an empty loop; the median over recorded games.

    Every game is replayed once: a second time its data would be in the processor's caches.
    """
    taken, loops = [], []
    for number in range(effort.replays):
        state, events = recorded_game(seed + number)
        start = time.process_time()
        for event in events:
            state.apply(event)
        middle = time.process_time()
        for _event in events:
            pass
        loops.append((time.process_time() - middle) / len(events))
        taken.append((middle - start) / len(events))
    return 1e6 * (statistics.median(taken) - statistics.median(loops))


# -- All of it


def one_round(effort: Effort, seed: int) -> Sample:
    """Everything once, the two engines alternating."""
    sample = {**play_both(2, effort, seed), **play_both(4, effort, seed), **vector(2, effort, seed)}
    scale = YARDSTICK_ACTIONS_PER_S / sample["catanatron.random_2p.actions_per_s"]
    name = "longroad.vector_2p"
    sample[f"{name}.scaled_decisions_per_s"] = sample[f"{name}.decisions_per_s"] * scale
    sample["longroad.copies_per_s"] = copies_per_second(effort, seed)
    sample["longroad.python_apply_us"] = python_apply_us(effort, seed)
    return sample


def medians(samples: list[Sample]) -> Sample:
    """Of each figure over the rounds, to four digits."""
    return {name: float(f"{statistics.median(s[name] for s in samples):.4g}") for name in samples[0]}


def nested(flat: Iterable[tuple[str, float]]) -> dict[str, Any]:
    """Dotted names as dictionaries in dictionaries.

    >>> nested([("a.b", 1.0), ("a.c", 2.0)])
    {'a': {'b': 1.0, 'c': 2.0}}
    """
    result: dict[str, Any] = {}
    for name, value in flat:
        *path, last = name.split(".")
        inner = result
        for key in path:
            inner = inner.setdefault(key, {})
        inner[last] = value
    return result


def report(figures: Sample) -> Table:
    """The table for people."""
    table = Table(title=f"{PEER} and Longroad, medians by CPU time")
    for heading in ("what", "catanatron", "Longroad", "ratio"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for players in (2, 4):
        peer, own = f"catanatron.random_{players}p", f"longroad.random_{players}p"
        trade = f"longroad.trade_{players}p"
        for unit, ratio in (
            ("actions_per_s", f"random_{players}p"),
            ("games_per_s", f"random_{players}p_games"),
        ):
            cells = (f"{figures[f'{side}.{unit}']:,.0f}" for side in (peer, own))
            what = f"{players} players, random, {unit.replace('_per_s', '/s')}"
            table.add_row(what, *cells, f"{figures[f'ratios.{ratio}']:,.0f}")
        table.add_row(
            f"{players} players, trading (kind first) against no trade, actions/s",
            f"{figures[f'{peer}.actions_per_s']:,.0f}",
            f"{figures[f'{trade}.actions_per_s']:,.0f}",
            f"{figures[f'ratios.trade_{players}p']:,.0f}",
        )
    env = "longroad.vector_2p"
    for what, name, form in (
        ("vector environment, 2 players, 1 thread, decisions/s", f"{env}.decisions_per_s", ",.0f"),
        (f"  scaled to {YARDSTICK_ACTIONS_PER_S:,} of catanatron", f"{env}.scaled_decisions_per_s", ",.0f"),
        ("  by the wall clock, 2 threads over 1", f"{env}.speedup_2_threads", ".2f"),
        (f"copies of a state ({_native.STATE_BYTES} bytes)/s", "longroad.copies_per_s", ",.0f"),
        ("state.apply from Python, microseconds", "longroad.python_apply_us", ".3f"),
    ):
        table.add_row(what, "", format(figures[name], form), "")
    return table


def cpu_name() -> str:
    """The processor's name, as far as the system knows it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def require_peer() -> None:
    """Exits with a message if catanatron is missing."""
    try:
        import catanatron  # noqa: F401
    except ImportError:
        Console(stderr=True).print(f"catanatron is not installed, so there is no peer: pip install {PEER}")
        raise typer.Exit(1) from None


def main(
    rounds: Annotated[int, typer.Option(min=1, help="The median of so many rounds is printed.")] = 5,
    quick: Annotated[
        bool, typer.Option("--quick", help="Short measurements, to see that all works.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    seed: Annotated[int, typer.Option(help="Boards, dice and choices follow from it.")] = 1,
) -> None:
    """Measure Longroad and catanatron 3.2.1 side by side.

    Example: python benchmarks/peers.py --rounds 5 --json
    """
    require_peer()
    effort = QUICK if quick else FULL
    samples = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("rounds", total=rounds)
        for number in range(rounds):
            samples.append(one_round(effort, seed + 1_000_000 * number))
            progress.advance(task)
    figures = medians(samples)
    if not as_json:
        Console().print(report(figures))
        return
    about = {"peer": PEER, "rounds": rounds, "seed": seed, "quick": quick, "cpu": cpu_name()}
    build = {"compiler": _native.COMPILER, "native_instructions": _native.NATIVE_INSTRUCTIONS}
    print(json.dumps({**about, **build, "state_bytes": _native.STATE_BYTES, **nested(figures.items())}))


if __name__ == "__main__":
    typer.run(main)
