"""A cluster of three nodes on this machine: tournaments end as on threads, whatever dies on the way."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from longroad.arena.tournament.folder import Tournament
from longroad.arena.tournament.plan import Plan
from longroad.jobs import Here
from longroad.models.judge_file import SHIPPED
from scale.nodes import Nodes, driver, ran, results, until

pytest.importorskip("ray")

BOT = """
from longroad.agents import Agent
from taste import wanted


class Builder(Agent):
    def choose(self, view, actions):
        return self.rng.choice(wanted(actions))


class Crasher(Agent):
    def choose(self, view, actions):
        if view.turn == 20:
            import os, signal

            os.kill(os.getpid(), signal.SIGSEGV)
        return actions[0]
"""
TASTE = """
def wanted(actions):
    return [action for action in actions if action.kind in ("city", "settle", "buy card")] or actions
"""
AGENTS = ("python:own_bot.Builder", "planner:eval=own.npz", "random")
RULES = ("--rules", "offers_per_turn=0,target_points=5,turn_cap=120")
SLOW = ("mcts:sims=100", "value", "weighted")


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    cluster = Nodes()
    yield cluster
    cluster.end()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that drivers start from: a bot with a module of its own, and a network."""
    (tmp_path / "own_bot.py").write_text(BOT)
    (tmp_path / "taste.py").write_text(TASTE)
    shutil.copy(SHIPPED, tmp_path / "own.npz")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def played_on_threads(folder: Path) -> dict[str, object]:
    """What the tournament of a folder comes to on two threads, in a copy of it."""
    copy = folder.with_name(folder.name + "-threads")
    copy.mkdir()
    shutil.copy(folder / "tournament.json", copy)
    Tournament.open(copy).play(Here(2))
    return results(copy)


def test_a_plan_is_known_before_it_is_played(tmp_path: Path) -> None:
    Tournament.open(tmp_path / "t", Plan(("random", "weighted"), games=4))
    assert results(tmp_path / "t").keys() == {"plan"}


def test_a_tournament_ends_as_on_threads(nodes: Nodes, home: Path) -> None:
    code, out, err = ran(
        home, "tournament", *AGENTS, "--games", 60, *RULES, "--records", "--out", "t", "--ray", nodes.address
    )
    assert code == 0, err
    assert "180 games" in out
    assert results(home / "t") == played_on_threads(home / "t")
    shares = re.findall(r"^\S+ \((\w+)\): (\d+) jobs, [\d.]+ s$", err, re.MULTILINE)
    assert sum(int(jobs) for _, jobs in shares) == 90, "each job once, none of them at the driver"
    assert 1 < len(shares) <= 3


def test_a_node_and_then_the_driver_are_killed(nodes: Nodes, home: Path) -> None:
    begin = ("tournament", *SLOW, "--games", 40, "--out", "t", "--ray", nodes.address)
    found = home / "t" / "results"

    def files() -> int:
        return len(list(found.rglob("*.json")))

    with driver(home, *begin) as process:
        until(lambda: files() >= 10)
        nodes.kill()
        at_the_kill = files()
        until(lambda: files() >= at_the_kill + 10)
        process.kill()
        process.wait()
    before = results(home / "t")
    assert 20 <= files() < 60, "killed in the middle"
    nodes.add()
    code, out, err = ran(home, "tournament", "--out", "t", "--ray", nodes.address)
    assert code == 0 and "120 games" in out, err
    after = results(home / "t")
    assert before.items() <= after.items()
    again = sum(int(jobs) for jobs in re.findall(r": (\d+) jobs, ", err))
    assert again == 60 - (len(before) - 1), "what was finished is not played again"
    assert after == played_on_threads(home / "t")


def test_an_agent_that_kills_its_process_forfeits_and_the_rest_goes_on(nodes: Nodes, home: Path) -> None:
    agents = ("python:own_bot.Crasher", "value", "weighted")
    code, out, err = ran(
        home, "tournament", *agents, "--games", 2, *RULES, "--out", "t", "--ray", nodes.address
    )
    assert code in (0, 1), err
    assert "killed by SIGSEGV" in out
    assert re.search(r"\d+ jobs were done again after a worker or node died", err)
    played = results(home / "t")
    assert len(played) == 1 + 3, "every job has a result"
    others = [data for name, data in played.items() if "1-2" in name]
    assert len(others) == 1 and not any(data["forfeits"] for data in others)
