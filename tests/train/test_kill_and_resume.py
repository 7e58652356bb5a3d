"""A training that is killed and resumed comes to the numbers of one that was left alone."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cli.running import CommandLine
from longroad.train.run.metrics import read_metrics

SETTINGS = [
    "network=xdim-6",
    "workers=2",
    "games=3",
    "batch=8",
    "report_batches=2",
    "training_step=4",
    "refresh=1",
]
MOVES = 16 * 16


def arguments(out: Path, *more: str) -> list[str]:
    changes = [word for setting in SETTINGS for word in ("--set", setting)]
    where = ["train", "gendre2020", "--out", str(out), "--device", "cpu", "--threads", "1"]
    often = ["--moves", str(MOVES), "--checkpoint-minutes", "0", "--evaluation-games", "0"]
    return [*where, *changes, *often, "--no-tensorboard", "--json", *more]


def started(*words: str) -> subprocess.Popen[bytes]:
    script = "from longroad.cli import main; main()"
    return subprocess.Popen([sys.executable, "-c", script, *words], stdout=subprocess.DEVNULL)


def seen(out: Path) -> list[dict[str, Any]]:
    lines = read_metrics(out / "metrics.jsonl")
    return [{k: v for k, v in line.items() if k not in ("seconds", "moves_per_second")} for line in lines]


def test_killed_and_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = CommandLine(capsys, monkeypatch)(*arguments(tmp_path / "whole"))
    assert whole.json["moves"] >= MOVES and whole.json["reason"] == "moves"
    lines = seen(tmp_path / "whole")
    assert [line["step"] for line in lines] == list(range(1, len(lines) + 1))
    killed = started(*arguments(tmp_path / "killed"))
    metrics = tmp_path / "killed" / "metrics.jsonl"
    deadline = time.monotonic() + 120
    while not metrics.exists() or metrics.read_text().count("\n") < 4:
        assert killed.poll() is None and time.monotonic() < deadline
        time.sleep(0.002)
    killed.kill()
    killed.wait()
    assert len(seen(tmp_path / "killed")) < len(lines)
    assert started(*arguments(tmp_path / "killed", "--resume")).wait(120) == 0
    assert seen(tmp_path / "killed") == lines
