"""Data sets of positions: the same with any number of threads, resumed after a kill, checked when read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad._native import sample_positions
from longroad.catan.native_agents import native_agent
from longroad.catan.rules import Rules
from longroad.errors import TrainingError
from longroad.folders import folder_at
from longroad.games import game_of
from longroad.jobs import Here, Processes
from longroad.models.judge_file import INPUT_GROUPS
from longroad.train.judge import making
from longroad.train.judge.dataset import read
from longroad.train.judge.losses import sibling_groups
from longroad.train.judge.making import PositionSettings, generate
from longroad.train.judge.positions import FIRST_OF_GROUP, NAMES
from longroad.train.judge.shards import packed, unpacked

SETTINGS = PositionSettings(
    agent="planner:beam=1,steps=1", turns=5, explore=0.05, siblings=3, playouts=2, seed=4
)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "GAMES_PER_SHARD", 10)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_threads_and_kills_change_nothing(tmp_path: Path) -> None:
    assert generate(tmp_path / "one", SETTINGS, 20, threads=1) == 20
    generate(tmp_path / "two", SETTINGS, 20, threads=2)
    whole = contents(tmp_path / "one")
    assert contents(tmp_path / "two") == whole and len(whole) == 3
    (tmp_path / "two" / "games-00000000.parquet").unlink()
    done: list[int] = []
    generate(tmp_path / "two", SETTINGS, 20, progress=done.append)
    assert contents(tmp_path / "two") == whole and done == [10, 20]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_shard_gives_back_what_was_played(players: int) -> None:
    rules = Rules(players=players)
    agents = [native_agent("random")] * players
    made = sample_positions(game_of(rules).setup(rules), agents, 1, 0, 6, 8, 0.1, 3, 2, 1)
    made["inputs"] = (made["inputs"].astype(np.int64) - FIRST_OF_GROUP).astype(np.uint8)
    back = unpacked(packed(made), "shard")
    assert len(back) > 20 and back.players == players
    for name in NAMES:
        column = getattr(back, name)
        assert column.dtype == made[name].dtype and np.array_equal(column, made[name]), name


def test_a_shard_without_rows_is_one(tmp_path: Path) -> None:
    generate(tmp_path / "a", SETTINGS.replace(turns=0, siblings=0), 10)
    rows = read([tmp_path / "a"])[2]
    assert len(rows) == 0 and rows.inputs.shape == (0, 2, len(INPUT_GROUPS))


@pytest.mark.parametrize("address", ["{}", "file://{}", "dir::file://{}", "memory://{}"])
def test_any_runner_and_any_address_hold_the_same_bytes(tmp_path: Path, address: str) -> None:
    """The second and third are read like the first; the third is written by who makes a shard, since every
    machine finds it."""
    generate(tmp_path / "here", SETTINGS, 40)
    there = folder_at(address.format(tmp_path / "there"))
    done: list[int] = []
    assert generate(there.address, SETTINGS, 20, progress=done.append, runner=Processes(2)) == 20
    generate(there.address, SETTINGS, 40, progress=done.append, runner=Processes(2))
    assert done == [10, 20, 10, 20, 30, 40]
    assert {name: there.read(name) for name in there.names()} == contents(tmp_path / "here")
    both = [read([one])[2] for one in (tmp_path / "here", there.address)]
    for name in NAMES:
        assert np.array_equal(getattr(both[0], name), getattr(both[1], name))


class Lazy(Here):
    """Notes the jobs, and is given what somebody else has made meanwhile."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        super().__init__(1)
        self.jobs: list[Any] = []
        self.meanwhile = meanwhile

    def run(self, work: Any, jobs: Any) -> Any:
        for done in super().run(work, jobs):
            self.jobs.append(done.job.first)
            if len(self.jobs) == 1:
                self.meanwhile()
            yield done


def test_what_others_have_made_meanwhile_is_not_made_again(tmp_path: Path) -> None:
    others = Lazy(lambda: generate(tmp_path / "a", SETTINGS, 30))
    generate(tmp_path / "a", SETTINGS, 30, runner=others)
    assert others.jobs == [0]
    again = Lazy(lambda: None)
    generate(tmp_path / "a", SETTINGS, 40, runner=again)
    assert again.jobs == [30]


