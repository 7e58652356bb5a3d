"""``longroad show`` draws boards and positions, and leaves a file alone when it cannot."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.running import CommandLine
from longroad import catan
from longroad.catan.drawing import svg, terminal
from longroad.files import write_text
from property.random_games import GIVEN_BOARD, position

GAME = position(catan.Rules(players=3), 4, 120)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A file of two games with a blank line between them."""
    path = tmp_path / "games.jsonl"
    path.write_text(catan.State(seed=1).to_record() + "\n\n" + GAME.to_record() + "\n", encoding="utf-8")
    return path


def earlier(events: int) -> catan.State:
    state = catan.State(GAME.rules, board=GAME.board)
    for event in GAME.events()[:events]:
        state.apply(event)
    return state


def test_a_drawn_board_in_the_terminal(line: CommandLine) -> None:
    ran = line("show", "--seed", 7)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == terminal(catan.Board.generate(seed=7), color=False) + "\n"
    assert line("show", "--seed", 8).out != ran.out
    assert (
        line("show", "--board", "beginner").out
        == terminal(catan.Board.generate("beginner"), color=False) + "\n"
    )
    assert (
        line("show", "--board", GIVEN_BOARD, "--plain").out
        == terminal(catan.Board(GIVEN_BOARD), color=False) + "\n"
    )


def test_a_game_with_a_dice_deck(line: CommandLine, tmp_path: Path) -> None:
    game = position(catan.Rules.preset("casual"), 4, 120)
    file, drawn = tmp_path / "casual.jsonl", tmp_path / "casual.svg"
    file.write_text(game.to_record() + "\n", encoding="utf-8")
    assert game.dice_deck is not None and 0 < sum(game.dice_deck) < 36
    rolls = " ".join(str(total) for total, left in enumerate(game.dice_deck, start=2) for _ in range(left))
    assert f"\ndice deck {rolls}\n" in line("show", file).out
    assert line("show", file, "--out", drawn).code == 0
    assert f"{sum(game.dice_deck)} rolls in the dice deck" in drawn.read_text(encoding="utf-8")


def test_a_board_as_a_picture(line: CommandLine, tmp_path: Path) -> None:
    plain, labelled = tmp_path / "board.svg", tmp_path / "labels.svg"
    ran = line("show", "--board", "beginner", "--out", plain)
    assert (ran.code, ran.out, ran.err) == (0, "", f"wrote {plain}\n")
    assert plain.read_text(encoding="utf-8") == svg(catan.Board.generate("beginner"))
    assert line("show", "--board", "beginner", "-o", labelled, "--labels").code == 0
    assert ElementTree.fromstring(labelled.read_text(encoding="utf-8")).tag.endswith("svg")
    assert len(labelled.read_text(encoding="utf-8")) > len(plain.read_text(encoding="utf-8"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.svg", "labels.svg"]


def test_a_position_of_a_record(line: CommandLine, records: Path) -> None:
    assert line("show", records).out == terminal(catan.State(seed=1), color=False) + "\n"
    assert line("show", records, "--game", 2).out == terminal(GAME, color=False) + "\n"
    assert line("show", records, "--game", 2, "--at", 50).out == terminal(earlier(50), color=False) + "\n"
    assert line("show", records, "--game", 2, "--at", 0).out == terminal(earlier(0), color=False) + "\n"
    assert line("show", records, "--game", 2, "--view", 1).out == terminal(GAME.view(1), color=False) + "\n"


def test_a_position_as_a_picture(line: CommandLine, records: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.svg"
    out.write_text("an older picture")
    assert line("show", records, "--game", 2, "--view", 0, "--out", out).code == 0
    assert out.read_text(encoding="utf-8") == svg(GAME.view(0))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "has no game 1"),
        ("{", "line 1: not JSON"),
        ("\n\n{}", "line 3: not a record of a Catan game"),
        (GAME.to_record().replace("settle", "unsettle", 1), "line 1, event 1: "),
        (GAME.to_record()[:-30], "line 1: not JSON"),
    ],
    ids=["empty", "half a brace", "no record", "no action", "cut off"],
)
def test_a_broken_record_ends_with_1_and_leaves_the_picture_alone(
    line: CommandLine, tmp_path: Path, content: str, why: str
) -> None:
    record, out = tmp_path / "games.jsonl", tmp_path / "old.svg"
    record.write_text(content, encoding="utf-8")
    out.write_text("an older picture")
    ran = line("show", record, "--out", out)
    assert why in ran.complaint and ran.code == 1
    assert out.read_text() == "an older picture"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.jsonl", "old.svg"]


def test_files_that_cannot_be_read_or_written_end_with_1(
    line: CommandLine, records: Path, tmp_path: Path
) -> None:
    for arguments in (("nowhere.jsonl",), (tmp_path,), (records, "--out", tmp_path / "no" / "such.svg")):
        ran = line("show", *arguments)
        assert ran.code == 1 and ran.complaint
    assert line("show", records, "--game", 3).complaint == f"{records} has no game 3"


def test_a_board_that_is_none_ends_with_2(line: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "old.svg"
    out.write_text("an older picture")
    ran = line("show", "--board", "B5 L6", "--out", out)
    assert ran.code == 2 and "2 hexes instead of 19" in ran.complaint
    assert out.read_text() == "an older picture"


@pytest.mark.filterwarnings("ignore:nanobind")  # from a traceback that shows a half-made view
@pytest.mark.parametrize(
    ("content", "player"), [(catan.State(catan.Rules(players=2)).to_record().encode(), 3), (b"\xff\xfe", 0)]
)
def test_strange_requests_end_in_one_line_too(
    line: CommandLine, tmp_path: Path, content: bytes, player: int
) -> None:
    record = tmp_path / "games.jsonl"
    record.write_bytes(content)
    assert line("show", record, "--view", player).complaint


def test_a_write_that_fails_leaves_the_old_file_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "picture.svg"
    write_text(path, "first")
    assert path.read_text() == "first"
    write_text(path, "second ä")
    assert path.read_text(encoding="utf-8") == "second ä"

    def fail(source: str, target: Path) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="the disk is full"):
        write_text(path, "third")
    assert path.read_text(encoding="utf-8") == "second ä"
    assert list(tmp_path.iterdir()) == [path]


def test_a_written_file_can_be_read_by_others(tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    before = os.umask(0o022)
    try:
        write_text(path, "x")
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o644
