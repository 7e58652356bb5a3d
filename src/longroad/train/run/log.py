"""What a run shows while it is running: a live line at a terminal, now and then a line elsewhere,
TensorBoard, metrics.jsonl."""

from __future__ import annotations

import importlib
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.text import Text

from longroad.train.run.metrics import Metrics

SECONDS_BETWEEN_LINES = 30.0
#: What the line shows of the figures, if they are there, and how.
_SHOWN = (
    ("loss/policy", "policy", "{:.4f}"),
    ("loss/value", "value", "{:.4f}"),
    ("loss", "loss", "{:.4f}"),
    ("entropy", "entropy", "{:.3f}"),
    ("advice/followed", "advice followed", "{:.1%}"),
    ("win/past", "past", "{:.1%}"),
)


class Log:
    """Of one run in a folder, from ``step`` and ``moves`` on; what was logged beyond them is dropped."""

    def __init__(
        self,
        folder: Path,
        *,
        step: int = 0,
        moves: int = 0,
        console: Console | None = None,
        quiet: bool = False,
        tensorboard: bool = True,
    ) -> None:
        self._console = console or Console(stderr=True)
        self._quiet = quiet
        self._metrics = Metrics(folder / "metrics.jsonl", step)
        self._board = _tensorboard(folder / "tensorboard", moves) if tensorboard else None
        self._live: Live | None = None
        self._last_line = -SECONDS_BETWEEN_LINES
        self._evaluated: dict[str, float] = {}
        self._speed: float | None = None

    def __enter__(self) -> Log:
        if self._console.is_terminal and not self._quiet:
            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()
        self._metrics.close()
        if self._board is not None:
            self._board.close()

    def step(self, step: int, moves: int, seconds: float, speed: float, figures: Mapping[str, float]) -> None:
        """An iteration ended. ``seconds`` since the run began, ``speed`` in moves per second of this
        iteration."""
        times = {"seconds": round(seconds, 3), "moves_per_second": round(speed, 1)}
        self._metrics.write({"step": step, "moves": moves, **times, **figures})
        if self._board is not None:
            for name, value in {**figures, "moves_per_second": speed}.items():
                self._board.add_scalar(name, value, moves)
        self._evaluated |= {name: v for name, v in figures.items() if name.startswith("eval/")}
        self._speed = speed if self._speed is None else 0.9 * self._speed + 0.1 * speed
        self._show(step, moves, seconds, figures)

    def say(self, words: str) -> None:
        """A remark that stays."""
        if not self._quiet:
            self._console.print(words, highlight=False, soft_wrap=True)

    def _show(self, step: int, moves: int, seconds: float, figures: Mapping[str, float]) -> None:
        if self._quiet:
            return
        parts = [f"step {step:,}", f"{moves:,} moves", f"{self._speed or 0:,.0f}/s", _clock(seconds)]
        parts += [f"{label} {how.format(figures[name])}" for name, label, how in _SHOWN if name in figures]
        for name, rate in self._evaluated.items():
            _, opponent, what = name.split("/", 2)
            if what == "win":
                parts.append(f"{opponent} {rate:.1%}")
        line = "  ".join(parts)
        if self._live is not None:
            self._live.update(Text(line), refresh=True)
        elif time.monotonic() - self._last_line >= SECONDS_BETWEEN_LINES:
            self._last_line = time.monotonic()
            self._console.print(line, highlight=False, soft_wrap=True)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def _tensorboard(folder: Path, moves: int) -> Any:
    """A writer for TensorBoard, or None where it is not installed."""
    try:
        module = importlib.import_module("torch.utils.tensorboard")
    except ImportError:
        return None
    return module.SummaryWriter(str(folder), purge_step=moves + 1)
