"""Watching, coach, review and library: accessible by axe-core's judgement, light and dark, desk and phone."""

from __future__ import annotations

from typing import Any

import pytest

from web.pages.served import ServedTable, Visit
from web.pages.test_looks import SIZES, faults
from web.pages.test_review import finished_game


@pytest.fixture(scope="module")
def finished(table: ServedTable) -> str:
    return finished_game(table)


@pytest.mark.parametrize(("scheme", "size"), [("light", "phone"), ("dark", "desk")])
def test_axe_finds_no_fault(browser: Any, table: ServedTable, finished: str, scheme: str, size: str) -> None:
    visit = Visit(browser, table, color_scheme=scheme, viewport=SIZES[size], reduced_motion="reduce")
    page = visit.page
    reports = table.folder / "reports" / "paper"
    reports.mkdir(parents=True, exist_ok=True)
    (reports / "report.md").write_text("# A paper\n\n|a|b|\n|-|-|\n|1|2|\n")
    table.begin("planner", "planner", pace=30)

    def look(path: str, waits_for: str) -> None:
        page.goto(f"{table.url}{path}")
        page.wait_for_selector(waits_for)
        check()

    def check() -> None:
        assert faults(visit) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
        assert page.locator("h1").count() == 1

    look("/library", "#ladder tr")
    look("/report/paper", ".prose table")
    look("/review", "#upload")
    look("/review/nothing", "text=No review")
    look(f"/review/{finished}", "text=Request a computer analysis")
    look(f"/review/{finished}/page?theme={scheme}", "#slider")
    look("/watch", ".games a")
    page.select_option("[name=agent1]", "other")
    page.wait_for_selector("[name=own1]")
    check()
    page.select_option("[name=speed]", "fast")
    page.click("text=Start the game")
    page.wait_for_selector(".plot .line")
    page.keyboard.press("p")
    page.wait_for_selector("text=Go on")
    check()
    visit.sit(table.begin("person", "planner", "planner"), 0)
    page.click("[data-do=hint]")
    page.wait_for_selector(".coach-move")
    for summary in page.locator(".coach-panel summary").all():
        summary.click()
    check()
    visit.close()
