"""Runs: they end when they should, resume as if there had been no interruption, and stop at NaN."""

from __future__ import annotations

import io
import json
import math
import os
import signal
from pathlib import Path
from typing import Any

import pytest
import torch
from rich.console import Console

from longroad.errors import TrainingError
from longroad.train.run.checkpoint import read
from longroad.train.run.evaluation import Evaluation
from longroad.train.run.loop import Ended, run
from longroad.train.run.metrics import Metrics, read_metrics
from train.counting import IDENTITY, Counting


def go(trainer: Counting, out: Path, **options: Any) -> Ended:
    defaults: dict[str, Any] = {"tensorboard": False, "quiet": True, "checkpoint_seconds": 0.0}
    return run(trainer, IDENTITY, out, **{**defaults, **options})


def seen(out: Path) -> list[dict[str, Any]]:
    lines = read_metrics(out / "metrics.jsonl")
    return [{k: v for k, v in line.items() if k not in ("seconds", "moves_per_second")} for line in lines]


def names(out: Path, pattern: str) -> list[str]:
    return sorted(path.name for path in out.glob(pattern))


def test_moves_end_a_run(tmp_path: Path) -> None:
    ended = go(Counting(), tmp_path, moves=45)
    assert (ended.reason, ended.steps, ended.moves) == ("moves", 5, 50)
    assert [line["step"] for line in seen(tmp_path)] == [1, 2, 3, 4, 5]
    assert names(tmp_path, "checkpoint-*.pt")[-1] == "checkpoint-00000005.pt"
    assert json.loads((tmp_path / "run.json").read_text()) == IDENTITY.to_dict()


def test_minutes_end_a_run(tmp_path: Path) -> None:
    ended = go(Counting(), tmp_path, minutes=0.002, checkpoint_seconds=60.0)
    assert ended.reason == "minutes" and ended.steps > 0
    assert names(tmp_path, "checkpoint-*.pt") == [
        "checkpoint-00000000.pt",
        f"checkpoint-{ended.steps:08d}.pt",
    ]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_that_then_goes_on(tmp_path: Path, number: int) -> None:
    go(Counting(), tmp_path / "whole", moves=60)
    trainer = Counting()
    trainer.before_step = lambda t: os.kill(os.getpid(), number) if t.steps == 2 else None
    ended = go(trainer, tmp_path / "parts", moves=60, checkpoint_seconds=60.0)
    assert (ended.reason, ended.steps) == ("interrupted", 3)
    assert go(Counting(), tmp_path / "parts", moves=60, resume=True).steps == 6
    assert seen(tmp_path / "parts") == seen(tmp_path / "whole")
    assert signal.getsignal(number) is not None


def test_a_crash_loses_only_what_came_after_the_checkpoint(tmp_path: Path) -> None:
    class Crash(Exception):
        pass

    def crash(trainer: Counting) -> None:
        if trainer.steps == 4:
            raise Crash

    go(Counting(), tmp_path / "whole", moves=60)
    trainer = Counting()
    trainer.before_step = crash
    with pytest.raises(Crash):
        go(trainer, tmp_path / "parts", moves=60, checkpoint_seconds=60.0)
    assert [line["step"] for line in seen(tmp_path / "parts")] == [1, 2, 3, 4]
    assert names(tmp_path / "parts", "checkpoint-*.pt") == ["checkpoint-00000000.pt"]
    with (tmp_path / "parts" / "metrics.jsonl").open("a") as file:
        file.write('{"step": 5, "mo')  # a line that was cut short
    go(Counting(), tmp_path / "parts", moves=60, resume=True)
    assert seen(tmp_path / "parts") == seen(tmp_path / "whole")


def test_a_folder_with_a_run_is_not_overwritten(tmp_path: Path) -> None:
    go(Counting(), tmp_path, moves=20)
    with pytest.raises(TrainingError, match="holds a run already"):
        go(Counting(), tmp_path, moves=20)
    with pytest.raises(TrainingError, match="no checkpoint to resume from"):
        go(Counting(), tmp_path / "elsewhere", moves=20, resume=True)


@pytest.mark.parametrize("how", ["figure", "weight", "raised"])
def test_numbers_that_are_none_stop_a_run(tmp_path: Path, how: str) -> None:
    def break_it(trainer: Counting) -> None:
        if trainer.steps != 2:
            return
        if how == "raised":
            raise FloatingPointError("the policy is NaN")
        with torch.no_grad():
            (trainer.network.weight if how == "figure" else trainer.network.bias).fill_(math.inf)

    trainer = Counting()
    trainer.before_step = break_it
    reason = {"figure": "loss is inf", "weight": "not finite", "raised": "the policy is NaN"}[how]
    with pytest.raises(TrainingError, match=rf"{reason}.*last good state is checkpoint-00000002\.pt"):
        go(trainer, tmp_path, moves=60)
    (broken,) = names(tmp_path, "broken-*.pt")
    assert reason in read(tmp_path / broken)[0]["broken"]
    go(Counting(), tmp_path, moves=60, resume=True)
    go(Counting(), tmp_path / "whole", moves=60)
    assert seen(tmp_path) == seen(tmp_path / "whole")


def test_evaluations_come_at_their_moves_and_the_best_is_kept(tmp_path: Path) -> None:
    asked: list[int] = []

    def evaluate(network: Any, seed: int) -> list[Evaluation]:
        asked.append(seed)
        return [Evaluation("random", 10, 8 if len(asked) == 2 else 5, 7.0, 6.0, 80.0)]

    ended = go(Counting(), tmp_path, moves=70, evaluate=evaluate, evaluation_moves=30)
    assert len(set(asked)) == 3 and ended.evaluations[0].wins == 5
    assert [line["step"] for line in seen(tmp_path) if "eval/random/win" in line] == [3, 6, 7]
    header, state = read(tmp_path / "best.pt", IDENTITY)
    assert (header["step"], header["score"], state["trainer"]["moves"]) == (6, 0.8, 60)


def test_a_line_now_and_then_where_nobody_sits(tmp_path: Path) -> None:
    words = io.StringIO()
    go(Counting(), tmp_path, moves=70, quiet=False, console=Console(file=words, width=200))
    assert words.getvalue().count("\n") == 1 and "step 1  10 moves" in words.getvalue()


def test_a_terminal_has_a_live_line(tmp_path: Path) -> None:
    words = io.StringIO()
    go(
        Counting(),
        tmp_path,
        moves=30,
        quiet=False,
        console=Console(file=words, width=200, force_terminal=True),
    )
    assert "step 3  30 moves" in words.getvalue()


def test_metrics_have_null_for_what_is_no_number(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path / "m.jsonl")
    metrics.write({"step": 1, "loss": math.nan})
    metrics.close()
    assert read_metrics(tmp_path / "m.jsonl") == [{"step": 1, "loss": None}]
