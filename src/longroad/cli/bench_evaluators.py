"""Evaluations per second of everything that judges positions for a search."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from longroad import _native
from longroad.agents.net.network_file import Network, open_network
from longroad.catan import Rng, Rules, State
from longroad.catan.native_agents import native_agent
from longroad.games import game_of
from longroad.models.judge_file import networks_of

#: A network that ships with Longroad, and how many positions it is asked about at once.
_MODEL, _BATCHES = "fast2p", (1, 64)


def evaluators() -> dict[str, Callable[[], int]]:
    """By name, what judges some positions and returns how many. Networks only where ONNX Runtime is
    installed."""
    states = positions(256)
    found = {"native network": _native_evaluator(_native.Leaf.eval, states, networks_of("network"))}
    for name, leaf in (("hand-written evaluation", _native.Leaf.eval), ("playout", _native.Leaf.playout)):
        found[name] = _native_evaluator(leaf, states if leaf is _native.Leaf.eval else states[:32])
    if importlib.util.find_spec("onnxruntime") is not None:
        network = open_network(_MODEL)
        for batch in _BATCHES:
            rows = network.shown([state.view() for state in states[:batch]])
            found[f"{_MODEL}, {'one' if batch == 1 else batch} at a time"] = _asked(network, rows)
    return found


def evaluations_per_second(seconds: float) -> dict[str, float]:
    """Of each, by CPU time of about so many seconds; and of two inside `planner`, whose whole thinking
    counts."""
    alone = {name: round(_speed(judge, seconds), 1) for name, judge in evaluators().items()}
    return alone | {name: round(speed, 1) for name, speed in _inside_planner(seconds).items()}


def _inside_planner(seconds: float) -> dict[str, float]:
    found = {}
    for players in (2, 4):
        rules = Rules(players=players, offers_per_turn=0)
        setup = game_of(rules).setup(rules)
        for name, spec in (
            ("hand-written evaluation", "planner"),
            ("native network", "planner:eval=network"),
        ):
            count, spent, seed = 0, 0.0, 0
            while spent < seconds:
                seed += 1
                more, longer = _native.evaluation_speed(setup, native_agent(spec), seed, 1)
                count, spent = count + more, spent + longer
            found[f"{name}, inside planner, {players} players"] = count / spent
    return found


def positions(count: int) -> list[State]:
    """Decisions of games of two players that draw their moves."""
    rules, found, rng = Rules(players=2, offers_per_turn=0), [], Rng(1)
    for seed in range(count):
        state = State(rules, seed=seed)
        while state.turn < 20 + seed % 60 and not state.is_over:
            state.apply(state.sample_chance(rng) if state.is_chance else state.sample_action(rng))
        while state.is_chance:
            state.apply(state.sample_chance(rng))
        if not state.is_over:
            found.append(state)
    return found


def _asked(network: Network, rows: npt.NDArray[np.generic]) -> Callable[[], int]:
    return lambda: len(network.judge(rows)[0])


def _native_evaluator(
    leaf: _native.Leaf, states: list[State], networks: _native.Networks | None = None
) -> Callable[[], int]:
    defaults, rng = _native.MctsSettings(), Rng(1)
    settings = defaults.leaf
    settings.how = leaf
    settings.networks = networks
    return lambda: len(_native.leaf_win_probabilities(settings, defaults.judge, states, rng))


def _speed(judge: Callable[[], int], seconds: float) -> float:
    judge()  # warm
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        count += judge()
    return count / spent
