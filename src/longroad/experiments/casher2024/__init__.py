"""Casher 2024: a network that learns by temporal differences from its own games, on one board and on any;
ours beside the article's figures."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from longroad.errors import ExperimentError
from longroad.experiments.casher2024.games import AGENTS, Lengths, agent_games, network_games, untaught_games
from longroad.experiments.casher2024.learning import Learner, curve, learn_all
from longroad.experiments.casher2024.report import Found, write_report
from longroad.experiments.folder import ResultFolder
from longroad.experiments.request import Request
from longroad.extras import require
from longroad.train.td.settings import TdSettings

#: Games a network learns from, by budget; the article's two runs had 182,500 and 156,200.
GAMES = {"quick": 6_000, "usual": 20_000, "gpu": 60_000, "full": 200_000}
#: Games a network plays at once on a GPU.
GPU_SIDE_BY_SIDE = 256
#: Neurons per layer in a quick run; the article has 500.
QUICK_WIDTH = 128
#: Games of a finished network and of each agent.
FINAL_GAMES, QUICK_FINAL_GAMES = 600, 60
RUNS = {"fixed": TdSettings.fixed_board, "any": TdSettings.any_board}


def run(request: Request) -> Path:
    """Measures, writes report.md, report.json and pictures into ``request.out``, and returns the report's
    path."""
    require("this experiment", ["plots", "train"])
    games = request.games or GAMES[request.budget]
    folder = ResultFolder(
        request.out,
        {"experiment": "casher2024", "games": games, "budget": request.budget, "seed": request.seed},
    )
    threads = request.threads or os.cpu_count() or 1
    learners = all_learners(games, request.seed, request.budget)
    parts = sum(len(learner.parts) for learner in learners)
    steps = parts + len(learners) + len(RUNS) * (1 + len(AGENTS))
    done = 0
    request.progress("learning", done, steps)
    for name in learn_all(folder, learners, threads, _device(request)):
        done += 1
        request.progress(f"learning, {name}", done, steps)
    found = Found(learners, {learner.name: curve(folder, learner) for learner in learners})
    for name, lengths in _games(request, folder, learners, threads):
        found.lengths[name] = lengths
        done += 1
        request.progress(f"playing, {name}", done, steps)
    request.progress("writing the report", steps, steps)
    return write_report(request, games, found, _device(request))


def _device(request: Request) -> str:
    if request.budget != "gpu":
        return "cpu"
    import torch

    if not torch.cuda.is_available():
        raise ExperimentError("--gpu: PyTorch finds no GPU here; leave it out, or run --quick")
    return "cuda"


def all_learners(games: int, seed: int, budget: str) -> list[Learner]:
    """Two paces: the article's settings as far as so many games go, and faster ones. A run on a GPU, which is
    no faster at the article's single games, has the latter only; so has a quick run, with a network of a
    tenth of the size that takes larger steps."""
    learners = []
    for board, settings in RUNS.items():
        article = settings(seed=seed % 2**63)
        if budget == "quick":
            small = replace(article, width=QUICK_WIDTH)
            learners.append(Learner(board, "faster", small.faster(games, rate=20.0)))
            continue
        side_by_side = GPU_SIDE_BY_SIDE if budget == "gpu" else 64
        learners.append(Learner(board, "faster", article.faster(games, games=side_by_side)))
        if budget != "gpu":
            learners.append(Learner(board, "article", article.ended_after(games)))
    return learners


def _games(
    request: Request, folder: ResultFolder, learners: list[Learner], threads: int
) -> Iterator[tuple[str, Lengths]]:
    """All games without learning, by board and player."""
    games = QUICK_FINAL_GAMES if request.quick else FINAL_GAMES
    device = _device(request)
    for learner in learners:
        yield learner.name, network_games(folder, learner, games, device)
    for board in RUNS:
        settings = next(learner.settings for learner in learners if learner.board == board)
        yield f"{board}-untaught", untaught_games(folder, board, settings, games, device)
        for agent in AGENTS:
            yield f"{board}-{agent}", agent_games(folder, board, settings, agent, games, threads)
