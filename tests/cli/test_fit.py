"""``longroad positions`` and ``longroad fit``, from games to an agent that judges by what was learnt."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from cli.running import CommandLine
from longroad.train.judge import making

needs_torch = pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="needs PyTorch")
QUICK = "planner:beam=1,steps=1"


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "GAMES_PER_SHARD", 50)


@needs_torch
def test_from_games_to_an_agent(line: CommandLine, tmp_path: Path) -> None:
    two, four = tmp_path / "two", tmp_path / "four"
    made = line("positions", "--agent", QUICK, "--games", 100, "--siblings", 2, "--out", two, "--json")
    assert made.json["games"] == 100
    line(
        "positions", "--agent", QUICK, "--games", 50, "--rules", "players=4,offers_per_turn=0", "--out", four
    )
    small = ("--set", "epochs=1", "--set", "batch=64", "--threads", 1)
    first = line("fit", two, "--out", tmp_path / "first.npz", *small, "--json").json
    (network,) = first["networks"]
    (row,) = network["players"]
    assert network["network"] == "two" and row["players"] == 2 and row["games"] == 100
    assert 0 < row["log_loss"] < 2 and 0 < row["hand_log_loss"] < 1 and row["sibling_error"] > 0
    both = line("fit", four, "--start", tmp_path / "first.npz", "--out", tmp_path / "both.npz", *small)
    assert (
        both.code == 0 and "evaluation, calibrated" in both.out and "epoch 1: log loss 4 players" in both.err
    )
    for players in (2, 4):
        rules = f"players={players},offers_per_turn=0"
        agents = [f"planner:eval={tmp_path / 'both.npz'}", *["random"] * (players - 1)]
        result = line("match", *agents, "--games", players, "--rules", rules, "--json").json
        assert result["wins"][0] == players
    assert not list(tmp_path.glob("*.pt"))
    only_two = line("match", f"planner:eval={tmp_path / 'first.npz'}", *["random"] * 3, "--games", 4)
    assert only_two.code == 2 and "no network for games of 4 players" in only_two.complaint


def test_the_same_command_resumes(line: CommandLine, tmp_path: Path) -> None:
    command = ("positions", "--agent", QUICK, "--games", 50, "--out", tmp_path / "data")
    line(*command)
    shard = tmp_path / "data" / "games-00000000.parquet"
    before = shard.stat().st_mtime_ns
    assert "50 games" in line(*command).out and shard.stat().st_mtime_ns == before
    other = line("positions", "--agent", QUICK, "--games", 50, "--seed", 2, "--out", tmp_path / "data")
    assert other.code == 2 and "made with other settings" in other.complaint


@needs_torch
def test_any_address_and_shard_by_shard(line: CommandLine, tmp_path: Path) -> None:
    data = f"dir::file://{tmp_path}/data"
    command = ("positions", "--agent", QUICK, "--games", 150, "--siblings", 2, "--out", data, "--json")
    assert line(*command).json["out"] == data
    small = ("--set", "epochs=1", "--set", "batch=64", "--threads", 1, "--json")
    stream = ("--stream", "--set", "buffer=300")
    (whole,), (streamed,) = (
        line("fit", data, "--out", tmp_path / f"{name}.npz", *small, *more).json["networks"][0]["players"]
        for name, more in (("whole", ()), ("streamed", stream))
    )
    assert [streamed[name] for name in ("rows", "games")] == [whole[name] for name in ("rows", "games")]
    assert whole["games"] == 150 and 0 < streamed["held_out"] < whole["held_out"]
    assert abs(streamed["log_loss"] - whole["log_loss"]) < 0.1
    assert streamed["hand_log_loss"] != whole["hand_log_loss"]


@needs_torch
def test_an_address_that_cannot_be_read_is_refused(
    line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "s3fs", None)
    for command in (
        ("positions", "--games", 50, "--out", "s3://bucket/data"),
        ("fit", "s3://bucket/data", "--out", tmp_path / "a.npz"),
    ):
        ran = line(*command)
        assert ran.code == 1 and "s3://bucket/data: Install s3fs" in ran.complaint
    ran = line("fit", "memory://none", "--out", tmp_path / "a.npz")
    assert ran.code == 2 and "memory://none: not a folder of positions" in ran.complaint


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--agent", "net:model=fast2p"), "no native agent 'net'"),
        (("--rules", "players=9"), "players"),
        (("--explore", "2"), "explore"),
    ],
)
def test_wrong_settings_are_refused(
    line: CommandLine, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    ran = line("positions", "--games", 50, *arguments, "--out", tmp_path / "data")
    assert ran.code == 2 and words in ran.complaint and not (tmp_path / "data").exists()


@needs_torch
def test_what_is_no_data_set_is_refused(line: CommandLine, tmp_path: Path) -> None:
    ran = line("fit", tmp_path, "--out", tmp_path / "a.npz")
    assert ran.code == 2 and "not a folder of positions" in ran.complaint
    ran = line("fit", tmp_path, "--out", tmp_path / "a.onnx")
    assert ran.code == 2 and ".npz" in ran.err


def test_without_pytorch_the_extra_is_named(
    line: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    ran = line("fit", tmp_path, "--out", tmp_path / "a.npz")
    assert ran.code == 1 and "pip install 'longroad[train]'" in ran.complaint
