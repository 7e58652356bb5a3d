"""The command line as a contract: JSON keys, exit codes, one-line complaints, the same figures whatever the
threads."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import longroad
from cli.running import CommandLine
from longroad.agents import AGENTS

MATCH_KEYS = {"agents", "games", "wins", "win_rate", "ci95", "mean_points", "mean_turns", "seconds"}
MATCH_KEYS |= {
    "game",
    "mean_points_when_winning",
    "games_per_second",
    "signature",
    "unfinished",
    "interrupted",
    "mean_rolls",
    "wins_by_seat",
    "rules",
    "seed",
    "ci95_blocks",
    "forfeits",
    "points_distribution",
    "seat_advantage",
    "decisions_per_game",
    "ms_per_decision",
}
BOT = """
from longroad.agents import Agent

class Bot(Agent):
    def choose(self, view, actions):
        return actions[-1]
"""


def test_match_prints_one_json_object(line: CommandLine) -> None:
    figures = line("match", "weighted", "random", "--games", 20, "--seed", 3, "--json").json
    assert set(figures) == MATCH_KEYS
    assert figures["agents"] == ["weighted", "random"] and figures["games"] == 20 and figures["seed"] == 3
    assert sum(figures["wins"]) + figures["unfinished"] == 20
    assert (
        len(figures["wins"])
        == len(figures["win_rate"])
        == len(figures["mean_points"])
        == len(figures["ci95"])
        == 2
    )
    assert all(0 <= low <= high <= 1 for low, high in figures["ci95"])
    assert figures["seconds"] >= 0 and len(figures["signature"]) == 16


def test_the_same_table_with_one_and_two_threads(line: CommandLine) -> None:
    agents = ("match", "weighted", "random", "random:by=kind")
    options = ("--games", 60, "--seed", 8, "--json")
    runs = [line(*agents, *options, "--threads", threads).json for threads in (1, 2)]
    for figures in runs:
        del figures["seconds"], figures["games_per_second"]
    assert runs[0] == runs[1]
    other = line(*agents, "--games", 60, "--seed", 9, "--json").json
    assert other["signature"] != runs[0]["signature"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("random",), "1 agent: a game of Catan needs 2 to 4, one per player"),
        (("random",) * 5, "5 agents: a game of Catan needs 2 to 4, one per player"),
        (("random",) * 3 + ("--game", "skirmish"), "3 agents: a game of Skirmish needs 2, one per player"),
    ],
)
def test_a_match_says_how_many_agents_it_needs(
    line: CommandLine, arguments: tuple[str, ...], told: str
) -> None:
    ran = line("match", *arguments)
    assert ran.code == 2 and told in ran.err


def test_match_prints_a_table_for_people(line: CommandLine) -> None:
    ran = line("match", "weighted", "random", "--games", 10, "--seed", 1)
    assert ran.code == 0
    assert all(
        word in ran.out
        for word in ("weighted", "random", "win rate", "95% interval", "by seat: p0", "signature")
    )
    assert ran.err == "", "there is no progress bar where nobody looks"


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("official", {"players": 2}),
        (
            "gendre2020",
            {"players": 2, "offers_per_turn": 0, "discard_limit": 6, "maritime": "best", "board": "random"},
        ),
        ("target_points=6,robber=off", {"players": 2, "target_points": 6, "robber": False}),
        (
            "catanatron, turn_cap=30",
            {"players": 2, "offers_per_turn": 0, "maritime": "best", "board": "random", "turn_cap": 30},
        ),
    ],
)
def test_rules_are_a_preset_and_options(line: CommandLine, text: str, rules: dict[str, object]) -> None:
    figures = line("match", "random:by=kind", "random:by=kind", "--games", 2, "--rules", text, "--json").json
    assert figures["rules"] == rules


def test_an_agent_of_ones_own(line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bot_for_the_command_line.py").write_text(BOT)
    monkeypatch.syspath_prepend(tmp_path)
    spec = "python:bot_for_the_command_line.Bot"
    figures = line(
        "match", spec, "random", "--games", 4, "--rules", "offers_per_turn=0,turn_cap=40", "--json"
    ).json
    assert figures["agents"] == [spec, "random"] and figures["games"] == 4


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ("randm", "random"),
            "agent 'randm': no such agent; did you mean 'random'? There are random, weighted",
        ),
        (("random:sims=3", "random"), "no option 'sims'; there are: by"),
        (("random:by=luck", "random"), "by='luck': must be one of action, kind"),
        (("random:by", "random"), "'by' is not name=value"),
        (("random", "python:nowhere.Bot"), "No module named 'nowhere'"),
        (
            ("random", "random", "--rules", "offical"),
            "preset='offical': must be one of official, duel, casual",
        ),
        (
            ("random", "random", "--rules", "colour=red"),
            "no option 'colour'; there are: players, target_points",
        ),
        (
            ("random", "random", "--rules", "target_points=99"),
            "target_points=99: must be a whole number between 3 and 20",
        ),
        (("random", "random", "--rules", "robber=maybe"), "robber='maybe': must be on or off"),
        (("random", "random", "--rules", "target_points=8,official"), "'official' is not name=value"),
        (("random", "random", "--rules", "board=island"), "board: h0 is 'island'"),
    ],
)
def test_wrong_agents_and_rules_end_with_2_and_one_line(
    line: CommandLine, arguments: tuple[str, ...], why: str
) -> None:
    ran = line("match", *arguments, "--games", 2)
    assert why in ran.complaint and ran.code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("random", "random", "--rules", "players=3")),
        pytest.param(("random", "random", "--rules", "target_points=--5")),
        pytest.param(("random", "random", "--rules", "target_points=²")),
        pytest.param(("random", "python:longroad.agents.Agent")),
        pytest.param(("random", "python:.bots.Bot")),
    ],
)
def test_what_was_asked_wrongly_never_ends_in_a_traceback(
    line: CommandLine, arguments: tuple[str, ...]
) -> None:
    ran = line("match", *arguments, "--games", 2)
    assert ran.complaint and ran.code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", "random"),
        ("match", *["random"] * 5),
        ("match", "random", "random", "--games", "0"),
        ("match", "random", "random", "--games", "many"),
        ("match", "random", "random", "--threads", "-1"),
        ("match", "random", "random", "--colour"),
        ("bench", "--rounds", "0"),
        ("show", "--view", "4"),
        ("fly",),
    ],
)
def test_wrong_usage_ends_with_2_and_prints_nothing_on_standard_output(
    line: CommandLine, arguments: tuple[str, ...]
) -> None:
    ran = line(*arguments)
    assert (ran.code, ran.out) == (2, "") and "Error" in ran.err and "Traceback" not in ran.err


def test_bench_prints_one_json_object_and_a_table(line: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = line("bench", "--rounds", 1, "--threads", 1, "--json").json
    games = {"games_per_s", "actions_per_s"}
    vector = {"decisions_per_s", "threads_speedup"}
    nested = {
        "random_2p": games,
        "random_4p": games,
        "trade_4p": games,
        "vector_2p": vector,
        "vector_4p": vector,
        "evaluations_per_s": {"hand-written evaluation", "native network", "playout"}
        | {
            f"{name}, inside planner, {players} players"
            for name in ("hand-written evaluation", "native network")
            for players in (2, 4)
        },
    }
    if importlib.util.find_spec("onnxruntime") is not None:
        nested["evaluations_per_s"] |= {"fast2p, one at a time", "fast2p, 64 at a time"}
    assert {key: set(value) for key, value in figures.items() if isinstance(value, dict)} == nested
    plain = {
        "signature",
        "copies_per_s",
        "python_apply_us",
        "state_bytes",
        "threads",
        "compiler",
        "cpu",
        "core",
        "native_instructions",
    }
    assert set(figures) == plain | set(nested)
    assert all(number > 0 for key in nested for number in figures[key].values())
    assert (
        figures["copies_per_s"] > 0 and figures["python_apply_us"] > 0 and 0 < figures["state_bytes"] <= 384
    )
    assert len(figures["signature"]) == 16 and int(figures["signature"], 16)
    monkeypatch.setattr("longroad.cli.bench.measure", lambda rounds, threads: figures)
    table = line("bench", "--rounds", 1)
    assert table.code == 0 and figures["signature"] in table.out and "M actions/s" in table.out
    assert "positions judged: playout" in table.out


def test_agents_are_listed(line: CommandLine) -> None:
    listed = line("agents", "--json").json["agents"]
    assert [agent["name"] for agent in listed] == list(AGENTS)
    assert all(set(agent) == {"name", "summary", "options", "example"} for agent in listed)
    table = line("agents")
    assert table.code == 0 and all(name in table.out for name in [*AGENTS, "python:module.Class"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("mcts",), ("sims", "auto", "1000000000", "Simulations per move", "mcts:sims=800")),
        (("expectimax", "--game", "skirmish"), ("depth", "30", "Plies to look ahead")),
        (("weighted",), ("It has no options",)),
        (("python:agents.test_registry.Builder",), ("greed", "0.5", "How greedy it is.")),
    ],
)
def test_the_options_of_an_agent_are_explained(
    line: CommandLine, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1]))
    monkeypatch.setenv("COLUMNS", "200")
    shown = line("agents", *arguments)
    assert shown.code == 0 and all(word in shown.out for word in words)
    told = line("agents", *arguments, "--json").json
    assert set(told) == {"name", "summary", "example", "options"}
    for option in told["options"]:
        assert {"name", "type", "required", "default", "allowed", "help"} <= set(option)
        assert option["name"] in shown.out


def test_a_misspelt_agent_or_subcommand_gets_a_hint(line: CommandLine) -> None:
    ran = line("agents", "mtcs")
    assert ran.code == 2 and "did you mean 'mcts'?" in ran.complaint
    ran = line("agents", "expectimx", "--game", "skirmish")
    assert ran.code == 2 and "did you mean 'expectimax'?" in ran.complaint
    ran = line("tournamnt")
    assert ran.code == 2 and "Did you mean 'tournament'?" in " ".join(ran.err.split())
    ran = line("match", "random", "random", "--gmes", "2")
    assert ran.code == 2 and "--games" in ran.err


def test_version_and_help(line: CommandLine) -> None:
    ran = line("--version")
    assert (ran.code, ran.out) == (0, f"longroad {longroad.__version__}\n")
    for command in ("match", "bench", "show", "agents"):
        help_text = line(command, "--help")
        assert help_text.code == 0 and "Example" in help_text.out and f"longroad {command}" in help_text.out


def test_as_a_process_of_its_own(tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        script = [sys.executable, "-c", "from longroad.cli import main; main()", *arguments]
        here = {**os.environ, "PYTHONPATH": str(Path(longroad.__file__).parents[1])}
        return subprocess.run(script, capture_output=True, text=True, check=False, cwd=tmp_path, env=here)

    good = run("match", "random", "random", "--games", "2", "--json")
    assert (good.returncode, good.stderr) == (0, "") and set(json.loads(good.stdout)) == MATCH_KEYS
    bad = run("match", "random", "randm")
    assert (bad.returncode, bad.stdout) == (2, "") and bad.stderr.startswith("longroad: agent 'randm'")
    broken = run("show", "nowhere.jsonl")
    assert (broken.returncode, broken.stdout) == (1, "") and "nowhere.jsonl" in broken.stderr
