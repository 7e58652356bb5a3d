"""``longroad sprt`` and ``longroad tournament``."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import CommandLine

RULES = "offers_per_turn=0,target_points=4,turn_cap=80"


def test_sprt_prints_one_json_object(line: CommandLine) -> None:
    figures = line("sprt", "weighted", "random", "--elo1", 50, "--rules", RULES, "--json").json
    assert figures["decision"] == "H1" and figures["games"] == 2 * figures["blocks"]
    assert figures["bounds"][0] < 0 < figures["bounds"][1] <= figures["llr"]


def test_sprt_tells_people_what_was_decided(line: CommandLine) -> None:
    ran = line("sprt", "random", "weighted", "--elo1", 50, "--rules", RULES)
    assert ran.code == 0 and "H0 accepted" in ran.out
    ran = line("sprt", "random", "random", "--elo0", -1, "--elo1", 1, "--max-games", 40, "--rules", RULES)
    assert ran.code == 0 and "no decision: the limit of games came first" in ran.out


@pytest.mark.parametrize(
    "options", [("--elo0", 20, "--elo1", 20), ("--alpha", 0.7), ("--elo0", 5, "--elo1", 1)]
)
def test_sprt_refuses_what_cannot_be_tested(line: CommandLine, options: tuple[object, ...]) -> None:
    ran = line("sprt", "random", "weighted", *options)
    assert ran.code == 2 and ran.out == "" and ran.err.startswith("longroad: ")


def test_a_tournament_is_played_shown_and_gone_on_with(line: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "ladder"
    arguments = ("tournament", "random", "weighted", "--games", 20, "--rules", RULES, "--out", folder)
    first = line(*arguments, "--json").json
    assert first["complete"] and first["games"] == 20
    assert [row["agent"] for row in first["leaderboard"]] == ["weighted", "random"]
    assert line("tournament", "--out", folder, "--json").json == first
    ran = line(*arguments)
    assert ran.code == 0 and "weighted" in ran.out and "20 games, 2 players" in ran.out
    assert ran.err == f"longroad report {folder} turns it into a web page\n"


def test_one_block_is_valid_json(line: CommandLine, tmp_path: Path) -> None:
    figures = line(
        "tournament", "random", "weighted", "--games", 2, "--rules", RULES, "--out", tmp_path / "t", "--json"
    ).json
    assert figures["leaderboard"][0]["rating_ci95"] == [None, None]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("random",), "needs at least 2"),
        (("random", "randm"), "agent 'randm'"),
        (("random", "weighted", "--format", "swiss"), "format='swiss'"),
        (("random", "weighted", "--rules", "nonsense"), "nonsense"),
        ((), "holds no tournament"),
    ],
)
def test_a_tournament_that_cannot_be_is_one_line(
    line: CommandLine, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    ran = line("tournament", *arguments, "--out", tmp_path / "t")
    assert ran.code == 2 and ran.out == "" and message in ran.err
    assert not (tmp_path / "t").exists()


def test_rate_says_where_an_agent_stands(line: CommandLine) -> None:
    figures = line("rate", "value", "--within", 150, "--seed", 2, "--json").json
    assert figures["ci95"][1] - figures["ci95"][0] <= 300
    assert figures["ci95"][0] < 166 < figures["ci95"][1], "its own rung"
    assert sum(one["games"] for one in figures["against"]) == figures["games"]
    ran = line("rate", "value", "--within", 150, "--seed", 2)
    assert ran.code == 0 and "> value" in ran.out and "95% interval" in ran.out
    ran = line("rate", "value", "--within", 1, "--max-games", 80)
    assert ran.code == 0 and "ended before the interval reached 1 Elo" in ran.out
    assert line("rate", "valu").code == 2
