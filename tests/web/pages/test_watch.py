"""Looking on: games of agents with pause, step, speed and chart; games of people with what is public."""

from __future__ import annotations

import asyncio
import itertools
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from longroad.agents.levels import CHAMPION
from longroad.errors import LongroadError, TableError
from longroad.web.games import House
from longroad.web.pages.chart import MOST_POINTS, Point, lines, spread
from longroad.web.pages.watch import Wish
from longroad.web.pages.watch_outlook import Outlook, Outlooks
from web.pages.served import ServedTable, Visit, until
from web.tables import begin, in_loop

DESK = {"width": 1280, "height": 800}


class TestChart:
    def test_a_long_game_has_a_line_per_player_that_ends_at_its_last_point(self) -> None:
        points = [Point(n, n // 10, (n / 4000, 1 - n / 4000)) for n in range(4001)]
        for line in lines(points, ["Ann", "Ben"]):
            assert line.path.count("L") < MOST_POINTS
            assert line.path.endswith(f"1000 {0 if line.player == 0 else 100}")

    @pytest.mark.parametrize(
        "places", [[50, 50, 50, 50], [0, 0, 100, 100], [98, 99, 100, 1], [10, 40, 70, 95]]
    )
    def test_labels_are_apart_and_in_order(self, places: list[float]) -> None:
        found = spread(places)
        ordered = [place for _, place in sorted(zip(places, found, strict=True))]
        assert all(0 <= place <= 100 for place in found) and ordered == sorted(found)
        assert all(b - a > 11 for a, b in itertools.pairwise(ordered))


class TestOutlook:
    @in_loop
    async def test_every_position_of_a_game_is_judged_once_however_many_watch(self, tmp_path: Path) -> None:
        async with House(tmp_path) as house:
            made = await begin(house, "planner", "value", "weighted")
            with ThreadPoolExecutor(1) as threads:
                outlook = Outlooks(threads).of(made.game)
                calls: list[int] = []
                watchers = [lambda: calls.append(1), lambda: calls.append(2)]
                for one in watchers:
                    outlook.watch(one)
                async with asyncio.timeout(30):
                    while not outlook.is_complete:
                        await asyncio.sleep(0.02)
                for one in watchers:
                    outlook.leave(one)
            events = [point.event for point in outlook.points]
            assert events == sorted(set(events)) and events[0] == 0
            assert len(events) > len(made.game.course.actors) / 2
            for point in outlook.points:
                assert len(point.shares) == 3 and abs(sum(point.shares) - 1) < 1e-3
            winner = made.game.course.result.winner if made.game.course.result else None
            assert winner is None or outlook.points[-1].shares[winner] == 1
            assert set(calls) == {1, 2}

    @in_loop
    async def test_nothing_is_computed_when_nobody_watches(self, tmp_path: Path) -> None:
        async with House(tmp_path) as house:
            made = await begin(house, "planner", "planner", pace=0.05)
            with ThreadPoolExecutor(1) as threads:
                outlook = Outlook(made.game, threads)
                watcher: Any = lambda: None  # noqa: E731
                outlook.watch(watcher)
                await asyncio.sleep(0.3)
                outlook.leave(watcher)
                await asyncio.sleep(0.1)
                known = len(outlook.points)
                await asyncio.sleep(0.5)
                assert len(outlook.points) == known > 0

    @in_loop
    async def test_games_of_people_have_none(self, tmp_path: Path) -> None:
        async with House(tmp_path) as house:
            made = await begin(house, "person", "planner", spectators=True)
            with ThreadPoolExecutor(1) as threads, pytest.raises(TableError, match="only games of agents"):
                Outlooks(threads).of(made.game)


class TestWish:
    def test_what_is_chosen_becomes_a_game(self) -> None:
        wish = Wish()
        wish.take({"players": "3", "agent0": "value", "agent1": "other", "own1": " mcts:sims=50 "})
        wish.take({"rules": "duel", "options": "target_points=6", "seed": "7", "speed": "fast"})
        plan = wish.plan()
        assert [seat.agent for seat in plan.seats] == ["value", "mcts:sims=50", "planner"]
        assert (plan.rules.target_points, plan.seed, plan.pace, plan.is_for_agents) == (6, 7, 0.15, True)

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({"seed": "-1"}, "seed: a number"),
            ({"options": "target_points=99"}, "target_points"),
            ({"options": "colour=red"}, "colour"),
        ],
    )
    def test_what_cannot_be_played_is_named(self, given: dict[str, str], words: str) -> None:
        wish = Wish()
        wish.take(given)
        with pytest.raises(LongroadError, match=words):
            wish.plan()

    def test_anything_else_that_a_browser_says_is_passed_over(self) -> None:
        wish = Wish()
        wish.take({"players": "17", "agent0": "python:evil", "rules": [], "speed": None, "agent9": "x"})
        assert wish.plan().rules.players == 4
        assert wish.plan().seats[0].agent == CHAMPION


