"""Runs the command line in this process, as the ``longroad`` script would."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from longroad.cli import main


@dataclass
class Ran:
    """How a run ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output; anything beside it fails the test."""
        assert self.code == 0, self.err
        assert self.out.endswith("}\n") and self.out.count("\n") == 1
        data = json.loads(self.out)
        assert isinstance(data, dict)
        return data

    @property
    def complaint(self) -> str:
        """The one line on standard error that says what was wrong."""
        assert self.code != 0 and self.out == ""
        assert self.err.startswith("longroad: ") and self.err.count("\n") == 1, self.err
        return self.err.removeprefix("longroad: ").strip()


class CommandLine:
    """``line("match", "random", "random")`` runs that command."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch = capsys, monkeypatch
        monkeypatch.setenv("COLUMNS", "160")

    def __call__(self, *arguments: object) -> Ran:
        self._monkeypatch.setattr(sys, "argv", ["longroad", *map(str, arguments)])
        self._capsys.readouterr()
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        else:
            code = 0
        captured = self._capsys.readouterr()
        return Ran(code, captured.out, captured.err)
