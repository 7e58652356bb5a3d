"""Progress where standard error is piped: plain lines there, nothing on standard output."""

from __future__ import annotations

import re
import time

import pytest

from cli.running import CommandLine
from longroad.cli import progress

RULES = ("--rules", "offers_per_turn=0,turn_cap=60")


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines come every few milliseconds."""
    monkeypatch.setattr(progress, "FIRST_LINE", 0.02)
    monkeypatch.setattr(progress, "BETWEEN_LINES", 0.02)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("match", "expectimax:depth=1", "random", "--games", 600, *RULES), r"of 600, 0:\d\d: (playing|exp)"),
        (("sprt", "value", "value", "--max-games", 400, *RULES), r"^\d+, 0:\d\d: (games, score|playing)"),
        (
            ("tournament", "value", "random", "--games", 400, *RULES, "--out", "{}"),
            r"of 400, 0:\d\d: playing",
        ),
        (("openings", "--seed", 7, "--flat", 20, "--rules", "ntu2016"), r"0:\d\d: (playing|\d+ placements)"),
    ],
)
def test_runs_say_how_far_they_are(
    line: CommandLine, command: tuple[object, ...], told: str, tmp_path: object
) -> None:
    ran = line(*(str(tmp_path) + "/t" if word == "{}" else word for word in command), "--threads", 1)
    assert ran.code == 0, ran
    lines = [each for each in ran.err.splitlines() if re.search(r", \d+:\d\d: ", each)]
    assert any(re.search(told, each) for each in lines), ran.err
    assert not re.search(r", \d+:\d\d: ", ran.out)


def test_a_line_comes_after_a_moment_and_then_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "FIRST_LINE", 0.3)
    monkeypatch.setattr(progress, "BETWEEN_LINES", 600)
    with progress.progress("waiting", total=2000) as show:
        show(1234, 2000, "[/red] done")
        assert capsys.readouterr().err == ""
        time.sleep(2)
    told = capsys.readouterr()
    assert re.fullmatch(r"1,234 of 2,000, 0:0\d: \[/red\] done, 0:0\d left\n", told.err) and told.out == ""


@pytest.mark.usefixtures("often")
def test_hidden_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress(hidden=True) as show:
        show(1, 2, "playing")
        time.sleep(0.2)
    assert capsys.readouterr().err == ""
