"""Positions that do not fit into memory: every row once per epoch, a bounded number at a time, held-out games
never; the same training loop."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from longroad.train.judge import making
from longroad.train.judge.dataset import DataSet, data_sets, read_all
from longroad.train.judge.fit import Fit, FitSettings
from longroad.train.judge.making import PositionSettings, generate
from longroad.train.judge.positions import Positions
from longroad.train.judge.sources import Kept, Source, Streamed
from longroad.train.run.checkpoint import Identity
from longroad.train.run.checkpoint import read as read_checkpoint

CPU = torch.device("cpu")
IDENTITY = Identity("judge", "two", {"format": "native-1"}, 1, {})
BUFFER = 600


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> list[DataSet]:
    folder = tmp_path_factory.mktemp("positions")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "GAMES_PER_SHARD", 20)
        settings = PositionSettings(agent="planner:beam=1,steps=1", siblings=2, playouts=1)
        generate(folder / "a", settings, 200)
        generate(folder / "b", settings.replace(seed=2), 100)
    return data_sets([folder / "a", folder / "b"])[2]


@pytest.fixture(scope="module")
def whole(sets: list[DataSet]) -> Positions:
    return read_all(sets)


def rows_of(positions: Positions) -> list[tuple[int, bytes]]:
    """What tells rows from each other."""
    parts = zip(positions.game, positions.turn, positions.inputs, positions.worths, strict=True)
    return [(int(game), bytes([turn % 256]) + seen.tobytes() + w.tobytes()) for game, turn, seen, w in parts]


def an_epoch(source: Source, size: int, seed: int = 1) -> list[tuple[bytes, ...]]:
    """The inputs of every row, batch by batch."""
    return [
        tuple(row.numpy().tobytes() for row in rows.inputs[batch])
        for rows, batch in source.batches(np.random.default_rng(seed), size)
    ]


def test_an_epoch_has_every_row_to_train_on_once(sets: list[DataSet], whole: Positions) -> None:
    streamed = Streamed(sets, BUFFER, CPU)
    plain = whole.rows(~whole.held_out & ~whole.is_sibling)
    assert streamed.training == len(plain) > 4 * BUFFER // 2
    assert streamed.count == len(whole) and streamed.games == len(np.unique(whole.game))
    batches = an_epoch(streamed, 64)
    assert [len(batch) for batch in batches[:-1]] == [64] * (len(plain) // 64)
    assert sorted(row for batch in batches for row in batch) == sorted(row.tobytes() for row in plain.inputs)
    assert an_epoch(streamed, 64) == batches != an_epoch(streamed, 64, seed=2)


def test_no_more_than_the_buffer_and_a_shard_are_in_memory(sets: list[DataSet], whole: Positions) -> None:
    shard = max(len(sets[0].read(name)) for name in sets[0].shards())
    streamed = Streamed(sets, BUFFER, CPU)
    together = [len(rows.inputs) for rows, _ in streamed.batches(np.random.default_rng(1), 64)]
    assert len(set(together)) > 3 and max(together) <= BUFFER + shard + 64 < len(whole)
    assert len(streamed.sample) <= BUFFER // 2 + shard


def test_games_held_out_stay_held_out(sets: list[DataSet], whole: Positions) -> None:
    held = {row for game, row in rows_of(whole) if game % 20 == 0}
    others = {row for game, row in rows_of(whole) if game % 20}
    streamed = Streamed(sets, BUFFER, CPU)
    seen = set()
    for rows, _ in streamed.batches(np.random.default_rng(1), 64):
        assert not len(rows.held_out) and not len(rows.held_out_groups)
        seen |= {row.numpy().tobytes() for row in rows.inputs}
    assert held and not {row[1 : 1 + 148] for row in held - others} & seen
    sample = streamed.sample
    kept = sample.rows(sample.held_out)
    assert {row for _, row in rows_of(kept)} <= held and 0 < len(kept) <= BUFFER // 4


def test_siblings_stay_together(sets: list[DataSet], whole: Positions) -> None:
    groups = 0
    for rows, _ in {
        id(rows): (rows, batch) for rows, batch in _batches(Streamed(sets, BUFFER, CPU))
    }.values():
        assert (rows.groups[:, :2] >= 0).all()
        groups += len(rows.groups)
    assert groups == len(Kept(whole, CPU).rows.groups) > 100


def _batches(source: Source) -> list[tuple[object, torch.Tensor]]:
    return list(source.batches(np.random.default_rng(1), 64))  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [1, 64, 10_000])
def test_both_sources_have_as_many_batches(sets: list[DataSet], whole: Positions, size: int) -> None:
    sizes = [
        [len(batch) for batch in an_epoch(one, size)]
        for one in (Kept(whole, CPU), Streamed(sets, BUFFER, CPU))
    ]
    assert sizes[0] == sizes[1]


def test_a_fit_learns_as_from_memory(sets: list[DataSet], whole: Positions, tmp_path: Path) -> None:
    settings = FitSettings(epochs=3, batch=128, groups=16, learning_rate=3e-3)
    rows = Kept(whole, CPU).rows
    losses = []
    for name, source in (("kept", Kept(whole, CPU)), ("streamed", Streamed(sets, BUFFER, CPU))):
        fit = Fit({2: source}, settings, CPU)
        fit.run(tmp_path / name, IDENTITY, lambda epoch: None)
        assert fit.schedule.last_epoch == 3 * (source.training // 128)
        with torch.no_grad():
            fit.network.eval()
            losses.append(float(rows.log_loss(fit.network, rows.training).mean()))
    assert max(losses) < np.log(2) - 0.05 and abs(losses[0] - losses[1]) < 0.03


def test_a_killed_run_ends_as_one_that_was_not(sets: list[DataSet], tmp_path: Path) -> None:
    settings = FitSettings(epochs=2, batch=128, groups=8)
    source = Streamed(sets, BUFFER, CPU)

    def kill(epoch: object) -> None:
        raise KeyboardInterrupt

    uninterrupted = Fit({2: source}, settings, CPU)
    uninterrupted.run(tmp_path / "whole.pt", IDENTITY, lambda epoch: None)
    with pytest.raises(KeyboardInterrupt):
        Fit({2: source}, settings, CPU).run(tmp_path / "half.pt", IDENTITY, kill)
    resumed = Fit({2: Streamed(sets, BUFFER, CPU)}, settings, CPU)
    resumed.load_state_dict(read_checkpoint(tmp_path / "half.pt", IDENTITY)[1])
    resumed.run(tmp_path / "half.pt", IDENTITY, lambda epoch: None)
    assert resumed.done == uninterrupted.done
    for one, other in zip(uninterrupted.network.parameters(), resumed.network.parameters(), strict=True):
        assert torch.equal(one, other)
