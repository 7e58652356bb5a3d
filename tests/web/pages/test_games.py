"""Whole games in a browser, from the lobby to the end, by whatever people have: mouse, finger, keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from web.pages.clicking import Clicker
from web.pages.served import ServedTable, Visit, served_table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    with served_table(tmp_path_factory.mktemp("table")) as table:
        yield table


def test_keys_are_shown_and_the_sheet_is_closed_by_escape(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table)
    visit.sit(table.begin("person", "planner"), 0)
    visit.page.keyboard.press("?")
    visit.page.wait_for_selector(".sheet.help")
    visit.page.keyboard.press("Escape")
    visit.page.wait_for_selector(".sheet.help", state="detached")
    visit.close()


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
    page.click("[data-do=begin]")
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".prompt.yours")
    assert page.locator(".spot.settle").count() == 54
    page.select_option(".pace select", "0.0")
    visit.await_answer(1)
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


def test_reload_and_kill_in_mid_game(browser: Any, tmp_path: Path) -> None:
    with served_table(tmp_path) as table:
        visit = Visit(browser, table)
        visit.sit(table.begin("person", "planner"), 0)
        clicker = Clicker(visit)
        clicker.play(presses=8)
        hand, log = visit.page.inner_html(".hand"), visit.page.inner_text(".log")
        visit.page.reload()
        visit.page.wait_for_selector(".prompt.yours")
        assert (visit.page.inner_html(".hand"), visit.page.inner_text(".log")) == (hand, log)
        number = visit.number
        table.kill()
        table.start()
        visit.page.wait_for_function("!document.querySelector('#popup[aria-hidden=false]')")
        visit.page.wait_for_selector(".prompt.yours")  # it has come back by itself
        visit.await_number(number)
        clicker.play()
        assert clicker.is_over
        visit.close()


def test_a_game_by_touch_on_a_phone(browser: Any, table: ServedTable) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    visit = Visit(browser, table, **phone)
    visit.sit(table.begin("person", "planner", rules="official,target_points=4"), 0)
    clicker = Clicker(visit, press=lambda found: found.tap(), rest=500)
    for _ in range(4):  # the set-up
        clicker.press_something()
    page = visit.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing is cut off"
    clicker.play()
    assert clicker.is_over
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    visit.close()


def by_keyboard(found: Any) -> None:
    """Presses something by the keyboard alone: by its shortcut, by arrow keys, or by Tab and Enter."""
    page, keys = found.page, found.page.keyboard
    shortcut = found.get_attribute("data-shortcut")
    if shortcut is not None:
        keys.press(shortcut)
    elif found.get_attribute("data-spot") is not None:
        keys.press("b")
        for arrow in ("ArrowDown", "ArrowRight", "ArrowRight"):
            keys.press(arrow)
        keys.press("Enter")
    else:
        key = found.evaluate("element => element.outerHTML")
        for _ in range(100):
            keys.press("Tab")
            if page.evaluate("document.activeElement.outerHTML") == key:
                break
        else:
            raise AssertionError(f"Tab does not lead to {key}")
        keys.press("Enter")


def test_a_game_by_keyboard_alone(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table)
    visit.sit(table.begin("person", "planner", rules="official,target_points=4"), 0)
    clicker = Clicker(visit, press=by_keyboard)
    clicker.play()
    assert clicker.is_over
    visit.close()


def test_undo_takes_a_settlement_back(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table)
    visit.sit(table.begin("person", "planner"), 0)
    page = visit.page
    visit.press(".spot.settle >> nth=0")
    visit.press("[data-do=undo]")
    page.wait_for_selector(".spot.settle")
    assert page.locator(".pieces .settlement").count() == 0
    visit.close()


def test_resigning_asks_first(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table)
    visit.sit(table.begin("person", "planner"), 0)
    page = visit.page
    visit.press("[data-sheet=resign]")
    visit.press("text=Play on")
    assert not page.query_selector(".sheet.resign")
    visit.press("[data-sheet=resign]")
    visit.press("[data-do=resign]")
    page.wait_for_selector(".sheet.over")
    assert "Blue" in page.inner_text(".sheet.over h2")
    visit.close()


def test_an_agent_that_thinks_can_be_stopped(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table)
    visit.sit(table.begin("mcts:ms=50000", "person"), 1)
    visit.page.click("[data-do=stop]")
    visit.page.wait_for_function("document.querySelector('.log').innerText.includes('told to move at once')")
    assert visit.page.query_selector(".prompt")
    visit.close()


def test_a_wrong_spec_is_explained_at_its_field(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table)
    visit.lobby()
    page = visit.page
    page.fill("[aria-label^='Agent of blue']", "mcts:sims=many")
    page.fill("#board-text", "O10 W2")
    page.click("[data-do=begin]")
    page.wait_for_selector("#wrong-seat-1")
    assert "sims" in page.inner_text("#wrong-seat-1") and page.inner_text("#wrong-board")
    assert page.input_value("[aria-label^='Agent of blue']") == "mcts:sims=many", "what was typed stays"
    assert page.get_attribute("[aria-label^='Agent of blue']", "aria-invalid") == "true"
    visit.close()


def test_a_board_is_put_together_by_clicking(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table)
    visit.lobby()
    page = visit.page
    page.fill("#seed", "7")
    page.press("#seed", "Tab")
    page.click("[data-do=edit]")
    page.wait_for_selector(".editor .spot")
    before = page.input_value("#board-text")
    page.check("[name=brush][value=D]", force=True)
    page.click(".editor [data-hex='0']")
    page.wait_for_function("document.querySelector('#board-text').value.startsWith('D ')")
    page.check("[name=brush][value='12']", force=True)
    page.click(".editor [data-hex='1']")
    page.wait_for_function("document.querySelector('#board-text').value.split(' ')[1].endsWith('12')")
    page.click(".editor [data-harbor='0']")
    page.wait_for_function(
        "old => !document.querySelector('#board-text').value.endsWith(old)", arg=before[-17:]
    )
    edited = page.input_value("#board-text")
    page.click("[data-do=begin]")
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".prompt")
    made = httpx.get(f"{table.url}/api/v1/games/{page.url.rpartition('/')[2]}", trust_env=False).json()
    assert made["board"] == edited and made["board"] != before
    visit.close()
