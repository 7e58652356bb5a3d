"""Fitting the native network: parity with PyTorch, learning, checkpoints."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from longroad.models.judge_file import SHIPPED, networks_of, read_arrays, write_networks
from longroad.train.judge import making
from longroad.train.judge.baseline import calibrated, log_losses, parts_of, softmax
from longroad.train.judge.dataset import read
from longroad.train.judge.fit import Fit, FitSettings
from longroad.train.judge.losses import Rows
from longroad.train.judge.making import PositionSettings, generate
from longroad.train.judge.network import JudgeNetwork
from longroad.train.judge.positions import Positions
from longroad.train.judge.sources import Kept
from longroad.train.run.checkpoint import Identity
from longroad.train.run.checkpoint import read as read_checkpoint

CPU = torch.device("cpu")
IDENTITY = Identity("judge", "two", {"format": "native-1"}, 1, {})


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Positions]:
    folder = tmp_path_factory.mktemp("positions")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "GAMES_PER_SHARD", 100)
        quick = PositionSettings(agent="planner:beam=1,steps=1", siblings=2, playouts=1)
        generate(folder / "two", quick, 300)
        generate(folder / "four", quick.replace(rules="players=4,offers_per_turn=0", siblings=0), 100)
    return read([folder / "two", folder / "four"])


@pytest.mark.parametrize(("part", "players"), [("two", 2), ("many", 4)])
def test_the_integers_say_what_pytorch_says(data: dict[int, Positions], part: str, players: int) -> None:
    network = JudgeNetwork()
    network.load_integers(read_arrays(SHIPPED)[part])
    network.eval()
    rows = data[players]
    with torch.no_grad():
        logits = network(torch.from_numpy(rows.inputs), torch.from_numpy(rows.worths))
    native = networks_of("network").win_probabilities(rows.absolute_inputs(), rows.worths)
    # Rounded are the activations: to 1/127 after the first layer and the mean, and after the second.
    assert np.abs(native - logits.softmax(1).numpy()).max() < 0.02
    assert np.abs(native - logits.softmax(1).numpy()).mean() < 0.004


def test_integers_come_back_as_they_went(tmp_path: Path) -> None:
    torch.manual_seed(3)
    network = JudgeNetwork()
    integers = network.integers()
    other = JudgeNetwork()
    other.load_integers(integers)
    for name, found in other.integers().items():
        assert np.array_equal(np.asarray(found).reshape(-1), np.asarray(integers[name]).reshape(-1)), name
    write_networks(tmp_path / "new.npz", {"two": integers}, {})
    assert networks_of(str(tmp_path / "new.npz")).knows(2)


def kept(data: dict[int, Positions]) -> dict[int, Kept]:
    return {players: Kept(one, CPU) for players, one in data.items()}


def test_it_learns_who_wins(data: dict[int, Positions], tmp_path: Path) -> None:
    two = {2: data[2]}
    settings = FitSettings(epochs=3, batch=128, groups=16, learning_rate=3e-3)
    fit = Fit(kept(two), settings, CPU)
    rows = Rows(data[2], CPU)
    with torch.no_grad():
        fit.network.eval()
        before = float(rows.log_loss(fit.network, rows.training).mean())
        fit.network.worth.zero_()
        fit.network.third.weight.zero_()
    fit.run(tmp_path / "a.pt", IDENTITY, lambda epoch: None)
    with torch.no_grad():
        after = float(rows.log_loss(fit.network, rows.training).mean())
    assert after < min(before, np.log(2)) - 0.02
    assert fit.done[-1].log_loss[2] < np.log(2) and 2 in fit.done[-1].sibling_error


def test_a_killed_run_ends_as_one_that_was_not(data: dict[int, Positions], tmp_path: Path) -> None:
    settings = FitSettings(epochs=2, batch=256, groups=8)

    class Killed(Exception):
        pass

    def kill(epoch: object) -> None:
        raise Killed

    both = {2: data[2]}
    whole = Fit(kept(both), settings, CPU)
    whole.run(tmp_path / "whole.pt", IDENTITY, lambda epoch: None)
    with pytest.raises(Killed):
        Fit(kept(both), settings, CPU).run(tmp_path / "half.pt", IDENTITY, kill)
    resumed = Fit(kept(both), settings, CPU)
    resumed.load_state_dict(read_checkpoint(tmp_path / "half.pt", IDENTITY)[1])
    assert len(resumed.done) == 1
    resumed.run(tmp_path / "half.pt", IDENTITY, lambda epoch: None)
    assert resumed.done == whole.done
    for one, other in zip(whole.network.parameters(), resumed.network.parameters(), strict=True):
        assert torch.equal(one, other)


def test_three_and_four_players_share_a_network(data: dict[int, Positions], tmp_path: Path) -> None:
    three = PositionSettings(agent="planner:beam=1,steps=1", rules="players=3,offers_per_turn=0")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "GAMES_PER_SHARD", 40)
        generate(tmp_path / "three", three, 40)
    many = {4: data[4], **read([tmp_path / "three"])}
    fit = Fit(kept(many), FitSettings(epochs=1, batch=64), CPU)
    fit.run(tmp_path / "a.pt", IDENTITY, lambda epoch: None)
    assert set(fit.done[0].log_loss) == {3, 4}


def test_the_calibrated_evaluation_is_at_its_best(data: dict[int, Positions]) -> None:
    rows = data[2].rows(~data[2].is_sibling)
    weights = calibrated(rows)
    best = log_losses(softmax(parts_of(rows) @ weights), rows.won).mean()
    assert best < np.log(2)
    for i in range(len(weights)):
        for step in (-0.05, 0.05):
            other = weights + step * np.eye(len(weights))[i]
            assert log_losses(softmax(parts_of(rows) @ other), rows.won).mean() > best - 1e-6
