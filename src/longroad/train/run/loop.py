"""A run: iterations of a trainer until time or moves are over, with evaluations, checkpoints and logs.

A run lives in a folder: ``run.json`` (what it is), ``metrics.jsonl``, ``checkpoint-*.pt``, ``best.pt``,
``tensorboard/``. Killed at any moment and resumed, it continues from its last checkpoint, and on the CPU with
as many threads it comes to the same numbers as a run that was never killed.
"""

from __future__ import annotations

import json
import math
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import torch
from rich.console import Console
from torch import nn

from longroad.errors import TrainingError
from longroad.files import write_text
from longroad.train.run.checkpoint import Checkpoints, Identity
from longroad.train.run.evaluation import Evaluation
from longroad.train.run.log import Log
from longroad.train.run.trainer import Trainer

#: Measures a network; the seed is another one each time.
Evaluate = Callable[[Any, int], Sequence[Evaluation]]


@dataclass(frozen=True)
class Ended:
    """How a run ended: ``moves``, ``minutes`` or ``interrupted``; where it stands; its last evaluation."""

    reason: str
    steps: int
    moves: int
    seconds: float
    evaluations: Sequence[Evaluation] = field(default=())


def run(
    trainer: Trainer,
    identity: Identity,
    out: Path,
    *,
    minutes: float | None = None,
    moves: int | None = None,
    resume: bool = False,
    evaluate: Evaluate | None = None,
    evaluation_moves: int = 1_000_000,
    checkpoint_seconds: float = 120.0,
    console: Console | None = None,
    quiet: bool = False,
    tensorboard: bool = True,
) -> Ended:
    """Trains until ``moves`` moves of the whole run or ``minutes`` minutes of this call are over, or SIGINT
    or SIGTERM comes; then saves and returns.

    Evaluates whenever another ``evaluation_moves`` moves are over, and at the end unless it was interrupted.
    Raises TrainingError if ``out`` holds another run, or holds this one without ``resume``; and where numbers
    have become NaN or infinite, after the state was kept beside the good ones.
    """
    return _Run(trainer, identity, out, evaluate, evaluation_moves, checkpoint_seconds).go(
        minutes,
        moves,
        resume,
        lambda: Log(
            out,
            step=trainer.steps,
            moves=trainer.moves,
            console=console,
            quiet=quiet,
            tensorboard=tensorboard,
        ),
    )


class _Run:
    def __init__(
        self,
        trainer: Trainer,
        identity: Identity,
        out: Path,
        evaluate: Evaluate | None,
        evaluation_moves: int,
        checkpoint_seconds: float,
    ) -> None:
        self.trainer, self.identity, self.out = trainer, identity, out
        self.evaluate, self.evaluation_moves = evaluate, evaluation_moves
        self.checkpoint_seconds = checkpoint_seconds
        self.checkpoints = Checkpoints(out, identity)
        self.seconds = 0.0  # of all calls before this one
        self.best: float | None = None
        self.evaluations: Sequence[Evaluation] = ()
        self.started = self.saved = time.monotonic()

    def go(
        self, minutes: float | None, moves: int | None, resume: bool, make_log: Callable[[], Log]
    ) -> Ended:
        self._open(resume)
        with make_log() as log, _stopping() as stopped:
            reason = self._over(minutes, moves, stopped)
            while not reason:
                figures, speed = self._step(log)
                reason = self._over(minutes, moves, stopped)
                if self._evaluation_is_due(reason):
                    figures |= self._evaluated()
                log.step(self.trainer.steps, self.trainer.moves, self._elapsed(), speed, figures)
                if not reason and time.monotonic() - self.saved >= self.checkpoint_seconds:
                    self._save()
            self._save()
        return Ended(reason, self.trainer.steps, self.trainer.moves, self._elapsed(), self.evaluations)

    def _open(self, resume: bool) -> None:
        self.out.mkdir(parents=True, exist_ok=True)
        if resume:
            state = self.checkpoints.load_latest()
            self.trainer.load_state_dict(state["trainer"])
            self.seconds, self.best = state["seconds"], state["best"]
            self._moves_before = self.trainer.moves
            return
        if self.checkpoints.all():
            raise TrainingError(f"{self.out}: holds a run already; resume it, or name another folder")
        (self.out / "metrics.jsonl").unlink(missing_ok=True)
        write_text(self.out / "run.json", json.dumps(self.identity.to_dict(), indent=2) + "\n")
        self._moves_before = self.trainer.moves
        self._save()

    def _step(self, log: Log) -> tuple[dict[str, float], float]:
        began = time.monotonic()
        self._moves_before = self.trainer.moves
        try:
            figures = self.trainer.step()
        except FloatingPointError as error:
            self._break(str(error), log, {})
        wrong = next((name for name, value in figures.items() if not math.isfinite(value)), None)
        if wrong is not None:
            self._break(f"{wrong} is {figures[wrong]}", log, figures)
        if not finite(self.trainer.network):
            self._break("weights of the network are not finite", log, figures)
        return figures, (self.trainer.moves - self._moves_before) / max(time.monotonic() - began, 1e-9)

    def _break(self, reason: str, log: Log, figures: Mapping[str, float]) -> NoReturn:
        """Keeps the state for people to look at, and ends the run."""
        if figures:
            log.step(self.trainer.steps, self.trainer.moves, self._elapsed(), 0.0, figures)
        kept = self.checkpoints.save_broken(self.trainer.steps, self._state(), reason)
        good = self.checkpoints.all()[-1].name
        raise TrainingError(
            f"{reason} at step {self.trainer.steps}: kept as {kept}; the last good state is {good}"
        )

    def _over(self, minutes: float | None, moves: int | None, stopped: threading.Event) -> str:
        if stopped.is_set():
            return "interrupted"
        if moves is not None and self.trainer.moves >= moves:
            return "moves"
        if minutes is not None and time.monotonic() - self.started >= 60 * minutes:
            return "minutes"
        return ""

    def _evaluation_is_due(self, reason: str) -> bool:
        if self.evaluate is None:
            return False
        passed = self.trainer.moves // self.evaluation_moves > self._moves_before // self.evaluation_moves
        return passed or reason in ("moves", "minutes")

    def _evaluated(self) -> dict[str, float]:
        """Measures the network, and keeps it if it is the best."""
        assert self.evaluate is not None
        self.evaluations = self.evaluate(
            self.trainer.playing, self.identity.seed * 1_000_003 + self.trainer.steps
        )
        figures: dict[str, float] = {}
        for one in self.evaluations:
            figures |= one.figures()
        score = sum(one.win_rate for one in self.evaluations) / max(len(self.evaluations), 1)
        if self.evaluations and (self.best is None or score > self.best):
            self.best = score
            self.checkpoints.save_best(self.trainer.steps, self._state(), score)
        return figures

    def _save(self) -> None:
        self.checkpoints.save(self.trainer.steps, self._state())
        self.saved = time.monotonic()

    def _state(self) -> dict[str, Any]:
        return {"trainer": self.trainer.state_dict(), "seconds": self._elapsed(), "best": self.best}

    def _elapsed(self) -> float:
        return self.seconds + time.monotonic() - self.started


def finite(network: nn.Module) -> bool:
    """Whether all weights are numbers."""
    with torch.no_grad():
        return bool(torch.stack([p.isfinite().all() for p in network.parameters()]).all())


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """An event that the first SIGINT or SIGTERM sets; the second acts as it always does. Only the main thread
    can listen."""
    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def stop(number: int, frame: object) -> None:
        stopped.set()
        restore()

    for number in before:
        signal.signal(number, stop)
    try:
        yield stopped
    finally:
        restore()
