"""``longroad export`` writes data sets, and ``longroad show`` reads the archives they are made from."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from arena.kept import catan_games, skirmish_games
from cli.running import CommandLine
from longroad.arena.data.archive import write_games

GAMES = [*catan_games(2), *skirmish_games(), *catan_games(3)]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl.gz"
    write_games(path, catan_games(2, blocks=2))
    return path


def test_a_data_set_is_written(line: CommandLine, archive: Path, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "games.parquet"
    ran = line("export", archive, "--out", out)
    table = pq.read_table(out)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == f"wrote {out}: {len(table):,} decisions of 4 games, {out.stat().st_size:,} bytes\n"
    assert set(table["game"].to_pylist()) == {1, 2, 3, 4} and "text" not in table.column_names
    figures = line("export", tmp_path, "-o", out, "--text", "--codec", "gendre2020", "--json").json
    assert figures["games"] == 4 and figures["decisions"] == len(table) and figures["out"] == str(out)
    assert pq.read_table(out)["text"][0].as_py().startswith("settle n")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["none.jsonl"], 1, "none.jsonl: No such file or directory"),
        (["empty"], 1, "empty: no games there"),
        (["cut.jsonl.gz"], 1, "cut.jsonl.gz, line 1: the file is cut off here"),
        (["skirmish.jsonl", "--codec", "general", "--encoding", "general"], 1, "line 1: a game of Skirmish"),
        (["skirmish.jsonl", "--codec", "general"], 2, "both are skirmish, or neither is"),
        (["three.jsonl", "--codec", "gendre2020"], 2, "codec 'gendre2020' needs 2 players"),
    ],
)
def test_what_cannot_be_exported(
    line: CommandLine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    told: str,
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "cut.jsonl.gz").write_bytes(gzip.compress(GAMES[0].to_line().encode())[:-9])
    write_games(tmp_path / "skirmish.jsonl", skirmish_games())
    write_games(tmp_path / "three.jsonl", catan_games(3))
    ran = line("export", *arguments, "--out", "out.parquet")
    assert ran.code == code and told in ran.complaint
    assert not (tmp_path / "out.parquet").exists()


def test_the_file_to_write_is_checked_first(line: CommandLine, archive: Path, tmp_path: Path) -> None:
    ran = line("export", archive, "--out", tmp_path / "games.csv")
    assert ran.code == 2 and "data sets are written as .parquet" in ran.err
    assert line("export", archive).code == 2
    assert line("export", archive, "--out", "x.parquet", "--encoding", "mine").code == 2
    pytest.importorskip("pyarrow")
    assert "there is no folder" in line("export", archive, "--out", tmp_path / "no" / "x.parquet").complaint


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
@pytest.mark.parametrize("plain", [False, True])
def test_show_draws_the_games_of_archives(line: CommandLine, tmp_path: Path, name: str, plain: bool) -> None:
    path = tmp_path / name
    text = "".join(f"{game.record if plain else game.to_line()}\n" for game in GAMES).encode()
    path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    for number, game in enumerate(GAMES, start=1):
        ran = line("show", path, "--game", number)
        assert (ran.code, ran.err, ran.out) == (0, "", f"{game.state()}\n")
    assert line("show", path, "--game", 3, "--at", 20).code == 0
    assert f"has no game {len(GAMES) + 1}" in line("show", path, "--game", len(GAMES) + 1).complaint


def test_show_tells_where_an_archive_is_damaged(line: CommandLine, archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[:-30])
    assert f"{archive}, line 4: the file is cut off here" in line("show", archive, "--game", 9).complaint
