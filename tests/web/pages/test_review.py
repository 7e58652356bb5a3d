"""Reviews at the table: of finished games and of files, made with progress, kept on disk; never of a game
that is still played."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from analysis.games import record_of
from longroad.catan import Rules, State
from longroad.errors import AnalysisError, LimitError, LongroadError, NoSuchGameError, NotNowError
from longroad.web.games import House
from longroad.web.pages import review_jobs
from longroad.web.pages.review_games import MOST_BYTES, MOST_KEPT, bring, games_in, reviewable
from longroad.web.pages.review_jobs import MOST_WAITING, Job, Reviews, is_graded
from web.pages.served import ServedTable, Visit
from web.tables import begin, finished, in_loop, until

#: A game that is soon reviewed.
RECORD = record_of(2, 5, ("planner", "planner"), target_points=3)
LINE = json.loads(RECORD)


def changed(**keys: Any) -> bytes:
    """The record with other keys."""
    return json.dumps({**LINE, **keys}).encode()


BAD = {
    b"": "game.jsonl is empty",
    b"\n\n": "game.jsonl is empty",
    b"[1, 2": "game.jsonl, line 1: not JSON",
    b"\x89PNG\r\n": "game.jsonl, line 1",
    b'{"longroad": "skirmish"}': "a game of Skirmish; reviews are of games of Catan",
    changed(events="settle n0; settle n0"): "settle n0",
    changed(events="settle n0; drew ?"): "event 2: 'drew ?': whoever made the record did not see this card",
    changed(events=""): "nothing to review",
    changed(board="island"): "board",
    changed(events="; ".join(["end"] * 7000)): "7,000 events; 6,000 can be reviewed here",
    gzip.compress(RECORD.encode())[:-60]: "game.jsonl",
    gzip.compress(b"0" * (65 * 2**20)): "at most 64 MB unpacked",
    b"0" * (MOST_BYTES + 1): "at most 8 MB",
}  # fmt: skip


class TestFiles:
    @pytest.mark.parametrize("data", BAD, ids=range(len(BAD)))
    @in_loop
    async def test_a_bad_file_is_refused_with_the_reason_and_not_kept(
        self, tmp_path: Path, data: bytes
    ) -> None:
        reviews = Reviews(tmp_path)

        async def brought() -> None:
            games_in(data, "game.jsonl")
            await reviews.review(bring(tmp_path, data, "game.jsonl"))

        with pytest.raises(LongroadError) as refused:
            await brought()
        assert BAD[data] in str(refused.value)
        assert "/tmp" not in str(refused.value) and str(tmp_path) not in str(refused.value)
        await reviews.close()
        assert not (tmp_path / "reviews").exists()

    @pytest.mark.parametrize("pack", [bytes, gzip.compress])
    def test_a_record_is_kept_under_the_same_name_each_time(self, tmp_path: Path, pack: Any) -> None:
        data = pack(RECORD.encode())
        assert games_in(data, "game.jsonl") == 1
        first, again = (bring(tmp_path, data, "game.jsonl") for _ in range(2))
        assert first == again and first.is_brought and first.title == "game.jsonl"
        assert json.loads(first.recorded.record)["events"] == LINE["events"]

    def test_one_of_several_games_can_be_chosen(self, tmp_path: Path) -> None:
        other = record_of(2, 6, ("planner", "planner"), target_points=3)
        data = f"{RECORD}\n{other}\n".encode()
        assert games_in(data, "two.jsonl") == 2
        second = bring(tmp_path, data, "two.jsonl", 2)
        assert second.title == "two.jsonl, game 2" and second.recorded.record.strip() == other
        with pytest.raises(LongroadError, match=r"two.jsonl has no game 3"):
            bring(tmp_path, data, "two.jsonl", 3)

    def test_names_of_a_game_of_the_table_are_kept(self, tmp_path: Path) -> None:
        seats = [{"name": "Ann", "agent": ""}, {"name": "x" * 500, "agent": "planner"}]
        recorded = bring(tmp_path, changed(table={"seats": seats}), "game.jsonl").recorded
        assert recorded.names == ("Ann", "x" * 60) and recorded.agents == ("", "planner")

    def test_the_oldest_files_are_forgotten(self, tmp_path: Path) -> None:
        (tmp_path / "uploads").mkdir()
        for number in range(MOST_KEPT + 5):
            (tmp_path / "uploads" / f"u{number:012d}.json").write_text("{}")
        bring(tmp_path, RECORD.encode(), "game.jsonl")
        assert len(list((tmp_path / "uploads").iterdir())) == MOST_KEPT


class TestWhatCanBeReviewed:
    @in_loop
    async def test_a_game_that_is_played_cannot_and_a_finished_one_can(self, tmp_path: Path) -> None:
        async with House(tmp_path) as house:
            made = await begin(house, "person", "planner")
            with pytest.raises(NotNowError, match="still being played"):
                await reviewable(house, made.game.id)
            made.game.resign(0)
            game = await reviewable(house, made.game.id)
            assert game.recorded.names == ("Red", "Blue") and game.recorded.agents == ("", "planner")

    @pytest.mark.parametrize("id", ["nothing", "u000000000000", "../lock", "u../../lock", ""])
    @in_loop
    async def test_there_is_nothing_else(self, tmp_path: Path, id: str) -> None:
        async with House(tmp_path) as house:
            with pytest.raises(NoSuchGameError):
                await reviewable(house, id)


class TestJobs:
    @in_loop
    async def test_a_replay_comes_first_and_an_analysis_takes_its_place(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(review_jobs.DEPTHS, "quick", 16)
        game, reviews = bring(tmp_path, RECORD.encode(), "game.jsonl"), Reviews(tmp_path, threads=1)
        replay = await reviews.review(game)
        assert not is_graded(replay) and "The decisions were not graded." in await reviews.page(game)
        job = reviews.request(game, "quick", "me")
        assert reviews.request(game, "deep", "you") is job, "one at a time"
        shares = []
        while reviews.job(game.id) is job:
            shares.append(job.share)
            await asyncio.sleep(0.01)
        assert shares == sorted(shares) and 0 < shares[-1] <= 1 and job.is_done and not job.problem
        await reviews.close()
        again = Reviews(tmp_path)  # after a restart
        review = await again.review(game)
        assert is_graded(review) and len(review.moments) == len(replay.moments)
        dark = await again.page(game, "dark")
        assert "@media all" in dark and 'content="dark"' in dark and "prefers-color-scheme" not in dark
        await again.close()

    @in_loop
    async def test_a_cancelled_analysis_ends_soon_and_leaves_nothing(self, tmp_path: Path) -> None:
        game, reviews = bring(tmp_path, RECORD.encode(), "game.jsonl"), Reviews(tmp_path, threads=1)
        job = reviews.request(game, "deep", "me")
        await until(lambda: job.words == "decisions")
        job.cancel()
        await until(lambda: job.is_done, 5)
        assert reviews.job(game.id) is None and not job.problem and not (tmp_path / "reviews").exists()
        await reviews.close()

    @in_loop
    async def test_what_goes_wrong_is_said(self, tmp_path: Path) -> None:
        game, reviews = bring(tmp_path, changed(names=["a", "b", "c"]), "game.jsonl"), Reviews(tmp_path)
        job = reviews.request(game, "quick", "me")
        await until(lambda: job.is_done)
        assert job.problem == "3 names for 2 players"
        with pytest.raises(AnalysisError, match="depth: one of quick, standard, deep"):
            reviews.request(game, "endless", "me")
        await reviews.close()

    @in_loop
    async def test_only_so_many_may_wait(self, tmp_path: Path) -> None:
        game, reviews = bring(tmp_path, RECORD.encode(), "game.jsonl"), Reviews(tmp_path)
        reviews._jobs |= {str(number): Job(str(number), "") for number in range(MOST_WAITING)}
        with pytest.raises(LimitError, match="are waiting already"):
            reviews.request(game, "quick", "me")
        await reviews.close()

    @in_loop
    async def test_a_damaged_review_is_made_anew(self, tmp_path: Path) -> None:
        game, reviews = bring(tmp_path, RECORD.encode(), "game.jsonl"), Reviews(tmp_path)
        found = await reviews.review(game)
        kept = tmp_path / "reviews" / f"{game.id}.json.gz"
        for damage in (b"", kept.read_bytes()[:100], gzip.compress(b"{}")):
            kept.write_bytes(damage)
            assert await reviews.review(game) == found
        await reviews.close()

    @in_loop
    async def test_games_of_every_kind_of_end_can_be_replayed(self, tmp_path: Path) -> None:
        async with House(tmp_path) as house:
            reviews = Reviews(tmp_path)
            made = await begin(house, "planner", "value", rules=Rules(players=2, target_points=4))
            await finished(made.game)
            left = await begin(house, "planner", "planner", pace=30)
            left.game.end()
            for one, words in ((made.game, "wins against"), (left.game, "not finished")):
                game = await reviewable(house, one.id)
                if State.from_record(game.recorded.record).events():
                    assert words in await reviews.page(game)
                else:
                    with pytest.raises(AnalysisError, match="nothing to review"):
                        await reviews.page(game)
            await reviews.close()


# -- over HTTP and in a browser


def finished_game(table: ServedTable) -> str:
    """The id of a short game of agents that is over."""
    id: str = table.begin("planner", "planner", rules="official,target_points=3")["game"]["id"]
    record = f"{table.url}/api/v1/library/{id}/record"
    while httpx.get(record, trust_env=False).status_code != httpx.codes.OK:
        pass
    return id


def test_a_running_game_is_not_reviewed_by_any_address(browser: Any, table: ServedTable) -> None:
    made = table.begin("person", "planner", spectators=True)
    id = made["game"]["id"]
    for address in (f"/review/{id}/page", f"/review/{id}/page?theme=dark&download=true"):
        for key in (None, made["host"], made["seats"]["0"]):
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            answer = httpx.get(table.url + address, headers=headers, trust_env=False)
            assert (
                answer.status_code == httpx.codes.CONFLICT and "still being played" in answer.json()["detail"]
            )
    visit = Visit(browser, table)
    visit.page.goto(f"{table.url}/review/{id}")
    visit.page.wait_for_selector("text=This game is still being played")
    assert visit.page.locator("iframe, form").count() == 0
    visit.close()


def test_files_are_bounded_before_they_are_read(table: ServedTable) -> None:
    for size, status in ((9 * 2**20, 413), (2**20, 422)):
        answer = httpx.post(f"{table.url}/review/upload?name=x", content=b"0" * size, trust_env=False)
        assert answer.status_code == status
    answer = httpx.post(f"{table.url}/api/v1/games", content=b"0" * 2**20, trust_env=False)
    assert answer.status_code == 413, "only where files are taken"


def test_a_review_is_requested_cancelled_made_and_stepped(browser: Any, table: ServedTable) -> None:
    id = finished_game(table)
    visit = Visit(browser, table, viewport={"width": 1280, "height": 800}, color_scheme="dark")
    page = visit.page
    page.goto(f"{table.url}/library")
    page.click(f"a.who[href='/review/{id}']")
    page.wait_for_url(f"**/review/{id}")
    review = page.frame_locator("iframe.review")
    review.locator("text=The decisions were not graded.").wait_for()
    page.select_option("[name=depth]", "deep")
    page.click("text=Request a computer analysis")
    page.wait_for_selector("progress")
    page.click("text=Cancel")
    page.wait_for_selector("text=Request a computer analysis")
    page.select_option("[name=depth]", "quick")
    page.click("text=Request a computer analysis")
    page.wait_for_selector("text=Analysed", timeout=60_000)
    review.locator("text=How it was judged").wait_for()
    assert review.locator("text=The decisions were not graded.").count() == 0
    assert review.locator(".chart path").count() == 2
    slider = review.locator("#slider")
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    assert slider.input_value() == "2"
    slider.press("End")
    assert slider.input_value() == slider.get_attribute("max")
    assert (
        review.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") == "rgb(23, 26, 29)"
    )
    page.click("[data-theme-switch]")
    page.wait_for_function("document.querySelector('iframe.review').src.endsWith('light')")
    visit.close()


def test_files_are_brought_and_bad_ones_are_told_why(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table)
    page = visit.page
    page.goto(f"{table.url}/review")
    page.wait_for_selector("#upload")

    def choose(name: str, data: bytes) -> None:
        page.set_input_files("#upload", [{"name": name, "mimeType": "text/plain", "buffer": data}])

    choose("letter.txt", b"Dear table,\nhow are you?\n")
    page.wait_for_selector("text=letter.txt, line 1: not JSON")
    choose("hidden.jsonl", changed(events="settle n0; road e0; drew ?"))
    page.wait_for_selector("text=whoever made the record did not see this card")
    choose("two.jsonl", f"{RECORD}\n{RECORD}\n".encode())
    page.wait_for_selector("text=Which of its 2 games")
    page.fill("#game-number", "2")
    page.click("text=Review this game")
    page.wait_for_url("**/review/u*")
    page.wait_for_selector("text=two.jsonl, game 2")
    page.frame_locator("iframe.review").locator("text=wins against").wait_for()
    visit.complaints = [said for said in visit.complaints if "422" not in said]
    visit.close()
