"""A run that is interrupted from the keyboard: exit code 130, and what was kept is said."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import longroad
from cli.running import CommandLine
from longroad.arena.data.archive import read_games
from longroad.arena.play.blocks import LocalBlocks

BOT = """
import os, sys
from longroad.agents import Agent

print("imported")

class Loud(Agent):
    def choose(self, view, actions):
        print("thinking")
        os.write(1, b"outside")
        sys.__stdout__.write("around")
        return actions[0]

class Fails(Agent):
    def choose(self, view, actions):
        raise RuntimeError("no idea")
"""
RULES = ("--rules", "offers_per_turn=0,turn_cap=20")


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "some_bots.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "some_bots", raising=False)
    return tmp_path


@pytest.fixture
def interrupted_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets matches be interrupted after so many calls for blocks, each of one block."""

    def prepare(calls: int) -> None:
        real, made = LocalBlocks.next, 0

        def once(stream: LocalBlocks, most: int) -> Any:
            nonlocal made
            made += 1
            if made > calls:
                raise KeyboardInterrupt
            return real(stream, min(most, 10))

        monkeypatch.setattr(LocalBlocks, "next", once)

    return prepare


def match(line: CommandLine, *arguments: object) -> Any:
    return line("match", "random", "random", "--games", 1000, "--threads", 1, *RULES, *arguments)


def test_a_match_says_what_it_kept(
    line: CommandLine, tmp_path: Path, interrupted_after: Callable[[int], None]
) -> None:
    interrupted_after(1)
    records = tmp_path / "games.jsonl.gz"
    ran = match(line, "--records", records)
    assert ran.code == 130 and "win rate" in ran.out
    games = len(list(read_games(records)))
    assert 0 < games < 1000
    assert f"longroad: interrupted after {games} of 1000 games; kept these in {records}\n" in ran.err


def test_an_archive_that_was_complete_stays(
    line: CommandLine, tmp_path: Path, interrupted_after: Callable[[int], None]
) -> None:
    records = tmp_path / "games.jsonl.gz"
    assert line("match", "random", "random", "--games", 4, *RULES, "--records", records).code == 0
    before = records.read_bytes()
    interrupted_after(1)
    ran = match(line, "--records", records)
    beside = tmp_path / "games.interrupted.jsonl.gz"
    assert ran.code == 130 and records.read_bytes() == before and len(list(read_games(beside))) > 0
    assert f"kept these in {beside}\n" in ran.err and f"wrote {records}" not in ran.err
    assert sorted(os.listdir(tmp_path)) == [beside.name, records.name]


def test_a_match_before_its_first_game_keeps_nothing(
    line: CommandLine, tmp_path: Path, interrupted_after: Callable[[int], None]
) -> None:
    interrupted_after(0)
    ran = match(line, "--records", tmp_path / "games.jsonl", "--json")
    assert (ran.code, ran.out) == (130, "") and os.listdir(tmp_path) == []
    assert ran.err == "longroad: interrupted before any game was over; nothing was kept\n"


@pytest.mark.parametrize(("calls", "told"), [(0, "nothing more was written"), (5, "games; wrote no file")])
def test_sequential_tests(
    line: CommandLine, interrupted_after: Callable[[int], None], calls: int, told: str
) -> None:
    interrupted_after(calls)
    ran = line("sprt", "random", "random", "--threads", 1, *RULES)
    assert ran.code == 130 and ran.err.startswith("longroad: interrupted") and told in ran.err


@pytest.mark.parametrize("jobs", [0, 2])
def test_tournaments(line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    from longroad.arena.play import playing

    real, made = playing.play, 0

    def once(*arguments: Any, **options: Any) -> Any:
        nonlocal made
        made += 1
        if made > jobs:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    monkeypatch.setattr(playing, "play", once)
    ran = line("tournament", "random", "weighted", "--games", 20, *RULES, "--out", tmp_path / "t")
    assert (
        ran.code == 130 and f"interrupted; kept the results so far in {tmp_path / 't'}; the same" in ran.err
    )
    assert len(list((tmp_path / "t").rglob("results/*/*.json"))) == jobs
    assert ("4 games so far" in ran.out) == (jobs > 0)


def test_a_real_interrupt_ends_with_130(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom longroad.cli import match, main\n"
        "sys.argv = ['longroad', 'match', 'random', 'random', '--games', '100000000']\n"
        "print('begun', flush=True)\nmain()\n"
    )
    here = {**os.environ, "PYTHONPATH": str(Path(longroad.__file__).parents[1])}
    with subprocess.Popen(
        [sys.executable, "-c", program], env=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as ran:
        assert ran.stdout is not None and ran.stdout.readline() == "begun\n"
        with pytest.raises(subprocess.TimeoutExpired):
            ran.wait(timeout=1)
        ran.send_signal(signal.SIGINT)
        _, told = ran.communicate(timeout=60)
    assert ran.returncode == 130 and told.startswith("longroad: interrupted ")


def test_a_match_of_forfeits_only_ends_with_1(line: CommandLine, bots: Path) -> None:
    for three in ((), ("random",)):
        ran = line("match", "python:some_bots.Fails", "random", *three, "--games", 6, *RULES)
        assert ran.code == 1 and ran.err == "longroad: every game was forfeited\n" and "no idea" in ran.out


@pytest.mark.parametrize(
    "command",
    [
        ("match", "python:some_bots.Loud", "random", "--games", "2", *RULES),
        ("sprt", "python:some_bots.Loud", "random", "--max-games", "20", *RULES),
        ("tournament", "python:some_bots.Loud", "random", "--games", "2", *RULES, "--out", "t"),
        ("match", "python:some_bots.Loud", "random", "--games", "2", *RULES, "--move-seconds", "60"),
        ("agents", "python:some_bots.Loud"),
    ],
)
def test_what_agents_print_is_not_in_the_json(bots: Path, command: tuple[str, ...]) -> None:
    program = "from longroad.cli import main; main()"
    here = {**os.environ, "PYTHONPATH": str(Path(longroad.__file__).parents[1])}
    ran = subprocess.run(
        [sys.executable, "-c", program, *command, "--json"],
        env=here,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.startswith("{") and ran.stdout.endswith("}\n") and ran.stdout.count("\n") == 1
    words = ("imported",) if command[0] == "agents" else ("imported", "thinking", "outside", "around")
    for word in words:
        assert word not in ran.stdout and word in ran.stderr
