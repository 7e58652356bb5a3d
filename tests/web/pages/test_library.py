"""The library in the browser: games found again, the ladder with people on it, reports of one folder only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from longroad.web.library import LADDER, Rating
from longroad.web.pages.library import AT_ONCE, Search, ladder_group
from longroad.web.pages.library_reports import NoSuchReportError, Reports, markdown_html
from web.pages.served import ServedTable, Visit, until


class TestSearch:
    def test_what_makes_no_sense_is_left_out(self) -> None:
        search = Search(result="drawn", since="yesterday", until="2026-1", page="-3", player=" Ann ")
        assert (search.page, search.address()) == (1, "/library?player=Ann")
        assert Search(page="99999999999999999999").query().offset == (10**6 - 1) * AT_ONCE

    def test_an_address_leads_to_the_same_search(self) -> None:
        given = {
            "player": "Ann & <b>",
            "agent": "mcts:sims",
            "result": "lost",
            "since": "2026-11",
            "rated": "on",
        }
        query = Search(**given).query()
        found = (query.player, query.agent, query.result, query.since)
        assert found == (*given.values(),)[:4] and query.rated is True
        address = httpx.URL(Search(**given).address(3))
        assert Search(**dict(address.params)).address(3) == str(address)
        assert Search(**dict(address.params)).page == 3


class TestLadder:
    @pytest.mark.parametrize("group", ["two", "many"])
    def test_people_stand_among_the_agents(self, group: str) -> None:
        person = Rating("Ann", group, 300.0, 100.0, 500.0, 12, 5, True)
        rows: Any = ladder_group(group, [person])["rows"]
        assert len(rows) == sum(rung.group == group for rung in LADDER) + 1
        assert [row["elo"] for row in rows] == sorted((row["elo"] for row in rows), reverse=True)
        ann = next(row for row in rows if row["is_person"])
        assert (
            ann["words"] == "5 of 12 games won" and ann["left"] < ann["middle"] < ann["left"] + ann["width"]
        )
        assert all(row["left"] >= 0 and row["left"] + row["width"] <= 100.01 for row in rows)


@pytest.fixture
def reports(tmp_path: Path) -> Reports:
    """Two reports, and things that are none of anybody's business."""
    folder = tmp_path / "reports"
    for name, file in (
        ("cup", "report.html"),
        ("papers/one", "report.md"),
        ("deep/er/and/er/still", "report.md"),
    ):
        (folder / name).mkdir(parents=True)
        (folder / name / file).write_text(f"<p>{name}</p>")
    (folder / "cup" / "ratings.svg").write_text("<svg/>")
    (folder / "cup" / "state.pickle").write_text("x")
    (tmp_path / "secret.json").write_text("{}")
    (folder / "cup" / "link.json").symlink_to(tmp_path / "secret.json")
    (folder / "away").symlink_to(tmp_path)
    return Reports(folder)


class TestReports:
    def test_they_are_found(self, reports: Reports) -> None:
        assert {(one.name, one.file) for one in reports.all()} == {
            ("cup", "report.html"),
            ("papers/one", "report.md"),
        }
        assert reports.file("cup/ratings.svg").read_text() == "<svg/>"
        assert Reports(reports.folder / "nothing").all() == []

    @pytest.mark.parametrize(
        "path",
        [
            "../secret.json",
            "cup/../../secret.json",
            "cup/link.json",
            "away/secret.json",
            "/etc/hostname",
            "cup/state.pickle",
            "cup",
            "",
            "cup/\0.html",
            "nothing/report.html",
        ],
    )
    def test_only_files_of_the_folder_are_given_out(self, reports: Reports, path: str) -> None:
        with pytest.raises(NoSuchReportError, match="there is no report"):
            reports.file(path)

    def test_a_text_brings_no_html_of_its_own(self) -> None:
        html = markdown_html("<script>x</script> [a](javascript:alert(1))\n\n|a|b|\n|-|-|\n|1|2|\n", "x")
        assert "<script" not in html and "javascript:" not in html and "<td>1</td>" in html


# -- in a browser


