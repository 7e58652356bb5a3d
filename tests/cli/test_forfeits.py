"""What people are told about forfeited games: numbers from 1, and exit code 1 where nothing was measured."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cli.running import CommandLine

BOTS = """
from longroad.agents import Agent

class Fails(Agent):
    def choose(self, view, actions):
        raise RuntimeError("no idea")

class AlsoFails(Fails):
    pass

class FailsOnce(Agent):
    failed = False

    def choose(self, view, actions):
        if not FailsOnce.failed:
            FailsOnce.failed = True
            raise RuntimeError("no idea")
        return actions[0]
"""
FAILS, ALSO_FAILS = "python:failing_ones.Fails", "python:failing_ones.AlsoFails"
FAILS_ONCE = "python:failing_ones.FailsOnce"
RULES = ("--rules", "offers_per_turn=0,target_points=4,turn_cap=80", "--threads", 1)


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "failing_ones.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "failing_ones", raising=False)


@pytest.mark.parametrize("players", [2, 3])
def test_a_test_of_forfeits_only_decides_nothing(line: CommandLine, players: int) -> None:
    asked = ("sprt", FAILS, "random", "--players", players, "--max-games", 60, *RULES)
    ran = line(*asked)
    assert ran.code == 1 and ran.err == "longroad: every game was forfeited\n"
    assert "accepted" not in ran.out and "no decision: every game was forfeited" in ran.out
    told = ran.out.splitlines()
    assert f"forfeit: {FAILS} in game 1: raised RuntimeError: no idea" in ran.out
    assert any(line.startswith("and ") and line.endswith(" more forfeits") for line in told)
    assert told[-1] == "--debug stops at the first forfeit and shows its traceback"
    ran = line(*asked, "--json")
    assert ran.code == 1 and json.loads(ran.out)["forfeits"][0]["game"] == 0


def test_a_test_with_a_forfeit_decides(line: CommandLine) -> None:
    ran = line("sprt", FAILS_ONCE, "random", "--max-games", 40, *RULES)
    assert ran.code == 0 and ran.err == ""
    assert f"forfeit: {FAILS_ONCE} in game 1: " in ran.out and "more forfeit" not in ran.out


def test_an_agent_of_a_tournament_that_forfeits_all_its_games_is_named(line: CommandLine) -> None:
    asked = ("tournament", FAILS, "random", "weighted", "--games", 4, *RULES, "--out", "t")
    ran = line(*asked)
    assert ran.code == 1 and f"forfeit: {FAILS}, game 1: " in ran.out
    assert ran.err.endswith(f"longroad: every game of {FAILS} was forfeited\n")
    ran = line(*asked, "--json")
    assert ran.code == 1 and ran.err == f"longroad: every game of {FAILS} was forfeited\n"
    assert json.loads(ran.out)["forfeits"][0]["game"] == 0


def test_agents_that_fail_against_each_other_are_all_named(line: CommandLine) -> None:
    """Of a game between the two only one has forfeited; random has played none, and it is not to blame."""
    for players, form in ((2, "round-robin"), (3, "round-robin"), (3, "one-against-copies")):
        agents = (FAILS, ALSO_FAILS, "random")
        asked = ("--games", 6, "--players", players, "--format", form, *RULES, "--out", f"{players}{form}")
        ran = line("tournament", *agents, *asked, "--json")
        assert ran.code == 1
        assert ran.err == f"longroad: every game of {FAILS} and {ALSO_FAILS} was forfeited\n", ran.err


def test_an_agent_that_has_also_played_is_measured(line: CommandLine) -> None:
    ran = line("tournament", FAILS_ONCE, "random", "--games", 4, *RULES, "--out", "t")
    assert ran.code == 0 and f"forfeit: {FAILS_ONCE}, game 1: " in ran.out


def test_one_more_forfeit_is_one(line: CommandLine) -> None:
    ran = line("match", FAILS, "random", "--games", 6, *RULES)
    assert "and 1 more forfeit\n" in ran.out
    ran = line("tournament", FAILS, "random", "weighted", "--games", 6, *RULES, "--out", "t")
    assert "and 2 more forfeits\n" in ran.out


def test_games_of_the_report_are_counted_from_1(line: CommandLine) -> None:
    assert line("tournament", FAILS, "random", "--games", 4, *RULES, "--out", "t").code == 1
    assert line("report", "t").code == 0
    told = Path("t/report.md").read_text(encoding="utf-8")
    page = Path("t/report.html").read_text(encoding="utf-8")
    for number in range(1, 5):
        assert f"| `{FAILS}` `random` | {number} |" in told
        assert f'<td class="number">{number}</td><td>raised RuntimeError' in page
    assert '<td class="number">0</td>' not in page
