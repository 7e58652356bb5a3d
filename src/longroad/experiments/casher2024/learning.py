"""The networks learn, part by part: a killed run resumes from the last part that was finished."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from longroad.errors import ExperimentError
from longroad.experiments.casher2024.learners import SIDE_BY_SIDE, Learner
from longroad.experiments.folder import ResultFolder
from longroad.files import write_bytes
from longroad.jobs import Each, Runner

if TYPE_CHECKING:
    from longroad.nets.resmlp import PlaceNetwork
    from longroad.train.td.settings import TdSettings

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


def learn_all(folder: ResultFolder, learners: list[Learner], runner: Runner, device: str) -> Iterator[str]:
    """Lets all learners run to their ends, several at once. Each has one core, so that results do not depend
    on how many learn at a time. Yields a learner's name whenever a part of it is finished."""
    left = {learner.name: parts_of(learner) for learner in learners}
    for name, parts in left.items():
        while parts and _is_done(folder, name, parts[0][0]):
            yield name
            parts.pop(0)
    by_name = {learner.name: learner for learner in learners}
    for done in runner.run(Each(_learn), _open_parts(folder, by_name, left, device)):
        part, result = done.job, done.result
        _keep(folder, part.learner, result)
        folder.part(part.name, lambda kept=result: _figures(kept))  # type: ignore[misc]
        yield part.learner.name


def _open_parts(
    folder: ResultFolder,
    learners: dict[str, Learner],
    left: dict[str, list[tuple[str, int, int]]],
    device: str,
) -> Iterator[Part | None]:
    """The next part of each learner, and the next but one when that is done."""
    learning: dict[str, str] = {}
    while any(left.values()):
        free = (name for name in left if left[name] and (name not in learning or folder.has(learning[name])))
        name = next(free, None)
        if name is None:
            yield None
            continue
        part, start, end = left[name].pop(0)
        learning[name] = part
        yield Part(learners[name], part, start, end, _state_before(folder, learners[name], start), device)


def _is_done(folder: ResultFolder, learner: str, part: str) -> bool:
    """Whether a part is finished; one that was killed between its two files is finished now."""
    if folder.has(part):
        return True
    kept = _kept(folder, learner)
    if kept is None or kept["part"] != part:
        return False
    folder.part(part, lambda: _figures(kept))
    return True


def curve(folder: ResultFolder, learner: Learner) -> dict[str, list[float]]:
    """What was kept of all steps, by column."""

    def missing() -> dict[str, Any]:
        raise AssertionError("a part is missing")

    parts = [folder.part(name, missing) for name, _, _ in parts_of(learner)]
    return {column: [value for part in parts for value in part[column]] for column in COLUMNS}


def state_of(folder: ResultFolder, learner: Learner) -> bytes:
    """The learner at the end."""
    return _state_file(folder, learner.name).read_bytes()


def network(state: bytes, settings: TdSettings) -> PlaceNetwork:
    """A learner's network."""
    from longroad.train.td.trainer import network_of

    found = network_of(settings)
    found.load_state_dict(_loaded(state)["learner"]["network"])
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


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a learner's run, and the learner as it stood before it; None at the beginning."""

    learner: Learner
    name: str
    start: int
    end: int
    state: bytes | None
    device: str


def _state_file(folder: ResultFolder, learner: str) -> Path:
    return folder.path / "states" / f"{learner}.pt"


def _kept(folder: ResultFolder, learner: str) -> dict[str, Any] | None:
    """The last part that a learner finished, with its figures and the learner as it then stood."""
    import torch

    file = _state_file(folder, learner)
    return torch.load(file, map_location="cpu", weights_only=True) if file.exists() else None


def _keep(folder: ResultFolder, learner: Learner, part: bytes) -> None:
    """A part's state is written first, with its figures, then the part."""
    file = _state_file(folder, learner.name)
    file.parent.mkdir(exist_ok=True)
    write_bytes(file, part)


def _state_before(folder: ResultFolder, learner: Learner, start: int) -> bytes | None:
    if start == 0:
        return None
    file, kept = _state_file(folder, learner.name), _kept(folder, learner.name)
    if kept is None or kept["learner"]["steps"] != start:
        raise ExperimentError(f"{file}: does not stand at epoch {start}: name another folder with --out")
    return file.read_bytes()


def _figures(kept: bytes | dict[str, Any]) -> dict[str, Any]:
    return dict((_loaded(kept) if isinstance(kept, bytes) else kept)["figures"])


def _loaded(kept: bytes) -> dict[str, Any]:
    import torch

    found: dict[str, Any] = torch.load(io.BytesIO(kept), map_location="cpu", weights_only=True)
    return found


def _learn(part: Part) -> bytes:
    """What is kept after a part: its name, its figures, and the learner."""
    import torch

    from longroad.train.td.trainer import TemporalDifferences

    with one_core():
        learning = TemporalDifferences(part.learner.settings, device=part.device)
        if part.state is not None:
            learning.load_state_dict(_loaded(part.state)["learner"])
        steps = [learning.step() for _ in range(part.start, part.end)]
        figures = {column: [step[column] for step in steps] for column in COLUMNS}
        kept = io.BytesIO()
        torch.save({"part": part.name, "figures": figures, "learner": learning.state_dict()}, kept)
        return kept.getvalue()
