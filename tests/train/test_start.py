"""Continuing to train an exported network."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from longroad.nets.export import export_onnx  # noqa: E402
from longroad.nets.registry import make_network  # noqa: E402
from longroad.train.presets import new_network, preset  # noqa: E402


def test_the_first_weights_are_those_of_the_file(tmp_path: Path) -> None:
    trained = make_network("xdim-6")
    for parameter in trained.parameters():
        torch.nn.init.normal_(parameter, std=0.1)
    file = export_onnx(trained, "xdim-6", tmp_path / "model.onnx")
    settings = preset("smoke").settings() | {"start": str(file)}
    for fast in (False, True):
        started = new_network(settings, seed=3, fast=fast)
        for mine, theirs in zip(trained.parameters(), started.parameters(), strict=True):
            assert torch.equal(mine, theirs)


def test_the_network_that_comes_along_can_be_learnt_on_from() -> None:
    settings = preset("fast2p").settings() | {"start": "fast2p"}
    drawn = new_network(preset("fast2p").settings(), seed=3)
    started = new_network(settings, seed=3)
    assert sum(torch.equal(a, b) for a, b in zip(drawn.parameters(), started.parameters(), strict=True)) == 0
