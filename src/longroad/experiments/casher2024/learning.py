"""The networks learn, part by part: a killed run resumes from the last part that was finished."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Any

from longroad.errors import ExperimentError
from longroad.experiments.casher2024.learners import SIDE_BY_SIDE, Learner
from longroad.experiments.folder import ResultFolder
from longroad.files import replacing

if TYPE_CHECKING:
    from longroad.nets.resmlp import PlaceNetwork

#: Games of a part, about, when SIDE_BY_SIDE are played at once; in proportion when more are.
PART = 400
#: What is kept of every step of a learner.
COLUMNS = (
    "epoch",
    "games",
    "loss",
    "rolls",
    "won",
    "explored",
    "decisions",
    "playing_seconds",
    "learning_seconds",
)


def parts_of(learner: Learner) -> list[tuple[str, int, int]]:
    """Name, first epoch and end of each part of a learner's run."""
    return learner.parts(PART * max(1, learner.settings.games // SIDE_BY_SIDE))


def learn_all(folder: ResultFolder, learners: list[Learner], threads: int, device: str) -> Iterator[str]:
    """Lets all learners run to their ends, several at once. Each has one core, so that results do not depend
    on ``threads``. Yields a learner's name whenever a part of it is finished."""
    left = {learner.name: parts_of(learner) for learner in learners}
    by_name = {learner.name: learner for learner in learners}
    for name, parts in left.items():
        while parts and folder.has(parts[0][0]):
            yield name
            parts.pop(0)
    open_ones = [name for name, parts in left.items() if parts]
    if threads == 1 or len(open_ones) < 2:
        for name in open_ones:
            for part in left[name]:
                _advance(folder, by_name[name], part, device)
                yield name
        return
    pool = ProcessPoolExecutor(min(threads, len(open_ones)), mp_context=get_context("spawn"))
    try:
        running: dict[Future[None], str] = {}

        def submit(name: str) -> None:
            if left[name]:
                running[pool.submit(_advance, folder, by_name[name], left[name].pop(0), device)] = name

        for name in open_ones:
            submit(name)
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                future.result()
                submit(name)
                yield name
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def curve(folder: ResultFolder, learner: Learner) -> dict[str, list[float]]:
    """What was kept of all steps, by column."""

    def missing() -> dict[str, Any]:
        raise AssertionError("a part is missing")

    parts = [folder.part(name, missing) for name, _, _ in parts_of(learner)]
    return {column: [value for part in parts for value in part[column]] for column in COLUMNS}


def network(folder: ResultFolder, learner: Learner) -> PlaceNetwork:
    """The network at the end."""
    import torch

    from longroad.train.td.trainer import network_of

    saved = torch.load(_state_file(folder, learner), map_location="cpu", weights_only=True)
    found = network_of(learner.settings)
    found.load_state_dict(saved["learner"]["network"])
    return found


@contextmanager
def one_core() -> Iterator[None]:
    """PyTorch counts on one core: small products gain little from more, and sums come out the same."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _stop_if_left_alone() -> None:
    """Ends a process whose run was killed, so that it does not write into the folder of the next one."""
    parent = parent_process()
    if parent is not None and not parent.is_alive():
        raise SystemExit


def _state_file(folder: ResultFolder, learner: Learner) -> Path:
    return folder.path / "states" / f"{learner.name}.pt"


def _advance(folder: ResultFolder, learner: Learner, part: tuple[str, int, int], device: str) -> None:
    """One part: the learner's state is written first, with the figures of the part, then the part."""
    with one_core():
        folder.part(part[0], lambda: _learn(folder, learner, part, device))


def _learn(folder: ResultFolder, learner: Learner, part: tuple[str, int, int], device: str) -> dict[str, Any]:
    import torch

    from longroad.train.td.trainer import TemporalDifferences

    name, start, end = part
    file = _state_file(folder, learner)
    saved = torch.load(file, map_location="cpu", weights_only=True) if file.exists() else None
    if saved is not None and saved["part"] == name:  # killed between the two files
        return dict(saved["figures"])
    learning = TemporalDifferences(learner.settings, device=device)
    if start > 0:
        if saved is None or saved["learner"]["steps"] != start:
            raise ExperimentError(f"{file}: does not stand at epoch {start}: name another folder with --out")
        learning.load_state_dict(saved["learner"])
    steps = []
    for _ in range(start, end):
        steps.append(learning.step())
        _stop_if_left_alone()
    figures = {column: [step[column] for step in steps] for column in COLUMNS}
    file.parent.mkdir(exist_ok=True)
    with replacing(file) as out:
        torch.save({"part": name, "figures": figures, "learner": learning.state_dict()}, out)
    return figures
