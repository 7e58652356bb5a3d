"""Files of the native network, the evaluator behind ``eval=network``.

A file is a NumPy archive (``.npz``) with one network for two players, one for three and four, or both, and a
header in JSON: format, table of inputs, how it was trained, and the SHA-256 of all weights. A file whose
format or inputs are not those of this version of Longroad is refused.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from longroad._native import Networks, NetworkWeights, Weights, input_groups
from longroad.errors import NetworkError
from longroad.files import write_bytes
from longroad.models.sent import path_of

#: One line per version:
#: native-2: 74 groups of inputs; networks for comparing moves beside those that say who will win.
#: native-1: 58 groups of inputs per player, 128 + 64 sums, 32 hidden units.
FORMAT = "native-2"
#: The groups of inputs per player: name and size.
INPUT_GROUPS = tuple(input_groups())
SHIPPED = Path(__file__).parent / "judge.npz"
#: The networks of a file, by the players they are for: ``two`` and ``many`` say who will win; ``two.moves``
#: and ``many.moves``, where they are there, are for comparing what moves lead to.
PARTS = ("two", "many", "two.moves", "many.moves")

#: What a file holds, unpacked: networks are a hundredth of it.
_MOST_BYTES = 2**28
#: Weights of the evaluation are victory points.
_LARGEST_WEIGHT = 1e6

Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]
_WEIGHTS = {
    "first": np.int16,
    "first_bias": np.int16,
    "second": np.int8,
    "second_bias": np.int32,
    "third": np.int16,
    "third_bias": np.int32,
    "worth": np.float32,
    "race": np.float32,
}


def weights_by_name(weights: Weights) -> dict[str, Any]:
    """The hand-written evaluation's weights as plain numbers.

    >>> weights_by_name(Weights())["want_city"]
    1.03
    """
    names = [name for name in dir(Weights) if not name.startswith("_") and name != "for_many"]
    return {name: getattr(weights, name) for name in names}


def evaluation_for(part: str) -> Weights:
    """The hand-written evaluation beside a network that is trained now."""
    return Weights() if part.startswith("two") else Weights.for_many()


def write_networks(path: Path, parts: Mapping[str, Arrays], facts: Mapping[str, Any]) -> None:
    """Writes a file, whole or not at all. ``facts`` says how the networks were trained."""
    arrays = {
        f"{part}.{name}": np.ascontiguousarray(parts[part][name], kind)
        for part in PARTS
        if part in parts
        for name, kind in _WEIGHTS.items()
    }
    header = {
        "format": FORMAT,
        "inputs": [list(group) for group in INPUT_GROUPS],
        "evaluation": {part: weights_by_name(evaluation_for(part)) for part in parts},
        "sha256": _digest(arrays),
        **facts,
    }
    data = io.BytesIO()
    text = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez_compressed(data, header=text, allow_pickle=False, **arrays)
    write_bytes(path, data.getvalue())


def read_header(path: Path) -> dict[str, Any]:
    """What a file says of itself; raises NetworkError."""
    return _read(path)[0]


@lru_cache(maxsize=16)
def _open(path: Path, _changed: int) -> Networks:
    header, arrays = _read(path)
    parts = by_part(arrays)
    if not parts.keys() & {"two", "many"}:
        raise NetworkError(f"{path}: holds no network")
    made = {}
    for part, own in parts.items():
        evaluation = _evaluation(path, header, part)
        try:
            made[part] = _weights(own, evaluation)
        except (ValueError, TypeError, OverflowError) as error:
            raise NetworkError(f"{path}: its weights do not fit: {error}") from None
    return Networks(*(made.get(part) for part in PARTS))


def networks_from(parts: Mapping[str, Arrays]) -> Networks:
    """Networks of weights that are in no file, beside the evaluation of this version of Longroad."""
    made = {part: _weights(own, evaluation_for(part)) for part, own in parts.items()}
    return Networks(*(made.get(part) for part in PARTS))


def networks_of(name: str) -> Networks:
    """The networks that ``eval=NAME`` means: ``network`` for those that ship with Longroad, else a file.
    Raises NetworkError.

    >>> networks_of("network").knows(4)
    True
    >>> networks_of("nothing.npz")
    Traceback (most recent call last):
        ...
    longroad.errors.NetworkError: nothing.npz: no such file; the one that ships is called network
    """
    path = shipped_or_file(name)
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        raise NetworkError(f"{name}: no such file; the one that ships is called network") from None
    return _open(path, changed)


def shipped_or_file(name: str) -> Path:
    """The file that a name means: ``network`` is the one that ships with Longroad."""
    return SHIPPED if name == "network" else path_of(name)


def read_arrays(path: Path) -> dict[str, dict[str, npt.NDArray[Any]]]:
    """The weights of a file by network; raises NetworkError."""
    return by_part(_read(path)[1])


def by_part(arrays: Arrays) -> dict[str, dict[str, npt.NDArray[Any]]]:
    """The weights of each network among the arrays of a file."""
    return {
        part: {name: arrays[f"{part}.{name}"] for name in _WEIGHTS}
        for part in PARTS
        if f"{part}.first" in arrays
    }


def _read(path: Path) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        if unpacked > _MOST_BYTES:
            raise NetworkError(f"{path}: unpacked it has {unpacked:,} bytes; no native network has so many")
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: np.asarray(found[name]) for name in found.files}
        header = json.loads(arrays.pop("header").tobytes())
    except NetworkError:
        raise
    except Exception:  # what damage raises in zipfile, zlib, NumPy and json has no common class
        raise NetworkError(f"{path}: damaged, or not a file of the native network") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        theirs = header.get("format") if isinstance(header, dict) else None
        raise NetworkError(f"{path}: its format is {theirs!r}; this version of Longroad reads {FORMAT!r}")
    if header.get("inputs") != [list(group) for group in INPUT_GROUPS]:
        raise NetworkError(f"{path}: made for other inputs than those of this version of Longroad")
    if header.get("sha256") != _digest(arrays):
        raise NetworkError(f"{path}: the file is damaged: its weights do not match its hash")
    for part in PARTS:
        missing = [name for name in _WEIGHTS if f"{part}.{name}" not in arrays]
        if missing and f"{part}.first" in arrays:
            raise NetworkError(f"{path}: its network '{part}' has no '{missing[0]}'")
    return header, arrays


def _evaluation(path: Path, header: Mapping[str, Any], part: str) -> Weights:
    evaluation, every = Weights(), header.get("evaluation")
    theirs = every.get(part) if isinstance(every, dict) else None
    if not isinstance(theirs, dict) or theirs.keys() != weights_by_name(evaluation).keys():
        raise NetworkError(f"{path}: made beside another evaluation than that of this version of Longroad")
    for name, value in theirs.items():
        if not _numbers_like(value, getattr(evaluation, name)):
            raise NetworkError(f"{path}: its evaluation has {str(value)[:40]!a} for '{name}'")
        setattr(evaluation, name, value)
    return evaluation


def _numbers_like(value: object, ours: object) -> bool:
    """Whether something is a number that can be a weight, or as many of them as ours are."""
    if isinstance(ours, float):
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return abs(value) < _LARGEST_WEIGHT
    if not isinstance(value, list) or not isinstance(ours, Sequence) or len(value) != len(ours):
        return False
    return all(_numbers_like(*pair) for pair in zip(value, ours, strict=True))


def _weights(own: Arrays, evaluation: Weights) -> NetworkWeights:
    return NetworkWeights(
        **{name: own[name] for name in ("first", "first_bias", "second", "second_bias", "third")},
        third_bias=int(own["third_bias"].item()),
        worth=float(own["worth"].item()),
        race=float(own["race"].item()),
        evaluation=evaluation,
    )


def _digest(arrays: Arrays) -> str:
    sha = hashlib.sha256()
    for name in sorted(arrays):
        sha.update(f"{name}{arrays[name].dtype}{arrays[name].shape}".encode())
        sha.update(np.ascontiguousarray(arrays[name]).tobytes())
    return sha.hexdigest()
