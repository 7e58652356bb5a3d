"""A connection to a Ray cluster: one that runs already, or one made of this machine's cores."""

from __future__ import annotations

import hashlib
import logging
import os
import socket
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from longroad.errors import ScaleError
from longroad.extras import require
from longroad.failures import one_line
from longroad.scale.baggage import Baggage, baggage_of

require("playing on a cluster", ["scale"])

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

import ray  # noqa: E402

from longroad.scale.runner import RayRunner  # noqa: E402
from longroad.scale.tasks import NetworkFile  # noqa: E402

#: A cluster of one machine listens on the loopback interface only. Ray takes 127.0.0.1 for a request to find
#: an address that others can reach.
LOOPBACK = "127.0.0.2"
_REACH_SECONDS = 10.0


class Cluster:
    """An open connection."""

    def __init__(self, networks: Mapping[str, NetworkFile]) -> None:
        #: What was put into the object store, by the names that specs have for it.
        self.networks = networks
        self._runners: list[RayRunner] = []

    @property
    def workers(self) -> int:
        """How many jobs are done at a time: the cores of all nodes."""
        return int(self.resources().get("CPU", 0))

    def resources(self) -> dict[str, float]:
        """What all nodes have together, as Ray names it: ``CPU``, ``GPU``, ..."""
        found: dict[str, float] = ray.cluster_resources()
        return found

    def runner(self) -> RayRunner:
        """Who does jobs there."""
        self._runners.append(RayRunner(self.networks))
        return self._runners[-1]

    def told(self) -> list[str]:
        """A line per node: how many jobs were done there, in how many seconds; and what was done again."""
        nodes: dict[str, tuple[int, float]] = {}
        again = 0
        for runner in self._runners:
            again += runner.again
            for name, share in runner.nodes.items():
                jobs, seconds = nodes.get(name, (0, 0.0))
                nodes[name] = jobs + share.jobs, seconds + share.seconds
        lines = [f"{name}: {jobs:,} jobs, {seconds:.1f} s" for name, (jobs, seconds) in sorted(nodes.items())]
        return [*lines, f"{again:,} jobs were done again after a worker or node died"] if again else lines


@contextmanager
def on_ray(
    address: str = "",
    *,
    cores: int | None = None,
    agents: Iterable[str] = (),
    game: str = "catan",
    ship: Iterable[Path] = (),
) -> Iterator[Cluster]:
    """A block with a cluster: the one at ``address`` (``HOST:PORT``, ``auto``, ``ray://HOST:PORT``), or one
    of this machine's ``cores`` that ends with the block. The files that ``agents`` need, and ``ship``, are
    sent.

    Raises ScaleError if no cluster answers there.
    """
    baggage = baggage_of(agents, game, ship)
    with tempfile.TemporaryDirectory(prefix="longroad-") as folder:
        environment: dict[str, Any] = {}
        if baggage.tree:
            baggage.write_tree(Path(folder))
            environment["working_dir"] = folder
        _connect(address, cores, environment)
        try:
            yield Cluster(_stored(baggage))
        finally:
            ray.shutdown()


def _connect(address: str, cores: int | None, environment: dict[str, Any]) -> None:
    """Joins the cluster at an address; makes one of this machine's cores if there is none."""
    where: dict[str, Any] = {"address": address}
    if not address:
        where = {
            "address": "local",
            "num_cpus": cores or os.cpu_count() or 1,
            "include_dashboard": False,
        }
        if sys.platform == "linux":  # elsewhere Ray does so by itself
            where["_node_ip_address"] = LOOPBACK
    try:
        _reach(address)
        # Ray tells of dead workers on standard output, which belongs to results. ``told`` tells of them.
        ray._private.worker._worker_logs_enabled = False
        ray.init(**where, runtime_env=environment or None, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise ScaleError(
            f"--ray {address}: {one_line(str(error))} (`ray start --head` starts a cluster; --ray alone uses "
            "this machine)"
        ) from error


def _reach(address: str) -> None:
    """Raises OSError if nobody listens at ``HOST:PORT``; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_REACH_SECONDS).close()


def _stored(baggage: Baggage) -> dict[str, NetworkFile]:
    stored = {}
    for name, path in baggage.networks.items():
        content = path.read_bytes()
        stored[name] = NetworkFile(path.suffix, hashlib.sha256(content).hexdigest(), ray.put(content))
    return stored
