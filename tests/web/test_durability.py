"""Games survive: a kill at any moment, a damaged log, a full disk."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import longroad
from longroad import catan
from longroad.errors import KeyRefusedError, LongroadError, ServerError, StorageError
from longroad.web.games import ClockPlan, House, audit
from longroad.web.games.course import Course
from longroad.web.games.entries import Entry, Moved, Notice
from longroad.web.games.journal import Journal, line_of
from web.tables import asked, begin, finished, frames, in_loop, play_person, until

AGENTS = ("planner", "value")


def killed_after(folder: Path, lines: int | None) -> list[str]:
    """What a house showed before it was killed, after so many lines, or at its end."""
    paths = [str(Path(longroad.__file__).parents[1]), str(Path(__file__).parents[1])]
    program = [sys.executable, "-m", "web.killed_house", str(folder), *AGENTS]
    shown: list[str] = []
    with subprocess.Popen(
        program, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    ) as ran:
        assert ran.stdout is not None
        for line in ran.stdout:
            shown.append(line.strip())
            if lines is not None and len(shown) >= lines:
                ran.kill()
                break
    return shown


def test_a_game_that_is_killed_again_and_again_ends_as_if_it_never_was(tmp_path: Path) -> None:
    @in_loop
    async def undisturbed() -> None:
        async with House(tmp_path / "whole") as house:
            game = (await begin(house, *AGENTS)).game
            await finished(game)
            expected.append(game.course.state.events_text())

    expected: list[str] = []
    undisturbed()
    moments = random.Random(7)
    log: list[str] = []
    for _ in range(4):
        shown = killed_after(tmp_path / "killed", len(log) + moments.randrange(1, 40))
        assert shown[: len(log)] == log[: len(shown)]  # what was shown stays
        log = max(shown, log, key=len)
        assert not list((tmp_path / "killed" / "games").iterdir())  # it was killed in the middle
    shown = killed_after(tmp_path / "killed", None)
    assert shown[: len(log)] == log and shown[-1] == "done"
    (record,) = (tmp_path / "killed" / "games").glob("*.jsonl")
    text = record.read_text().strip()
    assert catan.read_record(text).events_text() == expected[0]
    assert audit(text) > 0
    assert not list((tmp_path / "killed" / "live").iterdir())


@in_loop
async def test_keys_people_and_what_was_taken_back_survive_a_restart(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        made = await begin(house, "person", "link", "planner", rules=catan.Rules(players=3))
        place, key = house.join(str(made.invitations[1]), "Ben")
        await play_person(made.game, decisions=2)
        await asked(made.game, 1)
        before = made.game.course
        with house.follow(place) as follower:
            seen = frames(follower)
        unused = (await begin(house, "person", "link")).invitations[1]
    for _ in range(2):
        async with House(tmp_path) as house:
            again = house.place(str(key))
            assert again.seat == 1 and again.game.course.names == ("Red", "Ben", "Orange")
            assert again.game.course.state == before.state
            assert again.game.course.entries == before.entries
            assert house.place(str(made.host)).host and house.place(str(made.seats[0])).seat == 0
            with pytest.raises(KeyRefusedError):
                house.join(str(made.invitations[1]), "Eve")
            with house.follow(again) as follower:
                assert [frame.words for frame in frames(follower)] == [frame.words for frame in seen]
    async with House(tmp_path) as house:
        assert house.join(str(unused))[0].seat == 1


@in_loop
async def test_no_key_is_on_the_disk(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        made = await begin(house, "person", "link")
        _, joined = house.join(str(made.invitations[1]), "Ben")
        made.game.act(0, "settle n23")
        text = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
        for key in (made.host, made.seats[0], made.invitations[1], joined):
            assert key.secret.encode() not in text and key.hash.encode() in text
        (log,) = (tmp_path / "live").iterdir()
        assert log.stat().st_mode & 0o077 == 0  # the secret of chance is in it


async def _log_of_a_game(folder: Path) -> tuple[Path, list[Entry]]:
    async with House(folder) as house:
        game = (await begin(house, "person", "planner")).game
        await play_person(game, decisions=12)
        await asked(game)
        entries = list(game.course.entries)
    (path,) = (folder / "live").glob("*.log")
    return path, entries


@pytest.mark.parametrize("damage", ["cut", "noise", "flipped", "illegal", "missing", "long"])
@in_loop
async def test_a_damaged_end_is_cut_off_with_a_notice(tmp_path: Path, damage: str) -> None:
    path, entries = await _log_of_a_game(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    good = len(entries)
    if damage == "cut":
        path.write_bytes(b"".join(lines)[:-7])
        good -= 1
    elif damage == "noise":
        path.write_bytes(b"".join(lines) + os.urandom(300))
    elif damage == "flipped":
        good = 5
        lines[6] = lines[6].replace(b'"number"', b'"numbed"')
        path.write_bytes(b"".join(lines))
    elif damage == "illegal":
        bad = Entry(good + 1, 0.0, Moved(0, catan.Action.parse("monopoly ore")))
        path.write_bytes(b"".join(lines) + line_of(bad.to_dict()))
    elif damage == "missing":
        good = 8
        path.write_bytes(b"".join(lines[:9] + lines[10:]))
    else:
        path.write_bytes(b"".join(lines) + b"0" * 3_000_000)
    async with House(tmp_path) as house:
        (game,) = house.games()
        assert game.course.entries[:good] == entries[:good]
        assert isinstance(game.course.entries[good].what, Notice)
        assert f"goes on after entry {good}" in game.course.entries[good].what.words
        await asked(game)
        game.act(0, game.course.state.legal_actions()[0])  # and it does
    assert path.with_suffix(".damaged").exists()
    async with House(tmp_path) as house:  # once is enough
        (game,) = house.games()
        assert sum(isinstance(entry.what, Notice) for entry in game.course.entries) == 1


@in_loop
async def test_a_log_of_which_nothing_can_be_read_is_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "live").mkdir()
    for name, data in (("empty", b""), ("noise", b"\xff\xfe"), ("other", line_of({"longroad": "catan"}))):
        (tmp_path / "live" / f"{name}.log").write_bytes(data)
    async with House(tmp_path) as house:
        assert not list(house.games())
        made = await begin(house, "person", "planner")
        made.game.act(0, "settle n23")
    assert caplog.text.count("is not resumed") == 3
    assert (tmp_path / "live" / "noise.log").read_bytes() == b"\xff\xfe"


@in_loop
async def test_a_game_over_whose_record_was_not_kept_is_kept_at_the_next_start(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "planner")).game
        log = tmp_path / "live" / f"{game.id}.log"
        game.act(0, "settle n23")
        game.resign(0)
        left = log.read_bytes()
        await until(lambda: not log.exists())
    (tmp_path / "games" / f"{game.id}.jsonl").unlink()
    log.write_bytes(left)
    async with House(tmp_path) as house:
        await until(lambda: not log.exists())
        assert house.library.game(game.id).reason == "resigned"
        assert not house.library.game(game.id).rated


@in_loop
async def test_a_full_disk_changes_nothing_and_is_survived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "planner")).game
        game.act(0, "settle n23")
        write, full = os.write, True

        def failing(file: int, data: bytes) -> int:
            if full and b"number" in data:
                write(file, data[:10])
                raise OSError(28, "No space left on device")
            return write(file, data)

        monkeypatch.setattr(os, "write", failing)
        with pytest.raises(StorageError, match="cannot be saved"):
            game.act(0, "road e29")
        assert game.course.state.events_text() == "settle n23"
        full = False
        game.act(0, "road e29")
        await asked(game)
        full = True
        entries = len(game.course.entries)
        with pytest.raises(StorageError):
            game.undo(0)
        assert len(game.course.entries) == entries
        full = False
    async with House(tmp_path) as house:
        (again,) = house.games()
        assert again.course.entries == game.course.entries  # no half-written line is in between


@in_loop
async def test_a_game_of_agents_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from longroad.web.games import live

    monkeypatch.setattr(live, "_RETRY", 0.01)
    async with House(tmp_path) as house:
        append, full = Journal.append, True

        def failing(self: Journal, told: object) -> None:
            if full and isinstance(told, dict) and told.get("number", 0) > 20:
                raise StorageError("the game cannot be saved: no space")
            append(self, told)  # type: ignore[arg-type]

        monkeypatch.setattr(Journal, "append", failing)
        game = (await begin(house, *AGENTS)).game
        await until(lambda: game.trouble)
        assert len(game.course.entries) == 20
        full = False
        await finished(game)


@in_loop
async def test_a_folder_has_one_house(tmp_path: Path) -> None:
    async with House(tmp_path):
        with pytest.raises(ServerError, match="in use by another"):
            async with House(tmp_path):
                pass
    async with House(tmp_path):
        await asyncio.sleep(0)


@in_loop
async def test_who_had_just_resigned_is_replaced_after_a_restart(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        game = (await begin(house, "person", "person", "value", rules=catan.Rules(players=3))).game
        game.resign(0)
    (path,) = (tmp_path / "live").glob("*.log")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]))  # killed between the resignation and what follows from it
    async with House(tmp_path) as house:
        (again,) = house.games()
        assert again.course.seats[0].agent == "planner"
        await asked(again, 1)


def course_on_disk(folder: Path, id: str) -> Course:
    """What the log of a game makes of it."""
    told, _ = Journal(folder / "live" / f"{id}.log").read()
    course = Course.of_head(told[0])
    for line in told[1:]:
        course.take(Entry.from_dict(line))
    return course


def facts(course: Course) -> list[object]:
    """All that a course is."""
    return [
        course.entries, course.state.events_text(), course.actors, course.line, course.taken_back,
        course.names, course.seats, course.clocks.left, course.pace, course.is_paused,
        course.result, course.last_change, course.next_chance() if course.state.is_chance else None,
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
@in_loop
async def test_whatever_is_done_the_log_gives_the_same_game(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    people = [["person", "planner"], ["person", "person", "value"], ["person", "link", "random", "value"]][
        seed % 3
    ]
    clock = ClockPlan("game", 600, 3) if seed % 2 else ClockPlan()
    async with House(tmp_path) as house:
        rules = catan.Rules(players=len(people), target_points=6)
        made = await begin(house, *people, rules=rules, clock=clock)
        game = made.game

        def somebody() -> int:
            return rng.choice(game.course.persons() or [0])

        def decide() -> object:
            seat = game.course.state.actor
            return game.act(0 if seat is None else seat, rng.choice(game.course.state.legal_actions()))

        deeds = [decide] * 12 + [
            lambda: game.undo(somebody()),
            lambda: game.set_pace(rng.choice((0.0, 0.001))),
            lambda: game.resign(somebody()) if rng.random() < 0.1 else None,
            lambda: game.pause(True),
            lambda: game.act(somebody(), "roll"),
            lambda: house.join(str(made.invitations[1]), "Ben") if made.invitations else None,
        ]
        while len(game.course.entries) < 60:
            with contextlib.suppress(LongroadError, IndexError):
                rng.choice(deeds)()
            await asyncio.sleep(0.001)
            if game.course.result is not None:
                break
            assert facts(course_on_disk(tmp_path, game.id)) == facts(game.course)
