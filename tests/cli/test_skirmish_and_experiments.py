"""The command line for the second game and for experiments."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import CommandLine
from longroad.agents import SKIRMISH_AGENTS

MATCH = ("match", "--game", "skirmish", "expectimax:depth=1", "random", "--games", 10)


def test_a_match_of_skirmish_prints_one_json_object(line: CommandLine) -> None:
    runs = [line(*MATCH, "--seed", 3, "--json", "--threads", threads).json for threads in (1, 2)]
    for figures in runs:
        assert figures["game"] == "skirmish" and figures["agents"] == ["expectimax:depth=1", "random"]
        assert figures["games"] == 10 and sum(figures["wins"]) + figures["unfinished"] == 10
        assert figures["seed"] == 3 and len(figures["signature"]) == 16
        for changing in ("seconds", "games_per_second", "ms_per_decision"):
            del figures[changing]
    assert runs[0] == runs[1]


def test_a_match_of_skirmish_prints_a_table_for_people(line: CommandLine) -> None:
    ran = line(*MATCH)
    assert ran.code == 0 and ran.err == ""
    for word in ("games of Skirmish", "expectimax:depth=1", "in wins", "by seat: p0", "signature"):
        assert word in ran.out


def test_rules_of_skirmish_are_options(line: CommandLine) -> None:
    figures = line(*MATCH, "--rules", "taucher2018,starting_hp=9,turn_cap=30", "--json").json
    assert figures["rules"] == {"hand_limit": 25, "starting_hp": 9, "turn_cap": 30}
    assert figures["mean_turns"] <= 30


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("random", "weighted"), "'weighted': no such agent; there are random, expectimax"),
        (("random", "expectimax:depth=0"), "depth=0: must be a whole number between 1 and 30"),
        (("random", "random", "--rules", "starting_hp=0"), "starting_hp=0: must be a whole number"),
        (("random", "random", "--rules", "nosuch"), "preset='nosuch': must be one of"),
    ],
)
def test_what_skirmish_does_not_have_is_one_line_and_exit_2(
    line: CommandLine, arguments: tuple[str, ...], complaint: str
) -> None:
    ran = line("match", "--game", "skirmish", *arguments)
    assert ran.code == 2 and complaint in ran.complaint


@pytest.mark.parametrize("specs", [("random",), ("random",) * 3])
def test_skirmish_has_two_players(line: CommandLine, specs: tuple[str, ...]) -> None:
    ran = line("match", "--game", "skirmish", *specs)
    assert ran.code == 2 and "a game of Skirmish needs 2, one per player" in ran.err


def test_the_agents_of_both_games(line: CommandLine) -> None:
    skirmish = line("agents", "--game", "skirmish", "--json").json["agents"]
    assert [agent["name"] for agent in skirmish] == list(SKIRMISH_AGENTS)
    assert "root" in skirmish[1]["options"]
    catan = line("agents", "--json").json["agents"]
    assert "opponents" in next(a for a in catan if a["name"] == "expectimax")["options"]
    shown = line("agents", "--game", "skirmish").out
    assert "expectimax" in shown and "python:" in shown and "catanatron" not in shown
    assert line("agents", "--game", "chess").code == 2


def test_an_unknown_experiment_is_one_line_and_exit_2(line: CommandLine) -> None:
    ran = line("experiment", "nosuch")
    assert ran.code == 2 and ran.complaint.startswith("no experiment 'nosuch'; there are: taucher2018")


def test_the_folder_of_another_run_is_one_line_and_exit_2(line: CommandLine, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "settings.json").write_text(
        '{"experiment": "taucher2018", "games": 4, "quick": true, "seed": 9}'
    )
    ran = line("experiment", "taucher2018", "--quick", "--games", 4, "--seed", 8, "--out", tmp_path)
    assert ran.code == 2 and ran.complaint.endswith(
        "holds a run with seed=9, not seed=8: name another folder with --out"
    )


def test_a_folder_of_something_else_is_one_line_and_exit_2(line: CommandLine, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "thesis.txt").write_text("years of work")
    ran = line("experiment", "taucher2018", "--quick", "--out", tmp_path)
    assert ran.code == 2 and "is not empty and holds no run" in ran.complaint


def test_an_experiment_has_at_least_two_games(line: CommandLine) -> None:
    assert line("experiment", "taucher2018", "--games", 1).code == 2
