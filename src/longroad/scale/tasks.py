"""What runs on a worker: a bundle of jobs, one after the other."""

from __future__ import annotations

import os
import socket
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ray

import longroad
from longroad.errors import ScaleError
from longroad.files import write_once
from longroad.jobs import Work
from longroad.models.sent import SENT


@dataclass(frozen=True)
class Order:
    """What all bundles of a run have in common; every node gets it once."""

    work: Work[Any, Any]
    #: By the name that specs have for it, the content of a network's file, which every node gets once.
    networks: Mapping[str, NetworkFile]
    #: Of Longroad, at the driver.
    version: str


@dataclass(frozen=True)
class NetworkFile:
    """A network's file in the object store."""

    suffix: str
    sha256: str
    content: ray.ObjectRef[bytes]


@dataclass(frozen=True)
class Report:
    """What a bundle came to: a result and seconds per job that was finished, and what the job after them
    raised, if one did."""

    node: str
    host: str
    results: list[tuple[Any, float]]
    error: BaseException | None = None


def do_bundle(order: Order, jobs: Sequence[Any], alone: bool) -> Report:
    """Does the jobs in order. Ends at the first one that raises."""
    prepare(order.version, order.networks)
    results: list[tuple[Any, float]] = []
    error: BaseException | None = None
    try:
        with (order.work.alone() if alone else order.work).opened() as do:
            for job in jobs:
                started = time.perf_counter()
                result = do(job, 1)
                results.append((result, time.perf_counter() - started))
    except KeyboardInterrupt:
        raise
    except Exception as raised:
        error = raised
    return Report(ray.get_runtime_context().get_node_id(), socket.gethostname(), results, error)


def prepare(version: str, networks: Mapping[str, NetworkFile]) -> None:
    """Makes the networks known to this process. ScaleError if the driver has another version of Longroad."""
    if version != longroad.__version__:
        raise ScaleError(
            f"{socket.gethostname()} has Longroad {longroad.__version__}, the driver {version}: "
            "install the same version on every node"
        )
    SENT.update({name: _unpacked(file) for name, file in networks.items()})


def _unpacked(file: NetworkFile) -> Path:
    """A network's file on this node, written by the first worker that needs it."""
    folder = Path(tempfile.gettempdir()) / f"longroad-networks-{os.getuid()}"
    path = folder / f"{file.sha256}{file.suffix}"
    if not path.exists():
        folder.mkdir(mode=0o700, exist_ok=True)
        write_once(path, ray.get(file.content))
    return path
