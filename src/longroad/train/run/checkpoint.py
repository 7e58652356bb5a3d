"""Checkpoints: all that a run needs to resume, in files that are whole or not there, and only for the run
they belong to.

A folder holds the last few (``checkpoint-00000120.pt``, named after the step), ``best.pt``, the best by
evaluation, and ``broken-00000121.pt`` where a run had to stop because numbers became NaN or infinite. A
file is PyTorch's, read with ``weights_only=True``; its header says what it belongs to and carries the SHA-256
of everything else.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from longroad.errors import TrainingError
from longroad.files import replacing
from longroad.train.run.settings import Value

#: 2: past versions of all algorithms are those of a League. 1: first.
FORMAT = 2
KEPT = 3
_NAME = "checkpoint-{:08d}.pt"


@dataclass(frozen=True)
class Identity:
    """What a run is. A checkpoint with another one is refused."""

    preset: str
    #: The network's name, and its version and those of encoding and codec: ``NetworkInfo.versions``.
    network: str
    versions: Mapping[str, str]
    seed: int
    settings: Mapping[str, Value]

    def to_dict(self) -> dict[str, Any]:
        """In plain types."""
        return {**asdict(self), "versions": dict(self.versions), "settings": dict(self.settings)}

    def check(self, header: Mapping[str, Any], path: Path) -> None:
        """Raises TrainingError, naming the first thing that differs, unless a header is that of this run."""
        ours, theirs = _flat(self.to_dict()), _flat({k: header.get(k) for k in self.to_dict()})
        for name in ours | theirs:
            if ours.get(name) != theirs.get(name):
                raise TrainingError(
                    f"{path}: of another run: {name} is {theirs.get(name)!r} there and {ours.get(name)!r} "
                    "here"
                )


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in values.items():
        flat |= value if isinstance(value, Mapping) else {name: value}
    return flat


def write(path: Path, identity: Identity, step: int, state: dict[str, Any], **facts: Value) -> None:
    """Writes a checkpoint, whole or not at all. ``facts`` go into its header."""
    header = {**identity.to_dict(), "format": FORMAT, "step": step, **facts, "sha256": digest(state)}
    with replacing(path) as file:
        torch.save({"longroad": header, "state": state}, file)


def read(path: Path, identity: Identity | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Header and state, tensors on the CPU. Raises TrainingError for what is damaged, no checkpoint, or of
    another run."""
    data = io.BytesIO(path.read_bytes())
    try:
        found = torch.load(data, map_location="cpu", weights_only=True)
    except Exception:  # PyTorch raises many kinds for a file that it cannot read
        raise TrainingError(f"{path}: damaged, or not a checkpoint") from None
    if not isinstance(found, dict) or not isinstance(found.get("longroad"), dict) or "state" not in found:
        raise TrainingError(f"{path}: not a checkpoint of Longroad")
    header, state = found["longroad"], found["state"]
    if header.get("format") != FORMAT:
        raise TrainingError(
            f"{path}: its format is {header.get('format')!r} and this version of Longroad reads only "
            f"{FORMAT}: "
            "resume the run with the version that wrote it, or start a new one in another folder"
        )
    if header.get("sha256") != digest(state):
        raise TrainingError(f"{path}: damaged: its contents are not those that were written")
    if identity is not None:
        identity.check(header, path)
    return header, state


class Checkpoints:
    """Those of one run in a folder."""

    def __init__(self, folder: Path, identity: Identity, keep: int = KEPT) -> None:
        self.folder: Path = folder
        self.identity: Identity = identity
        self.keep: int = keep

    def all(self) -> list[Path]:
        """The rolling ones, oldest first."""
        return sorted(self.folder.glob("checkpoint-" + "[0-9]" * 8 + ".pt"))

    def save(self, step: int, state: dict[str, Any]) -> Path:
        """Writes one and drops what is older than the last few."""
        path = self.folder / _NAME.format(step)
        write(path, self.identity, step, state)
        for old in self.all()[: -self.keep]:
            old.unlink()
        return path

    def save_best(self, step: int, state: dict[str, Any], score: float) -> Path:
        """Writes the best so far, with the score that makes it so."""
        path = self.folder / "best.pt"
        write(path, self.identity, step, state, score=score)
        return path

    def save_broken(self, step: int, state: dict[str, Any], reason: str) -> Path:
        """Writes a state that must not be resumed from, beside the good ones."""
        path = self.folder / f"broken-{step:08d}.pt"
        write(path, self.identity, step, state, broken=reason)
        return path

    def load_latest(self) -> dict[str, Any]:
        """The state of the newest. Raises TrainingError if there is none, or it is damaged or another
        run's."""
        found = self.all()
        if not found:
            raise TrainingError(f"{self.folder}: there is no checkpoint to resume from")
        try:
            return read(found[-1], self.identity)[1]
        except TrainingError as error:
            if len(found) > 1 and "damaged" in str(error):
                raise TrainingError(f"{error}; without it the run resumes from {found[-2].name}") from None
            raise


def digest(value: Any) -> str:
    """SHA-256 over tensors, numbers, strings, lists and dicts, in their order."""
    sha = hashlib.sha256()
    _feed(sha, value)
    return sha.hexdigest()


def _feed(sha: Any, value: Any) -> None:
    if isinstance(value, Tensor):
        sha.update(f"{value.dtype}{tuple(value.shape)}".encode())
        sha.update(value.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy())
    elif isinstance(value, Mapping):
        sha.update(f"dict{len(value)}".encode())
        for key, inner in value.items():
            sha.update(repr(key).encode())
            _feed(sha, inner)
    elif isinstance(value, list | tuple):
        sha.update(f"list{len(value)}".encode())
        for inner in value:
            _feed(sha, inner)
    elif value is None or isinstance(value, bool | int | float | str):
        sha.update(f"{value!r};".encode())
    else:
        raise TypeError(
            f"a checkpoint holds tensors, numbers, strings, lists and dicts, not {type(value).__name__}"
        )
