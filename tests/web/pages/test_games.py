"""Whole games in a browser, from the lobby to the end, by whatever people have: mouse, finger, keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from web.pages.clicking import Clicker
from web.pages.served import ServedTable, Visit, served_table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    with served_table(tmp_path_factory.mktemp("table")) as table:
        yield table


def test_a_game_against_planner_from_the_lobby_to_the_end(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table, viewport={"width": 1280, "height": 800})
    visit.lobby()
    page = visit.page
    page.fill("[aria-label='Name of red']", "Ann")
    page.click("text=Options >> visible=true")
    page.fill("#option-target_points", "5")
    page.press("#option-target_points", "Tab")
    page.fill("#seed", "7")
    page.press("#seed", "Tab")
    page.wait_for_selector(".preview svg")
    page.click('[data-do=begin]')
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".prompt.yours")
    assert page.locator(".spot.settle").count() == 54
    page.select_option(".pace select", "0.0")
    clicker = Clicker(visit)
    clicker.play()
    assert clicker.is_over
    assert clicker.pressed.keys() >= {".spot.settle", ".spot.road", ".go[data-action=end]:not([disabled])"}
    points = [int(text.split()[0]) for text in page.locator(".result li span").all_inner_texts()]
    assert max(points) >= 5
    assert page.get_attribute(".sheet.over a", "href") == f"/review/{page.url.rpartition('/')[2]}"
    page.click("text=Play again")
    page.wait_for_function("document.querySelectorAll('.spot.settle').length === 54")
    visit.close()
