"""A training that is killed and resumed comes to the numbers of one that was left alone."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from longroad.train.metrics import read_metrics

SETTINGS = [
    "network=xdim-6",
    "workers=2",
    "games=3",
    "batch=8",
    "report_batches=2",
    "training_step=4",
    "refresh=1",
]
MOVES = 8 * 2 * 12


def command(out: Path, *more: str) -> list[str]:
    changes = [word for setting in SETTINGS for word in ("--set", setting)]
    arguments = ["train", "gendre2020", "--out", str(out), "--device", "cpu", "--threads", "1", *changes]
    arguments += ["--moves", str(MOVES), "--checkpoint-minutes", "0", "--evaluation-games", "0"]
    script = "from longroad.cli import main; main()"
    return [sys.executable, "-c", script, *arguments, "--no-tensorboard", "--json", *more]


def seen(out: Path) -> list[dict[str, Any]]:
    lines = read_metrics(out / "metrics.jsonl")
    return [{k: v for k, v in line.items() if k not in ("seconds", "moves_per_second")} for line in lines]


def test_killed_and_resumed(tmp_path: Path) -> None:
    whole = subprocess.Popen(command(tmp_path / "whole"), stdout=subprocess.DEVNULL)
    killed = subprocess.Popen(command(tmp_path / "killed"), stdout=subprocess.DEVNULL)
    metrics = tmp_path / "killed" / "metrics.jsonl"
    deadline = time.monotonic() + 300
    while not metrics.exists() or metrics.read_text().count("\n") < 4:
        assert killed.poll() is None and time.monotonic() < deadline
        time.sleep(0.002)
    killed.kill()
    killed.wait()
    assert len(seen(tmp_path / "killed")) < 12
    subprocess.run(command(tmp_path / "killed", "--resume"), check=True, stdout=subprocess.DEVNULL)
    assert whole.wait() == 0
    lines = seen(tmp_path / "whole")
    assert [line["step"] for line in lines] == list(range(1, 13)) and lines[-1]["moves"] == MOVES
    assert seen(tmp_path / "killed") == lines
