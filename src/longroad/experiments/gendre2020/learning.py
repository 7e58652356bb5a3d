"""The networks learn, several at a time, and what they learnt is kept; a killed run resumes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from longroad.errors import ExperimentError
from longroad.experiments.folder import ResultFolder
from longroad.experiments.gendre2020.budgets import Budget, Learner
from longroad.experiments.gendre2020.lessons import ON_ONE_GPU, Lesson, learn, network_from
from longroad.files import write_bytes
from longroad.jobs import Each, Processes, Runner

if TYPE_CHECKING:
    from longroad.nets.network import PolicyNetwork

SECONDS_BETWEEN_LOOKS = 2.0


@dataclass(frozen=True)
class Point:
    """A network measured after so many moves: by opponent, games won and played."""

    moves: int
    won: dict[str, tuple[int, int]]
    #: Of training, until then.
    seconds: float = 0.0

    def rate(self, opponent: str) -> float:
        """The share of the games it won."""
        wins, games = self.won[opponent]
        return wins / games


Curve = list[Point]


def learn_all(
    folder: ResultFolder,
    learners: list[Learner],
    budget: Budget,
    runner: Runner | None,
    threads: int,
    progress: Callable[[str, int], None],
) -> dict[str, Curve]:
    """Trains all that are not yet trained, several at once, and returns their curves by name. Without a
    runner in processes of this machine.

    ``progress`` is told who learns and how many thousand moves all together have learnt from.
    """
    waiting = [learner for learner in learners if not folder.has(learner.name)]
    places = ON_ONE_GPU if budget.device == "cuda" else max(min(threads, len(waiting)), 1)
    runner = runner or Processes(places)
    running: list[str] = []

    def lessons() -> Iterator[Lesson | None]:
        while waiting:
            learner = next((one for one in waiting if _ready(folder, one)), None)
            if learner is None:
                yield None
                continue
            waiting.remove(learner)
            running.append(learner.name)
            yield _lesson(folder.path, learner, budget, here=runner.shares_files)

    def tell() -> None:
        names = ", ".join(sorted(running))
        progress(
            f"thousand moves: {names}" if names else "thousand moves", moves_so_far(folder, learners) // 1000
        )

    with _repeated(tell):
        for done in runner.run(Each(learn), lessons()):
            learner = done.job.learner
            running.remove(learner.name)
            for name, content in done.result.items():
                write_bytes(home_of(folder.path, learner.name) / name, content)
            curve = curve_of(folder.path, learner, budget)
            folder.part(learner.name, lambda curve=curve: _plain(curve))  # type: ignore[misc]
    return {learner.name: _points(folder, learner) for learner in learners}


@contextmanager
def _repeated(tell: Callable[[], None]) -> Iterator[None]:
    """A block during which, and at whose ends, something is told."""
    over = threading.Event()

    def go_on() -> None:
        while not over.wait(SECONDS_BETWEEN_LOOKS):
            tell()

    tell()
    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    tell()


def _lesson(path: Path, learner: Learner, budget: Budget, here: bool) -> Lesson:
    home = home_of(path, learner.name)
    home.mkdir(parents=True, exist_ok=True)
    fixed = None
    if learner.opponent is not None:
        fixed = (home_of(path, learner.opponent) / "third.pt").read_bytes()
    return Lesson(learner, budget, home if here else None, fixed)


def _ready(folder: ResultFolder, learner: Learner) -> bool:
    return learner.opponent is None or folder.has(learner.opponent)


def moves_so_far(folder: ResultFolder, learners: list[Learner]) -> int:
    """Moves that all learners together have learnt from."""
    total = 0
    for learner in learners:
        if folder.has(learner.name):
            total += learner.moves
        else:
            total += min(_last_moves(home_of(folder.path, learner.name) / "metrics.jsonl"), learner.moves)
    return total


def _last_moves(file: Path) -> int:
    from longroad.train.run.metrics import read_metrics

    lines = read_metrics(file) if file.exists() else []
    return int(lines[-1]["moves"]) if lines else 0


def home_of(path: Path, name: str) -> Path:
    """The folder of a learner's run."""
    return path / "runs" / name


def _plain(curve: Curve) -> dict[str, Any]:
    return {
        "moves": [p.moves for p in curve],
        "won": [p.won for p in curve],
        "seconds": [p.seconds for p in curve],
    }


def _points(folder: ResultFolder, learner: Learner) -> Curve:
    def missing() -> dict[str, Any]:
        raise ExperimentError(f"{folder.path}: {learner.name} is not finished: run the same command again")

    kept = folder.part(learner.name, missing)
    won = [{name: (row[0], row[1]) for name, row in at.items()} for at in kept["won"]]
    return [Point(*point) for point in zip(kept["moves"], won, kept["seconds"], strict=True)]


def curve_of(path: Path, learner: Learner, budget: Budget) -> Curve:
    """A learner's evaluations, from the log of its run."""
    from longroad.train.run.metrics import read_metrics

    curve = []
    for line in read_metrics(home_of(path, learner.name) / "metrics.jsonl"):
        rates = {name: line.get(f"eval/{name}/win") for name in budget.opponents}
        won = {
            name: (round(rate * budget.games), budget.games)
            for name, rate in rates.items()
            if rate is not None
        }
        if won:
            curve.append(Point(int(line["moves"]), won, float(line["seconds"])))
    return curve


def trained(path: Path, learner: Learner) -> PolicyNetwork:
    """A learner's network at the end."""
    return network_from(finished_weights(path, learner), learner.network)


def finished_weights(path: Path, learner: Learner) -> bytes:
    """The weights of a learner's network at the end."""
    return (home_of(path, learner.name) / "finished.pt").read_bytes()
