"""``longroad show`` draws records of Skirmish as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import CommandLine
from longroad import catan, skirmish
from skirmish.random_games import position

GAME = position(skirmish.Rules(hand_limit=6), 4, 90)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A game of Catan and one of Skirmish in one file."""
    path = tmp_path / "games.jsonl"
    path.write_text(f"{catan.State(seed=1).to_record()}\n\n{GAME.to_record()}\n", encoding="utf-8")
    return path


def test_a_position_of_a_record(line: CommandLine, records: Path) -> None:
    assert line("show", records).out == f"{catan.State(seed=1)}\n"
    assert line("show", records, "--game", 2).out == f"{GAME}\n"
    earlier = skirmish.State(GAME.rules)
    for event in GAME.events()[:40]:
        earlier.apply(event)
    assert line("show", records, "--game", 2, "--at", 40).out == f"{earlier}\n"


def test_a_position_as_a_picture(line: CommandLine, records: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.svg"
    assert line("show", records, "--game", 2, "--out", out).code == 0
    assert out.read_text(encoding="utf-8") == skirmish.drawing.svg(GAME)


def test_all_is_open_so_a_view_is_the_state(line: CommandLine, records: Path) -> None:
    assert line("show", records, "--game", 2, "--view", 1).out == f"{GAME}\n"
    assert "the game has 2 players" in line("show", records, "--game", 2, "--view", 2).complaint


def test_a_broken_record_is_refused_in_one_line(line: CommandLine, tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    record.write_text(GAME.to_record().replace("draw", "take", 1), encoding="utf-8")
    assert "line 1, event 1: 'take " in line("show", record).complaint
