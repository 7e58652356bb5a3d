"""A tournament folder that was damaged or edited is refused, and the file is named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.running import CommandLine
from longroad.arena.tournament.folder import Tournament
from longroad.arena.tournament.plan import Plan
from longroad.arena.tournament.standings import standings
from longroad.errors import TournamentError
from longroad.jobs import Here

RULES = (("offers_per_turn", 0), ("target_points", 4), ("turn_cap", 80))
PLAN = Plan(("random", "weighted"), games=4, rules=RULES, seed=3)
RESULT = Path("results/0-1/0000000.json")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arena") / "whole"
    Tournament.open(folder, PLAN).play(Here(1))
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    shutil.copytree(whole, tmp_path / "t")
    return tmp_path / "t"


def without(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda data: {key: value for key, value in data.items() if key != name}


def changed(**changes: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda data: {**data, **changes}


def doubled(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value * 2 if isinstance(value, list) else value for name, value in data.items()}


@pytest.mark.parametrize(
    "damage",
    [
        changed(winner=[9, 9]),
        changed(winner=[0]),
        changed(winner=[0, 0], winner_seat=[0, 0]),
        changed(winner=[-1, -1]),
        changed(winner=[-2, -2], winner_seat=[-2, -2]),
        changed(winner=["0", "1"]),
        changed(winner=[True, False]),
        changed(winner={"0": 1}),
        changed(winner=[[0], [1]]),
        changed(winner=7),
        changed(winner=None),
        changed(turns=[-5, 3]),
        changed(turns=[1.5, 3]),
        changed(turns=[10**30, 3]),
        changed(rolls=[3]),
        changed(points=[[1, 2]]),
        changed(points=[[1, 2], [3]]),
        changed(points=[[1, 2, 3], [1, 2, 3]]),
        changed(points=[[1, 2], [3, 2_000_000_000]]),
        changed(points=[3, 4]),
        changed(decisions=[[1, -2], [3, 4]]),
        changed(agent_seconds=[[0.1, float("nan")], [0, 0]]),
        changed(agent_seconds=[[0.1, -1], [0, 0]]),
        changed(forfeits=None),
        changed(forfeits=[[0, 1]]),
        changed(forfeits=[[0, 9, "why"]]),
        changed(forfeits=[[7, 0, "why"]]),
        changed(forfeits=[[0, 0, 17]]),
        changed(forfeits=[[0, 1, "why"], [0, 0, "why"]]),
        changed(signature="-1"),
        changed(signature=17),
        without("signature"),
        without("points"),
        doubled,
        lambda data: [data],
        lambda data: "text",
        lambda data: None,
    ],
)
def test_damaged_results_are_refused(folder: Path, damage: Callable[[Any], Any]) -> None:
    file = folder / RESULT
    file.write_text(json.dumps(damage(json.loads(file.read_text()))))
    with pytest.raises(TournamentError, match=r"results/0-1/0000000\.json: is damaged \(.+\): delete it"):
        standings(Tournament.open(folder))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\udc80", "1" * 5000])
def test_what_is_no_json_is_refused(folder: Path, text: str) -> None:
    for name in (RESULT, "tournament.json"):
        (folder / name).write_bytes(text.encode(errors="surrogateescape"))
        with pytest.raises(TournamentError, match=rf"{name}: is damaged"):
            standings(Tournament.open(folder))


@pytest.mark.parametrize(
    "damage",
    [
        changed(agents="ab"),
        changed(agents=["random", 7]),
        changed(agents=["random", "\ud800"]),
        changed(agents=["random", ["weighted"]]),
        changed(agents=None),
        changed(games="4"),
        changed(games=True),
        changed(games=4.5),
        changed(games=10**30),
        changed(players="2"),
        changed(players=[2]),
        changed(format=["round-robin"]),
        changed(format=3),
        changed(rules=[1, 2]),
        changed(rules={"target_points": 99}),
        changed(rules={"target_points": [4]}),
        changed(rules={"colour": "red"}),
        changed(seed="x"),
        changed(seed=1.5),
        changed(records="yes"),
        changed(move_seconds="soon"),
        changed(move_seconds=-1),
        changed(move_seconds=float("nan")),
        changed(game=["catan"]),
        changed(game="chess"),
        changed(colour="red"),
        without("agents"),
        without("rules"),
        lambda data: [data],
        lambda data: 3,
    ],
)
def test_damaged_plans_are_refused(folder: Path, damage: Callable[[Any], Any]) -> None:
    file = folder / "tournament.json"
    file.write_text(json.dumps(damage(json.loads(file.read_text()))))
    with pytest.raises(TournamentError, match=r"tournament\.json: is damaged \(.+\)$"):
        Tournament.open(folder)


def test_the_command_line_names_the_file(folder: Path, line: CommandLine) -> None:
    file = folder / RESULT
    file.write_text(json.dumps(changed(winner=[9, 9])(json.loads(file.read_text()))))
    for command in (("report", folder), ("tournament", "--out", folder)):
        ran = line(*command)
        assert ran.complaint.startswith(f"{file}: is damaged (winner has 9: ") and ran.code == 2


def test_reasons_are_printable_whatever_the_file_says(folder: Path, line: CommandLine) -> None:
    file = folder / RESULT
    damage = changed(winner=[1, -1], winner_seat=[1, -1], forfeits=[[0, 0, "lost\n\ud800"]])
    file.write_text(json.dumps(damage(json.loads(file.read_text()))))
    assert "game 1: lost \\ud800" in line("tournament", "--out", folder).out
