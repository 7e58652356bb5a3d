"""A cluster of several nodes on this machine, each with one core, and drivers in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import longroad

#: Nodes speak over the loopback interface only.
LOOPBACK = "127.0.0.2"


class Nodes:
    """Three nodes with a core each, and a head that does no work."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        head = {"num_cpus": 0, "include_dashboard": False, "node_ip_address": LOOPBACK}
        self._cluster: Any = Cluster(initialize_head=True, head_node_args=head)
        self._nodes: list[Any] = []
        for _ in range(3):
            self.add()

    @property
    def address(self) -> str:
        """For ``--ray``."""
        return str(self._cluster.address)

    def add(self) -> None:
        """Starts a node."""
        self._nodes.append(self._cluster.add_node(num_cpus=1, node_ip_address=LOOPBACK))

    def kill(self) -> None:
        """Kills a node and everything on it."""
        self._cluster.remove_node(self._nodes.pop(), allow_graceful=False)

    def end(self) -> None:
        """Ends all of them."""
        self._cluster.shutdown()


@contextmanager
def driver(folder: Path, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """The command line in a process of its own, killed at the end of the block if it is not over."""
    environment = {**os.environ, "PYTHONPATH": str(Path(longroad.__file__).parents[1]), "COLUMNS": "160"}
    with subprocess.Popen(
        [sys.executable, "-c", "from longroad.cli import main; main()", *map(str, arguments)],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def ran(folder: Path, *arguments: object) -> tuple[int, str, str]:
    """How the command line ended, and what it printed."""
    with driver(folder, *arguments) as process:
        out, err = process.communicate(timeout=240)
        return process.returncode, out, err


def results(folder: Path) -> dict[str, Any]:
    """Everything in the folder of a tournament but measured times."""
    found: dict[str, Any] = {"plan": json.loads((folder / "tournament.json").read_text())}
    for file in sorted((folder / "results").rglob("*.json")):
        data = json.loads(file.read_text())
        del data["agent_seconds"]
        found[str(file.relative_to(folder))] = data
    for file in sorted((folder / "games").rglob("*.gz")):
        found[str(file.relative_to(folder))] = file.read_bytes()
    return found


def until(holds: Callable[[], bool]) -> None:
    """Waits until something is so; two minutes at most."""
    end = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)
