"""Tournaments: a plan, a folder that fills up with results, and who plays the jobs.

Every job's result is a file of its own, written whole and only once. So a tournament that was killed resumes
from its last finished job, and several processes may work on one folder: at worst a job is played twice, with
the same result.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import longroad
from longroad.arena.data.archive import write_games
from longroad.arena.play.jobs import Job
from longroad.arena.play.playing import Playing
from longroad.arena.play.results import Results
from longroad.arena.tournament.plan import Pairing, Plan
from longroad.errors import TournamentError
from longroad.failures import one_line
from longroad.files import write_once
from longroad.jobs import Here, Runner

_PLAN = "tournament.json"


@dataclass(frozen=True)
class Tournament:
    """A folder with a plan and the results so far."""

    folder: Path
    plan: Plan

    @staticmethod
    def open(folder: Path, plan: Plan | None = None) -> Tournament:
        """The tournament of a folder. With a plan, a new one is begun, or the one there must have the same
        plan.

        TournamentError if there is none, or one with another plan.
        """
        file = folder / _PLAN
        if plan is not None and not file.exists():
            plan.check_agents()
            others = folder.exists() and any(
                not entry.name.startswith(f".{_PLAN}") for entry in folder.iterdir()
            )
            if others and not file.exists():  # it may have come meanwhile, from a process beside us
                raise TournamentError(f"{folder}: is not empty and holds no tournament: name another folder")
            folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"longroad": longroad.__version__, **plan.to_dict()}, indent=1)
            write_once(file, (text + "\n").encode())
        if not file.exists():
            raise TournamentError(f"{folder}: holds no tournament (there is no {_PLAN})")
        known = _read_plan(file)
        if plan is not None and plan != known:
            raise TournamentError(f"{folder}: holds another tournament ({_difference(known, plan)})")
        return Tournament(folder, known)

    def result_file(self, pairing: Pairing, first: int) -> Path:
        """Where the result of a job is kept."""
        return self.folder / "results" / pairing.name / f"{first:07d}.json"

    def games_file(self, pairing: Pairing, first: int) -> Path:
        """Where the games of a job are kept."""
        return self.folder / "games" / pairing.name / f"{first:07d}.jsonl.gz"

    def play(
        self,
        runner: Runner | None = None,
        progress: Callable[[int, int], None] | None = None,
        *,
        stop_at_failure: bool = False,
    ) -> Tournament:
        """Plays what is still to be played. ``progress(games done, games in all)`` is called after every job;
        with ``stop_at_failure`` the first failure of an agent raises FailedGame.

        KeyboardInterrupt passes through; what was finished is kept.
        """
        runner = runner or Here()
        names = {(pairing.agents, job.first): pairing for pairing, job in self.plan.jobs()}
        total = self.plan.total_games
        done = sum(results.games for _, _, results in self.results())
        if progress:
            progress(done, total)
        for played in runner.run(Playing(stop_at_failure), self._open_jobs()):
            job, results = played.job, played.result
            self._keep(names[job.agents, job.first], job, results)  # type: ignore[index]
            done += results.games
            if progress:
                progress(min(done, total), total)
        return self

    def results(self) -> Iterator[tuple[Pairing, int, Results]]:
        """What was played so far: pairing, first block, games; in the order of the plan. Raises
        TournamentError for a file that cannot be the results of its job."""
        for pairing, job in self.plan.jobs():
            file = self.result_file(pairing, job.first)
            if file.exists():
                yield pairing, job.first, _read_results(file, job)

    @property
    def is_complete(self) -> bool:
        """Whether everything was played."""
        return all(self.result_file(pairing, job.first).exists() for pairing, job in self.plan.jobs())

    def _open_jobs(self) -> Iterator[Job]:
        """Jobs without a result when they are asked for. Who joins later begins anywhere, to meet the others
        seldom."""
        jobs = list(self.plan.jobs())
        start = random.randrange(len(jobs)) if (self.folder / "results").exists() else 0
        for pairing, job in jobs[start:] + jobs[:start]:
            if not self.result_file(pairing, job.first).exists():
                yield job

    def _keep(self, pairing: Pairing, job: Job, results: Results) -> None:
        if job.keep:
            games = self.games_file(pairing, job.first)
            games.parent.mkdir(parents=True, exist_ok=True)
            write_games(
                games, results.kept
            )  # before the result: a result without its games would never get them
        file = self.result_file(pairing, job.first)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_once(file, (json.dumps(results.to_dict()) + "\n").encode())


def _read_plan(file: Path) -> Plan:
    try:
        data = json.loads(file.read_text("utf-8"))
        if isinstance(data, dict):
            data.pop("longroad", None)
        return Plan.from_dict(data)
    except (ValueError, RecursionError) as error:
        raise TournamentError(f"{file}: is damaged ({one_line(str(error))})") from error


def _read_results(file: Path, job: Job) -> Results:
    players = job.rules.players
    try:
        data = json.loads(file.read_text("utf-8"))
        return Results.from_dict(data, players=players, games=job.blocks * players)
    except (ValueError, RecursionError) as error:
        why = one_line(str(error))
        raise TournamentError(f"{file}: is damaged ({why}): delete it, it will be played again") from error


def _difference(known: Plan, wanted: Plan) -> str:
    there, here = known.to_dict(), wanted.to_dict()
    name = next(name for name in there if there[name] != here[name])
    return f"{name} is {there[name]}, not {here[name]}"
