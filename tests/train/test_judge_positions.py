"""Data sets of positions: the same with any number of threads, resumed after a kill, checked when read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad.errors import TrainingError
from longroad.train.judge import making
from longroad.train.judge.dataset import read
from longroad.train.judge.losses import sibling_groups
from longroad.train.judge.making import PositionSettings, generate

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
        (lambda folder: (folder / "games-00000000.parquet").write_bytes(b"cut"), "games-00000000.parquet: damaged"),
        (lambda folder: (folder / "games-00000000.parquet").unlink(), "no positions there"),
        (lambda folder: _with_inputs(folder, [["turn", 2]]), "made for other inputs"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, change: Any, message: str) -> None:
    generate(tmp_path / "a", SETTINGS, 10)
    change(tmp_path / "a")
    with pytest.raises(TrainingError, match=message):
        read([tmp_path / "a"])


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
