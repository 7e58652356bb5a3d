"""Offers in a browser: made, countered, accepted and refused, by others and by oneself, and the bank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from longroad.catan import RESOURCES
from web.pages.clicking import Clicker
from web.pages.served import ServedTable, Visit, served_table

OTHERS = ("offers", "refuses", "counters")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    with served_table(tmp_path_factory.mktemp("table")) as table:
        yield table


class Trader:
    """Sits at p0 of a game with agents that bargain."""

    def __init__(self, browser: Any, table: ServedTable) -> None:
        self.made = table.begin("person", *OTHERS, rules="official,open_hands=on", seed=11)
        self.visit = Visit(browser, table, viewport={"width": 1280, "height": 800})
        self.visit.sit(self.made, 0)
        self.page = self.visit.page
        self.clicker = Clicker(self.visit)

    @property
    def view(self) -> dict[str, Any]:
        told = self.visit.table.standing(self.made["game"]["id"], self.made["seats"]["0"])
        view: dict[str, Any] = told["view"]
        return view

    def hand(self, player: int = 0) -> list[int]:
        return list(self.view["players"][player]["hand"])

    def to_main(self, cards: int) -> None:
        """Plays on, without building, until it is the own turn and there are so many cards."""
        wishes = "[data-action=refuse], [data-action=roll], [data-action=end]:not([disabled])"
        for _ in range(200):
            self.page.wait_for_selector(f".spot, .sheet.discard, {wishes}")
            if "build, trade" in self.visit.prompt and sum(self.hand()) >= cards:
                return
            if "build, trade" in self.visit.prompt:
                self.visit.press("[data-action=end]")
            elif self.page.query_selector("[data-action=refuse]"):
                self.visit.press("[data-action=refuse]")
            else:
                self.clicker.press_something()
        raise AssertionError("no cards came")

    def offer(self, give: int, get: int) -> None:
        """Puts an offer together by clicking cards."""
        self.visit.press(".build[data-kind=trade]")
        self.visit.press(f".hand [data-resource='{give}']")
        self.visit.press(f".sheet.trade [data-key=get-{get}]")
        self.visit.press("[data-do=offer]")


def test_an_offer_is_answered_in_three_ways(browser: Any, table: ServedTable) -> None:
    trader = Trader(browser, table)
    page, press = trader.visit.page, trader.visit.press
    trader.to_main(cards=2)
    hand, partner = trader.hand(), trader.hand(1)
    give = next(kind for kind in range(5) if hand[kind])
    get = next(kind for kind in range(5) if partner[kind] and kind != give)
    trader.offer(give, get)
    page.wait_for_selector(".sheet.offer [data-action='deal p1']")
    replies = page.locator(".replies li").all_inner_texts()
    assert "accepts" in replies[0] and "refuses" in replies[1]
    assert "offers" in replies[2] or "refuses" in replies[2]
    press("[data-action='deal p1']")
    page.wait_for_selector(".sheet.offer", state="detached")
    after = trader.hand()
    assert after[give] == hand[give] - 1 and after[get] == hand[get] + 1
    assert f"1 {RESOURCES[give]}" in page.inner_text(".log")

    # a counter-offer of p3 is taken
    for give, get in [(a, b) for a in range(5) for b in range(5) if a != b]:
        hand = trader.hand()
        if not hand[give]:
            continue
        trader.offer(give, get)
        page.wait_for_function(
            "document.querySelector('.sheet.offer [data-action=cancel]') || !document.querySelector('.sheet')"
        )
        if page.query_selector("[data-action='deal p3']"):
            words = page.locator(".replies li").nth(2).inner_text()
            assert "offers" in words
            press("[data-action='deal p3']")
            page.wait_for_selector(".sheet.offer", state="detached")
            assert trader.hand() != hand
            break
        if page.query_selector("[data-action=cancel]"):
            press("[data-action=cancel]")
            page.wait_for_selector(".sheet.offer", state="detached")
    else:
        raise AssertionError("p3 has not countered")
    trader.visit.close()


def test_offers_of_others_are_accepted_refused_and_countered(browser: Any, table: ServedTable) -> None:
    trader = Trader(browser, table)
    page, press = trader.visit.page, trader.visit.press
    trader.to_main(cards=3)
    answers = iter(("accept", "refuse", "counter", "accept"))
    done: list[str] = []
    wanted = next(answers)
    for _ in range(60):
        if page.query_selector("[data-action=end]:not([disabled])"):
            press("[data-action=end]")
        page.wait_for_selector(
            ".sheet.offer [data-action=refuse], [data-action=end]:not([disabled]), [data-action=roll], "
            ".sheet.discard, .spot"
        )
        if not page.query_selector(".sheet.offer [data-action=refuse]"):
            trader.clicker.press_something()
            continue
        number = trader.visit.number
        if wanted == "counter":
            press("[data-sheet=counter]")
            page.wait_for_selector(".sheet.counter")
            assert page.locator(".sheet.counter .stepper.some").count() == 2, "it begins with the offer"
            press(".sheet.counter .steppers >> nth=1 >> .stepper.some .take")
            press("[data-do=counter]:not([disabled])")
        else:
            press(f".sheet.offer [data-action={wanted}]:not([disabled])")
        trader.visit.await_number(number + 1)
        done.append(wanted)
        wanted = next(answers, "")
        if not wanted:
            break
    assert done == ["accept", "refuse", "counter", "accept"]
    told = page.inner_text(".log")
    assert "You accept" in told and "You refuse" in told and "You counter" in told
    trader.visit.close()


def test_the_bank_trades_at_its_rate_only(browser: Any, table: ServedTable) -> None:
    trader = Trader(browser, table)
    page, press = trader.visit.page, trader.visit.press
    for cards in range(4, 30, 2):
        trader.to_main(cards)
        hand = trader.hand()
        if max(hand) >= 4:
            break
        press("[data-action=end]")
    give = hand.index(max(hand))
    get = (give + 1) % 5
    press(".build[data-kind=trade]")
    for _ in range(3):
        press(f".sheet.trade [data-key=give-{give}]")
    press(f".sheet.trade [data-key=get-{get}]")
    page.wait_for_function("document.querySelectorAll('.sheet.trade .stepper.some').length === 2")
    press(f".sheet.trade [data-key=give-{give}]")
    press("[data-do=bank]:not([disabled])")
    page.wait_for_selector(".sheet.trade", state="detached")
    after = trader.hand()
    assert (after[give], after[get]) == (hand[give] - 4, hand[get] + 1)
    trader.visit.close()
