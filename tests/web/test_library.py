"""Finished games are found again, and say how strong people are."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from longroad import catan
from longroad.agents.levels import CHAMPION
from longroad.errors import NoSuchGameError, RecordError
from longroad.web.library import LADDER, FinishedGame, FinishedSeat, Query, Shelf, ratings
from longroad.web.library.finished import iso_date


def record(id: str, day: int = 1, winner: int | None = 0, **facts: Any) -> str:
    """Of a game of Ann against planner."""
    seats = facts.pop("seats", None) or [
        {"name": "Ann", "kind": "person", "agent": "", "rank": 1 if winner == 0 else 2, "points": 9},
        {
            "name": "Blue",
            "kind": "agent",
            "agent": "planner:offers=1",
            "rank": 1 if winner == 1 else 2,
            "points": 7,
        },
    ]
    table = {
        "id": id, "date": f"2026-11-{day:02d}T10:00:00Z", "seats": seats, "winner": winner,
        "reason": "points", "turns": 60, "rated": False, "series": "", "taken_back": 0, **facts,
    }  # fmt: skip
    return catan.write_record(catan.State(catan.Rules(players=2), seed=1), table=table)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    made = Shelf(tmp_path)
    for one in (
        record("a1", 1, winner=0),
        record("a2", 2, winner=1, rated=True),
        record("a3", 3, winner=None, reason="turns", series="s"),
        record("a4", 20, winner=0, rated=True, series="s"),
    ):
        made.add(one)
    return made


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["a4", "a3", "a2", "a1"]),
        ({"player": "ann"}, ["a4", "a3", "a2", "a1"]),
        ({"player": "Ann", "result": "won"}, ["a4", "a1"]),
        ({"player": "Ann", "result": "lost"}, ["a2"]),
        ({"result": "unfinished"}, ["a3"]),
        ({"player": "Blue"}, []),  # an agent is no player
        ({"agent": "planner"}, ["a4", "a3", "a2", "a1"]),
        ({"agent": "mcts"}, []),
        ({"agent": "%"}, []),
        ({"since": "2026-11-02", "until": "2026-11-03"}, ["a3", "a2"]),
        ({"since": "2026-11-03"}, ["a4", "a3"]),
        ({"until": "2026-10"}, []),
        ({"rated": True}, ["a4", "a2"]),
        ({"series": "s"}, ["a4", "a3"]),
        ({"limit": 2, "offset": 1}, ["a3", "a2"]),
        ({"player": "'; DROP TABLE games; --"}, []),
    ],
)
def test_games_are_found(shelf: Shelf, query: dict[str, Any], found: list[str]) -> None:
    games, count = shelf.find(Query(**query))
    assert [game.id for game in games] == found
    assert count == (4 if "limit" in query else len(found))


def test_what_cannot_be_looked_for_is_refused(shelf: Shelf) -> None:
    for bad in ({"result": "drawn"}, {"limit": 0}, {"limit": 501}, {"offset": -1}):
        with pytest.raises(ValueError, match=r"result|limit"):
            Query(**bad)  # type: ignore[arg-type]
    for id in ("nothing", "../index", "", "a1/../a1"):
        with pytest.raises(NoSuchGameError):
            shelf.record(id)


def test_the_index_is_made_anew_from_the_records(
    tmp_path: Path, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    before = shelf.find(Query())
    shelf.close()
    for damage in (b"", b"not a database" * 100, None):
        if damage is None:
            (tmp_path / "index.sqlite").unlink()
        else:
            (tmp_path / "index.sqlite").write_bytes(damage)
        again = Shelf(tmp_path)
        assert again.find(Query()) == before
        again.close()
    (tmp_path / "games" / "a1.jsonl").unlink()
    (tmp_path / "games" / "bad.jsonl").write_text("{}\n")
    again = Shelf(tmp_path)
    assert [game.id for game in again.find(Query())[0]] == ["a4", "a3", "a2"]
    assert "bad.jsonl is left out of the index" in caplog.text
    again.close()


def test_adding_a_game_again_changes_nothing(tmp_path: Path, shelf: Shelf) -> None:
    shelf.add(record("a1", 1, winner=0))
    assert shelf.find(Query())[1] == 4
    assert json.loads(shelf.record("a1"))["table"]["id"] == "a1"
    assert shelf.game("a1").seats[1].agent == "planner:offers=1"


@pytest.mark.parametrize("table", [None, 7, {}, {"id": "x"}])
def test_a_record_of_something_else_is_refused(table: Any) -> None:
    line = catan.write_record(catan.State(seed=1), **({} if table is None else {"table": table}))
    with pytest.raises(RecordError):
        FinishedGame.of_record(line)


def duel(agent: str, won: bool, number: int, rated: bool = True, reason: str = "points") -> FinishedGame:
    seats = (
        FinishedSeat("Ann", "person", "", 1 if won else 2, 10 if won else 6),
        FinishedSeat("Blue", "agent", agent, 2 if won else 1, 6 if won else 10),
    )
    return FinishedGame(str(number), iso_date(number), seats, 0 if won else 1, reason, 60, rated, "", 0)


def test_a_person_is_rated_against_the_ladder() -> None:
    even = ratings([duel("planner", number % 2 == 0, number) for number in range(60)])
    (ann,) = even
    planner = next(rung.elo for rung in LADDER if (rung.agent, rung.group) == ("planner", "two"))
    assert ann.name == "Ann" and ann.games == 60 and ann.wins == 30 and ann.is_person
    assert abs(ann.elo - planner) < 60 and ann.low < planner < ann.high
    assert ann.high - ann.low < 340
    winning = ratings([duel("planner", True, number) for number in range(30)])[0]
    losing = ratings([duel("planner", False, number) for number in range(30)])[0]
    assert winning.elo > ann.elo > losing.elo
    assert ratings([duel("planner", True, 1, rated=False), duel("planner", True, 2, reason="ended")]) == []


def test_an_agent_that_is_not_on_the_ladder_gets_a_rating_of_its_own() -> None:
    found = ratings([duel("python:mine.Bot", number % 3 == 0, number) for number in range(30)])
    assert [(one.name, one.is_person) for one in found] == [("python:mine.Bot", False), ("Ann", True)]


def test_games_of_two_and_of_four_are_rated_apart() -> None:
    agents = [FinishedSeat(f"{n}", "agent", "planner", 2 + n, 7 - n) for n in range(3)]
    four = FinishedGame(
        "4", iso_date(4), (FinishedSeat("Ann", "person", "", 1, 10), *agents), 0, "points", 60, True, "", 0
    )
    found = ratings([duel("planner", False, 1), four])
    assert sorted(one.group for one in found if one.is_person) == ["many", "two"]


def test_the_ladder_goes_up() -> None:
    for group in ("two", "many"):
        rungs = [rung for rung in LADDER if rung.group == group]
        assert len(rungs) >= 6 and all(rung.low < rung.elo < rung.high for rung in rungs)
        assert [rung.elo for rung in rungs] == sorted(rung.elo for rung in rungs)
        levels = [rung.elo for rung in rungs if rung.agent != CHAMPION]
        assert abs(sum(levels)) < len(rungs)  # 0 is the mean of those of the tournament, but for rounding


def test_intervals_of_ratings_cover_what_they_should() -> None:
    """People of known strength against agents of the ladder; a 95% interval may miss a few."""
    rng, covered = Random(1), 0
    opponents = [rung for rung in LADDER if rung.group == "two" and rung.elo > 0]
    for _ in range(60):
        true = rng.uniform(0, 600)
        games = []
        for number in range(25):
            rung = rng.choice(opponents)
            won = rng.random() < 1 / (1 + 10 ** ((rung.elo - true) / 400))
            games.append(duel(rung.agent, won, number))
        (ann,) = ratings(games)
        covered += ann.low < true < ann.high
    assert covered >= 53
