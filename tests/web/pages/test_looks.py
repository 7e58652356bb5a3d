"""How the pages look and read: accessible by axe-core's judgement, in light and dark, on phone and desk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from web.pages.clicking import Clicker
from web.pages.served import ServedTable, Visit, served_table

SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    with served_table(tmp_path_factory.mktemp("table")) as table:
        yield table


def test_the_theme_can_be_switched_and_is_remembered(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table, color_scheme="light")
    visit.lobby()
    page = visit.page
    page.click("[data-theme-switch]")
    assert page.get_attribute("html", "data-theme") == "dark"
    page.reload()
    page.wait_for_selector(".own")
    assert page.get_attribute("html", "data-theme") == "dark"
    visit.close()


def faults(visit: Visit) -> list[str]:
    """What axe-core finds that is serious or critical."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is missing"
    )
    visit.page.wait_for_timeout(300)  # fonts and fading
    found = axe.Axe().run(visit.page).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_axe_finds_no_fault(browser: Any, table: ServedTable, scheme: str, size: str) -> None:
    visit = Visit(browser, table, color_scheme=scheme, viewport=SIZES[size], reduced_motion="reduce")
    visit.lobby()
    page = visit.page
    for summary in page.locator("summary").all():
        summary.click()
    assert faults(visit) == []
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", ground)[:3])) < 200) == (scheme == "dark")

    visit.sit(table.begin("person", "offers", "refuses", rules="official,open_hands=on"), 0)
    assert faults(visit) == []
    clicker = Clicker(visit)
    while "build, trade" not in visit.prompt:
        clicker.press_something()
    visit.press(".build[data-kind=trade]")
    assert faults(visit) == []
    visit.press("[data-sheet=help]")
    assert faults(visit) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
    visit.press("[data-sheet=resign]")
    visit.press("[data-do=resign]")
    page.wait_for_selector(".sheet.over")
    assert faults(visit) == []
    visit.close()
