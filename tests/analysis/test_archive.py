"""Reviews of whole archives: one job per game, resumed after a kill, the same whoever does them; what cannot
be reviewed is named."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from analysis.games import first_events, record_of
from longroad.analysis import Review, review_game
from longroad.analysis.archive import (
    ArchivedGame,
    Failed,
    Manner,
    ReviewFolder,
    digest_of,
    review_archive,
    review_job,
)
from longroad.analysis.archive_summary import summary_of
from longroad.analysis.page import page_html
from longroad.errors import AnalysisError
from longroad.jobs import Here, Processes

QUICK = Manner(sims=16, seed=3)


@cache
def games() -> tuple[ArchivedGame, ...]:
    """Three short games, one of them with a card that cannot be."""
    names = ("planner", "weighted", "planner")
    records = [first_events(record_of(2, seed), 24).to_record() for seed in (4, 5)]
    broken = records[0].replace("dice 6", "dice 13", 1)
    assert broken != records[0]
    return (
        *(
            ArchivedGame(number, f"games.jsonl, game {number}", record, agents=names[number - 1 : number + 1])
            for number, record in enumerate(records, start=1)
        ),
        ArchivedGame(3, "games.jsonl, game 3", broken),
    )


class Noting(Here):
    """Notes the games that it reviews; dies after so many."""

    def __init__(self, dies_after: int = 99) -> None:
        super().__init__(1)
        self.games: list[int] = []
        self.dies_after = dies_after

    def run(self, work: Any, jobs: Any) -> Any:
        for done in super().run(work, jobs):
            self.games.append(done.job.game.number)
            yield done
            if len(self.games) == self.dies_after:
                raise KeyboardInterrupt


def begun(path: Path, how: Manner = QUICK, players: Sequence[str] = ()) -> ReviewFolder:
    return ReviewFolder.begin(path, "digest", how, players)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reviews") / "whole"
    done: list[int] = []
    failed = review_archive(begun(path), games(), QUICK, Here(2), done.append)
    assert [one.number for one in failed] == [3] and "dice 13" in failed[0].problem
    assert done == [1, 2, 3]
    return path


def test_every_game_has_its_review_and_its_page(whole: Path) -> None:
    found = dict(ReviewFolder(whole).reviews())
    assert list(found) == [1, 2]
    for game in games()[:2]:
        alone = review_game(game.record, sims=16, seed=3, agents=game.agents)
        assert found[game.number] == Review.from_dict(json.loads(json.dumps(alone.to_dict())))
        page = (whole / f"game-00000{game.number}.html").read_text()
        assert page == page_html(alone)
    assert sorted(contents(whole)) == [
        *(f"game-00000{number}.{kind}" for number in (1, 2) for kind in ("html", "json")),
        "reviews.json",
    ]


def test_processes_find_the_same(whole: Path, tmp_path: Path) -> None:
    review_archive(begun(tmp_path / "a"), games(), QUICK, Processes(2))
    assert contents(tmp_path / "a") == contents(whole)


def test_a_killed_run_resumes(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "a"
    with pytest.raises(KeyboardInterrupt):
        review_archive(begun(path), games(), QUICK, Noting(dies_after=1))
    assert (path / "game-000001.json").exists()
    (path / "game-000002.html").write_bytes(b"a page whose review was not written")
    again = Noting()
    failed = review_archive(begun(path), games(), QUICK, again)
    assert again.games == [2, 3] and [one.number for one in failed] == [3]
    assert contents(path) == contents(whole)


def test_a_game_that_is_known_to_be_broken_is_no_job(tmp_path: Path) -> None:
    here = Noting()
    failed = review_archive(
        begun(tmp_path / "a"), [ArchivedGame(1, "a.jsonl, game 1", problem="not JSON")], QUICK, here
    )
    assert failed == [Failed(1, "a.jsonl, game 1", "not JSON")] and here.games == []


def test_an_error_that_nobody_expected_is_a_problem_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from longroad.analysis import archive

    def fail(review: Review) -> str:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(archive, "page_html", fail)
    job = archive.ToReview(games()[0], QUICK)
    assert review_job(job, 1) == archive.Reviewed(problem="ZeroDivisionError: by zero")


def test_a_folder_of_something_else_is_left_alone(whole: Path, tmp_path: Path) -> None:
    before = contents(whole)
    for begin in (
        lambda: begun(whole, Manner(sims=32, seed=3)),
        lambda: begun(whole, players=["red"]),
        lambda: ReviewFolder.begin(whole, "other", QUICK),
    ):
        with pytest.raises(AnalysisError, match="of another archive, or made with other settings"):
            begin()
    assert contents(whole) == before
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(AnalysisError, match="holds other files"):
        begun(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_damaged_review_is_named(whole: Path, tmp_path: Path) -> None:
    folder = begun(tmp_path / "a")
    (folder.path / "game-000002.json").write_text('{"version": 1}')
    with pytest.raises(AnalysisError, match=r"game-000002.json: damaged; delete it"):
        list(folder.reviews())


@pytest.mark.parametrize("how", [{"sims": 1}, {"ms": 0.0}])
def test_an_effort_that_is_none_is_refused(how: dict[str, Any]) -> None:
    with pytest.raises(AnalysisError, match="must be between"):
        Manner(**how)


def test_the_summary_adds_up(whole: Path) -> None:
    reviews = list(ReviewFolder(whole).reviews())
    summary = summary_of(reviews, [Failed(3, "game 3", "broken")], worst=3)
    assert summary.games == 2 and [one.number for one in summary.failed] == [3]
    players = {one.name: one for one in summary.players}
    assert set(players) == {"planner", "weighted"}
    seats = [(review, review.players[seat]) for _, review in reviews for seat in range(2)]
    for name, one in players.items():
        own = [(review, player) for review, player in seats if player.agent == name]
        decisions = [d for review, player in own for d in review.decisions if d.player == player.player]
        assert one.games == one.seats == len(own) == 2 and one.decisions == len(decisions) > 0
        assert one.loss == pytest.approx(sum(d.loss for d in decisions) / len(decisions), abs=1e-5)
        assert one.blunders == sum(d.grade == "blunder" for d in decisions)
        luck = [review.luck[player.player].total for review, player in own]
        assert one.luck == pytest.approx(sum(luck) / 2, abs=1e-5)
        assert one.luck == pytest.approx(one.dice + one.steals + one.draws, abs=1e-5)
        assert one.accuracy is not None and 0 < one.accuracy <= 1
    assert list(players) == sorted(players, key=lambda name: players[name].loss or 0.0)
    losses = sorted((d.loss for _, review in reviews for d in review.worst(99)), reverse=True)
    assert [move.loss for move in summary.worst] == pytest.approx(losses[:3], abs=1e-6)


def test_an_agent_in_both_seats_counts_its_games_once(whole: Path) -> None:
    _, review = next(ReviewFolder(whole).reviews())
    both = Review.from_dict(
        review.to_dict() | {"players": [one | {"agent": "same"} for one in review.to_dict()["players"]]}
    )
    (one,) = summary_of([(1, both)]).players
    assert (one.games, one.seats, one.loss_error) == (1, 2, None)
    assert one.luck == pytest.approx(0, abs=1e-5)


def test_the_interval_is_that_of_a_ratio_over_games(whole: Path) -> None:
    """Ten times the same game has no spread; two different ones have."""
    (_, first), (_, second) = ReviewFolder(whole).reviews()
    same = summary_of([(number, first) for number in range(10)])
    assert all(one.loss_error == pytest.approx(0, abs=1e-9) for one in same.players)
    other = summary_of([(1, first), (2, second)])
    assert any((one.loss_error or 0) > 0 for one in other.players)


def test_the_tables_show_it(whole: Path) -> None:
    summary = summary_of(ReviewFolder(whole).reviews())
    players, luck, worst = summary.sheets()
    assert (
        [row[0] for row in players.rows] == [row[0] for row in luck.rows] == [p.name for p in summary.players]
    )
    assert len(worst.rows) == len(summary.worst)
    assert json.loads(json.dumps(summary.to_dict()))["players"][0]["name"] == summary.players[0].name


def test_the_digest_is_of_contents_and_their_order(tmp_path: Path) -> None:
    for name, text in (("a", "one"), ("b", "two"), ("c", "one")):
        (tmp_path / name).write_text(text)
    a, b, c = (tmp_path / name for name in "abc")
    assert digest_of([a, b]) == digest_of([c, b]) != digest_of([b, a])
    assert digest_of([a]) != digest_of([b])
