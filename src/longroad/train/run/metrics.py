"""``metrics.jsonl``: what a run has seen, one JSON object per line, one line per step."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from longroad.files import write_text


class Metrics:
    """Appends to the file; what it holds beyond ``step`` is dropped first, since it will be seen again."""

    def __init__(self, path: Path, step: int = 0) -> None:
        if path.exists():
            kept = [line for line, number in _lines(path) if number <= step]
            write_text(path, "".join(kept))
        self._file = path.open("a", encoding="utf-8")

    def write(self, figures: Mapping[str, float]) -> None:
        """One line, handed over to the system at once. NaN and infinities become null."""
        finite = {name: value if math.isfinite(value) else None for name, value in figures.items()}
        self._file.write(json.dumps(finite) + "\n")
        self._file.flush()

    def close(self) -> None:
        """No more lines."""
        self._file.close()


def read_metrics(path: Path) -> list[dict[str, Any]]:
    """All lines; one that was cut short by a crash is left out."""
    return [json.loads(line) for line, _ in _lines(path)]


def _lines(path: Path) -> list[tuple[str, int]]:
    """Whole lines and their steps."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        try:
            found.append((line, int(json.loads(line)["step"])))
        except (ValueError, KeyError, TypeError):
            continue
    return found
