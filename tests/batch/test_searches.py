"""Games of a tree search against itself, whose leaves share one batch."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad._native import JudgedAt, MctsSettings, NativeAgent, PlannerSettings, RootRule
from longroad.catan import CODECS, ENCODINGS, Rules
from longroad.errors import AnswerError
from longroad.games import game_of
from longroad.search import PolicyForm, SearchedGames

ROOT = Path(__file__).resolve().parents[2]
CODEC, ENCODING = CODECS["general"], ENCODINGS["general"]
WEIGHTS = np.random.default_rng(0).normal(size=(ENCODING.size, CODEC.size)).astype(np.float32) / 20


def search(simulations: int = 8, batch: int = 1) -> NativeAgent:
    settings = MctsSettings()
    settings.search.simulations, settings.search.batch = simulations, batch
    settings.search.asked_priors, settings.moves.priors = True, False
    settings.search.root, settings.judged = RootRule.gumbel, JudgedAt.leaf
    settings.search.gumbel.noise = True
    return NativeAgent(settings)


def searched(agent: NativeAgent, rules: Rules, games: int, threads: int, per_round: int = 1) -> SearchedGames:
    form = PolicyForm(ENCODING, CODEC, 4)
    return SearchedGames(form, game_of(rules).setup(rules), agent, games, 7, threads, per_round)


def judged(rows: Any, players: int) -> tuple[Any, Any]:
    """Logits by drawn weights, and values by a few of them."""
    logits = rows.astype(np.float32) @ WEIGHTS
    values = np.zeros((len(rows), 4), np.float32)
    values[:, :players] = 0.1 + np.abs(np.sin(logits[:, :players]))
    return logits, (values / values.sum(axis=1, keepdims=True)).astype(np.float32)


def played(games: SearchedGames, players: int, rounds: int) -> str:
    """A hash over all leaves of some rounds."""
    rows, total = np.zeros((games.most_leaves, ENCODING.size), np.uint8), hashlib.sha256()
    for _ in range(rounds):
        leaves = games.gather(rows)
        total.update(rows[:leaves].tobytes())
        games.absorb(*judged(rows[:leaves], players))
    return total.hexdigest()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("per_round", [1, 3])
def test_the_number_of_threads_does_not_matter(players: int, per_round: int) -> None:
    rules = Rules(players=players, target_points=3, turn_cap=20)
    one, three = (searched(search(), rules, 11, threads, per_round) for threads in (1, 3))
    assert played(one, players, 150) == played(three, players, 150)
    assert one.games == three.games > 0 and one.moves == three.moves > 100
    assert one.batch_sizes == three.batch_sizes


def test_the_leaves_of_all_games_make_one_batch() -> None:
    games = searched(search(), Rules(players=2, offers_per_turn=0), 20, 2)
    played(games, 2, 10)
    assert sum(games.batch_sizes.values()) == 10 and max(games.batch_sizes) == 16


def test_answers_that_do_not_fit_are_refused() -> None:
    games = searched(search(), Rules(players=2), 4, 1)
    with pytest.raises(ValueError, match="needs an array for 4 rows of 407 bytes"):
        games.gather(np.zeros((3, ENCODING.size), np.uint8))
    rows = np.zeros((4, ENCODING.size), np.uint8)
    assert games.gather(rows) == 4
    logits, values = judged(rows, 2)
    with pytest.raises(AnswerError, match=r"logits of shape \(3, 523\) for 4 positions"):
        games.absorb(logits[:3], values)
    with pytest.raises(AnswerError, match="a win probability is"):
        games.absorb(logits, np.full_like(values, np.nan))


def test_only_tree_searches_share_a_batch() -> None:
    games = searched(NativeAgent(PlannerSettings()), Rules(players=2), 2, 1)
    with pytest.raises(ValueError, match="only a tree search can share a batch"):
        games.gather(np.zeros((2, ENCODING.size), np.uint8))


def test_the_benchmark_runs_without_a_gpu() -> None:
    pytest.importorskip("torch")
    command = "--network roadnet-s --device cpu --games 4 --sims 4 --threads 1 --seconds 1 --json"
    run = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks/search_speed.py"), *command.split()],
        check=True,
        capture_output=True,
        text=True,
    )
    figures = json.loads(run.stdout)
    assert figures["leaves_per_second"] > 0 and figures["batch"] == 2 and 0 < figures["filled"] <= 1
