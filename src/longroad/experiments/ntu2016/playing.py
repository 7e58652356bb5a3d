"""Plays all games, part by part, on one core or several."""

from __future__ import annotations

from typing import Any

from longroad.experiments.folder import ResultFolder
from longroad.experiments.ntu2016.games import Game, Series, games_of, play_part
from longroad.experiments.ntu2016.positions import Pairs
from longroad.experiments.request import Request
from longroad.jobs import Each

Task = tuple[str, Series, Pairs, int, int, int]  # name, what is played, from where, seed, first game, end


def play_all(
    request: Request,
    folder: ResultFolder,
    series: dict[str, list[Series]],
    pairs: dict[str, Pairs],
) -> dict[str, list[Game]]:
    """All games by name of their series: those found in the folder, and the others played now."""
    everything = [(section, one) for section, many in series.items() for one in many]
    tasks: list[Task] = [
        (name, one, pairs.get(section, pairs["table"]), request.seed, start, end)
        for section, one in everything
        for name, start, end in one.parts
    ]
    missing = [task for task in tasks if not folder.has(task[0])]
    done = len(tasks) - len(missing)
    if missing:
        request.progress(f"playing {missing[0][1].name}", done, len(tasks))
    for played in request.runner_of(len(missing)).run(Each(_play), missing):
        folder.part(played.job[0], lambda result=played.result: result)  # type: ignore[misc]
        done += 1
        request.progress(f"playing {played.job[1].name}", done, len(tasks))
    return {
        one.name: [game for name, _, _ in one.parts for game in games_of(folder.part(name, _missing))]
        for _, one in everything
    }


def seconds_of(folder: ResultFolder, series: dict[str, list[Series]]) -> dict[str, float]:
    """The CPU time that the games of each series took."""
    return {
        one.name: sum(folder.part(name, _missing)["seconds"] for name, _, _ in one.parts)
        for many in series.values()
        for one in many
    }


def _missing() -> dict[str, Any]:
    raise AssertionError("a part is missing")


def _play(task: Task) -> dict[str, Any]:
    return play_part(*task[1:])
