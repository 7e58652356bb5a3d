"""Casher 2024: a network that learns by temporal differences from its own games, on one board and on any; ours beside the
article's figures."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from longroad.errors import MissingExtraError
from longroad.experiments.casher2024.games import AGENTS, Lengths, agent_games, network_games, untaught_games
from longroad.experiments.casher2024.learning import Learner, curve, learn_all
from longroad.experiments.casher2024.report import Found, write_report
from longroad.experiments.folder import ResultFolder
from longroad.experiments.request import Request
from longroad.train.td_settings import TdSettings

#: Games a network learns from.
GAMES, QUICK_GAMES = 20_000, 6_000
#: Neurons a layer in a quick run; the article has 500.
QUICK_WIDTH = 128
#: Games of a finished network and of each agent.
FINAL_GAMES, QUICK_FINAL_GAMES = 600, 60
RUNS = {"fixed": TdSettings.fixed_board, "any": TdSettings.any_board}


def run(request: Request) -> Path:
    """Measures, writes report.md, report.json and pictures into ``request.out``, and returns the report's path."""
    from longroad.plots import require_matplotlib

    require_matplotlib()
    if importlib.util.find_spec("torch") is None:
        raise MissingExtraError("a network that learns", "train")
    games = request.games or (QUICK_GAMES if request.quick else GAMES)
    folder = ResultFolder(
        request.out,
        {"experiment": "casher2024", "games": games, "quick": request.quick, "seed": request.seed},
    )
    threads = request.threads or os.cpu_count() or 1
    learners = all_learners(games, request.seed, request.quick)
    parts = sum(len(learner.parts) for learner in learners)
    steps = parts + len(learners) + len(RUNS) * (1 + len(AGENTS))
    done = 0
    request.progress("learning", done, steps)
    for name in learn_all(folder, learners, threads, getattr(request, "device", "cpu")):
        done += 1
        request.progress(f"learning, {name}", done, steps)
    found = Found(learners, {learner.name: curve(folder, learner) for learner in learners})
    for name, lengths in _games(request, folder, learners, threads):
        found.lengths[name] = lengths
        done += 1
        request.progress(f"playing, {name}", done, steps)
    request.progress("writing the report", steps, steps)
    return write_report(request, games, found)


def all_learners(games: int, seed: int, quick: bool) -> list[Learner]:
    """Two paces: the article's settings as far as so many games go, and faster ones. A quick run has the latter only, with a network
    of a tenth of the size that takes larger steps."""
    learners = []
    for board, settings in RUNS.items():
        article = settings(seed=seed % 2**63)
        if quick:
            learners.append(
                Learner(board, "faster", replace(article, width=QUICK_WIDTH).faster(games, rate=20.0))
            )
        else:
            learners.append(Learner(board, "faster", article.faster(games)))
            learners.append(Learner(board, "article", article.ended_after(games)))
    return learners


def _games(
    request: Request, folder: ResultFolder, learners: list[Learner], threads: int
) -> Iterator[tuple[str, Lengths]]:
    """All games without learning, by board and player."""
    games = QUICK_FINAL_GAMES if request.quick else FINAL_GAMES
    device = getattr(request, "device", "cpu")
    for learner in learners:
        yield learner.name, network_games(folder, learner, games, device)
    for board in RUNS:
        settings = next(learner.settings for learner in learners if learner.board == board)
        yield f"{board}-untaught", untaught_games(folder, board, settings, games, device)
        for agent in AGENTS:
            yield f"{board}-{agent}", agent_games(folder, board, settings, agent, games, threads)
