"""The coach of a live game: it knows what its seat knows, blocks nothing, and is not for rated games."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import pytest

from longroad.catan import View
from longroad.errors import NotNowError
from longroad.web.games import House
from longroad.web.pages import coach_seat
from longroad.web.pages.coach_marks import marks_of
from longroad.web.pages.coach_seat import SeatCoach
from web.pages.served import ServedTable, Visit
from web.tables import asked, begin, in_loop, play_person
from web.test_privacy import twins, write

QUICK = 16


@pytest.mark.parametrize("kind", ["stole", "drew"])
@in_loop
async def test_cards_that_are_hidden_from_a_seat_change_no_advice(tmp_path: Path, kind: str) -> None:
    pairs = [pair for seed in range(1, 12) if (pair := twins(seed, kind)) is not None][:3]
    for number, pair in enumerate(pairs):
        write(tmp_path / "one", number, pair, pair.one)
        write(tmp_path / "other", number, pair, pair.other)
    compared = 0
    async with House(tmp_path / "one") as one, House(tmp_path / "other") as other:
        for number, pair in enumerate(pairs):
            games = [house.game(f"{number:06d}") for house in (one, other)]
            assert not games[0].course.state.same_position(games[1].course.state)
            for seat in set(range(len(pair.plan.seats))) - pair.insiders:
                said = [await SeatCoach(game, seat, sims=QUICK).advise() for game in games]
                assert said[0] is not None and said[1] is not None
                assert said[0].to_dict() == said[1].to_dict()
                assert marks_of(said[0]) == marks_of(said[1])
                compared += 1
    assert compared >= 3


@in_loop
async def test_it_is_given_views_of_its_seat_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[object, ...]] = []

    class Listening(coach_seat.Coach):
        def observe(self, before: View, event: Any, after: View) -> None:
            given.append((before, event, after))
            super().observe(before, event, after)

        def advise(self, view: View, stop: Any = None) -> Any:
            given.append((view, stop))
            return super().advise(view, stop)

    monkeypatch.setattr(coach_seat, "Coach", Listening)
    async with House(tmp_path) as house:
        made = await begin(house, "person", "planner", "planner")
        await play_person(made.game, decisions=25)
        await asked(made.game)
        assert await SeatCoach(made.game, 0, sims=QUICK).advise() is not None
        views = [one for told in given for one in told if isinstance(one, View)]
        assert len(views) == 2 * len(made.game.course.actors) + 1
        assert {view.player for view in views} == {0}
        told = [event for _, event, *_ in given[:-1]]
        state = made.game.course.start()
        for event, saw in zip(made.game.course.state.events(), told, strict=True):
            assert saw == state.seen_by(event, 0)
            state.apply(event)


@in_loop
async def test_a_new_position_ends_its_thinking(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        made = await begin(house, "person", "planner")
        coach = SeatCoach(made.game, 0, ms=20_000)
        thinking = asyncio.create_task(coach.advise())
        await asyncio.sleep(0.1)
        made.game.act(0, str(made.game.course.state.legal_actions()[0]))
        began = time.perf_counter()
        coach.cancel()
        assert await thinking is None
        assert time.perf_counter() - began < 2
        again = asyncio.create_task(coach.advise())
        await asyncio.sleep(0.05)
        newest = SeatCoach(made.game, 0, sims=QUICK)
        assert await newest.advise() is not None, "others are not kept waiting"
        coach.cancel()
        assert await again is None


@in_loop
async def test_there_is_none_in_rated_games_and_in_games_that_are_over(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        rated = await begin(house, "person", "planner", rated=True)
        with pytest.raises(NotNowError, match="Rated games are played without a coach"):
            await SeatCoach(rated.game, 0).advise()
        over = await begin(house, "person", "planner")
        over.game.resign(0)
        with pytest.raises(NotNowError, match="The game is over"):
            await SeatCoach(over.game, 0).advise()


# -- in a browser


def test_a_hint_shows_moves_with_reasons_and_points_at_the_board(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table, viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    visit.sit(table.begin("person", "planner", "planner"), 0)
    page = visit.page
    page.wait_for_selector(".coach-panel")
    assert page.locator(".coach-move, .advice, .heat").count() == 0, "nothing is said before somebody asks"
    page.keyboard.press("h")
    page.wait_for_selector(".coach-move")
    moves = page.locator(".coach-move")
    assert 1 <= moves.count() <= 5
    for text in moves.all_inner_texts():
        assert re.search(r"\d+%", text) and "Settle on " in text
        assert re.search("best|good|inaccuracy|mistake|blunder", text)
    assert page.locator(".heat").count() == 54
    opacity = "one => getComputedStyle(one).opacity"
    second = page.locator(".advice[data-advice='1']")
    assert second.evaluate(opacity) == "0"
    moves.nth(1).hover()
    assert second.evaluate(opacity) == "1"
    page.mouse.move(5, 5)
    moves.nth(0).focus()
    page.keyboard.press("Tab")
    assert second.evaluate(opacity) == "1", "the keyboard points, too"
    page.click("summary >> text=The next roll")
    assert page.locator(".rolls tr").count() == 11
    assert page.locator("text=holds no resource cards").count() == 2
    page.locator(".spot.settle").nth(20).click()
    page.wait_for_selector(".spot.road")
    page.wait_for_function("!document.querySelector('.coach-move, .heat')")  # of a position that is no more
    visit.close()


def test_the_switch_is_remembered(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table)
    visit.sit(table.begin("person", "planner", pace=0.3), 0)
    page = visit.page
    page.click("[data-mode=always]")
    page.wait_for_selector(".coach-move")
    page.locator(".spot.settle").first.click()
    page.wait_for_selector(".coach-move >> text=/road/i")
    page.reload()
    page.wait_for_selector("[data-mode=always][aria-pressed=true]")
    page.click("[data-mode=off]")
    page.wait_for_function("!document.querySelector('.coach-move, .advice')")
    assert page.locator("[data-do=hint]").count() == 0
    visit.close()


def test_rated_games_have_no_coach(browser: Any, table: ServedTable) -> None:
    visit = Visit(browser, table)
    visit.sit(table.begin("person", "planner", rated=True), 0)
    visit.page.wait_for_selector("text=Rated games are played without a coach.")
    assert visit.page.locator("[data-mode], [data-do=hint]").count() == 0
    visit.close()


def test_what_was_drawn_for_one_person_is_gone_for_the_next(browser: Any, table: ServedTable) -> None:
    """Two people share a screen: it is covered, and the coach's marks go with its panel."""
    visit = Visit(browser, table)
    visit.sit(table.begin("person", "person"), 0, 1)
    page = visit.page
    page.click("[data-do=uncover]")
    page.click("[data-do=hint]")
    page.wait_for_selector(".heat")
    page.locator(".spot.settle").first.click()
    page.locator(".spot.road").first.click()
    page.wait_for_selector("[data-do=uncover]")
    assert page.locator(".coach-panel, .coach-move, .advice, .heat").count() == 0
    visit.close()
