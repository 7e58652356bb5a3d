"""``longroad openings`` prints the best placements and draws them."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.running import CommandLine
from longroad import catan

BEFORE = "settle n10, road e12, settle n30, road e41, settle n48, road e66"
#: One settlement is left, so that there is less to play.
QUICK = ("--after", BEFORE, "--play", "weighted", "--games", "50", "--top", "5")


def test_the_json_object(line: CommandLine) -> None:
    data = line("openings", "--seed", 7, "--play", "weighted", "--games", 50, "--top", 5, "--json").json
    assert list(data) == [
        "board",
        "rules",
        "players",
        "seat",
        "play",
        "partners",
        "rounds",
        "allocation",
        "placements",
        "games",
        "ties",
        "never_won",
        "interrupted",
        "top",
        "intersections",
        "seed",
        "seconds",
        "cpu_seconds",
        "games_per_second",
    ]
    assert data["board"] == str(catan.Board.generate(seed=7))
    assert (data["players"], data["seat"], data["placements"], data["allocation"]) == (2, 0, 1359, "halving")
    assert len(data["top"]) == 5 and len(data["intersections"]) == 54
    best = data["top"][0]
    assert list(best) == ["intersections", "hexes", "win_rate", "ci95", "p_best", "wins", "ties", "games"]
    assert best["ci95"][0] < best["win_rate"] < best["ci95"][1] and best["games"] >= 50


def test_the_seed_decides(line: CommandLine) -> None:
    def top(*more: object) -> object:
        return line("openings", *QUICK, "--json", *more).json["top"]

    assert top("--seed", 3, "--threads", 1) == top("--seed", 3, "--threads", 2) != top("--seed", 4)


def test_the_table_and_the_map(line: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    ran = line("openings", "--seed", 7, *QUICK, "--out", out)
    assert ran.code == 0 and ran.err == f"wrote {out}\n"
    assert "placements for p0 of 2 players" in ran.out and "95% interval" in ran.out
    assert "; the others place at random\n" in ran.out
    assert "; the others place as value does\n" in line("openings", *QUICK, "--partners", "value").out
    assert len([row for row in ran.out.splitlines() if row.startswith("│")]) == 5
    assert ElementTree.parse(out).getroot().tag.endswith("svg")


def test_boards_from_everywhere(line: CommandLine, tmp_path: Path) -> None:
    beginner = str(catan.Board.generate("beginner"))
    file = tmp_path / "board.txt"
    file.write_text(beginner + "\n", encoding="utf-8")
    found = [line("openings", "--board", b, "--flat", 2, "--json").json for b in ("beginner", beginner, file)]
    assert {data["board"] for data in found} == {beginner}
    assert found[0]["top"] == found[1]["top"] == found[2]["top"] and found[0]["allocation"] == "flat"


def test_other_tables(line: CommandLine) -> None:
    moves = "settle n10, road e12"
    data = line("openings", "--after", moves, "--players", 3, "--flat", 2, "--json").json
    assert (data["players"], data["seat"]) == (3, 1) and "n10" not in data["intersections"]
    data = line("openings", "--rules", "casher2024", "--seat", 2, "--flat", 1, "--json").json
    assert (data["players"], data["seat"]) == (3, 2)
    data = line(
        "openings", "--rules", "ntu2016", "--play", "build", "--partners", "value", "--flat", 2, "--json"
    ).json
    assert (data["play"], data["partners"], data["players"]) == ("build", "value", 2)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--board", "nowhere"), "neither a layout"),
        (("--board", "O10 |"), "board: 1 hexes instead of 19"),
        (("--after", "settle n99"), "--after: 'settle n99' is not an action"),
        (("--after", "road e3"), "--after: road e3: not now"),
        (("--seat", "3"), "seat 3: the game has 2 players"),
        (("--play", "nobody"), "agent 'nobody': no such agent"),
        (("--play", "python:openings.my_bot.Slow"), "agent 'python:openings.my_bot.Slow'"),
        (("--rounds", "20000"), "rounds=20000"),
    ],
)
def test_wrong_questions(line: CommandLine, arguments: tuple[str, ...], complaint: str) -> None:
    ran = line("openings", *arguments)
    assert ran.code == 2 and complaint in ran.complaint


def test_a_map_that_cannot_be_written_is_refused_before_the_games(line: CommandLine, tmp_path: Path) -> None:
    ran = line("openings", "--out", tmp_path / "none" / "map.svg")
    assert ran.code == 1 and "there is no folder" in ran.complaint
    assert line("openings", "--out", tmp_path / "map.jpg").code == 2
    assert line("openings", "--games", 5, "--flat", 5).code == 2
