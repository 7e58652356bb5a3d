"""Checkpoints: what is written is read, what is damaged or another run's is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from longroad.errors import TrainingError
from longroad.train.run.checkpoint import Checkpoints, digest, read, write
from train.counting import IDENTITY

STATE = {
    "weights": {"a": torch.arange(2000, dtype=torch.float32), "b": torch.tensor(3), "c": torch.zeros(0)},
    "mask": torch.tensor([True, False]),
    "half": torch.ones(3, dtype=torch.bfloat16),
    "list": [1, 2.5, None, "words", True],
}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write(tmp_path / "a.pt", IDENTITY, 7, STATE, score=0.5)
    header, state = read(tmp_path / "a.pt", IDENTITY)
    assert header["step"] == 7 and header["score"] == 0.5 and header["network"] == "one-weight"
    assert digest(state) == digest(STATE) == header["sha256"]
    assert torch.equal(state["weights"]["a"], STATE["weights"]["a"]) and state["list"] == STATE["list"]


def test_the_digest_sees_every_part() -> None:
    other = {**STATE, "list": [1, 2.5, None, "words", False]}
    assert digest(other) != digest(STATE)
    assert digest([1, [2]]) != digest([[1], 2])
    assert digest(torch.zeros(2)) != digest(torch.zeros(2, dtype=torch.int32))
    with pytest.raises(TypeError, match="not set"):
        digest({"a": {1}})


@pytest.mark.parametrize("where", [0.3, 0.5, 0.7])
def test_a_flipped_byte_is_noticed(tmp_path: Path, where: float) -> None:
    path = tmp_path / "a.pt"
    write(path, IDENTITY, 1, STATE)
    data = bytearray(path.read_bytes())
    data[int(len(data) * where)] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(TrainingError, match=r"a\.pt: damaged"):
        read(path)


def test_half_a_file_and_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    write(path, IDENTITY, 1, STATE)
    path.write_bytes(path.read_bytes()[:-3000])
    with pytest.raises(TrainingError, match="damaged"):
        read(path)
    path.write_text("hello")
    with pytest.raises(TrainingError, match="damaged, or not a checkpoint"):
        read(path)
    torch.save({"weights": torch.zeros(2)}, path)
    with pytest.raises(TrainingError, match="not a checkpoint of Longroad"):
        read(path)


def test_a_checkpoint_of_an_earlier_version_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    write(path, IDENTITY, 1, STATE)
    found = torch.load(path, weights_only=True)
    found["longroad"]["format"] = 1
    torch.save(found, path)
    with pytest.raises(
        TrainingError, match=r"a\.pt: its format is 1 and this version of Longroad reads only 2: resume"
    ):
        read(path, IDENTITY)


def test_another_run_is_refused_by_name(tmp_path: Path) -> None:
    write(tmp_path / "a.pt", IDENTITY, 1, STATE)
    for other, words in (
        (replace(IDENTITY, settings={"rate": 0.25}), "rate is 0.5 there and 0.25 here"),
        (replace(IDENTITY, versions={"network_version": "one-2"}), "network_version is 'one-1' there"),
        (replace(IDENTITY, network="two-weights"), "network is 'one-weight' there and 'two-weights' here"),
        (replace(IDENTITY, settings={}), "rate is 0.5 there and None here"),
    ):
        with pytest.raises(TrainingError, match=words):
            read(tmp_path / "a.pt", other)


def test_the_last_three_stay(tmp_path: Path) -> None:
    checkpoints = Checkpoints(tmp_path, IDENTITY)
    for step in (1, 2, 10, 100, 101):
        checkpoints.save(step, {"step": step})
    checkpoints.save_best(2, {"step": 2}, 0.9)
    checkpoints.save_broken(102, {"step": 102}, "loss is nan")
    assert [path.name for path in checkpoints.all()] == [
        "checkpoint-00000010.pt",
        "checkpoint-00000100.pt",
        "checkpoint-00000101.pt",
    ]
    assert checkpoints.load_latest() == {"step": 101}
    assert read(tmp_path / "best.pt", IDENTITY)[0]["score"] == 0.9
    assert read(tmp_path / "broken-00000102.pt")[0]["broken"] == "loss is nan"
    assert len(list(tmp_path.iterdir())) == 5


def test_a_damaged_last_one_says_what_to_do(tmp_path: Path) -> None:
    checkpoints = Checkpoints(tmp_path, IDENTITY)
    with pytest.raises(TrainingError, match="no checkpoint to resume from"):
        checkpoints.load_latest()
    checkpoints.save(1, STATE)
    checkpoints.save(2, STATE).write_bytes(b"PK")
    with pytest.raises(TrainingError, match=r"damaged.*resumes from checkpoint-00000001\.pt"):
        checkpoints.load_latest()
