"""Conventional wisdom tested by strong play: many games, what happened in them, and what follows."""

from __future__ import annotations

import json
from pathlib import Path

from longroad.errors import ExperimentError
from longroad.experiments.request import Request
from longroad.experiments.wisdom import rows
from longroad.experiments.wisdom.games import FULL, SETS, Shard, shards_of
from longroad.experiments.wisdom.report import write_report
from longroad.experiments.wisdom.shards import read_shard
from longroad.extras import require
from longroad.files import write_text
from longroad.jobs import Each

QUICK_GAMES = 2_000


def run(request: Request) -> Path:
    """Plays, reads and writes report.md, report.json and pictures into ``request.out``; returns the report's
    path. A folder can be gone on with for more games than it was begun with."""
    require("this experiment", ["plots"])
    games = request.games or (QUICK_GAMES if request.quick else FULL)
    _claim(request)
    shards = shards_of(request.out, request.seed, games)
    missing = [shard for shard in shards if not rows.is_current(shard.rows_file)]
    done = len(shards) - len(missing)
    message = f"{games:,} games and variants"
    request.progress(message, done, len(shards))
    for _ in request.runner_of(len(missing)).run(Each(read_shard), missing):
        done += 1
        request.progress(message, done, len(shards))
    request.progress("counting", done, len(shards))
    return write_report(request, games, {name: _rows(shards, name) for name in SETS})


def _rows(shards: list[Shard], of: str) -> rows.Rows:
    """What was read off a set, in the order of its games."""
    own = sorted((shard for shard in shards if shard.of == of), key=lambda shard: shard.first)
    return rows.load(shard.rows_file for shard in own)


def _claim(request: Request) -> None:
    """Games of another seed are not mixed with those in the folder."""
    known, settings = request.out / "settings.json", {"experiment": "wisdom", "seed": request.seed}
    if not known.exists():
        request.out.mkdir(parents=True, exist_ok=True)
        write_text(known, json.dumps(settings) + "\n")
        return
    try:
        found = json.loads(known.read_text())
    except ValueError as error:
        raise ExperimentError(f"{known}: is damaged ({error})") from error
    if found != settings:
        raise ExperimentError(
            f"{request.out}: holds a run with {found}, not {settings}: name another folder with --out"
        )
