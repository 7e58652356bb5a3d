"""``longroad analyse``."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from analysis.games import first_events, record_of
from cli.running import CommandLine
from longroad.analysis import Review
from longroad.skirmish import State as SkirmishState

QUICK = ("--sims", "16", "--threads", "1")


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A short game, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "games.jsonl"
    path.write_text(first_events(record_of(3, 14), 45).to_record() + "\n")
    return path


def test_it_prints_a_review_and_writes_a_page(line: CommandLine, record: Path) -> None:
    ran = line("analyse", str(record), *QUICK)
    assert ran.code == 0, ran.err
    for words in ("100% ", "turning points", "how they played", "luck", "the worst moves", "could know"):
        assert words in ran.out
    assert "wrote games-review.html" in ran.err
    assert "<!DOCTYPE html>" in (record.parent / "games-review.html").read_text()


def test_json_is_the_review_and_nothing_else(line: CommandLine, record: Path) -> None:
    found = line("analyse", str(record), *QUICK, "--player", "blue", "--json").json
    review = Review.from_dict(found)
    assert {one.player for one in review.decisions} == {1}
    assert [path.name for path in record.parent.iterdir()] == ["games.jsonl"]


def test_the_page_can_go_elsewhere(line: CommandLine, record: Path, tmp_path: Path) -> None:
    ran = line(
        "analyse", str(record), *QUICK, "-p", "p0", "-p", "2", "--out", str(tmp_path / "mine.html"), "--json"
    )
    assert (tmp_path / "mine.html").stat().st_size > 50_000
    assert {one["player"] for one in ran.json["decisions"]} == {0, 2}


def test_a_game_of_an_archive_with_its_agents(line: CommandLine, tmp_path: Path) -> None:
    played = {"agents": ["planner", "weighted"], "seed": 1, "block": 0, "rotation": 0, "winner": None}
    forfeit = {"seat": 1, "reason": "it hung"}
    record = json.loads(first_events(record_of(2, 4), 14).to_record())
    lines = [record_of(2, 4), json.dumps(record | {"played": played | {"forfeit": forfeit}})]
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    found = line("analyse", str(path), "--game", "2", *QUICK, "--json").json
    assert [player["agent"] for player in found["players"]] == ["planner", "weighted"]
    assert any("forfeit" in note and "it hung" in note for note in found["notes"])


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two short games and one of Skirmish, in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "games.jsonl"
    played = {"agents": ["planner", "weighted"], "seed": 1, "block": 0, "rotation": 0, "winner": None}
    short = (json.loads(first_events(record_of(2, seed), 14).to_record()) for seed in (4, 5))
    lines = [json.dumps(one | {"played": played | {"forfeit": None}}) for one in short]
    path.write_text("\n".join([lines[0], SkirmishState(seed=1).to_record(), lines[1]]) + "\n")
    return path


def test_all_games_of_an_archive(line: CommandLine, archive: Path) -> None:
    ran = line("analyse", archive, "--all", *QUICK, "--seed", 2)
    assert ran.code == 1, "one of them cannot be reviewed"
    assert f"{archive}, game 2: not reviewed: line 2: a game of Skirmish" in ran.err
    assert "wrote 2 reviews and summary.json in games-reviews" in ran.err
    for words in ("how they played in 2 games", "planner", "weighted", "errors and luck", "the worst moves"):
        assert words in ran.out
    folder = archive.parent / "games-reviews"
    kept = {path.name: path.read_bytes() for path in folder.iterdir()}
    pages = [f"game-00000{number}.{kind}" for number in (1, 3) for kind in ("html", "json")]
    assert sorted(kept) == sorted([*pages, "reviews.json", "summary.json"])
    alone = line("analyse", archive, "--game", 3, *QUICK, "--seed", 2, "--json").json
    assert json.loads(kept["game-000003.json"]) == alone
    before = (folder / "game-000003.json").stat().st_mtime_ns
    line("analyse", archive, "--all", *QUICK, "--seed", 2)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == kept
    assert (folder / "game-000003.json").stat().st_mtime_ns == before
    other = line("analyse", archive, "--all", *QUICK, "--seed", 3)
    assert other.code == 2 and "or made with other settings" in other.complaint


def test_archives_of_a_folder_in_several_processes(line: CommandLine, archive: Path, tmp_path: Path) -> None:
    games = tmp_path / "games"
    (games / "b").mkdir(parents=True)
    lines = archive.read_text().splitlines()
    (games / "a.jsonl.gz").write_bytes(gzip.compress(lines[0].encode()))
    (games / "b" / "c.jsonl").write_text(lines[2] + "\n")
    command = ("analyse", games, "--all", "--player", "red", "--sims", 16, "--threads", 2)
    found = line(*command, "--out", tmp_path / "kept", "--json").json
    assert found["games"] == 2 and found["failed"] == []
    graded = {one["name"]: one["decisions"] for one in found["players"]}
    assert graded["planner"] > 0 and graded["weighted"] == 0
    summary = json.loads((tmp_path / "kept" / "summary.json").read_text())
    assert summary["players"] == found["players"] and summary["archive"] == str(games)


def test_a_damaged_end_is_named_and_the_games_before_it_are_reviewed(
    line: CommandLine, archive: Path, tmp_path: Path
) -> None:
    lines = archive.read_text().splitlines()
    packed = gzip.compress("\n".join([lines[0], lines[2] * 40]).encode())
    (tmp_path / "cut.jsonl.gz").write_bytes(packed[:-20])
    ran = line("analyse", tmp_path / "cut.jsonl.gz", "--all", *QUICK)
    assert ran.code == 1 and "cut.jsonl.gz, game 2: not reviewed" in ran.err and "wrote 1 review " in ran.err


def test_arguments_that_do_not_go_with_all(line: CommandLine, archive: Path, tmp_path: Path) -> None:
    assert "--game / --all" in line("analyse", archive, "--all", "--game", 2).err
    assert "--ray" in line("analyse", archive, "--ray").err
    assert "by the clock" in line("analyse", archive, "--all", "--ray", "--ms", 20).complaint
    nobody = line("analyse", archive, "--all", "--player", "green", *QUICK, "--out", tmp_path / "a")
    assert nobody.code == 1 and nobody.err.count("--player green: no such player") == 2
    (tmp_path / "none").mkdir()
    assert "no games there" in line("analyse", tmp_path / "none", "--all").complaint


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("", "has no game 1"),
        (SkirmishState(seed=1).to_record(), "a game of Skirmish"),
        (record_of(2, 4).replace("drew knight", "drew ?", 1), "did not see this card"),
        (record_of(2, 4).replace("dice 8", "dice 13", 1), "event"),
        ('{"longroad": "catan", "version": 9}', "version 9"),
        ('{"tiles": []}', "not a game that catanatron saved"),
    ],
)
def test_damaged_and_hidden_records_are_refused(
    line: CommandLine, tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    ran = line("analyse", str(path), *QUICK, "--out", str(tmp_path / "page.html"))
    assert ran.code == 1 and words in ran.complaint
    assert not (tmp_path / "page.html").exists()


def test_arguments_that_make_no_sense(line: CommandLine, record: Path) -> None:
    assert "no such player" in line("analyse", str(record), "--player", "green").complaint
    assert (
        "seat 3: the game has 3 players" in line("analyse", str(record), "--player", "p3", *QUICK).complaint
    )
    assert "has no game 2" in line("analyse", str(record), "--game", "2").complaint
    assert line("analyse", str(record), "--sims", "1").code == 2
    assert line("analyse", str(record.parent / "none.jsonl")).code == 1
    assert [path.name for path in record.parent.iterdir()] == ["games.jsonl"]
