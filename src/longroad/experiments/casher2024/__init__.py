"""Casher 2024: a network that learns by temporal differences from its own games, on one board and on any;
ours beside the article's figures."""

from __future__ import annotations

from pathlib import Path

from longroad.errors import ExperimentError
from longroad.experiments.casher2024.found import Found
from longroad.experiments.casher2024.games import AGENTS, all_series, play_all
from longroad.experiments.casher2024.learners import GAMES, RUNS, Games, all_learners
from longroad.experiments.casher2024.learning import curve, learn_all, parts_of
from longroad.experiments.casher2024.report import write_report
from longroad.experiments.folder import ResultFolder
from longroad.experiments.request import Request
from longroad.extras import require

#: Games of a finished network and of each agent.
FINAL_GAMES, QUICK_FINAL_GAMES = 600, 60


def run(request: Request) -> Path:
    """Measures, writes report.md, report.json and pictures into ``request.out``, and returns the report's
    path."""
    require("this experiment", ["plots", "train"])
    games = Games(request.games, request.games) if request.games else GAMES[request.budget]
    folder = ResultFolder(
        request.out,
        {
            "experiment": "casher2024",
            "games": [games.article, games.faster],
            "budget": request.budget,
            "seed": request.seed,
        },
    )
    learners = all_learners(request.budget, games, request.seed)
    parts = sum(len(parts_of(learner)) for learner in learners)
    steps = parts + len(learners) + len(RUNS) * (1 + len(AGENTS))
    done = 0
    request.progress("learning", done, steps)
    runner = request.runner_of(len(learners))
    for name in learn_all(folder, learners, runner, _device(request)):
        done += 1
        request.progress(f"learning, {name}", done, steps)
    found = Found(learners, {learner.name: curve(folder, learner) for learner in learners})
    final = QUICK_FINAL_GAMES if request.quick else FINAL_GAMES
    series = list(all_series(folder, learners, RUNS, final, _device(request)))
    for name, lengths in play_all(folder, series, request.runner_of(len(series))):
        found.lengths[name] = lengths
        done += 1
        request.progress(f"playing, {name}", done, steps)
    request.progress("writing the report", steps, steps)
    return write_report(request, found, _device(request))


def _device(request: Request) -> str:
    if request.budget != "gpu":
        return "cpu"
    import torch

    if not torch.cuda.is_available():
        raise ExperimentError("--gpu: PyTorch finds no GPU here; leave it out, or run --quick")
    return "cuda"