# -- in a browser


def test_a_game_of_agents_paused_stepped_and_watched_to_its_end(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table, viewport=DESK)
    page = visit.page
    page.goto(f"{table.url}/watch")
    page.select_option("[name=players]", "3")
    page.wait_for_function("document.querySelectorAll('.seat-choice').length === 3")
    page.select_option("[name=agent0]", "other")
    page.fill("[name=own0]", "nobody:sims=3")
    page.click("text=Start the game")
    page.wait_for_selector(".wrong >> text=nobody")
    page.fill("[name=own0]", "weighted")
    page.fill("[name=options]", "target_points=5")
    page.fill("[name=seed]", "7")
    page.select_option("[name=speed]", "fast")
    page.click("text=Start the game")
    page.wait_for_url("**/watch/*")
    page.wait_for_function("document.querySelectorAll('.plot .line').length === 3")
    page.click("text=Pause")
    page.wait_for_selector(".log >> text=The game is paused")
    number = visit.number
    page.wait_for_timeout(400)
    assert visit.number == number
    page.keyboard.press("s")
    visit.await_number(number + 1)
    page.wait_for_timeout(300)
    stepped = visit.number
    assert number < stepped <= number + 3, "one decision, and what chance brings after it"
    page.select_option(".controls select", "at once")
    page.keyboard.press("p")
    page.wait_for_selector("text=The game is over")
    until(lambda: "100%" in page.locator(".ends").inner_text())
    said = page.get_attribute(".plot svg", "aria-label")
    assert said.startswith("Win probability after turn") and said.count("%") == 3
    assert page.locator(".log p").count() > 30
    page.click("text=Review the game")
    page.wait_for_url("**/review/*")
    visit.close()


def test_who_did_not_begin_a_game_cannot_direct_it(browser: Any, table: ServedTable) -> None:
    made = table.begin("planner", "planner", pace=0.2)
    id = made["game"]["id"]
    visit = Visit(browser, table, viewport=DESK)
    page = visit.page
    page.goto(f"{table.url}/watch")
    page.click(f"a[href='/watch/{id}']")
    page.wait_for_selector("text=Whoever began this game can pause it.")
    assert page.locator("[data-do=pause], [data-do=step], [data-do=end]").count() == 0
    page.wait_for_selector(".plot .line")
    httpx.delete(
        f"{table.url}/api/v1/games/{id}", headers={"Authorization": f"Bearer {made['host']}"}, trust_env=False
    )
    page.wait_for_selector("text=The game is over")
    visit.close()


def test_onlookers_of_people_see_what_is_public(browser: Any, table: ServedTable) -> None:
    made = table.begin("person", "planner", "planner", spectators=True)
    closed = table.begin("person", "planner")
    visit = Visit(browser, table, viewport=DESK)
    page = visit.page
    page.goto(f"{table.url}/watch/{made['game']['id']}")
    page.wait_for_selector("text=You see what everybody at the table may know.")
    assert page.locator(".plot, .open-hand, .hand").count() == 0
    page.goto(f"{table.url}/watch/{closed['game']['id']}")
    page.wait_for_selector("text=This game is for its players")
    page.goto(f"{table.url}/watch")
    page.wait_for_selector(f"a[href='/watch/{made['game']['id']}']")
    assert page.locator(f"a[href='/watch/{closed['game']['id']}']").count() == 0
    visit.close()
