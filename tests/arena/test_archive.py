"""Kept games come back as they were, and damage is reported with file and line."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.kept import catan_games, kept, skirmish_games
from longroad import catan, record_lines, skirmish
from longroad.arena.data.archive import (
    Forfeited,
    KeptGame,
    count_games,
    games_of,
    read_games,
    write_games,
)
from longroad.errors import RecordError

GAMES = [*catan_games(2, turn_cap=5000), *catan_games(3, offers_per_turn=1), *catan_games(4, turn_cap=30)]
MIXED = [*GAMES, *skirmish_games()]


def reason(path: Path) -> str:
    """Why a file is refused."""
    with pytest.raises(RecordError) as caught:
        list(read_games(path))
    return str(caught.value)


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_games_come_back_as_they_were(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert write_games(path, iter(MIXED)) == len(MIXED) == count_games(path)
    again = list(read_games(path))
    assert again == MIXED and [game.line for game in again] == list(range(1, len(MIXED) + 1))
    for game, other in zip(again, MIXED, strict=True):
        state = game.state()
        assert state == other.state() and state.is_over and state.winner == game.winner
        assert state.to_record() == game.record
        assert [str(event) for event in state.events()] == game.events()
    assert {path} == set(tmp_path.iterdir())


def test_the_same_games_give_the_same_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl.gz", tmp_path / "two.jsonl.gz"
    for path in (one, two):
        write_games(path, GAMES)
    plain = "".join(f"{game.to_line()}\n" for game in GAMES).encode()
    assert one.read_bytes() == two.read_bytes() and gzip.decompress(one.read_bytes()) == plain
    assert one.stat().st_size < len(plain) / 5


def test_agents_and_winner_are_by_seat() -> None:
    assert [(game.rotation, game.agents) for game in catan_games(2)] == [
        (0, ("weighted", "random")),
        (1, ("random", "weighted")),
    ]
    first, second = skirmish_games()
    assert (first.agents, first.winner) == (("expectimax:depth=1", "random"), 0)
    assert (second.agents, second.winner) == (("random", "expectimax:depth=1"), 1)
    assert (second.game, GAMES[0].game) == ("skirmish", "catan")


def test_an_archive_is_a_file_of_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    write_games(path, GAMES)
    assert [state.to_record() for state in catan.read_records(path)] == [game.record for game in GAMES]
    write_games(path, skirmish_games())
    assert [state.winner for state in skirmish.read_records(path)] == [0, 1]


def test_plain_records_are_games_without_names(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{game.record}\n\n" for game in MIXED))
    games = list(read_games(path))
    assert [game.record for game in games] == [game.record for game in MIXED]
    assert [game.winner for game in games] == [game.winner for game in MIXED]
    assert {(game.agents, game.seed, game.block, game.rotation) for game in games} == {((), None, None, None)}
    again = tmp_path / "again.jsonl.gz"
    write_games(again, games)
    assert list(read_games(again)) == games


@pytest.mark.parametrize(("players", "winner"), [(2, 1), (3, None)])
def test_a_forfeit_is_kept(tmp_path: Path, players: int, winner: int | None) -> None:
    start = catan.State(catan.Rules(players=players), seed=1)
    names = ["one", "two", "three"][:players]
    game = kept(start, tuple(names), seed=-1, block=3, forfeit=(0, "raised ValueError: no"))
    path = tmp_path / "games.jsonl.gz"
    write_games(path, [game])
    assert list(read_games(path)) == [game] and game.state() == start
    assert (
        game.forfeit == Forfeited(0, "raised ValueError: no")
        and game.winner == winner
        and game.events() == []
    )
    played = json.loads(gzip.decompress(path.read_bytes()))["played"]
    assert played == {
        "agents": names,
        "seed": -1,
        "block": 3,
        "rotation": 0,
        "winner": winner,
        "forfeit": {"seat": 0, "reason": "raised ValueError: no"},
    }


def test_a_folder_is_read_in_sorted_order(tmp_path: Path) -> None:
    for name, game in zip(("b/1.jsonl", "a.jsonl.gz", "b/0.jsonl.gz"), GAMES, strict=False):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        write_games(tmp_path / name, [game])
    (tmp_path / "notes.txt").write_text("no game")
    (tmp_path / ".b.jsonl.gz.a8s7df").write_text("left behind")
    assert list(games_of(tmp_path)) == [GAMES[1], GAMES[2], GAMES[0]] and count_games(tmp_path) == 3
    assert list(games_of(tmp_path / "a.jsonl.gz")) == [GAMES[1]]
    with pytest.raises(FileNotFoundError):
        list(games_of(tmp_path / "none"))


def test_nothing_is_written_when_a_game_cannot_be_made(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    write_games(path, GAMES[:1])

    def broken() -> Any:
        yield GAMES[1]
        raise RuntimeError("the match was stopped")

    with pytest.raises(RuntimeError):
        write_games(path, broken())
    assert list(read_games(path)) == GAMES[:1] and list(tmp_path.iterdir()) == [path]
    with pytest.raises(FileNotFoundError):
        write_games(tmp_path / "none" / "games.jsonl.gz", GAMES)


def test_no_games(tmp_path: Path) -> None:
    for name in ("games.jsonl", "games.jsonl.gz"):
        path = tmp_path / name
        assert write_games(path, []) == 0 and list(read_games(path)) == [] and count_games(path) == 0


@pytest.mark.parametrize("keep", [0.02, 0.5, 0.999])
def test_a_file_that_is_cut_off(tmp_path: Path, keep: float) -> None:
    path = tmp_path / "games.jsonl.gz"
    write_games(path, MIXED)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * keep)])
    told = reason(path)
    assert told.startswith(f"{path}, line ") and "cut off" in told
    with pytest.raises(RecordError, match=r"games\.jsonl\.gz, line .*cut off"):
        count_games(path)


def test_a_file_with_changed_bytes(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    write_games(path, MIXED)
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 40] = bytes(40)
    path.write_bytes(data)
    assert reason(path).startswith(f"{path}, line ")
    path.write_bytes(b"\x1f\x8b" + b"no gzip at all" * 9)
    assert f"{path}, line 1: the file is damaged here" in reason(path)


def _without(name: str) -> Callable[[dict[str, Any]], object]:
    return lambda line: line["played"].pop(name)


def _with(**values: Any) -> Callable[[dict[str, Any]], object]:
    return lambda line: line["played"].update(values)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_without("seed"), "played: 'seed' is missing or of the wrong kind"),
        (_with(seed=True), "played: 'seed' is missing or of the wrong kind"),
        (_with(block="0"), "played: 'block' is missing or of the wrong kind"),
        (_with(block=2**63), "no block or rotation of a match of 2 agents"),
        (_with(rotation=2), "no block or rotation of a match of 2 agents"),
        (_with(agents=[]), "played: 'agents' must be names"),
        (_with(agents=["random", 1]), "played: 'agents' must be names"),
        (_with(agents=["random", "\ud800"]), "played: 'agents' must be names"),
        (_with(agents="random"), "played: 'agents' is missing or of the wrong kind"),
        (_with(winner="p0"), "played: 'winner' is missing or of the wrong kind"),
        (_with(forfeit={"seat": 0}), "forfeit: 'reason' is missing or of the wrong kind"),
        (lambda line: line.update(played=[]), "played: 'agents' is missing or of the wrong kind"),
        (lambda line: line.update(version=2), "version 2; this Longroad reads version 1"),
        (lambda line: line.pop("events"), "'events' is missing or of the wrong kind"),
        (lambda line: line.pop("longroad"), "not a record of a Catan game"),
    ],
)
def test_a_broken_line(tmp_path: Path, change: Callable[[dict[str, Any]], object], told: str) -> None:
    line = json.loads(GAMES[0].to_line())
    change(line)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{GAMES[0].to_line()}\n\n{json.dumps(line)}\n")
    assert reason(path).startswith(f"{path}, line 3: ") and told in reason(path)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"winner": None}, "said to be won by nobody, not p"),
        ({"winner": 7}, "said to be won by p7, not p"),
        ({"agents": ("a", "b", "c")}, "3 agents in a game of 2 players"),
        ({"forfeit": Forfeited(0, "")}, "p0 cannot have forfeited this game"),
        ({"record": GAMES[0].record.replace("settle", "city", 1)}, "event 1: "),
    ],
)
def test_a_game_is_checked_when_it_is_replayed(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    path = tmp_path / "games.jsonl"
    write_games(path, [replace(GAMES[0], **changes)])
    (game,) = read_games(path)
    with pytest.raises(RecordError) as caught:
        game.state()
    assert str(caught.value).startswith(f"{path}, line 1") and told in str(caught.value)


def test_a_line_has_a_longest_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl.gz"
    write_games(path, GAMES)
    monkeypatch.setattr(record_lines, "MOST_BYTES", 2000)
    assert "line 1: longer than 2,000 bytes" in reason(path)
    with pytest.raises(RecordError, match="game 1: its record is longer than 2,000 bytes"):
        write_games(path, GAMES)
    assert count_lines(path) == len(GAMES), "the old file is still there"


def count_lines(path: Path) -> int:
    return gzip.decompress(path.read_bytes()).count(b"\n")


def test_many_games_take_no_more_memory_than_one(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    write_games(path, (GAMES[0] for _ in range(3000)))
    assert len(gzip.decompress(path.read_bytes())) > 10_000_000
    tracemalloc.start()
    assert sum(1 for _ in read_games(path)) == 3000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_000_000


def test_a_long_game_replays_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_lines, "_PIECE", 7)
    game: KeptGame = GAMES[2]
    assert [str(event) for event in game.state().events()] == game.events()
