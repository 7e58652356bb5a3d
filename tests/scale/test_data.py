"""Data on a cluster: data sets of positions and reviews of archives come to the same bytes as here, and Ray
Data reads the shards."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from analysis.games import first_events, record_of
from longroad.analysis.archive import ArchivedGame, Manner, ReviewFolder, review_archive
from longroad.jobs import Here
from longroad.models.judge_file import SHIPPED
from longroad.train.judge import making
from longroad.train.judge.dataset import read
from longroad.train.judge.making import PositionSettings, generate
from longroad.train.judge.positions import NAMES, Positions, joined
from longroad.train.judge.shards import from_arrow

pytest.importorskip("ray")
pytest.importorskip("pyarrow")
if TYPE_CHECKING:
    from longroad.scale import Cluster

#: Players that need a network, and a guest.
SETTINGS = PositionSettings(
    agent="planner:eval=mine.npz,beam=1,steps=1", other="random", siblings=2, playouts=1, seed=4
)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """The folder in which it was made has no network any more: this process is in another one, workers have
    what was sent."""
    from longroad.scale import on_ray

    theirs, ours = tmp_path_factory.mktemp("theirs"), tmp_path_factory.mktemp("ours")
    shutil.copy(SHIPPED, theirs / "mine.npz")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(map(os.path.abspath, sys.path)))  # may be relative ones
        with contextlib.chdir(theirs), on_ray(cores=2, agents=SETTINGS.agents) as found:
            (theirs / "mine.npz").rename(ours / "mine.npz")
            with contextlib.chdir(ours):
                yield found


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "GAMES_PER_SHARD", 5)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def made_here(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("positions") / "here"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "GAMES_PER_SHARD", 5)
        generate(folder, SETTINGS, 40)
    return folder


@pytest.mark.parametrize("shared", [False, True])
def test_positions_are_the_same_and_the_network_was_sent(
    cluster: Cluster, made_here: Path, tmp_path: Path, shared: bool
) -> None:
    """The driver writes them, or at an address that every machine finds, the workers."""
    address = f"dir::file://{tmp_path}/there" if shared else str(tmp_path / "there")
    runner = cluster.runner()
    generate(address, SETTINGS, 40, runner=runner)
    assert contents(tmp_path) == contents(made_here)
    assert sum(share.jobs for share in runner.nodes.values()) == 8
    (left,) = tmp_path.rglob("games-00000015.parquet")
    left.unlink()
    again = cluster.runner()
    generate(address, SETTINGS, 40, runner=again)
    assert contents(tmp_path) == contents(made_here)
    assert sum(share.jobs for share in again.nodes.values()) == 1


def test_reviews_are_the_same_and_what_fails_is_named(cluster: Cluster, tmp_path: Path) -> None:
    records = [first_events(record_of(2, seed), 20).to_record() for seed in (4, 5)]
    games = [ArchivedGame(n, f"game {n}", record) for n, record in enumerate([*records, "{"], start=1)]
    how = Manner(sims=16)
    failures = []
    for name, runner in (("here", Here(1)), ("there", cluster.runner())):
        folder = ReviewFolder.begin(tmp_path / name, "digest", how)
        failures.append(review_archive(folder, games, how, runner))
    assert contents(tmp_path / "there") == contents(tmp_path / "here") and failures[0] == failures[1]
    assert [one.number for one in failures[0]] == [3] and len(contents(tmp_path / "here")) == 5


def test_what_a_worker_cannot_write_to_is_told_here(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(OSError, match="file"):
        generate(f"dir::file://{tmp_path}/file", SETTINGS, 10, runner=cluster.runner())


def test_ray_data_reads_the_same_rows(cluster: Cluster, made_here: Path) -> None:
    pytest.importorskip("pandas", reason="Ray Data needs pandas")
    import ray.data

    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    batches = ray.data.read_parquet(str(made_here)).iter_batches(batch_size=64, batch_format="pyarrow")
    found = joined([from_arrow(batch, players=2) for batch in batches])
    expected = read([made_here])[2]
    found = found.rows(np.flatnonzero(found.won.sum(axis=1) > 0.99))
    assert rows_of(found) == rows_of(expected) and len(expected) > 200


def rows_of(positions: Positions) -> list[bytes]:
    """Every row in one value, in order of these."""
    columns = [getattr(positions, name).reshape(len(positions), -1) for name in NAMES]
    return sorted(b"".join(column[row].tobytes() for column in columns) for row in range(len(positions)))
