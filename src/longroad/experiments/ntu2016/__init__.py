"""Ke and Chan 2016: the table of section 5.1, ours beside theirs, the same under official rules, and
minimax."""

from __future__ import annotations

from pathlib import Path

from longroad.experiments.folder import ResultFolder
from longroad.experiments.ntu2016.found import Found
from longroad.experiments.ntu2016.playing import play_all, seconds_of
from longroad.experiments.ntu2016.positions import (
    Pairs,
    good_pairs,
    plain_pairs,
    study,
    study_dict,
    study_from,
)
from longroad.experiments.ntu2016.published import STUDY_GAMES
from longroad.experiments.ntu2016.report import write_report
from longroad.experiments.ntu2016.series import OFFICIAL, RULES, SIX, all_series
from longroad.experiments.request import Request
from longroad.extras import require
from longroad.openings import PlacementStudy

GAMES, QUICK_GAMES = 500, 12
QUICK_STUDY_GAMES = 20
#: Each has good positions of its own.
RULES_OF = {"table": RULES, "six": SIX, "official": OFFICIAL}


def run(request: Request) -> Path:
    """Measures, writes report.md, report.json and pictures into ``request.out``, and returns the report's
    path."""
    require("this experiment", ["plots"])
    games = request.games or (QUICK_GAMES if request.quick else GAMES)
    folder = ResultFolder(
        request.out,
        {"experiment": "ntu2016", "games": games, "quick": request.quick, "seed": request.seed},
    )
    request.progress("studies of the placements", 0, 1)
    studies = {name: _studied(request, folder, name) for name in RULES_OF}
    pairs = {name: _pairs(found) for name, found in studies.items()}
    some = max(2 * games // 5, 2)
    series = all_series(games, variants=games if request.quick else max(2 * some, 2), earlier=some)
    games_played = play_all(request, folder, series, pairs)
    return write_report(request, Found(studies, pairs, series, games_played, seconds_of(folder, series)))


def _studied(request: Request, folder: ResultFolder, name: str) -> PlacementStudy:
    rules = RULES_OF[name]
    games = QUICK_STUDY_GAMES if request.quick else STUDY_GAMES
    data = folder.part(f"study-{name}", lambda: study_dict(study(rules, games, request)))
    return study_from(data, rules, request.seed)


def _pairs(found: PlacementStudy) -> Pairs:
    good = [(p.intersections[0], p.intersections[1]) for p in good_pairs(found.placements)]
    return Pairs(plain_pairs(), tuple(good))
