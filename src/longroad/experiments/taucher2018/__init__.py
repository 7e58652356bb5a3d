"""Taucher, Polk, Oommen 2018: Tables 2 to 5, ours beside theirs."""

from __future__ import annotations

import os
from pathlib import Path

from longroad.experiments.folder import ResultFolder
from longroad.experiments.request import Request
from longroad.experiments.taucher2018.matches import MATCHES, chunks, figures, play
from longroad.experiments.taucher2018.report import write_report
from longroad.experiments.taucher2018.searches import check_values, search_parts
from longroad.extras import require

GAMES, QUICK_GAMES = 400, 20
QUICK_MATCHES = ("table-4", "table-5", "real-5")


def run(request: Request) -> Path:
    """Measures, writes report.md, report.json and pictures into ``request.out``, and returns the report's
    path."""
    require("this experiment", ["plots"])
    games = request.games or (QUICK_GAMES if request.quick else GAMES)
    folder = ResultFolder(
        request.out,
        {"experiment": "taucher2018", "games": games, "quick": request.quick, "seed": request.seed},
    )
    searches = search_parts(request.quick)
    matches = [match for match in MATCHES if not request.quick or match.name in QUICK_MATCHES]
    steps = len(searches) + len(matches) * len(chunks(games))
    done = 0
    for part in searches:
        moves = "representative moves" if part.representative else "all moves"
        request.progress(f"depth {part.depth}, {moves}, {part.how}", done, steps)
        folder.part(part.name, part.run)
        done += 1
    check_values(searches, folder)
    for match in matches:
        request.progress(match.label, done, steps)
        for _ in play(match, folder, games, request.seed, request.threads or os.cpu_count() or 1):
            done += 1
            request.progress(match.label, done, steps)
    request.progress("writing the report", steps, steps)
    results = {part.name: folder.part(part.name, part.run) for part in searches}
    played = {match.name: figures(match, folder, games) for match in matches}
    return write_report(request, results, played)
