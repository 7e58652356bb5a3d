"""Taucher, Polk, Oommen 2018: Tables 2 to 5 ours beside theirs, other readings of what the paper leaves open,
and representative moves at equal time."""

from __future__ import annotations

from pathlib import Path

from longroad.experiments.folder import ResultFolder
from longroad.experiments.request import Request
from longroad.experiments.taucher2018 import equal_time, readings
from longroad.experiments.taucher2018.matches import (
    TABLES,
    VARIANTS,
    Match,
    chunks,
    figures,
    is_played,
    parts_played,
    play,
)
from longroad.experiments.taucher2018.report import write_report
from longroad.experiments.taucher2018.searches import check_values, search, search_parts
from longroad.extras import require
from longroad.jobs import Here

GAMES, QUICK_GAMES = 400, 20
#: What can be run alone; the tables are Tables 2 to 5.
PARTS = ("tables", "readings", "time")
#: Those that depend on the machine.
TIMED = ("tables", "time")
QUICK_MATCHES = (
    "table-4",
    "table-5",
    "averages-3",
    "averages-5",
    "time-skirmish-expectimax-1",
    "time-catan-expectimax-1",
)


def _matches(request: Request) -> list[Match]:
    """All that is to be played, each once."""
    by_part = {"tables": (*TABLES, *VARIANTS), "readings": readings.MATCHES, "time": equal_time.MATCHES}
    chosen = {match.name: match for part in request.parts or PARTS for match in by_part[part]}
    return [match for match in chosen.values() if not request.quick or match.name in QUICK_MATCHES]


def run(request: Request) -> Path:
    """Measures, writes report.md, report.json and pictures into ``request.out``, and returns the report's
    path. The report tells of all that the folder holds, of earlier runs too."""
    require("this experiment", ["plots"])
    games = request.games or (QUICK_GAMES if request.quick else GAMES)
    folder = ResultFolder(
        request.out,
        {"experiment": "taucher2018", "games": games, "quick": request.quick, "seed": request.seed},
    )
    searches = search_parts(request.quick)
    matches = _matches(request)
    timed = searches if "tables" in (request.parts or PARTS) else []
    steps = len(timed) + len(matches) * len(chunks(games))
    # Timed searches have this machine to themselves, and matches all of its cores.
    runner, done = request.runner or Here(request.cores), 0
    request.progress("searching", done, steps)
    done += sum(folder.has(part.name) for part in timed)
    for part in search(timed, folder, runner):
        moves = "representative moves" if part.representative else "all moves"
        done += 1
        request.progress(f"depth {part.depth}, {moves}, {part.how}", done, steps)
    if timed:
        check_values(timed, folder)
    done = len(timed) + sum(parts_played(match, folder, games) for match in matches)
    request.progress("playing", done, steps)
    for match in play(matches, folder, games, request.seed, runner):
        done += 1
        request.progress(match.label, done, steps)
    request.progress("writing the report", steps, steps)
    known = {match.name: match for match in (*TABLES, *VARIANTS, *readings.MATCHES, *equal_time.MATCHES)}
    finished = all(folder.has(part.name) for part in searches)
    return write_report(
        request,
        {part.name: folder.part(part.name, part.run) for part in searches} if finished else {},
        {
            name: figures(match, folder, games)
            for name, match in known.items()
            if is_played(match, folder, games)
        },
    )
