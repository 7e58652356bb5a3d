"""``longroad train`` without training: what it lists and what it refuses."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from cli.running import CommandLine
from longroad.train.presets import PRESETS

needs_torch = pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="needs PyTorch")


def test_the_presets_are_listed(line: CommandLine) -> None:
    listed = line("train", "--list")
    assert listed.code == 0
    assert all(name in listed.out for name in PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_the_settings_of_a_preset_are_listed_and_explained(
    line: CommandLine, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    listed = line("train", name, "--list")
    assert listed.code == 0
    for setting, one in PRESETS[name].declared.items():
        assert setting in listed.out and one.about.help in listed.out


def test_without_pytorch_the_extra_is_named(
    line: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    ran = line("train", "smoke", "--out", tmp_path)
    assert ran.code == 1 and "pip install 'longroad[train]'" in ran.complaint
    assert line("train", "--list").code == 0


@needs_torch
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name a preset: casher2024"),
        (("chess",), "no preset 'chess'; there are: casher2024, champion"),
        (("smoke", "--set", "color=red"), "no setting 'color'; there are: network"),
        (("smoke", "--set", "worker=3"), "no setting 'worker'; did you mean 'workers'?"),
        (("smoke", "--set", "workers=0"), "setting workers=0: must be a whole number, at least 1"),
        (("smoke", "--set", "network=alexnet"), "no network 'alexnet'; there are: xdim-6"),
        (("smoke", "--set", "rules=chess"), "preset='chess'"),
        (("smoke", "--set", "start=none.onnx"), "none.onnx: there is no such file"),
        (("smoke", "--set", "start=fast2p"), "its weights are of a network of version roadnet-1, not xdim-1"),
        (("smoke", "--resume"), "there is no checkpoint to resume from"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    line: CommandLine, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    ran = line("train", *arguments, "--device", "cpu", "--threads", "1", "--out", tmp_path / "run")
    assert ran.code == 2 and words in ran.complaint
    assert not list(tmp_path.rglob("*.pt"))


@needs_torch
@pytest.mark.skipif(
    bool(importlib.util.find_spec("torch")) and __import__("torch").cuda.is_available(),
    reason="there is a GPU",
)
def test_a_gpu_that_is_not_there_is_refused(line: CommandLine, tmp_path: Path) -> None:
    assert "finds no GPU" in line("train", "smoke", "--device", "cuda", "--out", tmp_path / "run").complaint
