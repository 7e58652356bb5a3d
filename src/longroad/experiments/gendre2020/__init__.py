"""Gendre and Kaneko 2020: cross-dimensional networks learn by self-play; Figures 6 to 10 and Tables 3 to 5,
ours beside theirs."""

from __future__ import annotations

from pathlib import Path

from longroad.errors import ExperimentError
from longroad.experiments.folder import ResultFolder
from longroad.experiments.gendre2020.budgets import (
    BUDGETS,
    PARTS,
    Learner,
    learners_of,
    main_ones,
    without_activity,
)
from longroad.experiments.request import Request
from longroad.extras import require

__all__ = ["PARTS", "run"]


def run(request: Request) -> Path:
    """Measures, writes report.md, report.json and pictures into ``request.out``, and returns the report's
    path."""
    require("this experiment", ["plots", "train"])
    from longroad.experiments.gendre2020.learning import learn_all
    from longroad.experiments.gendre2020.logits import spread
    from longroad.experiments.gendre2020.points import final_points
    from longroad.experiments.gendre2020.report import Found, write_report
    from longroad.experiments.gendre2020.tables import facts

    budget = BUDGETS[request.budget]
    if request.games is not None:
        raise ExperimentError(
            "--games: this experiment has its own numbers; --quick, --gpu and --full choose among them"
        )
    _check_device(budget.device)
    parts = [part for part in PARTS if part in (request.parts or PARTS)]
    folder = ResultFolder(
        request.out, {"experiment": "gendre2020", "budget": request.budget, "seed": request.seed}
    )
    learners: dict[str, Learner] = {}
    for part in parts:
        learners |= {learner.name: learner for learner in learners_of(part, budget, request.seed)}
    total = sum(learner.moves for learner in learners.values()) // 1000
    found = Found(parts)
    found.curves = learn_all(
        folder,
        list(learners.values()),
        budget,
        request.runner,
        request.cores,
        lambda message, moves: request.progress(message, moves, max(total, 1)),
    )
    if "fig8" in parts:
        request.progress("playing the games of Figure 8", total, max(total, 1))
        found.points = final_points(folder, main_ones(budget, request.seed)[0], budget, request)
    if "fig9" in parts:
        for one in (*main_ones(budget, request.seed), *without_activity(budget, request.seed)):
            found.spreads[one.name] = spread(folder, one)
    if "tables" in parts:
        found.facts = facts(budget)
    request.progress("writing the report", max(total, 1), max(total, 1))
    return write_report(request, budget, found)


def _check_device(device: str) -> None:
    import torch

    if device == "cuda" and not torch.cuda.is_available():
        raise ExperimentError("--gpu: PyTorch finds no GPU here; leave it out, or run --quick")
