"""What a browser receives: its own hand and what is public, in the page and on the wire."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from web.pages.clicking import Clicker
from web.pages.served import ServedTable, Visit, served_table
from web.test_privacy import key_of, twins, write


def test_people_who_share_a_screen_pass_it_on(browser: Any, tmp_path: Path) -> None:
    with served_table(tmp_path) as table:
        made = table.begin("person", "person", "planner")
        visit = Visit(browser, table)
        visit.sit(made, 0, 1)
        page = visit.page
        clicker = Clicker(visit)
        order = []
        for presses in (2, 4, 2):  # Blue settles, planner settles twice, Blue settles again
            page.wait_for_selector(".cover")
            assert not page.query_selector(".hand"), "no hand while the screen is covered"
            assert page.locator(".log p").count() == 0
            order.append(re.sub(r"\s+decides", "", page.inner_text(".cover h2").strip()))
            page.click("[data-do=uncover]")
            page.wait_for_selector(".cover", state="detached")
            for _ in range(presses):
                clicker.press_something()
        assert order == ["Red", "Blue", "Red"]
        visit.close()


def shown(visit: Visit) -> tuple[str, list[str]]:
    """The page, and all HTML that came on the wire, in the order in which it came."""
    return str(visit.page.inner_html(".game-page")), [html for part in visit.received for html in _html(part)]


def _html(part: str) -> list[str]:
    """Texts of HTML in a message, whatever it is packed in."""
    if not part.startswith("42"):  # the protocol's own
        return []
    told = json.loads(part[2:])
    found: list[str] = []

    def look(value: Any) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                found.append(inner) if name == "html" else look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    look(told)
    return found


def test_hidden_cards_change_nothing_on_another_seats_page(browser: Any, tmp_path: Path) -> None:
    """Games that differ in one hidden card look the same to everybody who may not know it."""
    pairs = [next(p for seed in range(1, 200) if (p := twins(seed, kind))) for kind in ("stole", "drew")]
    for number, pair in enumerate(pairs):
        write(tmp_path / "one", number, pair, pair.one)
        write(tmp_path / "other", number, pair, pair.other)
    with served_table(tmp_path / "one") as one, served_table(tmp_path / "other") as other:
        for number, pair in enumerate(pairs):
            for seat in range(len(pair.plan.seats)):
                (page, wire), twin = (
                    seen(browser, table, number, seat, len(pair.one)) for table in (one, other)
                )
                assert len(wire) > 5 and len(page) > 5000
                if seat in pair.insiders:
                    assert page != twin[0], f"p{seat} may know and sees no difference"
                else:
                    assert (page, wire) == twin


def seen(browser: Any, table: ServedTable, number: int, seat: int, entries: int) -> tuple[str, list[str]]:
    """All that a seat of a game is shown."""
    visit = Visit(browser, table)
    key = str(key_of(number, str(seat)))
    visit.sit({"game": {"id": f"{number:06d}"}, "host": "", "seats": {str(seat): key}}, seat)
    visit.await_number(entries)
    visit.page.wait_for_selector(".log p")
    found = shown(visit)
    visit.close()
    return found


def test_two_people_by_link_each_see_their_own_hand(browser: Any, tmp_path: Path) -> None:
    with served_table(tmp_path) as table:
        host = Visit(browser, table)
        host.lobby()
        host.page.select_option("[aria-label='Who sits at blue']", "link")
        host.page.fill("[aria-label='Name of red']", "Ann")
        host.page.press("[aria-label='Name of red']", "Tab")
        host.page.fill("#seed", "7")
        host.page.press("#seed", "Tab")
        host.page.wait_for_selector(".preview svg")
        host.page.click("[data-do=begin]")
        host.page.wait_for_selector(".sheet.waiting input")
        link = host.page.input_value(".sheet.waiting input")
        assert "#" in link and link.partition("#")[2] not in host.page.url

        guest = Visit(browser, table)
        guest.page.goto(link)
        guest.page.fill("#join-name", "Ben")
        guest.page.click("[data-do=sit]")
        guest.page.wait_for_selector(".prompt")
        assert "#" not in guest.page.url
        host.page.wait_for_selector(".spot.settle")

        late = Visit(browser, table)
        late.page.goto(link)
        late.page.wait_for_selector("text=not good")
        late.page.goto(host.page.url)
        late.page.wait_for_selector("text=for its players")
        late.close()

        for visit in (host, guest, guest, host):  # the set-up, settlement and road each
            for _ in range(2):
                Clicker(visit).press_something()
        hands = []
        for visit in (host, guest):
            visit.page.wait_for_selector(".hand .stack")
            hands.append(
                visit.page.locator(".hand .resources .stack").evaluate_all(
                    "all => all.map(one => one.ariaLabel)"
                )
            )
        assert hands[0] and hands[1]
        # with two players each can count the other's cards, and is shown them; what is hidden stays so
        assert all("development" not in html for html in hands[0] + hands[1])
        for visit in (host, guest):
            visit.close()


def test_who_looks_on_sees_no_hand(browser: Any, tmp_path: Path) -> None:
    with served_table(tmp_path) as table:
        made = table.begin("person", "planner", spectators=True)
        player, onlooker = Visit(browser, table), Visit(browser, table)
        player.sit(made, 0)
        onlooker.open(made["game"]["id"])
        for _ in range(4):
            Clicker(player).press_something()
        player.page.wait_for_selector(".hand .stack")
        onlooker.await_number(8)
        assert not onlooker.page.query_selector(".hand, .spot, .actions, .open-hand")
        assert "Red settles" in onlooker.page.inner_text(".log")
        player.close()
        onlooker.close()


def test_a_page_that_is_tampered_with_moves_nothing(browser: Any, tmp_path: Path) -> None:
    """Whatever a browser sends, only legal moves of its own seat are made."""
    with served_table(tmp_path) as table:
        made = table.begin("person", "planner")
        visit = Visit(browser, table)
        visit.sit(made, 0)
        page = visit.page
        for said in (
            {"do": "act", "action": "dice 8"},
            {"do": "act", "action": "settle n99"},
            {"do": "act"},
            {"do": "robber", "hex": "x"},
            {"do": "draft", "side": "give", "resource": "nine", "by": "1"},
            {"do": "pace", "value": "1e9"},
            {"do": "stop", "seat": "7"},
            {"do": "play-card", "kind": "monopoly"},
            {"do": "discard"},
            {"do": "again"},
        ):
            answered = visit.answered
            page.evaluate(
                """said => {
                    const spot = document.querySelector(".spot");
                    for (const name of ["action", "do"]) delete spot.dataset[name];
                    Object.assign(spot.dataset, said);
                    spot.dispatchEvent(new MouseEvent("click", {bubbles: true}));
                }""",
                said,
            )
            visit.await_answer(answered + 1)
            assert visit.number == 0 and page.locator("[role=alert]").count() == 1, said
        visit.close()