def test_a_job_that_is_done_again_does_not_play_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where workers write the shards, one that dies has written some of its own."""
    shard = making.Shard(SETTINGS, 0, 10, f"dir::file://{tmp_path}/a")
    assert making.make_shard(shard, 1) is None
    monkeypatch.setattr(making, "sample_positions", lambda *arguments: pytest.fail("it plays"))
    assert making.make_shard(shard, 1) is None


def test_what_a_row_says(tmp_path: Path) -> None:
    generate(tmp_path / "a", SETTINGS, 30)
    (players, rows), *others = read([tmp_path / "a"]).items()
    assert players == 2 and not others
    assert rows.won.sum(axis=1) == pytest.approx(1)
    plain = rows.rows(~rows.is_sibling)
    assert set(np.unique(plain.won)) == {0.0, 1.0} and np.unique(plain.game, return_counts=True)[1].max() == 5
    assert (rows.points.min(axis=1) >= 2).all() and (rows.turn >= 0).all()
    # The better evaluation wins more often, or labels and seats do not belong together.
    ahead = plain.worths[:, 0, 0] > plain.worths[:, 1, 0]
    assert plain.won[ahead, 0].mean() > plain.won[~ahead, 0].mean() + 0.2


def test_siblings_come_from_one_decision_and_are_grouped(tmp_path: Path) -> None:
    generate(tmp_path / "a", SETTINGS, 30)
    rows = read([tmp_path / "a"])[2]
    groups = sibling_groups(rows)
    assert len(groups) > 10 and groups.shape[1] == 3 and (groups[:, 1] >= 0).all()
    for group in groups:
        one = rows.rows(group[group >= 0])
        assert len(np.unique(one.game)) == 1 and len(np.unique(one.sibling_of)) == 1
        assert len(np.unique(one.inputs, axis=0)) + len(np.unique(one.worths[..., 0], axis=0)) > 2
        assert set(np.unique(one.won)) <= {0.0, 0.5, 1.0}
    assert sibling_groups(rows.rows(~rows.is_sibling)).shape == (0, 2)


def test_folders_with_the_same_seed_do_not_share_games(tmp_path: Path) -> None:
    for name in "ab":
        generate(tmp_path / name, SETTINGS, 10)
    both = read([tmp_path / "a", tmp_path / "b"])[2]
    one = read([tmp_path / "a"])[2]
    assert len(both) == 2 * len(one) and len(np.unique(both.game)) == 2 * len(np.unique(one.game))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda folder: (folder / "positions.json").unlink(), "not a folder of positions"),
        (
            lambda folder: (folder / "games-00000000.parquet").write_bytes(b"cut"),
            "games-00000000.parquet: damaged",
        ),
        (lambda folder: (folder / "games-00000000.parquet").unlink(), "no positions there"),
        (lambda folder: _with_inputs(folder, [["turn", 2]]), "made for other inputs"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, change: Any, message: str) -> None:
    generate(tmp_path / "a", SETTINGS, 10)
    change(tmp_path / "a")
    with pytest.raises(TrainingError, match=message):
        read([tmp_path / "a"])


def test_positions_of_the_first_format_are_to_be_made_again(tmp_path: Path) -> None:
    generate(tmp_path / "a", SETTINGS, 10)
    header = json.loads((tmp_path / "a" / "positions.json").read_text())
    first = {name: header[name] for name in ("settings", "games_per_shard", "inputs")}
    (tmp_path / "a" / "positions.json").write_text(json.dumps(first))
    (tmp_path / "a" / "games-00000000.parquet").rename(tmp_path / "a" / "games-00000000.npz")
    for use in (lambda: read([tmp_path / "a"]), lambda: generate(tmp_path / "a", SETTINGS, 10)):
        with pytest.raises(TrainingError, match=r"another version .* make it again"):
            use()


def _with_inputs(folder: Path, inputs: Any) -> None:
    header = json.loads((folder / "positions.json").read_text())
    (folder / "positions.json").write_text(json.dumps(header | {"inputs": inputs}))


def test_another_data_set_in_the_folder_is_left_alone(tmp_path: Path) -> None:
    generate(tmp_path / "a", SETTINGS, 10)
    before = contents(tmp_path / "a")
    with pytest.raises(TrainingError, match="made with other settings"):
        generate(tmp_path / "a", SETTINGS.replace(seed=5), 20)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "mine.txt").write_text("keep")
    with pytest.raises(TrainingError, match="holds other files"):
        generate(tmp_path / "b", SETTINGS, 10)
    assert contents(tmp_path / "a") == before and [p.name for p in (tmp_path / "b").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(("name", "value"), [("explore", 1.5), ("siblings", -1), ("playouts", 0)])
def test_settings_out_of_range_are_refused(name: str, value: Any) -> None:
    with pytest.raises(TrainingError, match=name):
        PositionSettings.from_dict({name: value})