def _asked(table: ServedTable, method: str, path: str, key: str = "", **body: Any) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = httpx.request(
        method, f"{table.url}/api/v1{path}", headers=headers, json=body or None, trust_env=False
    )
    assert answer.is_success, answer.text
    return dict(answer.json()) if answer.content else {}


@pytest.fixture(scope="module")
def filled(table: ServedTable) -> ServedTable:
    """Games of Ann: two lost, one of them rated, and some of agents."""
    ann, planner = {"kind": "person", "name": "Ann"}, {"kind": "agent", "agent": "planner"}
    for rated in (False, True):
        made = _asked(table, "POST", "/games", seats=[ann, planner], rated=rated)
        _asked(table, "POST", f"/games/{made['game']['id']}/resign", made["seats"]["0"])
    for _ in range(AT_ONCE):
        made = table.begin("planner", "value", pace=30)
        _asked(table, "DELETE", f"/games/{made['game']['id']}", made["host"])
    until(lambda: _count(table, agent="value") >= AT_ONCE and _count(table, player="Ann") == 2)
    return table


def _count(table: ServedTable, **query: str) -> int:
    found = httpx.get(f"{table.url}/api/v1/library", params=query, trust_env=False).json()
    return int(found["count"])


def test_games_are_found_by_person_agent_result_and_date(browser: Any, filled: ServedTable) -> None:
    visit = Visit(browser, filled, viewport={"width": 1280, "height": 800})
    page = visit.page
    page.goto(f"{filled.url}/library")
    page.fill("[name=player]", "Ann")
    page.select_option("[name=result]", "lost")
    page.press("[name=player]", "Enter")
    page.wait_for_url("**/library?player=Ann&result=lost")
    page.wait_for_selector("#count >> text=2 games")
    assert page.locator(".game").count() == 2 and page.locator(".game >> text=resigned").count() == 2
    with page.expect_download() as download:
        page.locator(".game a[download]").first.click()
    assert '"longroad": "catan"' in Path(download.value.path()).read_text()
    page.check("[name=rated]")
    page.click("text=Search")
    page.wait_for_selector("#count >> text=1 game")
    for query, count in (("player=Ann&result=won", 0), ("until=2020-01-01", 0), ("agent=pla&player=Ann", 2)):
        page.goto(f"{filled.url}/library?{query}")
        page.wait_for_selector(f"#count >> text={count} game")
    assert page.locator("tr.person >> text=Ann").count() == 1, "one rated game of two players"
    page.goto(f"{filled.url}/library")
    shown = page.locator("a.who").evaluate_all("all => all.map(one => one.href)")
    page.click("text=Older")
    page.wait_for_url("**/library?page=2")
    page.wait_for_selector("text=Newer")
    assert len(shown) == AT_ONCE and not set(shown) & set(
        page.locator("a.who").evaluate_all("all => all.map(one => one.href)")
    )
    visit.close()


#: A report that tries to read what a browser keeps for this table.
_CURIOUS = """<title>Cup</title><p id=x></p><script>
try { localStorage.length; x.textContent = 'keys'; } catch { x.textContent = 'none'; }</script>"""


def test_reports_are_shown_and_cannot_reach_keys(browser: Any, table: ServedTable) -> None:
    for name, file, text in (
        ("cup", "report.html", _CURIOUS),
        ("paper", "report.md", "# A paper\n\n![ours](fig.svg)\n"),
        ("paper", "fig.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
    ):
        (table.folder / "reports" / name).mkdir(parents=True, exist_ok=True)
        (table.folder / "reports" / name / file).write_text(text)
    visit = Visit(browser, table)
    page = visit.page
    page.goto(f"{table.url}/library")
    page.click("#reports >> text=paper")
    page.wait_for_selector("h1 >> text=A paper")
    page.wait_for_function("document.querySelector('.prose img').naturalWidth === 9")
    page.goto(f"{table.url}/library")
    page.click("#reports >> text=cup")
    page.wait_for_url("**/reports/cup/report.html")
    assert page.inner_text("#x") == "none"
    for path in ("/reports/../games/x.json", "/reports/%2e%2e/index.sqlite", "/report/nothing"):
        answer = httpx.get(table.url + path, trust_env=False)
        assert answer.status_code == 404 or "there is no report" in answer.text.casefold()
    visit.close()
