"""A folder of results that a killed run can resume from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from longroad.errors import ExperimentError
from longroad.experiments.markdown import wrapped
from longroad.files import write_text


class ResultFolder:
    """Finished parts of a run, each in a file of its own, written whole or not at all.

    >>> import tempfile
    >>> where = Path(tempfile.mkdtemp())
    >>> folder = ResultFolder(where, {"games": 10})
    >>> folder.part("sum", lambda: {"answer": 42})
    {'answer': 42}
    >>> ResultFolder(where, {"games": 10}).part("sum", lambda: 1 / 0)  # found, not computed again
    {'answer': 42}
    >>> ResultFolder(where, {"games": 20})
    Traceback (most recent call last):
      ...
    longroad.errors.ExperimentError: ...: holds a run with games=10, not games=20: name another folder with
    --out
    """

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        self.path = path
        self._parts = path / "parts"
        known = path / "settings.json"
        if known.exists():
            _compare(path, self._read(known), settings)
        else:
            if path.exists() and any(entry.name != "parts" for entry in path.iterdir()):
                raise ExperimentError(
                    f"{path}: is not empty and holds no run: name another folder with --out"
                )
            self._parts.mkdir(parents=True, exist_ok=True)
            write_text(known, json.dumps(settings, indent=1) + "\n")
        self._parts.mkdir(parents=True, exist_ok=True)

    def has(self, name: str) -> bool:
        """Whether a part is finished."""
        return (self._parts / f"{name}.json").exists()

    def part(self, name: str, compute: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The result of a part: from its file, or computed and written there."""
        file = self._parts / f"{name}.json"
        if file.exists():
            return self._read(file)
        result = compute()
        write_text(file, json.dumps(result) + "\n")
        return result

    def _read(self, file: Path) -> dict[str, Any]:
        try:
            data = json.loads(file.read_text("utf-8"))
        except ValueError as error:
            raise ExperimentError(
                f"{file}: is damaged ({error}): delete it, it will be made again"
            ) from error
        if not isinstance(data, dict):
            raise ExperimentError(f"{file}: is damaged: delete it, it will be made again")
        return data


def _compare(path: Path, known: dict[str, Any], settings: dict[str, Any]) -> None:
    for name in sorted({*known, *settings}):
        if known.get(name) != settings.get(name):
            raise ExperimentError(
                f"{path}: holds a run with {name}={known.get(name)}, not {name}={settings.get(name)}: "
                "name another folder with --out"
            )


def save_report(out: Path, sections: list[str], data: dict[str, Any]) -> Path:
    """Writes the report in Markdown and its figures as JSON; returns the first one's path.

    ValueError for NaN or an infinity among the figures, which JSON does not have.
    """
    write_text(out / "report.json", json.dumps(data, indent=1, allow_nan=False) + "\n")
    report = out / "report.md"
    write_text(report, wrapped("\n\n".join(sections)) + "\n")
    return report
